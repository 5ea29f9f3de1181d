#!/usr/bin/env python3
"""Measures the service with many names: import, size on disk, start-up, memory, and 302 responses compared with nginx.

    bench/service.py COMMAND [--names 10000000] [--folder FOLDER] [--postgresql LOCATION] [--rounds 5] [--seconds 5]
                     [--workers 1] [--unpinned] [--ordered]

COMMAND is the built `uniform`. FOLDER (default: a temporary one) keeps the names and the store, so that a second run can
skip the import; it has to be on a disk, not in memory. Names are imported in random order, or with --ordered in that of their
keys. Each round measures, one after the other:

    nginx       a map of 100,000 names
    hot         the same 100,000 names: after their first requests, from the response cache
    random      any of all names, each about once; the database is in memory (locked in the page cache of the system)
    cold        the same, but the page cache was emptied of the database before; and how many pages were read for a name
    beside 8    hot names, while 8 clients request cold names, and the page cache is emptied again and again
    beside 64   the same with 64 clients

All servers are on one core (--unpinned: where the system puts them), and the clients, with 64 connections, on the other.
"hot" and "random" are measured in turn with nginx, and "beside" in turn with hot names alone, a second each, because
machines with other work change their speed within seconds; a ratio is the median of these pairs. The clients of cold names have
the lowest priority there, so that they do not take processor time of the clients of hot ones. With --postgresql, the 100,000
names are also stored in that empty database, and measured from there when each was requested once (bench/http_peer.py).
"""
import argparse
import contextlib
import ctypes
import json
import mmap
import os
import pathlib
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import http_peer

HERE = pathlib.Path(__file__).parent


def urn_of(n):
    return f"urn:example:bench-{n:012d}"


def url_of(n):
    return f"https://archive.example.org/items/{n:010d}"


def in_random_order(count):
    """All numbers below `count`, far from each other, as the keys of hashes and UUIDs are."""
    step = 7368787  # prime
    while count % step == 0:
        step += 2
    return (n * step % count for n in range(count))


def write_names(path, numbers):
    """Writes NDJSON; returns the bytes of the names and their locators."""
    size = 0
    with open(path, "w") as out:
        for n in numbers:
            urn, url = urn_of(n), url_of(n)
            size += len(urn) + len(url)
            out.write(f'{{"name":"{urn}","url":"{url}"}}\n')
    return size


def run(*words, **more):
    return subprocess.run([str(w) for w in words], check=True, **more)


class service:
    """`uniform serve`."""

    def __init__(self, command, store, workers=1, in_child=None, settings=()):
        begun = time.monotonic()
        self.process = subprocess.Popen(
            [command, "serve", "--store", store, "--port", "0", "--set", f"server.workers={workers}",
             *(word for one in settings for word in ("--set", one))],
            stderr=subprocess.PIPE, text=True, preexec_fn=in_child)
        for line in self.process.stderr:
            if not line.startswith("{"):
                sys.exit(f"the service did not start: {line.strip()}")
            event = json.loads(line)
            if event["event"] == "started":
                self.url = event["url"]
                break
        else:
            sys.exit("the service did not start")
        self.start_up = time.monotonic() - begun

    def memory(self, what):
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith(what):
                return int(line.split()[1]) / 1024
        return 0.0

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def ask_for_each(url, urls):
    """Requests every name once, pipelining a hundred on one connection; returns the duration in seconds."""
    host, port = url.removeprefix("http://").split(":")
    begun = time.monotonic()
    names = [line.split()[0] for line in open(urls)]
    with socket.create_connection((host, int(port))) as c, c.makefile("rb") as answers:
        for at in range(0, len(names), 100):
            some = names[at:at + 100]
            c.sendall("".join(f"GET /{n} HTTP/1.1\r\nHost: {host}\r\n\r\n" for n in some).encode())
            for n in some:
                if not answers.readline().startswith(b"HTTP/1.1 302 "):
                    sys.exit(f"{n} has no locator")
                while answers.readline() != b"\r\n":
                    pass
    return time.monotonic() - begun


def answers(command, store, urls, o, say, warm=False):
    s = service(command, store)
    try:
        print(f"{say}: started in {s.start_up:.2f} s")
        if warm:
            print(f"{say}: each requested once, one after the other, in {ask_for_each(s.url, urls):.1f} s")
        run(sys.executable, HERE / "http_peer.py", "--urls", urls, "--server", s.url, "--pid", s.process.pid,
            "--rounds", o.rounds, "--seconds", o.seconds)
        print(f"{say}: memory {s.memory('VmRSS'):.0f} MiB, at most {s.memory('VmHWM'):.0f} MiB")
    finally:
        s.stop()


# Any of the names, each request another one; SEED differs between runs, or they would request the same.
RANDOM = """
local count = tonumber(os.getenv("COUNT"))
function init(args) math.randomseed(tonumber(os.getenv("SEED"))) end
request = function()
    return string.format("GET /urn:example:bench-%012d HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n", math.random(0, count - 1))
end
""" + http_peer.DONE


