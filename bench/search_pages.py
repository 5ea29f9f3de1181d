#!/usr/bin/env python3
"""Measures searching among many names: how long lists, prefixes, addresses and words take, and what the index costs.

    bench/search_pages.py COMMAND [--names 1000000] [--folder FOLDER] [--requests 300] [--postgresql LOCATION]

COMMAND is the built `uniform`. FOLDER (default: a temporary one, on a disk) keeps the names and the store, so that a second
run can skip the import. With --postgresql, the names are in that database, which is empty before the first run. Titles are of two to eight words out of 20,000, the n-th word as often as 1/n (Zipf's law), so that
there are words in a tenth of all names and words in a few.

Printed are the seconds and bytes of the import and of the index, and for each kind of search the 50th, 95th and 99th
percentile and the maximum of the milliseconds between request and response, one request after the other on one connection:

    names       a page of names from anywhere (`prefix` and `after`)
    address     the name with one address (`url`)
    name        the name itself, as words (`q`)
    rare        one word of a few names
    common      one of the ten most frequent words
    two         a frequent word and a rare one
    frequent    two of the ten most frequent words
    no match    two rare words that no name has together
    state       a frequent word among the withdrawn names, of which there are none
"""
import argparse
import http.client
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import urllib.parse

import service as peer

WORDS = 20_000
SYLLABLES = ["ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "za", "chi", "dra", "fel", "gor", "hun", "jal", "por",
             "quen", "stri", "tum"]


def word(n):
    """The n-th most frequent word."""
    return SYLLABLES[n % 20] + SYLLABLES[n // 20 % 20] + SYLLABLES[n // 400 % 20] + ("" if n < 8000 else "x" + str(n))


def write_names(path, count):
    draw = random.Random(8141)
    words = [word(n) for n in range(WORDS)]
    weights, total = [], 0.0
    for n in range(WORDS):
        total += 1 / (n + 1)
        weights.append(total)
    size = 0
    with open(path, "w") as out:
        for n in peer.in_random_order(count):
            title = " ".join(draw.choices(words, cum_weights=weights, k=draw.randint(2, 8)))
            line = (f'{{"name":"{peer.urn_of(n)}","url":"{peer.url_of(n)}","metadata":{{"title":"{title}",'
                    f'"date":"{1900 + n % 126}"}}}}\n')
            size += len(line)
            out.write(line)
    return size


def bytes_of(folder, postgresql):
    if postgresql:
        size = subprocess.run(["psql", "-qAtX", "-c", "SELECT pg_database_size(current_database())", postgresql],
                              check=True, stdout=subprocess.PIPE, text=True)
        return int(size.stdout)
    return sum(p.stat().st_size for p in folder.glob("names.db*"))


def percentile(sorted_times, share):
    return sorted_times[min(len(sorted_times) - 1, int(share * len(sorted_times)))]


class Measured:
    def __init__(self, url, token):
        self.connection = http.client.HTTPConnection(url.removeprefix("http://"))
        self.fields = {"Authorization": f"Bearer {token}"} if token else {}

    def ask(self, path):
        begun = time.perf_counter()
        self.connection.request("GET", path, headers=self.fields)
        response = self.connection.getresponse()
        body = response.read()
        seconds = time.perf_counter() - begun
        if response.status != 200:
            sys.exit(f"{path}: {response.status} {body[:300]}")
        return seconds * 1000

    def row(self, kind, requests):
        times = sorted(self.ask(path) for path in requests)
        print(f"{kind:10} {percentile(times, .5):8.2f} {percentile(times, .95):8.2f} {percentile(times, .99):8.2f} "
              f"{times[-1]:8.2f}", flush=True)


def searches(path, count, requests):
    """For each kind, the paths of its requests."""
    draw = random.Random(2169)
    ask = lambda **q: path + "?" + urllib.parse.urlencode(q, quote_via=urllib.parse.quote)
    any_name = lambda: draw.randrange(count)
    common = lambda: word(draw.randrange(10))
    rare = lambda: word(draw.randrange(WORDS // 2, WORDS))
    some = lambda make: [make() for _ in range(requests)]
    yield "names", some(lambda: ask(prefix=f"example:bench-{any_name() // 1000:09d}"))
    yield "address", some(lambda: ask(url=peer.url_of(any_name())))
    yield "name", some(lambda: ask(q=peer.urn_of(any_name())))
    yield "rare", some(lambda: ask(q=rare()))
    yield "common", some(lambda: ask(q=common()))
    yield "two", some(lambda: ask(q=f"{common()} {rare()}"))
    yield "frequent", some(lambda: ask(q=" ".join(word(n) for n in draw.sample(range(10), 2))))
    yield "no match", some(lambda: ask(q=f"{rare()} {rare()} {rare()}"))
    yield "state", some(lambda: ask(q=common(), state="withdrawn"))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("command")
    options.add_argument("--names", type=int, default=1_000_000)
    options.add_argument("--folder")
    options.add_argument("--requests", type=int, default=300)
    options.add_argument("--postgresql", metavar="LOCATION")
    o = options.parse_args()
    command = str(pathlib.Path(o.command).resolve())
    os.environ.pop("UNIFORM_SERVER", None)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(o.folder or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        store = o.postgresql or str(folder / "names.db")
        made_already = folder / "made"  # the marker of a store whose import and index have ended
        if not made_already.exists():
            lines = folder / "names.ndjson"
            size = write_names(lines, o.names)
            peer.run(command, "store", "migrate", "--store", store, stdout=subprocess.DEVNULL)
            peer.run(command, "namespace", "add", "--store", store, "example", "title=Bench", stdout=subprocess.DEVNULL)
            begun = time.monotonic()
            peer.run(command, "name", "import", "--quiet", "--store", store, lines, stdout=subprocess.DEVNULL)
            seconds, plain = time.monotonic() - begun, bytes_of(folder, o.postgresql)
            print(f"import: {o.names} names, {size} bytes, in {seconds:.1f} s, {o.names / seconds:.0f} a second; "
                  f"{plain} bytes on disk, {plain / o.names:.0f} a name", flush=True)
            begun = time.monotonic()
            peer.run(command, "store", "index", "--store", store, stdout=subprocess.DEVNULL)
            seconds, both = time.monotonic() - begun, bytes_of(folder, o.postgresql)
            print(f"index: in {seconds:.1f} s, {o.names / seconds:.0f} names a second; {both - plain} bytes, "
                  f"{(both - plain) / o.names:.0f} a name, {(both - plain) / plain:.0%} of the store without it", flush=True)
            lines.unlink()
            made_already.touch()
        peer.run(command, "store", "migrate", "--store", store, stdout=subprocess.DEVNULL)
        made = subprocess.run([command, "token", "create", "--role", "administrator", "--json", "--store", store],
                              check=True, stdout=subprocess.PIPE, text=True)
        served = peer.service(command, store)
        try:
            print(f"{'ms':10} {'p50':>8} {'p95':>8} {'p99':>8} {'max':>8}")
            for path in ["/api/v1/names", "/manage/names"]:
                print(path)
                measured = Measured(served.url, json.loads(made.stdout)["token"])
                if path.startswith("/manage"):
                    probe = http.client.HTTPConnection(served.url.removeprefix("http://"))
                    probe.request("GET", path)
                    if probe.getresponse().status == 404:
                        print("  (this version does not have the page)")
                        continue
                for kind, requests in searches(path, o.names, o.requests):
                    measured.row(kind, requests)
        finally:
            served.stop()


if __name__ == "__main__":
    main()
