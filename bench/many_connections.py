#!/usr/bin/env python3
"""Opens many idle connections from a few addresses, and measures how others are served meanwhile.

    bench/many_connections.py COMMAND [--connections 20000] [--addresses 3] [--descriptors 0] [--seconds 20] [--least 20000]
    bench/many_connections.py COMMAND --pipelined --connections 30 --addresses 1
    bench/many_connections.py COMMAND --unread --connections 600 --addresses 1 --descriptors 256

COMMAND is a built `uniform`, whose service has the default limits. A process for each address of 127.0.0.0/8 opens its
part of the connections; every second one begins a request and does not end it. Meanwhile another client, which has an
address of its own, resolves a name fifty times a second, each time by a new connection, and once a second by one that it
keeps. With --pipelined, each of the connections sends requests for that name in a row, as fast as the service reads, and
reads the responses. With --unread, each of them asks three times for a long document and reads nothing. With --descriptors, the service may open only so many files. Where the limit of open files does not suffice, there
are as many connections as it permits, but no fewer than --least. Exits with 1 if a request of that client failed or
waited longer than --patience seconds, or if its 99th percentile was above --p99 (500 ms: the attackers use the same
processors); with 77, saying why, if the limit does not permit so many.
"""
import argparse
import functools
import multiprocessing
import pathlib
import resource
import selectors
import socket
import subprocess
import sys
import tempfile
import time

from service import run, service

NOT_POSSIBLE = 77
REQUEST = b"GET /urn:example:held HTTP/1.1\r\nHost: h\r\n\r\n"
LONG = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: h\r\n\r\n"


def prepare(command, folder):
    store = folder / "store.db"
    run(command, "store", "migrate", "--store", store, stdout=subprocess.DEVNULL)
    run(command, "namespace", "add", "--store", store, "example", "title=Bench", stdout=subprocess.DEVNULL)
    run(command, "name", "assign", "--store", store, "urn:example:held", "https://repository.example/held",
        stdout=subprocess.DEVNULL)
    return store


def hold(where, source, number, ready, end, unread=False):
    """Opens so many connections and keeps them; those that the service closes stay closed. Every second one begins a request
    and does not end it; with `unread`, each has requests whose responses are not read."""
    opened = []
    for n in range(number):
        one = socket.socket()
        one.bind((source, 0))
        one.settimeout(30)
        try:
            one.connect(where)
            if unread:
                one.sendall(LONG * 3)
            elif n % 2 == 0:
                one.sendall(b"GET /urn:example:held HT")
        except OSError:
            pass  # it counts nevertheless: the service has refused or closed it
        opened.append(one)
    ready.release()
    end.wait()


def pipeline(where, source, number, ready, end):
    """Opens so many connections, and keeps sending requests on each of them and reading the responses."""
    ready_to = selectors.DefaultSelector()
    for _ in range(number):
        one = socket.create_connection(where, source_address=(source, 0))
        one.setblocking(False)
        ready_to.register(one, selectors.EVENT_READ | selectors.EVENT_WRITE, 0)
    ready.release()
    many = REQUEST * 1000
    while not end.is_set() and ready_to.get_map():
        for key, events in ready_to.select(0.1):
            try:
                if events & selectors.EVENT_READ and not key.fileobj.recv(1 << 20):
                    ready_to.unregister(key.fileobj)
                elif events & selectors.EVENT_WRITE:
                    sent = key.data + key.fileobj.send(many[key.data:])  # the next request goes on in its middle
                    ready_to.modify(key.fileobj, key.events, sent % len(many))
            except BlockingIOError:
                pass
            except OSError:
                ready_to.unregister(key.fileobj)


def connected(where, patience):
    one = socket.socket()
    one.settimeout(patience)
    one.bind(("127.0.0.9", 0))
    one.connect(where)
    return one


def resolve(one):
    one.sendall(REQUEST)
    got = b""
    while b"\r\n\r\n" not in got:
        part = one.recv(65536)
        if not part:
            return "closed"
        got += part
    return got[9:12].decode()


