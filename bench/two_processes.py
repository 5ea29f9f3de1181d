#!/usr/bin/env python3
"""Measures what the writes of one process cost the cache of another: two services on one PostgreSQL.

    bench/two_processes.py COMMAND --postgresql LOCATION [--names 10000] [--writes 18] [--rounds 5] [--seconds 5]

LOCATION is an empty database, which gets the names. Clients request hot names of the first service; in every second
measurement, the second service changes random ones of these names, so many a second. The medians of the rates are compared.
After each change, another client asks the first service until it has the new locator, and the times are reported.
"""
import argparse
import http.client
import pathlib
import random
import statistics
import sys
import tempfile
import threading
import time

import http_peer
from service import ask_for_each, in_random_order, run, service, urn_of, write_names

HERE = pathlib.Path(__file__).parent


def address(s):
    host, port = s.url.removeprefix("http://").split(":")
    return host, int(port)


class writer(threading.Thread):
    """Changes names by one service, and waits until the other has each change."""

    def __init__(self, writes, reads, token, names, rate):
        super().__init__()
        self.change, self.look = http.client.HTTPConnection(*address(writes)), http.client.HTTPConnection(*address(reads))
        self.token, self.names, self.rate = token, names, rate
        self.end, self.waits, self.changes = False, [], 0

    def run(self):
        rng = random.Random(18)
        due = time.monotonic()
        while not self.end:
            self.changes += 1
            urn, url = urn_of(rng.randrange(self.names)), f"https://changed.example.org/{self.changes}"
            self.change.request("PATCH", f"/api/v1/names/{urn}", f'{{"locators":[{{"url":"{url}"}}]}}',
                                {"Authorization": f"Bearer {self.token}", "Content-Type": "application/merge-patch+json"})
            answer = self.change.getresponse()
            text = answer.read()
            if answer.status != 200:
                sys.exit(f"PATCH: {answer.status} {text[:300]!r}")
            done = time.monotonic()
            while True:
                self.look.request("GET", f"/{urn}")
                answer = self.look.getresponse()
                answer.read()
                if answer.getheader("Location") == url:
                    break
                time.sleep(0.001)
            self.waits.append(time.monotonic() - done)
            due = max(due + 1 / self.rate, time.monotonic() - 1)
            time.sleep(max(0, due - time.monotonic()))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("command")
    options.add_argument("--postgresql", required=True, metavar="LOCATION")
    options.add_argument("--names", type=int, default=10_000)
    options.add_argument("--writes", type=float, default=18, help="changes a second")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=int, default=5)
    o = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        lines, names, script = folder / "names.ndjson", folder / "names.txt", folder / "hot.lua"
        write_names(lines, in_random_order(o.names))
        names.write_text("".join(f"{urn_of(n)} x\n" for n in range(o.names)))
        script.write_text(http_peer.LUA)
        run(o.command, "store", "migrate", "--store", o.postgresql, capture_output=True)
        run(o.command, "namespace", "add", "--store", o.postgresql, "example", "title=Bench", capture_output=True)
        run(o.command, "name", "import", "--quiet", "--store", o.postgresql, lines, capture_output=True)
        token = run(o.command, "token", "create", "--store", o.postgresql, "--role", "administrator", "--label", "bench",
                    capture_output=True, text=True).stdout.split()[-1]
        reads, writes = service(o.command, o.postgresql), service(o.command, o.postgresql)
        try:
            ask_for_each(reads.url, names)
            rates, waits, changes = {False: [], True: []}, [], 0
            for _ in range(o.rounds):
                for with_writes in (False, True):
                    w = writer(writes, reads, token, o.names, o.writes) if with_writes else None
                    if w:
                        w.start()
                    rate, _, result = http_peer.measure(1, reads.url, names, script, o.seconds, None)
                    if w:
                        w.end = True
                        w.join()
                        waits += w.waits
                        changes += w.changes
                    # wrk counts a redirect as a success.
                    if result["errors"]:
                        sys.exit(f"{result['errors']} requests failed")
                    rates[with_writes].append(rate)
            quiet, busy = statistics.median(rates[False]), statistics.median(rates[True])
            print(f"without writes {quiet:.0f} a second; with {changes / o.rounds / o.seconds:.1f} writes a second "
                  f"{busy:.0f}: {busy / quiet:.2f}")
            waits.sort()
            print(f"a change is visible after {1000 * statistics.median(waits):.0f} ms in the median, "
                  f"{1000 * waits[-1]:.0f} ms at most ({len(waits)} changes)")
        finally:
            reads.stop()
            writes.stop()


if __name__ == "__main__":
    main()
