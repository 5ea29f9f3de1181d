#!/usr/bin/env python3
"""Measures the service with many names: import, size on disk, start-up, memory, and 302 responses compared with nginx.

    bench/service.py COMMAND [--names 10000000] [--folder FOLDER] [--postgresql LOCATION] [--rounds 5] [--seconds 5]

COMMAND is the built `uniform`. FOLDER (default: a temporary one) keeps the names and the store, so that a second run can
skip the import. With --postgresql, 100,000 of the names are also stored in that empty database, and resolved from there
with a warm cache: each name is requested once before the measurement. bench/http_peer.py measures the responses.
"""
import argparse
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent


def urn_of(n):
    return f"urn:example:bench-{n:012d}"


def url_of(n):
    return f"https://archive.example.org/items/{n:010d}"


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
    """`uniform serve` with one worker, on one core."""

    def __init__(self, command, store):
        begun = time.monotonic()
        self.process = subprocess.Popen(
            [command, "serve", "--store", store, "--port", "0", "--set", "server.workers=1"],
            stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
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


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("command")
    options.add_argument("--names", type=int, default=10_000_000)
    options.add_argument("--folder")
    options.add_argument("--postgresql")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=int, default=5)
    o = options.parse_args()
    command = str(pathlib.Path(o.command).resolve())
    os.environ.pop("UNIFORM_SERVER", None)

    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(o.folder or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        store = str(folder / "names.db")
        lines = folder / "names.ndjson"
        if not os.path.exists(store):
            size = write_names(lines, range(o.names))
            run(command, "store", "migrate", "--store", store, stdout=subprocess.DEVNULL)
            run(command, "namespace", "add", "--store", store, "example", "title=Bench", stdout=subprocess.DEVNULL)
            begun = time.monotonic()
            run(command, "name", "import", "--quiet", "--store", store, lines, stdout=subprocess.DEVNULL)
            seconds = time.monotonic() - begun
            print(f"import: {o.names} names in {seconds:.1f} s, {o.names / seconds:.0f} a second")
            on_disk = sum(p.stat().st_size for p in folder.glob("names.db*"))
            print(f"on disk: {on_disk} bytes, {on_disk / size:.2f} times the bytes of names and locators")
        numbers = random.Random(8141).sample(range(o.names), min(100_000, o.names))
        urls = folder / "urls"
        with open(urls, "w") as out:
            for n in numbers:
                out.write(f"{urn_of(n)} {url_of(n)}\n")
        answers(command, store, urls, o, "100,000 names of all, SQLite")
        if o.postgresql:
            some = folder / "some.ndjson"
            write_names(some, sorted(numbers))
            run(command, "store", "migrate", "--store", o.postgresql, stdout=subprocess.DEVNULL)
            run(command, "namespace", "add", "--store", o.postgresql, "example", "title=Bench", stdout=subprocess.DEVNULL)
            run(command, "name", "import", "--quiet", "--store", o.postgresql, some, stdout=subprocess.DEVNULL)
            answers(command, o.postgresql, urls, o, "100,000 names, PostgreSQL, warm cache", warm=True)


if __name__ == "__main__":
    main()