def ask(connect, kept, until, times, failed):
    number = 0
    while not until():
        for one, close in ((connect, True), (lambda: kept, False)):
            if not close and number % 50:
                continue
            began = time.perf_counter()
            try:
                got = one()
                status = resolve(got)
                if close:
                    got.close()
            except OSError as error:
                status = str(error)
            times.append(time.perf_counter() - began)
            if not status.startswith("30"):
                failed.append(status)
        number += 1
        time.sleep(0.02)


def shown(times):
    times = sorted(times)
    return (f"{len(times)} requests, median {times[len(times) // 2] * 1000:.1f} ms, 99th percentile "
            f"{times[len(times) * 99 // 100] * 1000:.1f} ms, greatest {times[-1] * 1000:.1f} ms")


def measure(o, s):
    host, port = s.url.removeprefix("http://").split(":")
    where = (host, int(port))
    connect = functools.partial(connected, where, o.patience)
    kept = connect()
    failed, before, during = [], [], []
    quiet = time.monotonic() + 3
    ask(connect, kept, lambda: time.monotonic() > quiet, before, failed)
    ready, end = multiprocessing.Semaphore(0), multiprocessing.Event()
    work = pipeline if o.pipelined else functools.partial(hold, unread=o.unread)
    holders = [multiprocessing.Process(target=work, args=(where, f"127.0.0.{2 + n}", o.connections // o.addresses, ready, end))
               for n in range(o.addresses)]
    for h in holders:
        h.start()
    state = {"open": 0, "since": None}

    def over():
        while state["open"] < o.addresses and ready.acquire(block=False):
            state["open"] += 1
        if state["open"] == o.addresses and state["since"] is None:
            state["since"] = time.monotonic()
        return state["since"] is not None and time.monotonic() > state["since"] + o.seconds

    ask(connect, kept, over, during, failed)
    end.set()
    for h in holders:
        h.join()
    print(f"{o.connections} {'pipelined ' if o.pipelined else 'unread ' if o.unread else ''}connections from {o.addresses} addresses"
          + (f", {o.descriptors} file descriptors" if o.descriptors else ""))
    print(f"another client before: {shown(before)}")
    print(f"another client meanwhile: {shown(during)}; {len(failed)} failed {sorted(set(failed))}")
    during.sort()
    return bool(failed) or during[len(during) * 99 // 100] * 1000 > o.p99


def limit_connections(o):
    """Raises the limit of open files to what the connections need, or lowers their number to what it permits. A reason not
    to run, or None."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    spare = 100  # of each process: its own files, and connections of the other client
    places = 0 if o.descriptors else 10000 + 2 * spare  # limits.connections
    needed = max(o.connections // o.addresses + spare, places)
    if hard != resource.RLIM_INFINITY and hard < needed:
        permitted = max(0, hard - spare) * o.addresses  # the service has fewer places than that
        if permitted < o.least:
            return f"{o.connections} connections need {needed} open files, and {o.least} are the least; the limit is {hard}"
        o.connections = min(o.connections, permitted)
        print(f"fewer connections or places: the limit of open files is {hard}")
        needed = hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
    return None


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("command")
    p.add_argument("--connections", type=int, default=20000)
    p.add_argument("--addresses", type=int, default=3)
    p.add_argument("--pipelined", action="store_true")
    p.add_argument("--unread", action="store_true")
    p.add_argument("--descriptors", type=int, default=0)
    p.add_argument("--seconds", type=float, default=20)
    p.add_argument("--least", type=int, help="connections; --connections if it is not given")
    p.add_argument("--patience", type=float, default=10, help="seconds")
    p.add_argument("--p99", type=float, default=500, help="milliseconds")
    o = p.parse_args()
    if o.least is None:
        o.least = o.connections
    if reason := limit_connections(o):
        print(f"skipped: {reason}")
        return NOT_POSSIBLE
    with tempfile.TemporaryDirectory() as folder:
        store = prepare(o.command, pathlib.Path(folder))

        def limit():
            if o.descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, (o.descriptors, o.descriptors))

        s = service(o.command, store, in_child=limit)
        try:
            return measure(o, s)
        finally:
            s.stop()


if __name__ == "__main__":
    sys.exit(main())
