#!/usr/bin/env python3
"""Measures a store with many names: size, import, start, memory, resolution, history, verify, backup, search, follower.

    bench/growth.py COMMAND --names N --folder FOLDER [--postgresql] [--parts PART,PART...] [--again] [--seconds 10]
                    [--note bench/growth/figures.json [--quiet-machine] [--series NAME] [--sizes]]

COMMAND is the built `uniform`. FOLDER, on a disk, keeps the store and what was measured (FOLDER/figures.json), so that the
same command continues where it was ended: a part that was measured is left out (--again: only import and index are), and an
import goes on after the last line that was committed. The store is an SQLite file, or with --postgresql a database of a server
of its own, with its data in FOLDER. The first thing that is printed is how many bytes of the disk the parts need at most; with
less, nothing is done. Nothing but the store is left at the end of a part.

Names are imported in random order, as hashes and UUIDs are, from a pipe. The parts, in their order:

    import      seconds, processor time, bytes written, memory, bytes of the store; the rate of each tenth
    start       how long a service takes to start, and its memory
    warm        resolution of 100,000 hot names, and of any names while the files are in memory: rate with 64 connections,
                processor time of a response (service and server of the database), percentiles with one connection
    cold        any names after the files left memory (and PostgreSQL was started again); pages read for a name
    history     the history of any name; a page of the whole history after any event
    verify      `uniform store verify`
    backup      `uniform store backup`, which is deleted
    index       `uniform store index`: seconds and bytes
    search      percentiles of searches
    follow      how many events a second a new follower takes, for some seconds; its bytes for an event

--note enters the figures into that file, from which bench/growth_model.py computes larger stores. --quiet-machine says there
that nothing else ran; otherwise, times are noted as those of a busy machine. --series names the program and the machine, if
they are not those of the other figures: sizes are compared within a series. --sizes notes nothing but bytes, pages and memory:
of a program that was not optimised, or of a machine that did more important work.
"""
import argparse
import contextlib
import datetime
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import threading
import time
import urllib.request

import http_peer
import search_pages
from service import HERE, in_random_order, measurement, run, service, url_of, urn_of

sys.path.insert(0, str(HERE.parent / "bindings/postgresql/tests"))
from server import Server, die_with_parent  # noqa: E402

PARTS = ("import", "start", "warm", "cold", "history", "verify", "backup", "index", "search", "follow")
ONCE = ("import", "index")  # the store has them then
HOT = 100_000
PAGE = 4096

# Bytes of a name at most, by which the space on the disk is checked before anything is done; and what does not grow: the
# files in which an import sorts, and PostgreSQL's log.
STORE = {"sqlite": 230, "postgresql": 420}
BACKUP = 230
INDEX = {"sqlite": 80, "postgresql": 560}
FIXED = 8 << 30


def needed(store, names, parts):
    """Bytes of the disk that the parts need at most, at the same time.

    >>> needed("sqlite", 1_000_000, ["import"]) - FIXED
    230000000
    >>> needed("sqlite", 1_000_000, ["import", "backup", "index"]) - FIXED
    540000000
    """
    size = STORE[store]
    if "index" in parts or "search" in parts:
        size += INDEX[store]
    if "backup" in parts:
        size += BACKUP
    return size * names + FIXED


class KeptServer(Server):
    """A PostgreSQL server whose data stay in a folder."""

    def __init__(self, folder):
        super().__init__("pg_config", settings=("fsync=on", "max_wal_size=4GB", "shared_buffers=256MB"))
        os.rmdir(self.folder)
        self.folder = folder
        self.folder.mkdir(exist_ok=True)

    def make_data(self):
        if not (self.folder / "data").exists():
            super().make_data()

    def __exit__(self, *_):
        self.stop()

    @property
    def location(self):
        return f"postgresql:///names?host={str(self.folder).replace('/', '%2F')}&user=postgres"


