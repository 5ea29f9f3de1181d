#!/usr/bin/env python3
"""Sends valid, invalid and slow requests for some time; fails if the server's memory grows or it stops responding.

    bench/http_soak.py [--minutes 15] [--path PATH] [--status 302] (--service PROGRAM | --server HOST:PORT --pid PID)

PROGRAM is bench/http_service.cpp; for any other server, PATH is the path of a valid request. Memory is constant if the
median of the last third of the time is at most 5 % and 4 MiB (--slack) above that of the middle third.
"""
import argparse
import pathlib
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

WORDS = [b"GET ", b"POST ", b" HTTP/1.1", b"\r\n", b"Host: h\r\n", b"Content-Length: ", b"3", b"Transfer-Encoding: chunked\r\n",
         b"\r\n\r\n", b":", b"0\r\n\r\n", b"5\r\nabcde\r\n", b"\n", b" ", b"\t", b"Connection: close\r\n",
         b"Expect: 100-continue\r\n", b"\0", b"\xff", b"A: b\r\n", b"*", b"http://h/"]


class Soak:
    def __init__(self, where, path, status, end):
        self.where, self.status, self.end = where, status, end
        self.get = f"GET {path} HTTP/1.1\r\nHost: h\r\n\r\n".encode()
        self.counts = {}
        self.failures = []
        self.lock = threading.Lock()

    def count(self, what, times=1):
        with self.lock:
            self.counts[what] = self.counts.get(what, 0) + times

    def connect(self):
        return socket.create_connection(self.where, timeout=20)

    def expect(self, connection, times):
        """Reads that number of responses without a body."""
        got = b""
        while got.count(b"\r\n\r\n") < times:
            part = connection.recv(65536)
            if not part:
                raise OSError(f"closed after {got[-200:]!r}")
            got += part
        if got.count(f"HTTP/1.1 {self.status} ".encode()) != times:
            raise OSError(f"answered {got[:200]!r}")

    def good(self, rng):
        with self.connect() as c:
            for _ in range(200):
                times = rng.choice([1, 1, 1, 8, 64])
                c.sendall(self.get * times)
                self.expect(c, times)
                self.count("good", times)
                if time.time() > self.end:
                    return

    def bad(self, rng):
        with self.connect() as c:
            octets = b"".join(rng.choice(WORDS) for _ in range(rng.randrange(30))) + rng.randbytes(rng.randrange(20))
            if rng.random() < 0.5:
                octets = self.get[:-2] + octets
            if rng.random() < 0.1:
                octets += b"x" * rng.randrange(100000)
            try:
                c.sendall(octets)
                if rng.random() < 0.7:
                    c.shutdown(socket.SHUT_WR)
                    while c.recv(65536):
                        pass
            except OSError:
                pass  # it may close as soon as it likes
            self.count("bad")

    def body(self, rng):
        size = rng.randrange(200000)
        with self.connect() as c:
            try:
                if rng.random() < 0.5:
                    c.sendall(f"POST /soak HTTP/1.1\r\nHost: h\r\nContent-Length: {size}\r\n\r\n".encode())
                    c.sendall(b"x" * size)
                else:
                    c.sendall(b"POST /soak HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
                    for _ in range(10):
                        c.sendall(b"%x\r\n%b\r\n" % (size + 1, b"x" * (size + 1)))
                    c.sendall(b"0\r\n\r\n")
                if rng.random() < 0.8:
                    c.shutdown(socket.SHUT_WR)
                    while c.recv(65536):
                        pass
            except OSError:
                pass
            self.count("bodies")

    def slow(self, rng):
        connections = [self.connect() for _ in range(50)]
        for octet in range(rng.randrange(1, 40)):
            for c in connections:
                try:
                    c.sendall(self.get[octet % len(self.get):][:1])
                except OSError:
                    pass
            time.sleep(0.2)
            if time.time() > self.end:
                break
        for c in connections:
            c.close()
        self.count("slow", len(connections))

    def run(self, what, seed):
        rng = random.Random(seed)
        while time.time() < self.end:
            try:
                what(rng)
            except OSError as error:
                with self.lock:
                    self.failures.append(f"{what.__name__}: {error}")
                time.sleep(0.5)


def resident(pid):
    return int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 / 2**20


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--minutes", type=float, default=15)
    options.add_argument("--slack", type=float, default=4, help="MiB by which the memory may grow")
    options.add_argument("--service")
    options.add_argument("--server")
    options.add_argument("--pid", type=int)
    options.add_argument("--path", default="/urn:nbn:fi:soak-1")
    options.add_argument("--status", type=int, default=302)
    o = options.parse_args()
    if (o.service is None) == (o.server is None) or (o.server is not None and o.pid is None):
        options.error("name a --service to be started, or a --server that runs and its --pid")
    process = None
    if o.service is not None:
        with tempfile.NamedTemporaryFile("w") as names:
            names.write("urn:nbn:fi:soak-1 https://archive.example/1\n")
            names.flush()
            process = subprocess.Popen([o.service, "0", names.name, "2"], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, text=True)
            where = "127.0.0.1", int(process.stdout.readline())
        o.pid = process.pid
    else:
        host, port = o.server.rsplit(":", 1)
        where = host, int(port)

    end = time.time() + o.minutes * 60
    soak = Soak(where, o.path, o.status, end)
    kinds = [soak.good, soak.good, soak.bad, soak.bad, soak.body, soak.slow]
    threads = [threading.Thread(target=soak.run, args=(kind, n), daemon=True) for n, kind in enumerate(kinds)]
    for thread in threads:
        thread.start()
    samples = []
    shown = 0
    while time.time() < end:
        time.sleep(0.5)
        samples.append(resident(o.pid))
        if time.time() - shown > 60:
            shown = time.time()
            print(f"{samples[-1]:8.1f} MiB", soak.counts, flush=True)
    for thread in threads:
        thread.join(timeout=30)
    with socket.create_connection(where, timeout=10) as c:
        c.sendall(soak.get)
        soak.expect(c, 1)
    third = len(samples) // 3
    middle, last = statistics.median(samples[third:2 * third]), statistics.median(samples[2 * third:])
    print(f"memory: {middle:.1f} MiB in the middle third, {last:.1f} MiB in the last, {max(samples):.1f} MiB at most")
    print("requests:", soak.counts)
    if process is not None:
        process.stdin.close()
        if process.wait(timeout=60) != 0:
            soak.failures.append(f"the server ended with {process.returncode}")
    if last > middle * 1.05 + o.slack:
        soak.failures.append("the memory grows")
    for failure in soak.failures[:20]:
        print("failed:", failure)
    sys.exit(1 if soak.failures else 0)


if __name__ == "__main__":
    main()
