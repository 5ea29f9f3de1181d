#!/usr/bin/env python3
"""Sends what makes a service hold memory for its clients, and measures its memory and how others are served meanwhile.

    bench/slow_readers.py COMMAND [--minutes 5] [--readers 600] [--histories 100] [--idle 2000] [--addresses 8]

COMMAND is a built `uniform`. The store has 1000 names with 60 KB of metadata each, and 20 changes of each of 20 of them.
Readers request `/api/v1/names?limit=1000` or a history again and again, and read 1 KB a second; they come from several
addresses of 127.0.0.0/8. Meanwhile another client requests names that are in the response cache, 50 a second. Prints the
greatest resident memory, that memory a while after the readers have gone, the responses, and the times of the other client.
Exits with 1 if the memory was above --memory (256 MiB) or that client's 99th percentile above --p99 (20 ms).
"""
import argparse
import collections
import http.client
import json
import pathlib
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time

from service import run, service

NAMES = 1000
CHANGED = 20


def resident(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


def record(number, rng):
    words = {f"k{n}": "".join(rng.choices("abcdefghij", k=1000)) for n in range(59)}
    return {"name": f"urn:example:slow-{number:04}", "url": f"https://repository.example/{number}", "metadata": words}


def prepare(command, folder):
    store = folder / "store.db"
    run(command, "store", "migrate", "--store", store, stdout=subprocess.DEVNULL)
    run(command, "namespace", "add", "--store", store, "example", "title=Bench", stdout=subprocess.DEVNULL)
    rng = random.Random(12)
    lines = folder / "names.ndjson"
    lines.write_text("".join(json.dumps(record(n, rng)) + "\n" for n in range(NAMES)))
    run(command, "name", "import", "--quiet", "--store", store, lines, stdout=subprocess.DEVNULL)
    token = run(command, "token", "create", "--store", store, "--role", "administrator", "--label", "bench",
                stdout=subprocess.PIPE, text=True).stdout.split()[-1]
    return store, token


def change(where, token):
    """Makes long histories."""
    rng = random.Random(13)
    c = http.client.HTTPConnection(*where)
    for _ in range(20):
        for n in range(CHANGED):
            c.request("PATCH", f"/api/v1/names/urn:example:slow-{n:04}", json.dumps({"metadata": record(n, rng)["metadata"]}),
                      {"Authorization": f"Bearer {token}", "Content-Type": "application/merge-patch+json"})
            r = c.getresponse()
            text = r.read()
            if r.status != 200:
                sys.exit(f"PATCH: {r.status} {text[:300]!r}")


class slow_reader:
    """A connection that requests a large resource and reads a little each second."""

    def __init__(self, where, source, path):
        self.where, self.source, self.path = where, source, path
        self.socket = None
        self.request = f"GET {path} HTTP/1.1\r\nHost: h\r\n\r\n".encode()

    def open(self):
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.bind((self.source, 0))
        self.socket.setblocking(False)
        self.socket.connect_ex(self.where)
        self.head = b""
        self.sent = False

    def step(self, counts):
        """Reads at most 1 KB; False when the connection has ended."""
        try:
            if not self.sent:
                self.socket.sendall(self.request)
                self.sent = True
                return True
            part = self.socket.recv(1024)
        except (BlockingIOError, InterruptedError):
            return True
        except OSError:
            part = b""
        if not self.head and part:
            self.head = part[:12]
            counts[self.head[9:12].decode()] += 1
            if not self.head.startswith(b"HTTP/1.1 200"):
                part = b""  # refused: tries again later
        if part:
            return True
        if self.head.startswith(b"HTTP/1.1 200"):
            counts["closed by the service"] += 1
        self.socket.close()
        self.socket = None
        return False


def other_client(where, end, times):
    """Requests names that are in the response cache."""
    with socket.create_connection(where) as c:
        c.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        number = 0
        while time.monotonic() < end:
            number = (number + 1) % 100
            began = time.perf_counter()
            c.sendall(f"GET /urn:example:slow-{number:04} HTTP/1.1\r\nHost: h\r\n\r\n".encode())
            got = b""
            while b"\r\n\r\n" not in got:
                part = c.recv(65536)
                if not part:
                    sys.exit("the service has closed the other client's connection")
                got += part
            times.append(time.perf_counter() - began)
            if not got.startswith(b"HTTP/1.1 30"):
                sys.exit(f"the other client got {got[:100]!r}")
            time.sleep(0.02)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("command")
    p.add_argument("--minutes", type=float, default=5)
    p.add_argument("--readers", type=int, default=600)
    p.add_argument("--histories", type=int, default=100)
    p.add_argument("--idle", type=int, default=2000)
    p.add_argument("--addresses", type=int, default=8)
    p.add_argument("--memory", type=int, default=256, help="MiB")
    p.add_argument("--p99", type=float, default=20, help="milliseconds")
    o = p.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store, token = prepare(o.command, pathlib.Path(folder))
        s = service(o.command, store)
        try:
            host, port = s.url.removeprefix("http://").split(":")
            change((host, int(port)), token)
            s.stop()
            s = service(o.command, store)
            return measure(o, s)
        finally:
            s.stop()


def measure(o, s):
    host, port = s.url.removeprefix("http://").split(":")
    where = (host, int(port))
    pid = s.process.pid
    before = resident(pid)
    end = time.monotonic() + o.minutes * 60
    times = []
    other = threading.Thread(target=other_client, args=(where, end, times))
    other.start()
    idle = [socket.create_connection(where) for _ in range(o.idle)]
    paths = ["/api/v1/names?limit=1000"] * o.readers
    paths += [f"/api/v1/names/urn:example:slow-{n % CHANGED:04}/history?limit=1000" for n in range(o.histories)]
    readers = [slow_reader(where, f"127.0.0.{2 + n % o.addresses}", path) for n, path in enumerate(paths)]
    counts = collections.Counter()
    most = 0
    while time.monotonic() < end:
        round_end = time.monotonic() + 1
        for r in readers:
            if r.socket is None:
                r.open()
            r.step(counts)
        most = max(most, resident(pid))
        time.sleep(max(0, round_end - time.monotonic()))
    other.join()
    for r in readers:
        if r.socket is not None:
            r.socket.close()
    for c in idle:
        c.close()
    later = resident(pid)
    for _ in range(30):  # a peak is returned within seconds
        time.sleep(1)
        later = min(later, resident(pid))
    times.sort()
    p99 = times[len(times) * 99 // 100] * 1000
    print(f"{o.readers} readers of lists, {o.histories} of histories, {o.idle} idle connections, {o.minutes:g} minutes, "
          f"{o.addresses} addresses")
    print("responses: " + ", ".join(f"{key} {n}" for key, n in sorted(counts.items())))
    print(f"resident memory: {before >> 20} MiB before, {most >> 20} MiB at most, {later >> 20} MiB at the end")
    print(f"another client, {len(times)} requests: median {times[len(times) // 2] * 1000:.2f} ms, 99th percentile "
          f"{p99:.2f} ms, greatest {times[-1] * 1000:.2f} ms")
    return most > o.memory << 20 or p99 > o.p99


if __name__ == "__main__":
    sys.exit(main())