def of_process(pid):
    """The processor time and the bytes written and read of a process and of its children, also of ended ones."""
    seconds, written, read = 0.0, 0, 0
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    for one in [str(pid), *children]:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            fields = pathlib.Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
            seconds += sum(int(f) for f in fields[11:15]) / os.sysconf("SC_CLK_TCK")
            io = dict(line.split(": ") for line in pathlib.Path(f"/proc/{one}/io").read_text().splitlines())
            written, read = written + int(io["write_bytes"]), read + int(io["read_bytes"])
    return seconds, written, read


class Memory(threading.Thread):
    """The most memory of a process, MiB. What wait4() says begins with the memory of the process that started it."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.status, self.most = pathlib.Path(f"/proc/{pid}/status"), 0.0
        self.start()

    def run(self):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            while found := re.search(r"VmHWM:\s+(\d+)", self.status.read_text()):
                self.most = int(found[1]) / 1024
                time.sleep(0.05)


def percentile(times, share):
    """
    >>> percentile([3, 1, 2], .5)
    2
    """
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def lines_of(numbers):
    """Names with a locator, a title of some words, of which some are frequent and some are rare, and a year."""
    draw = random.Random(8141)
    words = [search_pages.word(n) for n in range(search_pages.WORDS)]
    weights = list(itertools.accumulate(1 / (n + 1) for n in range(search_pages.WORDS)))
    titles = [" ".join(draw.choices(words, cum_weights=weights, k=draw.randint(1, 4))) for _ in range(65_521)]
    for n in numbers:
        yield (f'{{"name":"{urn_of(n)}","url":"{url_of(n)}","metadata":{{"title":"'
               f'{titles[n % 65_521]} {titles[n // 65_521 * 31 % 65_521]}","date":"{1900 + n % 126}"}}}}\n')


class Growth:
    def __init__(self, o):
        self.o = o
        self.command = str(pathlib.Path(o.command).resolve())
        self.folder = pathlib.Path(o.folder).resolve()
        self.kind = "postgresql" if o.postgresql else "sqlite"
        self.file = self.folder / "names.db"
        self.notes = self.folder / "figures.json"
        self.server = None
        self.found = json.loads(self.notes.read_text()) if self.notes.exists() else {}
        self.found |= {"store": self.kind, "names": o.names, "series": o.series}

    # Common to the parts.

    @property
    def location(self):
        return self.server.location if self.server else str(self.file)

    def uniform(self, *words, **more):
        return run(self.command, *words, "--store", self.location, **{"stdout": subprocess.DEVNULL, **more})

    def is_there(self):
        return self.server.sql("SELECT 1 FROM pg_database WHERE datname = 'names'") if self.server else self.file.exists()

    def bytes_of_store(self):
        if self.server:
            return int(self.server.sql("SELECT pg_database_size('names')"))
        return sum(p.stat().st_size for p in self.folder.glob("names.db*"))

    def files(self):
        return [p for p in (self.server.folder / "data/base").rglob("*") if p.is_file()] if self.server else [self.file]

    def forget_files(self):
        """Nothing of the store is in memory."""
        if self.server:
            self.server.stop()
        os.sync()
        for p in self.files():
            fd = os.open(p, os.O_RDONLY)
            os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(fd)
        if self.server:
            self.server.start()

    def read_files(self):
        for p in self.files():
            with open(p, "rb") as f:
                while f.read(1 << 24):
                    pass

    def of_server(self):
        return of_process(self.server.process.pid) if self.server else (0.0, 0, 0)

    def timed(self, *words, source=None):
        """Runs a command; its seconds, processor time, memory and bytes written, those of the server included."""
        server, begun = self.of_server(), time.monotonic()
        process = subprocess.Popen([self.command, *map(str, words)], stdout=subprocess.DEVNULL,
                                   stdin=subprocess.PIPE if source else subprocess.DEVNULL, text=True,
                                   preexec_fn=die_with_parent)
        memory = Memory(process.pid)
        if source:
            try:
                source(process)
            except BaseException:
                process.kill()  # else it would take the end of the pipe for the end of the names
                raise
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"{' '.join(map(str, words))}: exit code {process.returncode}")
        after = self.of_server()
        return {"seconds": time.monotonic() - begun, "processor_seconds": used.ru_utime + used.ru_stime,
                "server_seconds": after[0] - server[0], "memory_mib": memory.most,
                "written": used.ru_oublock * 512 + after[1] - server[1]}

    @contextlib.contextmanager
    def serving(self, *settings):
        s = service(self.command, self.location, settings=settings)
        try:
            yield s
        finally:
            s.stop()

    def token(self):
        return json.loads(self.uniform("token", "create", "--role", "administrator", "--json", stdout=subprocess.PIPE,
                                       text=True).stdout)["token"]

    def any_names(self, count, seed):
        draw = random.Random(seed)
        return [urn_of(draw.randrange(self.o.names)) for _ in range(count)]

    # The parts: each returns its figures.

    def part_import(self):
        resumed = bool(self.is_there())  # then the times are those of the rest
        if not resumed:
            if self.server:
                self.server.sql("CREATE DATABASE names")
            self.uniform("store", "migrate")
            self.uniform("namespace", "add", "example", "title=Bench")
            (self.folder / "empty").write_text(str(self.bytes_of_store()))
        begun, tenths = time.monotonic(), []

        def feed(process):
            each = max(self.o.names // 10, 1)
            lines = lines_of(in_random_order(self.o.names))
            for _ in range(10):
                process.stdin.writelines(itertools.islice(lines, each))
                tenths.append(round(time.monotonic() - begun, 1))
            process.stdin.writelines(lines)
            process.stdin.close()
        found = self.timed("name", "import", "--quiet", "--format", "ndjson", "--key", f"growth-{self.o.names}", "--store",
                           self.location, "-", source=feed)
        if self.server:
            self.server.sql("VACUUM (ANALYZE)", database="names")
        rates = [round(self.o.names / 10 / max(after - before, .1)) for before, after in zip([0, *tenths], tenths)]
        return found | {"bytes": self.bytes_of_store(), "empty_bytes": int((self.folder / "empty").read_text()),
                        "rates_of_tenths": rates, "resumed": resumed}

    def part_start(self):
        starts, memory = [], 0
        for _ in range(3):
            with self.serving() as s:
                starts.append(s.start_up)
                memory = s.memory("VmRSS")
        return {"seconds": statistics.median(starts), "memory_mib": memory}

    def measured(self, m, kind, s, connections):
        before = self.of_server()
        clients = m.clients(kind, s.url, connections, self.o.seconds)
        own = http_peer.processor_seconds(s.process.pid)
        pages = m.pages_read(s.process.pid)
        result = http_peer.result_of(clients)
        if result["errors"]:
            sys.exit(f"{s.url} gave {result['errors']} wrong responses")
        number, after = max(result["requests"], 1), self.of_server()
        return {"rate": number * 1e6 / result["microseconds"], "p50_us": result["p50"], "p99_us": result["p99"],
                "us": (http_peer.processor_seconds(s.process.pid) - own) * 1e6 / number,
                "server_us": (after[0] - before[0]) * 1e6 / number,
                "pages": (m.pages_read(s.process.pid) - pages + (after[2] - before[2]) / PAGE) / number}

    def resolution(self):
        some = self.folder / "hot"
        with open(some, "w") as out:
            for n in random.Random(8141).sample(range(self.o.names), min(HOT, self.o.names)):
                out.write(f"{urn_of(n)} {url_of(n)}\n")
        return measurement(self.folder, self.location, self.o.names, some, self.o.seconds)

    @staticmethod
    def figures(prefix, many, one):
        return {f"{prefix}_rate": many["rate"], f"{prefix}_us": many["us"], f"{prefix}_server_us": many["server_us"],
                f"{prefix}_p50_us": one["p50_us"], f"{prefix}_p99_us": one["p99_us"]}

    def part_warm(self):
        found = {}
        with self.serving() as s:
            m = self.resolution()
            self.read_files()
            for kind in ("hot", "random"):
                self.measured(m, kind, s, 64)
                found |= self.figures(kind, self.measured(m, kind, s, 64), self.measured(m, kind, s, 1))
            return found | {"memory_mib": s.memory("VmHWM")}

    def part_cold(self):
        self.forget_files()
        with self.serving() as s:
            one = self.measured(self.resolution(), "random", s, 1)
        self.forget_files()
        with self.serving() as s:
            many = self.measured(self.resolution(), "random", s, 64)
        return self.figures("cold", many, one) | {"cold_pages": one["pages"]}

    def part_history(self):
        token = self.token()

        def ask(path):
            request = urllib.request.Request(s.url + path, headers={"Authorization": f"Bearer {token}"})
            begun = time.perf_counter()
            with urllib.request.urlopen(request) as response:
                response.read()
            return (time.perf_counter() - begun) * 1000
        with self.serving() as s:
            of_name = [ask(f"/api/v1/names/{urn}/history") for urn in self.any_names(300, 33)]
            draw = random.Random(9162)
            pages = [ask(f"/api/v1/history?after={draw.randrange(self.o.names)}") for _ in range(30)]
        return {"name_p50_ms": percentile(of_name, .5), "name_p99_ms": percentile(of_name, .99),
                "page_p50_ms": percentile(pages, .5), "page_p99_ms": percentile(pages, .99)}

    def part_verify(self):
        return self.timed("store", "verify", "--quiet", "--store", self.location)

    def part_backup(self):
        to = self.folder / "backup.db"
        to.unlink(missing_ok=True)
        try:
            found = self.timed("store", "backup", "--store", self.location, to)
            return found | {"bytes": to.stat().st_size}
        finally:
            to.unlink(missing_ok=True)

    def part_index(self):
        without = self.folder / "without_index"  # an index that was begun is continued
        if not without.exists():
            without.write_text(str(self.bytes_of_store()))
        found = self.timed("store", "index", "--store", self.location)
        return found | {"bytes": self.bytes_of_store() - int(without.read_text())}

    def part_search(self):
        found = {}
        token = self.token()
        with self.serving() as s:
            asks = search_pages.Measured(s.url, token)
            for kind, paths in search_pages.searches("/api/v1/names", self.o.names, 100):
                times = [asks.ask(path) for path in paths]
                found[kind] = {"p50_ms": percentile(times, .5), "p95_ms": percentile(times, .95)}
        return {"worst_p95_ms": max(k["p95_ms"] for k in found.values()), "kinds": found}

    def part_follow(self):
        copy = self.folder / "follower.db"
        try:
            with self.serving("history.public=true") as primary:
                begun = time.monotonic()
                follower = service(self.command, str(copy), settings=(f"store.follow={primary.url}",))
                try:
                    head = 0
                    while head < self.o.names and time.monotonic() - begun < 6 * self.o.seconds:
                        time.sleep(1)
                        with urllib.request.urlopen(follower.url + "/api/v1/history/head") as response:
                            head = json.load(response).get("number", 0)
                    seconds = time.monotonic() - begun
                    used = of_process(follower.process.pid)[0], of_process(primary.process.pid)[0]
                    memory = follower.memory("VmHWM")
                finally:
                    follower.stop()
            with contextlib.closing(sqlite3.connect(copy)) as database:
                events = database.execute("SELECT max(first + count - 1) FROM history").fetchone()[0]
            return {"events_per_second": head / seconds, "us": used[0] * 1e6 / max(head, 1),
                    "primary_us": used[1] * 1e6 / max(head, 1), "memory_mib": memory,
                    "bytes_per_event": copy.stat().st_size / events}
        finally:
            for p in self.folder.glob("follower.db*"):
                p.unlink()

    # All of it.

    def run(self, parts):
        space = needed(self.kind, self.o.names, parts) - (self.bytes_of_store() if self.is_there() else 0)
        free = shutil.disk_usage(self.folder).free
        print(f"{self.o.names:,} names, {self.kind}: at most {space / 1e9:.1f} GB more of the disk, {free / 1e9:.1f} GB are "
              "free", flush=True)
        if space > free:
            sys.exit("that is too little: free some, leave parts out (--parts), or name fewer names")
        for part in parts:
            if part in self.found and (not self.o.again or part in ONCE):
                print(f"{part}: measured before", flush=True)
                continue
            self.found[part] = getattr(self, f"part_{part}")()
            self.found |= {"date": datetime.date.today().isoformat(), "busy": not self.o.quiet_machine,
                           "load": round(os.getloadavg()[0], 1)}
            print(f"{part}: {json.dumps(self.found[part], default=str)}", flush=True)
            self.notes.write_text(json.dumps(self.found, indent=1) + "\n")


def rounded(value):
    """Three digits: more would say more than was measured.

    >>> rounded({"a": 12345.678, "b": [0.012345], "c": "text", "d": True})
    {'a': 12300, 'b': [0.0123], 'c': 'text', 'd': True}
    """
    if isinstance(value, dict):
        return {k: rounded(v) for k, v in value.items()}
    if isinstance(value, list):
        return [rounded(v) for v in value]
    if isinstance(value, float):
        short = float(f"{value:.3g}")
        return int(short) if short == int(short) else short
    return value


def sizes_of(found):
    """
    >>> sizes_of({"store": "sqlite", "import": {"seconds": 3, "bytes": 4}, "start": {"seconds": 1}})
    {'store': 'sqlite', 'import': {'bytes': 4}}
    """
    kept = ("bytes", "empty_bytes", "bytes_per_event", "memory_mib", "cold_pages")
    short = {part: {k: v for k, v in figures.items() if k in kept} if isinstance(figures, dict) else figures
             for part, figures in found.items()}
    return {part: figures for part, figures in short.items() if figures != {}}


def note(file, found):
    """Enters what was measured of one store and number of names in place of what was measured before."""
    known = json.loads(file.read_text())
    key = ("store", "names", "series")
    same = [m for m in known["measured"] if [m[k] for k in key] == [found[k] for k in key]]
    others = [m for m in known["measured"] if m not in same]
    merged = {**(same[0] if same else {}), **rounded(found)}
    known["measured"] = sorted([*others, merged], key=lambda m: [m[k] for k in key])
    file.write_text(json.dumps(known, indent=1) + "\n")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("command")
    options.add_argument("--names", type=int, required=True)
    options.add_argument("--folder", required=True)
    options.add_argument("--postgresql", action="store_true")
    options.add_argument("--parts", default=",".join(PARTS))
    options.add_argument("--again", action="store_true")
    options.add_argument("--seconds", type=int, default=10)
    options.add_argument("--note", type=pathlib.Path)
    options.add_argument("--quiet-machine", action="store_true")
    options.add_argument("--series", default="bench/growth.py")
    options.add_argument("--sizes", action="store_true")
    o = options.parse_args()
    parts = [p for p in PARTS if p in o.parts.split(",")]
    if unknown := set(o.parts.split(",")) - set(PARTS):
        options.error(f"no parts: {', '.join(sorted(unknown))}")
    os.environ.pop("UNIFORM_SERVER", None)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
    pathlib.Path(o.folder).mkdir(parents=True, exist_ok=True)
    growth = Growth(o)
    if o.postgresql:
        with KeptServer(growth.folder / "server") as growth.server:
            growth.run(parts)
    else:
        growth.run(parts)
    if o.note:
        note(o.note, sizes_of(growth.found) if o.sizes else growth.found)


if __name__ == "__main__":
    main()