class measurement:
    """Clients of one kind and one server at a time."""

    def __init__(self, folder, store, names, urls, seconds):
        self.store, self.seconds = store, seconds
        self.common = {"NAMES": str(urls), "COUNT": str(names)}
        self.scripts = {"hot": folder / "hot.lua", "random": folder / "random.lua"}
        self.scripts["hot"].write_text(http_peer.LUA)
        self.scripts["random"].write_text(RANDOM)
        self.seed = 8141

    def clients(self, kind, url, number, seconds, lowest=False):
        self.seed += 1
        return http_peer.start_clients(1, url, self.scripts[kind], seconds, number, lowest, SEED=str(self.seed),
                                       **self.common)

    def empty_page_cache(self):
        fd = os.open(self.store, os.O_RDONLY)
        os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(fd)

    def fill_page_cache(self):
        with open(self.store, "rb") as f:
            while f.read(1 << 24):
                pass

    @contextlib.contextmanager
    def in_memory(self):
        """The database stays in the page cache, also where the system reclaims what was not used for some seconds."""
        libc = ctypes.CDLL(None, use_errno=True)
        libc.mmap.restype = ctypes.c_void_p
        libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
        libc.munmap.argtypes = libc.mlock.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
        with open(self.store, "rb") as f:
            size = os.fstat(f.fileno()).st_size
            at = libc.mmap(None, size, mmap.PROT_READ, mmap.MAP_SHARED, f.fileno(), 0)
        if libc.mlock(at, size) != 0:
            sys.exit(f"{size} bytes cannot be locked in memory: {os.strerror(ctypes.get_errno())} (ulimit -l)")
        try:
            yield
        finally:
            libc.munmap(at, size)

    @staticmethod
    def pages_read(pid):
        for line in open(f"/proc/{pid}/io"):
            if line.startswith("read_bytes:"):
                return int(line.split()[1]) / 4096
        return 0

    def run(self, kind, url, pid, seconds=None):
        pages, used = self.pages_read(pid), http_peer.processor_seconds(pid)
        result = http_peer.result_of(self.clients(kind, url, 64, seconds or self.seconds))
        if result["errors"]:
            sys.exit(f"{url} gave {result['errors']} wrong responses")
        number = max(result["requests"], 1)
        return {"rate": number * 1e6 / result["microseconds"], "p50": result["p50"], "p99": result["p99"],
                "us": (http_peer.processor_seconds(pid) - used) * 1e6 / number,
                "pages": (self.pages_read(pid) - pages) / number}

    def beside(self, readers, url, pid):
        """Hot names while others request cold ones, and in turn without them."""
        ended = threading.Event()

        def keep_emptying():
            while not ended.is_set():
                self.empty_page_cache()
                ended.wait(0.3)
        emptying = threading.Thread(target=keep_emptying)
        emptying.start()
        alone, beside = [], []
        begun, paused = time.monotonic(), 0.0
        cold = self.clients("random", url, readers, 3 * self.seconds + 3, lowest=True)
        time.sleep(1)
        for _ in range(self.seconds):
            beside.append(self.run("hot", url, pid, 1))
            since = time.monotonic()
            cold.send_signal(signal.SIGSTOP)
            time.sleep(0.2)
            alone.append(self.run("hot", url, pid, 1))
            cold.send_signal(signal.SIGCONT)
            paused += time.monotonic() - since
            time.sleep(0.2)
        others = http_peer.result_of(cold)
        lasted = time.monotonic() - begun
        ended.set()
        emptying.join()
        return {**self.of_pairs(beside, alone), "cold": others["requests"] / (lasted - paused)}

    @staticmethod
    def of_pairs(these, those):
        return {**{key: statistics.median(r[key] for r in these) for key in these[0]}, "pairs": list(zip(these, those))}

    def in_turn(self, kind, url, pid, peer_url, peer_pid):
        """These names, and in turn those of nginx."""
        pairs = [(self.run(kind, url, pid, 1), self.run("hot", peer_url, peer_pid, 1)) for _ in range(self.seconds)]
        return self.of_pairs(*zip(*pairs))


