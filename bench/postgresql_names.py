#!/usr/bin/env python3
"""Measures random names of a store in PostgreSQL that are not in the response cache, in turn with nginx.

    bench/postgresql_names.py COMMAND... --store LOCATION [--names 500000] [--rounds 5] [--seconds 2] [--clients 64]
                              [--unpinned]

Each COMMAND is a built `uniform`, for example that of an earlier commit and a new one. LOCATION is a database on this machine
without a store, or one that an earlier run has filled. Each round measures nginx, with a map of 100,000 names, and each COMMAND
with any of all names, whose cache (1 MiB) has none of them: responses a second, microseconds of processor time for a response in
the process and in the backends of PostgreSQL (/proc/PID/schedstat), and how many names are looked up in one round trip. All
servers are on one core (--unpinned: where the system puts them), PostgreSQL and the clients on the other. Prints the rounds, the
medians, and the medians of the ratios to nginx of the same round.
"""
import argparse
import contextlib
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import urllib.request

import http_peer
from service import RANDOM, in_random_order, run, service, url_of, urn_of, write_names

PEER_PORT = 18152


def rows(location, sql):
    out = subprocess.run(["psql", location, "-Atc", sql], check=True, capture_output=True, text=True)
    return out.stdout.split()


def processor_us(pids):
    """The time of all threads of these processes; those that have ended are left out."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
                with contextlib.suppress(OSError):
                    total += int((task / "schedstat").read_text().split()[0]) / 1000
    return total


def backends_of(location):
    return rows(location, "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")


def fill(command, location, names, folder):
    if rows(location, "SELECT to_regclass('names') IS NOT NULL") != ["t"]:
        run(command, "store", "migrate", "--store", location, stdout=subprocess.DEVNULL)
        run(command, "namespace", "add", "--store", location, "example", "title=Bench", stdout=subprocess.DEVNULL)
    if rows(location, "SELECT count(*) FROM names WHERE key LIKE 'example:bench-%'") == ["0"]:
        lines = folder / "names.ndjson"
        write_names(lines, in_random_order(names))
        run(command, "name", "import", "--quiet", "--store", location, lines, stdout=subprocess.DEVNULL)
        run("psql", location, "-qc", "VACUUM ANALYZE names")


def lookups(url):
    text = urllib.request.urlopen(f"{url}/metrics").read().decode()
    return [int(m.group(1)) if (m := re.search(rf"^uniform_{name}_total (\d+)$", text, re.M)) else 0
            for name in ("shared_lookups", "shared_lookup_names")]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("commands", nargs="+")
    options.add_argument("--store", required=True)
    options.add_argument("--names", type=int, default=500_000)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=int, default=2)
    options.add_argument("--clients", type=int, default=64)
    options.add_argument("--unpinned", action="store_true")
    o = options.parse_args()
    found = {}
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as ended:
        folder = pathlib.Path(folder)
        folder.chmod(0o755)
        fill(o.commands[0], o.store, o.names, folder)
        urls = folder / "urls"
        with open(urls, "w") as out:
            for n in range(min(100_000, o.names)):
                out.write(f"{urn_of(n)} {url_of(n)}\n")
        scripts = {"nginx": folder / "hot.lua", "random": folder / "random.lua"}
        scripts["nginx"].write_text(http_peer.LUA)
        scripts["random"].write_text(RANDOM)
        nginx, last = http_peer.start_nginx(folder, urls, 0, PEER_PORT)
        ended.callback(nginx.wait)
        ended.callback(nginx.terminate)
        http_peer.wait_for(f"http://127.0.0.1:{PEER_PORT}/{last[0]}")
        servers = [("nginx", f"http://127.0.0.1:{PEER_PORT}", nginx.pid, "nginx")]
        for n, command in enumerate(o.commands):
            s = service(command, o.store, settings=["cache.size=1M", f"store.head_file={folder}/head-{n}"])
            ended.callback(s.stop)
            if not o.unpinned:
                run("taskset", "-a", "-p", "-c", 0, s.process.pid, stdout=subprocess.DEVNULL)
            servers.append((command, s.url, s.process.pid, "random"))
        seed = 8141
        for _ in range(o.rounds):
            for say, url, pid, kind in servers:
                seed += 1
                children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
                asked = lookups(url) if kind == "random" else [0, 0]
                before = processor_us([pid, *children]), processor_us(backends_of(o.store))
                result = http_peer.result_of(http_peer.start_clients(
                    1, url, scripts[kind], o.seconds, o.clients, NAMES=str(urls), COUNT=str(o.names), SEED=str(seed)))
                if result["errors"]:
                    sys.exit(f"{url} gave {result['errors']} wrong responses")
                number = max(result["requests"], 1)
                own = (processor_us([pid, *children]) - before[0]) / number
                theirs = (processor_us(backends_of(o.store)) - before[1]) / number
                trips, names = (b - a for a, b in zip(asked, lookups(url) if kind == "random" else [0, 0]))
                row = (number * 1e6 / result["microseconds"], own, theirs, result["p50"], result["p99"],
                       names / trips if trips else 0)
                found.setdefault(say, []).append(row)
                print(f"{say:30} {row[0]:8.0f}/s  {own:6.2f} us here  {theirs:6.2f} us in the backends  p50 {row[3]:6} us"
                      f"  p99 {row[4]:6} us  {row[5]:5.1f} names a round trip", flush=True)
    for say, of in found.items():
        median = [statistics.median(column) for column in zip(*of)]
        rate = statistics.median(one[0] / peer[0] for one, peer in zip(of, found["nginx"]))
        time = statistics.median(one[1] / peer[1] for one, peer in zip(of, found["nginx"]))
        print(f"median {say:30} {median[0]:8.0f}/s  {median[1]:6.2f} us here  {median[2]:6.2f} us in the backends  "
              f"p50 {median[3]:.0f} us  p99 {median[4]:.0f} us  {median[5]:.1f} names a round trip;  "
              f"{rate:.2f} times the rate and {time:.2f} times the processor time of nginx")


if __name__ == "__main__":
    main()
