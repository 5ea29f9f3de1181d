#!/usr/bin/env python3
"""Measures single assignments through the API: PUTs a second of one service and of several on one store.

    bench/writes.py COMMAND [--postgresql LOCATION] [--services 1,2,4] [--clients 1,16,64] [--rounds 5] [--seconds 2]

COMMAND is the built `uniform`; LOCATION is an empty database, else the store is an SQLite file. So many clients share the
services; each client waits for the response to a PUT of a name of its own before it sends the next one. The numbers of services
are measured in turn. Printed are the medians, the processor time of the services for a PUT, and the ratio to one service within
a round. bench/store_bench.cpp measures the same without HTTP, bench/chains.cpp prototypes of other chains.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import http_peer
from service import run, service

PUT = """
local body = '{"locators":[{"url":"https://archive.example.org/items/0"}]}'
local number = 0
function init(args)
    wrk.headers["Authorization"] = "Bearer " .. os.getenv("TOKEN")
    wrk.headers["Content-Type"] = "application/json"
end
request = function()
    number = number + 1
    return wrk.format("PUT", string.format("/api/v1/names/urn:example:bench-%s-%09d", os.getenv("RUN"), number), nil, body)
end
""" + http_peer.DONE


def measure(services, script, clients, seconds, token, turn):
    """PUTs a second, and microseconds of the services for each."""
    before = sum(http_peer.processor_seconds(s.process.pid) for s in services)
    share, more = divmod(clients, len(services))
    running = [subprocess.Popen(
        ["wrk", "-t1", f"-c{share + (at < more)}", f"-d{seconds}", "--latency", "-s", str(script), s.url],
        env={**os.environ, "TOKEN": token, "RUN": f"{turn}-{at}"}, stdout=subprocess.PIPE, text=True)
        for at, s in enumerate(services) if share + (at < more)]
    results = [http_peer.result_of(r) for r in running]
    if errors := sum(r["errors"] for r in results):
        sys.exit(f"{errors} PUTs failed")
    count = max(sum(r["requests"] for r in results), 1)
    used = sum(http_peer.processor_seconds(s.process.pid) for s in services) - before
    return sum(r["requests"] * 1e6 / r["microseconds"] for r in results), used * 1e6 / count


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("command")
    options.add_argument("--postgresql", metavar="LOCATION")
    options.add_argument("--services", default="1,2,4")
    options.add_argument("--clients", default="1,16,64")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=int, default=2)
    o = options.parse_args()
    os.environ.pop("UNIFORM_SERVER", None)
    command = str(pathlib.Path(o.command).resolve())
    numbers = [int(n) for n in o.services.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        store = o.postgresql or f"{folder}/names.db"
        script = pathlib.Path(folder) / "put.lua"
        script.write_text(PUT)
        run(command, "store", "migrate", "--store", store, stdout=subprocess.DEVNULL)
        run(command, "namespace", "add", "--store", store, "example", "title=Bench", stdout=subprocess.DEVNULL)
        token = run(command, "token", "create", "--store", store, "--role", "administrator", "--label", "bench",
                    stdout=subprocess.PIPE, text=True).stdout.split()[-1]
        started = [service(command, store, settings=("limits.rate_token=0",)) for _ in range(max(numbers))]
        try:
            turn = 0
            for clients in map(int, o.clients.split(",")):
                found = {n: [] for n in numbers}
                for _ in range(o.rounds):
                    for n in numbers:
                        turn += 1
                        found[n].append(measure(started[:n], script, clients, o.seconds, token, turn))
                for n, rows in found.items():
                    ratios = sorted(mine[0] / one[0] for mine, one in zip(rows, found[numbers[0]]))
                    print(f"{'PostgreSQL' if o.postgresql else 'SQLite'}, {clients} clients, {n} services: "
                          f"{statistics.median(r[0] for r in rows):.0f} PUTs a second, "
                          f"{statistics.median(r[1] for r in rows):.0f} us each; {statistics.median(ratios):.2f} "
                          f"({ratios[0]:.2f} to {ratios[-1]:.2f}) times {numbers[0]}", flush=True)
        finally:
            for s in started:
                s.stop()


if __name__ == "__main__":
    main()
