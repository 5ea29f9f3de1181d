#!/usr/bin/env python3
"""Sends wrong tokens by many connections, and measures how long a list takes for another client meanwhile.

    bench/wrong_tokens.py COMMAND [--connections 64 400] [--addresses 36] [--processes 4] [--seconds 20] [--p99 500]
                          [--set NAME=VALUE]...

COMMAND is a built `uniform`, whose service has the default limits, but for those that are set: with
`--set limits.failed_tokens=0` no address is refused before its tokens are verified. The connections are from so many
addresses of 127.0.0.0/8, are kept, and send the next wrong token when they have the response to the one before: half of the
tokens have the id of one that there is, so that its hash is computed. Meanwhile a client without token, which has an address
of its own, requests a list of a hundred names again and again, by one connection. Prints the times of the list before and
for each number of connections, and the statuses that the senders got. Exits with 1 if a list failed, or if the 99th
percentile was above --p99 milliseconds (the senders use the same processors).
"""
import argparse
import collections
import http.client
import json
import multiprocessing
import pathlib
import secrets
import selectors
import socket
import subprocess
import sys
import tempfile
import time

from service import run, service

LIST = "/api/v1/names?limit=100"
NAMES = 1000


def prepare(command, folder):
    """A store with names, and the id of a token."""
    store = folder / "store.db"
    run(command, "store", "migrate", "--store", store, stdout=subprocess.DEVNULL)
    run(command, "namespace", "add", "--store", store, "example", "title=Bench", stdout=subprocess.DEVNULL)
    lines = folder / "names.ndjson"
    lines.write_text("".join(json.dumps({"name": f"urn:example:w{n}", "url": f"https://repository.example/{n}"}) + "\n"
                             for n in range(NAMES)))
    run(command, "name", "import", "--quiet", "--store", store, lines, stdout=subprocess.DEVNULL)
    token = run(command, "token", "create", "--store", store, "--role", "administrator", "--label", "bench",
                stdout=subprocess.PIPE, text=True).stdout.split()[-1]
    return store, token.split("_")[1]


class sender:
    """A connection that sends one wrong token after another."""

    def __init__(self, where, source, known):
        self.where, self.source, self.known = where, source, known
        self.number = 0
        self.open()

    def open(self):
        self.socket = socket.socket()
        self.socket.bind((self.source, 0))
        self.socket.settimeout(60)
        self.socket.connect(self.where)
        self.got = b""

    def send(self):
        self.number += 1
        id_ = self.known if self.number % 2 else secrets.token_hex(6)
        self.socket.sendall(f"GET {LIST} HTTP/1.1\r\nHost: h\r\n"
                            f"Authorization: Bearer uniform_{id_}_{secrets.token_urlsafe(32)}\r\n\r\n".encode())

    def receive(self):
        """The status of the response when it is complete; "closed" if the service has closed the connection."""
        try:
            part = self.socket.recv(65536)
        except OSError:
            part = b""
        if not part:
            return "closed"
        self.got += part
        head, end, body = self.got.partition(b"\r\n\r\n")
        if not end:
            return None
        length = next(int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
        if len(body) < length:
            return None
        self.got = body[length:]
        return head[9:12].decode()


def send_all(where, sources, known, ready, end, results):
    ready_sockets = selectors.DefaultSelector()
    senders = [sender(where, source, known) for source in sources]
    ready.release()
    counts = collections.Counter()
    for s in senders:
        s.send()
        ready_sockets.register(s.socket, selectors.EVENT_READ, s)
    while not end.is_set():
        for key, _ in ready_sockets.select(timeout=0.1):
            s = key.data
            status = s.receive()
            if status is None:
                continue
            counts[status] += 1
            if status == "closed":
                ready_sockets.unregister(s.socket)
                s.socket.close()
                s.open()
                ready_sockets.register(s.socket, selectors.EVENT_READ, s)
            s.send()
    results.put(counts)


def lists_until(where, over):
    """The times of lists that one client requests one after another, and what failed."""
    times, failed = [], []
    c = http.client.HTTPConnection(*where, timeout=60, source_address=("127.0.0.9", 0))
    while not over():
        began = time.perf_counter()
        try:
            c.request("GET", LIST)
            r = c.getresponse()
            r.read()
            if r.status != 200:
                failed.append(str(r.status))
        except (OSError, http.client.HTTPException) as error:
            failed.append(str(error))
            c.close()
        times.append((time.perf_counter() - began) * 1000)
        time.sleep(0.01)
    return sorted(times), failed


def shown(times, failed):
    return (f"{len(times)} lists, median {times[len(times) // 2]:.1f} ms, 99th percentile {times[len(times) * 99 // 100]:.1f} ms, "
            f"greatest {times[-1]:.1f} ms; {len(failed)} failed {sorted(set(failed))}")


def measure(o, s, known):
    host, port = s.url.removeprefix("http://").split(":")
    where = (host, int(port))
    quiet = time.monotonic() + 5
    times, failed = lists_until(where, lambda: time.monotonic() > quiet)
    print(f"before: {shown(times, failed)}", flush=True)
    bad = bool(failed)
    for connections in o.connections:
        ready, end, results = multiprocessing.Semaphore(0), multiprocessing.Event(), multiprocessing.Queue()
        sources = [f"127.0.1.{1 + n % o.addresses}" for n in range(connections)]
        senders = [multiprocessing.Process(target=send_all, args=(where, sources[n::o.processes], known, ready, end, results))
                   for n in range(o.processes)]
        for one in senders:
            one.start()
        for _ in senders:
            ready.acquire()
        last = time.monotonic() + o.seconds
        times, failed = lists_until(where, lambda last=last: time.monotonic() > last)
        end.set()
        counts = sum((results.get() for _ in senders), collections.Counter())
        for one in senders:
            one.join()
        print(f"{connections} connections from {o.addresses} addresses: {shown(times, failed)}")
        print("    wrong tokens: " + ", ".join(f"{status} {n}" for status, n in sorted(counts.items())), flush=True)
        bad = bad or bool(failed) or times[len(times) * 99 // 100] > o.p99
    return bad


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("command")
    p.add_argument("--connections", type=int, nargs="+", default=[64, 400])
    p.add_argument("--addresses", type=int, default=36)
    p.add_argument("--processes", type=int, default=4)
    p.add_argument("--seconds", type=float, default=20)
    p.add_argument("--p99", type=float, default=500, help="milliseconds")
    p.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting of the service")
    o = p.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store, known = prepare(o.command, pathlib.Path(folder))
        s = service(o.command, store, settings=o.set)
        try:
            return measure(o, s, known)
        finally:
            s.stop()


if __name__ == "__main__":
    sys.exit(main())