def compare(s, nginx, last, store, folder, urls, o):
    if not o.unpinned:
        run("taskset", "-a", "-p", "-c", 0, s.process.pid, stdout=subprocess.DEVNULL)
    peer = "http://127.0.0.1:18142"
    for url in (peer, s.url):
        if http_peer.wait_for(f"{url}/{last[0]}") != last[1]:
            sys.exit(f"{url} redirects to another URL")
    m = measurement(folder, store, o.names, urls, o.seconds)
    pid = s.process.pid
    found = {}

    def note(kind, row):
        found.setdefault(kind, []).append(row)
        more = f"  {row['cold']:.0f} cold names/s" if "cold" in row else ""
        if kind == "cold":
            more = f"  {row['pages']:.2f} pages read for each"
        print(f"{kind:10} {row['rate']:9.0f}/s  {row['us']:6.2f} us of processor time each  p50 {row['p50']:6} us"
              f"  p99 {row['p99']:6} us{more}", flush=True)

    for _ in range(o.rounds):
        note("nginx", m.run("hot", peer, nginx.pid))
        m.fill_page_cache()
        m.run("hot", s.url, pid)
        note("hot", m.in_turn("hot", s.url, pid, peer, nginx.pid))
        with m.in_memory():
            m.run("random", s.url, pid, 2)  # the pages above the leaves
            note("random", m.in_turn("random", s.url, pid, peer, nginx.pid))
        m.empty_page_cache()
        note("cold", m.run("random", s.url, pid))
        for readers in (8, 64):
            m.fill_page_cache()
            m.run("hot", s.url, pid)
            note(f"beside {readers}", m.beside(readers, s.url, pid))
    median = {kind: {key: statistics.median(r[key] for r in rows) for key in ("rate", "us", "p50", "p99")}
              for kind, rows in found.items()}
    for kind, row in median.items():
        peer = "hot" if kind.startswith("beside") else "nginx"
        pairs = [p for r in found[kind] for p in r.get("pairs", [])] or list(zip(found[kind], found[peer]))
        ratios = [mine["rate"] / its["rate"] for mine, its in pairs]
        p99 = [mine["p99"] / its["p99"] for mine, its in pairs]
        print(f"median {kind:10} {row['rate']:9.0f}/s  {row['us']:6.2f} us  p50 {row['p50']:.0f} us"
              f"  p99 {row['p99']:.0f} us  {statistics.median(ratios):.2f} times the rate and"
              f" {statistics.median(p99):.2f} times the p99 of {peer}")


def hot_random_cold(command, store, urls, o):
    s = service(command, store, o.workers)
    try:
        print(f"SQLite: started in {s.start_up:.2f} s")
        with tempfile.TemporaryDirectory() as temporary:
            temporary = pathlib.Path(temporary)
            temporary.chmod(0o755)
            nginx, last = http_peer.start_nginx(temporary, urls, 0)
            try:
                compare(s, nginx, last, store, temporary, urls, o)
            finally:
                nginx.terminate()
                nginx.wait()
        print(f"SQLite: memory {s.memory('VmRSS'):.0f} MiB, at most {s.memory('VmHWM'):.0f} MiB")
    finally:
        s.stop()


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("command")
    options.add_argument("--names", type=int, default=10_000_000)
    options.add_argument("--folder")
    options.add_argument("--postgresql")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=int, default=5)
    options.add_argument("--workers", type=int, default=1)
    options.add_argument("--unpinned", action="store_true")
    options.add_argument("--ordered", action="store_true")
    o = options.parse_args()
    command = str(pathlib.Path(o.command).resolve())
    os.environ.pop("UNIFORM_SERVER", None)

    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(o.folder or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        store = str(folder / "names.db")
        lines = folder / "names.ndjson"
        if not os.path.exists(store):
            size = write_names(lines, range(o.names) if o.ordered else in_random_order(o.names))
            run(command, "store", "migrate", "--store", store, stdout=subprocess.DEVNULL)
            run(command, "namespace", "add", "--store", store, "example", "title=Bench", stdout=subprocess.DEVNULL)
            begun = time.monotonic()
            run(command, "name", "import", "--quiet", "--store", store, lines, stdout=subprocess.DEVNULL)
            seconds = time.monotonic() - begun
            order = "in the order of their keys" if o.ordered else "in random order"
            print(f"import: {o.names} names {order} in {seconds:.1f} s, {o.names / seconds:.0f} a second")
            on_disk = sum(p.stat().st_size for p in folder.glob("names.db*"))
            print(f"on disk: {on_disk} bytes, {on_disk / size:.2f} times the bytes of names and locators")
        numbers = random.Random(8141).sample(range(o.names), min(100_000, o.names))
        urls = folder / "urls"
        with open(urls, "w") as out:
            for n in numbers:
                out.write(f"{urn_of(n)} {url_of(n)}\n")
        hot_random_cold(command, store, urls, o)
        if o.postgresql:
            some = folder / "some.ndjson"
            write_names(some, sorted(numbers) if o.ordered else numbers)
            run(command, "store", "migrate", "--store", o.postgresql, stdout=subprocess.DEVNULL)
            run(command, "namespace", "add", "--store", o.postgresql, "example", "title=Bench", stdout=subprocess.DEVNULL)
            run(command, "name", "import", "--quiet", "--store", o.postgresql, some, stdout=subprocess.DEVNULL)
            answers(command, o.postgresql, urls, o, "100,000 hot names, PostgreSQL", warm=True)


if __name__ == "__main__":
    main()
