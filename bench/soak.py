#!/usr/bin/env python3
"""Mixed traffic to the whole service for some time, then checks that it is as it was before. scripts/soak.sh builds it.

    bench/soak.py COMMAND [--minutes 15] [--names 20000] [--workers 2] [--slack 16]

COMMAND is a built `uniform`. Clients resolve hot, cold and missing names, read and write by the API, import and export,
send malformed and slow requests (bench/http_soak.py), cut connections within requests and responses, and read slowly.
In the end, when all of them have gone:

- resident memory: the median of the last quarter of the time is at most 5 % and --slack MiB above that of the second
- file descriptors and threads: as many as after the first minute's traffic (a tenth of a short run), at most 4 more
- /metrics: no connection but its own, no memory of bodies or responses, no failure of the store, no lost log entry
- the log: no entry of the level "error", and no response 5xx but 503
- each acknowledged name is there; the service stops with 0; `uniform store verify` finds nothing
"""
import argparse
import atexit
import http.client
import json
import os
import pathlib
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

from http_soak import Soak, resident


class Traffic(Soak):
    def __init__(self, where, token, names, end):
        super().__init__(where, "/urn:example:hot-1", 302, end)
        self.token, self.names = token, names
        self.last = {}  # name: the locator that was acknowledged last
        self.written = 0

    def ask(self, c, method, target, body=None, kind="application/json", statuses=(200,)):
        headers = {"Authorization": "Bearer " + self.token, "Content-Type": kind} if target.startswith("/api") else {}
        c.request(method, target, body if body is None or isinstance(body, str) else json.dumps(body), headers)
        r = c.getresponse()
        text = r.read()
        if r.status not in statuses:
            raise OSError(f"{method} {target}: {r.status} {text[:200]!r}")
        return r.status, text

    def client(self):
        return http.client.HTTPConnection(*self.where, timeout=60)

    def resolution(self, rng):
        c = self.client()
        for _ in range(200):
            kind = rng.choice(["hot", "cold", "missing"])
            urn = {"hot": f"hot-{rng.randrange(20)}", "cold": f"cold-{rng.randrange(self.names)}",
                   "missing": f"missing-{rng.randrange(10 ** 9)}"}[kind]
            self.ask(c, "GET", "/urn:example:" + urn, statuses=(404,) if kind == "missing" else (302,))
            self.count(kind)
            if time.time() > self.end:
                break
        c.close()

    def writes(self, rng):
        c = self.client()
        for _ in range(50):
            with self.lock:
                self.written += 1
                number = self.written
            urn = f"urn:example:made-{number}"
            url = f"https://www.example.org/{number}"
            self.ask(c, "PUT", "/api/v1/names/" + urn, {"locators": [url]}, statuses=(201,))
            if rng.random() < 0.5:
                url += "/changed"
                self.ask(c, "PATCH", "/api/v1/names/" + urn, {"locators": [url]})
            with self.lock:
                self.last[urn] = url
                if len(self.last) > 5000:
                    del self.last[next(iter(self.last))]
            self.count("writes")
            if time.time() > self.end:
                break
        c.close()

    def reads(self, rng):
        c = self.client()
        for target in ("/api/v1/names?limit=100&prefix=example:cold-", f"/api/v1/names/urn:example:cold-{rng.randrange(self.names)}",
                       "/api/v1/names/urn:example:made-1/history", "/metrics", "/api/v1/history/head", "/api/v1/statistics",
                       "/about/urn:example:hot-1", "/api/v1/openapi.json", "/api/v1/names/urn:example:nothing"):
            self.ask(c, "GET", target, statuses=(200, 404))
            self.count("reads")
        c.close()

    def transfers_of_data(self, rng):
        c = self.client()
        number = rng.randrange(10 ** 12)
        lines = "".join(json.dumps({"name": f"urn:example:i{number}-{n}", "url": "https://www.example.org/i"}) + "\n" for n in range(200))
        # The other exports of this address may have all its streams.
        if self.ask(c, "POST", "/api/v1/imports", lines, "application/x-ndjson", (200, 429))[0] == 429:
            return self.count("too many streams")
        self.count("imports")
        status, text = self.ask(c, "GET", f"/api/v1/export?prefix=example:i{number}-", statuses=(200, 429))
        if status == 429:
            return self.count("too many streams")
        if text.count(b"\n") < 200:
            raise OSError(f"an export has {len(text)} bytes")
        self.count("exports")
        c.close()

    def cuts(self, rng):
        request = (f"PUT /api/v1/names/urn:example:cut-{rng.randrange(10 ** 9)} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer {self.token}\r\n"
                   "Content-Type: application/json\r\nContent-Length: 35\r\n\r\n{\"locators\":[\"https://a.example/b\"]}").encode()
        listing = f"GET /api/v1/export HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer {self.token}\r\n\r\n".encode()
        with self.connect() as c:
            try:
                if rng.random() < 0.5:
                    c.sendall(request[:rng.randrange(len(request))])
                else:
                    c.sendall(listing)
                    c.recv(rng.randrange(1, 2000))
                if rng.random() < 0.5:
                    c.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            except OSError:
                pass
        self.count("cuts")

    def slow_reader(self, rng):
        with self.connect() as c:
            c.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            c.sendall(f"GET /api/v1/export HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer {self.token}\r\n\r\n".encode())
            try:
                for _ in range(50):
                    if not c.recv(512) or time.time() > self.end:
                        break
                    time.sleep(0.1)
            except OSError:
                pass
        self.count("slow readers")


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def threads_of(pid):
    return len(os.listdir(f"/proc/{pid}/task"))


