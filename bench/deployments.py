#!/usr/bin/env python3
"""Measures 302 responses of the service as it may be deployed: bench/deployments.py COMMAND [--data FILE] [OPTION...]

COMMAND is the built `uniform`. Each round measures, one after the other, with 64 connections:

    nginx             a map of the hot names
    SQLite            hot names, from the response cache; and any of all names, read from the store
    PostgreSQL        the same with the database in memory (warm); and any of all names after the server was restarted and the
                      page cache was emptied of its files (cold)
    follower          both, of a service that follows the first one
    HAProxy           hot names, in front of the service on SQLite, without TLS
    Varnish           the same, with deploy/cache/varnish.vcl, which has each response once

All servers are on one core (--unpinned: where the system puts them), and the clients on the other. Prints the table of
docs/performance.md, and writes the medians to FILE (default: docs/images/deployments.json), of which scripts/plot.py
draws deployments.svg. Needs nginx, HAProxy, Varnish with varnish-modules, PostgreSQL and wrk.
"""
import argparse
import contextlib
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

import http_peer
import service

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / folder) for folder in ("bindings/postgresql/tests", "tests/http/caches")]
from fronts import Varnish  # noqa: E402
from origin import free_port  # noqa: E402
from server import Server  # noqa: E402

NGINX_PORT = 18142  # of http_peer.start_nginx
HAPROXY = """
global
  maxconn 4000
  nbthread 1
defaults
  mode http
  timeout connect 1s
  timeout client 65s
  timeout server 65s
frontend public
  bind 127.0.0.1:{port}
  default_backend services
backend services
  http-reuse always
  server one 127.0.0.1:{service}
"""


def pin(pid, o):
    if not o.unpinned:
        service.run("taskset", "-a", "-p", "-c", 0, pid, stdout=subprocess.DEVNULL)


def wait_until_ready(one, seconds=600):
    """A service that follows, or whose database was restarted."""
    until = time.monotonic() + seconds
    while True:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{one.url}/readyz", timeout=5) as response:
            if response.status == 200:
                return
        if time.monotonic() > until:
            sys.exit(f"{one.url} is not ready")
        time.sleep(0.2)


