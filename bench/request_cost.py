#!/usr/bin/env python3
"""Measures the processor time that the service uses for one request, for several builds of it alternately.

    bench/request_cost.py COMMAND... [--names 100000] [--puts 5000] [--rounds 5]

Each COMMAND is a built `uniform`. Each round starts each service on an SQLite store with these names and one worker. One
client resolves every name once (the response cache is empty: all are misses) and once more (hits), and then creates
names by PUT, one after the other. The time is that of the service's process, user and system, as the kernel counts it;
the time of the disk and of the client is not in it. Prints microseconds per request: the rounds, and their median.
"""
import argparse
import json
import os
import pathlib
import random
import socket
import statistics
import subprocess
import sys
import tempfile

from service import in_random_order, run, service, urn_of, write_names

TICKS = os.sysconf("SC_CLK_TCK")


def processor_time(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class connection:
    """Requests on one persistent connection."""

    def __init__(self, url):
        host, port = url.removeprefix("http://").split(":")
        self.socket = socket.create_connection((host, int(port)))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.responses = self.socket.makefile("rb")

    def send(self, requests, status):
        self.socket.sendall(b"".join(requests))
        for request in requests:
            line = self.responses.readline()
            if not line.startswith(b"HTTP/1.1 %d " % status):
                sys.exit(f"{request!r}: {line!r}")
            size = 0
            while (line := self.responses.readline()) != b"\r\n":
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    size = int(value)
            self.responses.read(size)


def measure(command, store, names, puts, token, first_new):
    """Microseconds for a miss, a hit and a PUT."""
    s = service(command, store)
    pid = s.process.pid
    out = {}
    try:
        c = connection(s.url)

        def timed(what, batches, status, count):
            before = processor_time(pid)
            for batch in batches:
                c.send(batch, status)
            out[what] = (processor_time(pid) - before) / count * 1e6

        gets = [b"GET /%s HTTP/1.1\r\nHost: h\r\n\r\n" % urn_of(n).encode() for n in names]
        batches = [gets[at:at + 100] for at in range(0, len(gets), 100)]
        timed("miss", batches, 302, len(gets))
        timed("hit", batches, 302, len(gets))
        body = b'{"locators":[{"url":"https://archive.example.org/items/0","media_type":"text/html","language":"en"}],' \
               b'"metadata":{"title":"A page","creator":["One","Two"],"date":"2026-11-22"}}'
        requests = [b"PUT /api/v1/names/%s HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer %s\r\n"
                    b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                    % (urn_of(first_new + n).encode(), token.encode(), len(body), body) for n in range(puts)]
        timed("PUT", [[r] for r in requests], 201, puts)
    finally:
        s.stop()
    return out


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("command", nargs="+")
    options.add_argument("--names", type=int, default=100_000)
    options.add_argument("--puts", type=int, default=5_000)
    options.add_argument("--rounds", type=int, default=5)
    o = options.parse_args()
    os.environ.pop("UNIFORM_SERVER", None)
    commands = [str(pathlib.Path(c).resolve()) for c in o.command]
    names = random.Random(8141).sample(range(o.names), o.names)
    found = [{} for _ in commands]
    with tempfile.TemporaryDirectory() as folder:
        lines = pathlib.Path(folder) / "names.ndjson"
        write_names(lines, in_random_order(o.names))
        stores = []
        for at, command in enumerate(commands):
            store = f"{folder}/{at}.db"
            run(command, "store", "migrate", "--store", store, stdout=subprocess.DEVNULL)
            # Version 0.1.0 has no command that adds a namespace: its settings do.
            listed = subprocess.run([command, "help"], stdout=subprocess.PIPE, text=True, check=True).stdout
            verb = "add" if "namespace add" in listed else "settings"
            run(command, "namespace", verb, "--store", store, "example", "title=Bench", stdout=subprocess.DEVNULL)
            run(command, "name", "import", "--quiet", "--store", store, lines, stdout=subprocess.DEVNULL)
            made = run(command, "token", "create", "--store", store, "--role", "administrator", "--json",
                       stdout=subprocess.PIPE, text=True)
            stores.append((store, json.loads(made.stdout)["token"]))
        for turn in range(o.rounds):
            for at, command in enumerate(commands):
                store, token = stores[at]
                for what, cost in measure(command, store, names, o.puts, token, o.names + turn * o.puts).items():
                    found[at].setdefault(what, []).append(cost)
    for at, command in enumerate(commands):
        print(command)
        for what, costs in found[at].items():
            each = ", ".join(f"{c:.2f}" for c in costs)
            print(f"  {what}: {each}; median {statistics.median(costs):.2f} us")


if __name__ == "__main__":
    main()
