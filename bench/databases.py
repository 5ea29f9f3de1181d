#!/usr/bin/env python3
"""Measures the extensions for PostgreSQL and SQLite against the databases' own texts, with a million URLs.

    databases.py BUILD LIST     BUILD: a build of the preset `bindings`; LIST: million.txt of lists.py

Each number is the median of alternating runs in one server: what is done with a column of texts, and with one of URIs. A
speed is the ratio of their times. The server's data lie in the folder for temporary files, and fsync is off.
"""

import re
import sqlite3
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bindings/postgresql/tests"))
from server import Server  # noqa: E402

RUNS = 5


def medians(name, runs):
    """Prints the ratio of the first one's median time to each other one's."""
    middle = {kind: statistics.median(times) for kind, times in runs.items()}
    base, *others = middle
    for kind in others:
        ratios = sorted(a / b for a, b in zip(runs[base], runs[kind]))
        print(f"| {name} | {base}: {middle[base]:.2f} s | {kind}: {middle[kind]:.2f} s | {middle[base] / middle[kind]:.2f} | "
              f"{ratios[0]:.2f} to {ratios[-1]:.2f} |", flush=True)


def timed(server, statement):
    out = server.sql(f"\\timing on\n{statement}")
    return float(re.findall(r"Time: ([\d.]+) ms", out)[-1]) / 1000


def postgresql(build, urls):
    scripts = [ROOT / "bindings/postgresql/uniform.control", *(ROOT / "bindings/postgresql").glob("uniform--*.sql")]
    settings = ("max_wal_size=8GB", "autovacuum=off", "jit=off", "maintenance_work_mem=512MB", "work_mem=512MB",
                "max_parallel_workers_per_gather=0", "max_parallel_maintenance_workers=0")
    with Server("pg_config", scripts, build / "lib/postgresql/uniform.so", settings=settings) as server:
        list_ = server.folder / "urls"
        list_.write_bytes(urls)
        server.sql("CREATE EXTENSION uniform")
        columns = {"text": "text", "uri": "uri", "iri": "iri"}
        for c in columns:
            server.sql(f"CREATE TABLE {c}_ (url {columns[c]})")
        load, index, find = ({c: [] for c in columns} for _ in range(3))
        for _ in range(RUNS):
            for c in columns:
                server.sql(f"TRUNCATE {c}_; CHECKPOINT")
                load[c].append(timed(server, f"COPY {c}_ FROM '{list_}';"))
        medians("load a million by COPY", load)
        for c in columns:
            server.sql(f"ANALYZE {c}_")
        for _ in range(RUNS):
            for c in columns:
                collate = ' COLLATE "C"' if c == "text" else ""
                index[c].append(timed(server, f"CREATE INDEX i ON {c}_ (url{collate});"))
                server.sql("DROP INDEX i; CHECKPOINT")
                find[c].append(timed(server, f"SELECT count(*) FROM (SELECT DISTINCT url FROM {c}_) s;"))
        medians("build a btree index (text: COLLATE \"C\")", index)
        medians("count distinct values by hashing", find)
        scan = {"length(url)": [], "uri_host(url)": [], "uri_normalize(url)": [], "uri_registrable_domain(url)": []}
        for _ in range(RUNS):
            for f, times in scan.items():
                times.append(timed(server, f"SELECT count({f.replace('(url)', '(url::text)') if 'length' in f else f}) FROM uri_;"))
        medians("a function of each of a million", scan)


def sqlite(build, urls):
    database = sqlite3.connect(":memory:")
    database.enable_load_extension(True)
    database.load_extension(str(build / "lib/sqlite/uniform.so"))
    database.execute("CREATE TABLE t (url TEXT)")
    database.executemany("INSERT INTO t VALUES (?)", ((u,) for u in urls.decode().splitlines()))
    runs = {f: [] for f in ("upper(url)", "uri_valid(url)", "uri_host(url)", "uri_normalize(url)", "uri_registrable_domain(url)")}
    for _ in range(RUNS):
        for f, times in runs.items():
            begin = time.process_time()
            database.execute(f"SELECT count({f}) FROM t").fetchone()
            times.append(time.process_time() - begin)
    medians("SQLite: a function of each of a million", runs)


def main():
    build, urls = Path(sys.argv[1]), Path(sys.argv[2]).read_bytes()
    print(subprocess.run(["pg_config", "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip(),
          "SQLite", sqlite3.sqlite_version, f"{urls.count(10):,} lines, {len(urls) / urls.count(10):.0f} bytes on average")
    print("| what | text | Uniform | speed | runs |\n|---|---|---|---|---|")
    postgresql(build, urls)
    sqlite(build, urls)


main()