class Deployments:
    """Each entry of `all`: the words of the table, the kind of names, the URL, the processes, and what is done before."""

    def __init__(self, o, folder, stack):
        self.o, self.folder, self.stack, self.all = o, folder, stack, []
        self.urls, self.store = folder / "urls", str(folder / "names.db")
        self.hot, self.any_of_all = folder / "hot.lua", folder / "random.lua"
        self.hot.write_text(http_peer.LUA)
        self.any_of_all.write_text(service.RANDOM)
        self.seed = o.seed

    def command(self, *words):
        service.run(self.o.command, *words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def names(self):
        lines = self.folder / "names.ndjson"
        service.write_names(lines, service.in_random_order(self.o.names))
        self.command("store", "migrate", "--store", self.store)
        self.command("namespace", "add", "--store", self.store, "example", "title=Bench")
        self.command("name", "import", "--quiet", "--store", self.store, lines)
        with open(self.urls, "w") as out:
            for n in random.Random(8141).sample(range(self.o.names), min(self.o.hot, self.o.names)):
                out.write(f"{service.urn_of(n)} {service.url_of(n)}\n")

    def serve(self, store, *settings):
        one = service.service(self.o.command, store, settings=settings)
        self.stack.callback(one.stop)
        pin(one.process.pid, self.o)
        return one

    def add(self, words, kind, url, pids, prepare=lambda: None):
        self.all.append((words, kind, url, pids, prepare))

    def nginx(self):
        process, _ = http_peer.start_nginx(self.folder, self.urls, 0)
        self.stack.callback(process.wait)
        self.stack.callback(process.terminate)
        self.add("nginx, a map", "hot", f"http://127.0.0.1:{NGINX_PORT}", [process.pid])

    def sqlite(self):
        self.first = self.serve(self.store, "history.public=true", "shared_cache.max_age=1d")
        for kind in ("hot", "random"):
            self.add("SQLite", kind, self.first.url, [self.first.process.pid])

    def postgresql(self):
        server = self.stack.enter_context(Server("pg_config", settings=["shared_buffers=512MB", "max_connections=100"]))
        server.sql("CREATE DATABASE names TEMPLATE template0 ENCODING 'UTF8'")
        location = f"postgresql://postgres@{str(server.folder).replace('/', '%2F')}/names"
        self.command("store", "copy", self.store, location)
        pin(server.process.pid, self.o)
        # Slow reads are to be measured, and not refused.
        one = self.serve(location, "store.read_timeout=20s")

        def empty():
            server.stop()
            for file in (server.folder / "data/base").rglob("*"):
                if file.is_file():
                    fd = os.open(file, os.O_RDONLY)
                    os.fsync(fd)
                    os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
                    os.close(fd)
            server.start()
            pin(server.process.pid, self.o)
            wait_until_ready(one)

        pids = [one.process.pid, lambda: server.process.pid]
        self.add("PostgreSQL, warm", "hot", one.url, pids, lambda: self.measure("hot", one.url, 2))
        self.add("PostgreSQL, warm", "random", one.url, pids, lambda: self.measure("random", one.url, 2))
        self.add("PostgreSQL, cold", "random", one.url, pids, empty)

    def follower(self):
        one = self.serve(str(self.folder / "follower.db"), f"store.follow={self.first.url}")
        wait_until_ready(one)
        for kind in ("hot", "random"):
            self.add("follower", kind, one.url, [one.process.pid])

    def haproxy(self):
        port = free_port()
        file = self.folder / "haproxy.cfg"
        file.write_text(HAPROXY.format(port=port, service=self.first.url.rpartition(":")[2]))
        process = subprocess.Popen(["haproxy", "-db", "-f", file], stderr=subprocess.DEVNULL)
        self.stack.callback(process.wait)
        self.stack.callback(process.terminate)
        pin(process.pid, self.o)
        self.add("HAProxy, SQLite", "hot", f"http://127.0.0.1:{port}", [process.pid, self.first.process.pid])

    def varnish(self):
        folder = self.folder / "varnish"
        folder.mkdir()
        front = Varnish(folder)
        front.start(self.first.url.rpartition(":")[2])
        self.stack.callback(front.stop)
        for pid in (front.process.pid, *service_children(front.process.pid)):
            pin(pid, self.o)
        self.add("Varnish, SQLite", "hot", f"http://127.0.0.1:{front.port}", [front.process.pid, self.first.process.pid],
                 lambda: self.measure("hot", f"http://127.0.0.1:{front.port}", 2))

    def measure(self, kind, url, seconds):
        self.seed += 1
        script = self.hot if kind == "hot" else self.any_of_all
        return http_peer.result_of(http_peer.start_clients(1, url, script, seconds, SEED=str(self.seed), NAMES=str(self.urls),
                                                           COUNT=str(self.o.names)))

    def one(self, kind, url, pids, prepare):
        prepare()
        pids = [pid() if callable(pid) else pid for pid in pids]
        before = sum(http_peer.processor_seconds(pid) for pid in pids)
        found = self.measure(kind, url, self.o.seconds)
        if found["errors"] or not found["requests"]:
            sys.exit(f"{url} gave {found}")
        used = sum(http_peer.processor_seconds(pid) for pid in pids) - before
        return {"rate": found["requests"] * 1e6 / found["microseconds"], "us": used * 1e6 / found["requests"],
                "p50": found["p50"] / 1000, "p99": found["p99"] / 1000}


def service_children(pid):
    return [int(child) for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def table(rows):
    base = rows[0]["rate"]
    print("| deployment | names | responses/s | of nginx | processor time, us | p50, ms | p99, ms |")
    print("|---|---|---|---|---|---|---|")
    for row in rows:
        print(f"| {row['deployment']} | {row['names']} | {row['rate']:,.0f} | {row['rate'] / base:.2f} | {row['us']:.1f} | "
              f"{row['p50']:.2f} | {row['p99']:.2f} |")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("command")
    options.add_argument("--names", type=int, default=1_000_000)
    options.add_argument("--hot", type=int, default=100_000, help="of them, that are requested again and again")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=int, default=5)
    options.add_argument("--seed", type=int, default=8141)
    options.add_argument("--unpinned", action="store_true")
    options.add_argument("--data", default=str(HERE.parent / "docs/images/deployments.json"))
    o = options.parse_args()
    o.command = str(pathlib.Path(o.command).resolve())
    os.environ.pop("UNIFORM_SERVER", None)
    os.environ["PATH"] += ":/usr/sbin"
    for tool in ("wrk", "nginx", "haproxy", "varnishd", "pg_config", "taskset"):
        if shutil.which(tool) is None:
            sys.exit(f"{tool} is missing")
    found = {}
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        pathlib.Path(folder).chmod(0o755)
        all_of = Deployments(o, pathlib.Path(folder), stack)
        for step in ("names", "nginx", "sqlite", "postgresql", "follower", "haproxy", "varnish"):
            getattr(all_of, step)()
        for number in range(o.rounds):
            for words, kind, url, pids, prepare in all_of.all:
                row = all_of.one(kind, url, pids, prepare)
                found.setdefault((words, kind), []).append(row)
                print(f"round {number + 1}: {words}, {kind}: {row['rate']:.0f}/s", file=sys.stderr, flush=True)
    rows = [{"deployment": words, "names": kind, **{key: statistics.median(one[key] for one in all_rows) for key in all_rows[0]}}
            for (words, kind), all_rows in found.items()]
    pathlib.Path(o.data).write_text(json.dumps({"names": o.names, "hot": o.hot, "rows": rows}, indent=1) + "\n")
    table(rows)


if __name__ == "__main__":
    main()