def metrics(where):
    c = http.client.HTTPConnection(*where, timeout=60)
    c.request("GET", "/metrics")
    lines = c.getresponse().read().decode().splitlines()
    c.close()
    return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in lines if line and not line.startswith("#")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command")
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--names", type=int, default=20000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--slack", type=float, default=16, help="MiB by which the memory may grow")
    o = parser.parse_args()
    failures = []
    with tempfile.TemporaryDirectory(prefix="uniform-soak-") as folder:
        store = ["--store", os.path.join(folder, "names.db")]
        environment = {**os.environ, "HOME": folder}
        run = lambda *words, **more: subprocess.run([o.command, *words, *store], check=True, text=True, env=environment,
                                                    stdout=subprocess.PIPE, **more)
        run("store", "migrate")
        token = json.loads(run("token", "create", "--role", "administrator", "--json").stdout)["token"]
        log = open(os.path.join(folder, "log"), "w+")
        service = subprocess.Popen([o.command, "serve", "--port", "0", *store, "--set", f"server.workers={o.workers}",
                                    "--set", "limits.rate_api=0", "--set", "limits.rate_token=0",  # one address, one token
                                    "--set", "limits.stored_address=0", "--set", "limits.stored_anonymous=0"],
                                   stdout=subprocess.DEVNULL, stderr=log, env=environment)
        atexit.register(service.kill)  # which does nothing to a process that has ended
        while not (said := [json.loads(line) for line in pathlib.Path(log.name).read_text().splitlines()
                            if '"started"' in line]):
            if service.poll() is not None:
                raise SystemExit(pathlib.Path(log.name).read_text())
            time.sleep(0.05)
        url = urllib.parse.urlsplit(said[0]["url"])
        where = url.hostname, url.port
        end = time.time() + o.minutes * 60
        traffic = Traffic(where, token, o.names, end)
        c = traffic.client()
        c.request("PUT", "/api/v1/namespaces/example", json.dumps({"title": "Soak"}), {"Authorization": "Bearer " + token, "Content-Type": "application/json", "If-None-Match": "*"})
        c.getresponse().read()
        traffic.ask(c, "POST", "/api/v1/registrars", {"id": "library", "name": "L"}, statuses=(201,))
        traffic.ask(c, "PUT", "/api/v1/delegations/example%3A", {"registrar": "library"}, statuses=(201, 200))
        names = [f"hot-{n}" for n in range(20)] + [f"cold-{n}" for n in range(o.names)]
        for at in range(0, len(names), 5000):
            traffic.ask(c, "POST", "/api/v1/imports", "".join(
                json.dumps({"name": "urn:example:" + n, "url": "https://www.example.org/" + n}) + "\n"
                for n in names[at:at + 5000]), "application/x-ndjson")
        c.close()
        kinds = [traffic.good, traffic.resolution, traffic.resolution, traffic.writes, traffic.reads, traffic.transfers_of_data,
                 traffic.bad, traffic.body, traffic.slow, traffic.cuts, traffic.slow_reader, traffic.slow_reader]
        running = [threading.Thread(target=traffic.run, args=(kind, n), daemon=True) for n, kind in enumerate(kinds)]
        for thread in running:
            thread.start()
        begin, shown = time.time(), time.time()
        samples, early = [], None
        while time.time() < end:
            time.sleep(0.5)
            if service.poll() is not None:
                failures.append(f"the service ended with {service.returncode}")
                break
            samples.append(resident(service.pid))
            if early is None and time.time() - begin > min(60, o.minutes * 6):
                early = threads_of(service.pid)
            if time.time() - shown > 60:
                shown = time.time()
                print(f"{samples[-1]:8.1f} MiB, {descriptors(service.pid)} descriptors", traffic.counts, flush=True)
        for thread in running:
            thread.join(timeout=120)
        failures += traffic.failures[:20]
        if service.poll() is None:
            until = time.time() + 120  # the longest limit of a connection, and more
            while (now := metrics(where))["uniform_connections_open"] > 1 or now["uniform_unsent_bytes"] + now["uniform_body_bytes"] > 0:
                if time.time() > until:
                    failures.append(f"{now['uniform_connections_open']:.0f} connections, {now['uniform_unsent_bytes']:.0f} bytes of "
                                    f"responses and {now['uniform_body_bytes']:.0f} of bodies remain")
                    break
                time.sleep(0.5)
            for counter in ("uniform_store_failures_total", "uniform_log_lost_total", "uniform_statistics_failures_total"):
                if now[counter] != 0:
                    failures.append(f"{counter} is {now[counter]:.0f}")
            open_files = descriptors(service.pid)
            last_threads = threads_of(service.pid)
            quarter = len(samples) // 4
            second = statistics.median(samples[quarter:2 * quarter])
            last = statistics.median(samples[3 * quarter:])
            print(f"memory: {second:.1f} MiB in the second quarter, {last:.1f} MiB in the last, {max(samples):.1f} MiB at most; "
                  f"{last_threads} threads, {early} early; {open_files} descriptors at the end")
            if last > second * 1.05 + o.slack:
                failures.append("the memory grows")
            if last_threads > early + 4:
                failures.append("the number of threads grows")
            sockets = [p for p in pathlib.Path(f"/proc/{service.pid}/fd").iterdir() if "socket:" in (os.readlink(p) if p.is_symlink() else "")]
            if len(sockets) > 8:
                failures.append(f"{len(sockets)} sockets are open")
            c = traffic.client()
            for urn, locator in traffic.last.items():
                _, text = traffic.ask(c, "GET", "/api/v1/names/" + urn)
                if json.loads(text)["locators"] != [{"url": locator}]:
                    failures.append(f"{urn} is not what was acknowledged")
            c.close()
            service.terminate()
            if service.wait(timeout=120) != 0:
                failures.append(f"the service ended with {service.returncode}")
        log.flush()
        for line in pathlib.Path(log.name).read_text().splitlines():
            entry = json.loads(line)
            if entry["level"] == "error" or (entry.get("status", 0) >= 500 and entry["status"] != 503):
                failures.append("log: " + line[:300])
        verified = subprocess.run([o.command, "store", "verify", *store], text=True, env=environment, capture_output=True)
        print("verify:", verified.stdout.strip().replace("\n", "; "))
        if verified.returncode != 0:
            failures.append("store verify: " + verified.stderr[:300])
    print("requests:", traffic.counts)
    for failure in failures[:40]:
        print("failed:", failure)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
