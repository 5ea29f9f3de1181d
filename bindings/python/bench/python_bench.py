#!/usr/bin/env python3
"""Measures the package beside urllib.parse and beside the same loops in C++: python3 python_bench.py LOOPS [LIST]

LOOPS is the program of loops.cpp (the target uniform_python_loops). LIST has a URL on each line; without it, the list is
made. CPU time, the best of seven; each call gets a text that it did not see before, because urllib.parse keeps results.
"""

import subprocess
import sys
import tempfile
import time
import urllib.parse as peer
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

import uniform
import uniform.arrow
import uniform.urllib

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
import lists  # noqa: E402

BASE = "http://a/b/c/d;p?q"


def query(u):
    return "a=1&b=2%20&c=" + u[8:20]


def encoded(u):
    return "a%20%C3%A9" + u[8:]


def data(u):
    return "a b" + u[8:]


# name, call, name and call of urllib.parse, and what both are given, made of a URL before the clock runs
CALLS = [
    ("parse", uniform.parse, "urlsplit", peer.urlsplit, str),
    ("parse(u).host", lambda u: uniform.parse(u).host, "urlsplit(u).hostname", lambda u: peer.urlsplit(u).hostname, str),
    ("resolve", lambda u: uniform.resolve(BASE, u), "urljoin", lambda u: peer.urljoin(BASE, u), lambda u: u[8:]),
    ("parameters", uniform.parameters, "parse_qsl", peer.parse_qsl, query),
    ("decode", uniform.decode, "unquote", peer.unquote, encoded),
    ("encode", uniform.encode, "quote", peer.quote, data),
]
URLLIB = {"urlsplit": str, "urlparse": str, "urldefrag": str, "quote": data, "quote_plus": data, "unquote": encoded, "unquote_plus": encoded,
          "unquote_to_bytes": encoded, "parse_qsl": query, "parse_qs": query, "urlencode": lambda u: {"a": "1 2", "b": u},
          "urlunsplit": lambda u: tuple(peer.urlsplit(u)), "urlunparse": lambda u: tuple(peer.urlparse(u))}
CALLS += [("urllib." + name, getattr(uniform.urllib, name), name, getattr(peer, name), make) for name, make in URLLIB.items()]
CALLS += [("urllib.urljoin", lambda u: uniform.urllib.urljoin(BASE, u), "urljoin", lambda u: peer.urljoin(BASE, u),
           lambda u: u[8:])]


def best(run, make, times=7):
    least = float("inf")
    for k in range(times):
        given = make(k)
        begin = time.process_time()
        run(given)
        least = min(least, time.process_time() - begin)
    return least


def each(call):
    def run(texts):
        for text in texts:
            call(text)
    return run


def main():
    urls = [u for u in (Path(sys.argv[2]).read_text().splitlines() if len(sys.argv) > 2 else lists.urls(50000))
            if uniform.valid(u)][:50000]
    print(f"Python {sys.version.split()[0]}: {len(urls)} texts, {sum(map(len, urls)) / len(urls):.0f} characters on average")
    print("| call | ns | urllib.parse | ns | times as fast |\n|---|---|---|---|---|")
    for name, own, other_name, other, make in CALLS:
        # In turn, so that what else the machine does meets both.
        a = b = float("inf")
        for k in range(7):
            texts = [make(u + str(k)) for u in urls]
            a = min(a, best(each(own), lambda _: texts, 1) / len(urls) * 1e9)
            b = min(b, best(each(other), lambda _: texts, 1) / len(urls) * 1e9)
        print(f"| `{name}` | {a:.0f} | `{other_name}` | {b:.0f} | {b / a:.1f} |", flush=True)
    print("\nurlunsplit is not ten times as fast: urllib.parse joins what it is given, and this makes sure that the result is "
          f"valid, which takes `valid` alone {best(each(uniform.valid), lambda k: [u + str(k) for u in urls]) / len(urls) * 1e9:.0f} ns.")
    many = urls * 10
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(u + "\n" for u in many))
        file.flush()
        column = pa.array(many)
        loops, columns = {}, {}
        for _ in range(3):  # in turn, as above
            for line in subprocess.run([sys.argv[1], file.name], capture_output=True, text=True, check=True).stdout.splitlines():
                name, ns, _ = line.split()
                loops[name] = min(loops.get(name, float("inf")), float(ns))
            for name in loops:
                ns = best(getattr(uniform.arrow, name), lambda k: column) / len(many) * 1e9
                columns[name] = min(columns.get(name, float("inf")), ns)
    print("\n| column | ns a row | the loop in C++ | ratio of the speeds |\n|---|---|---|---|")
    for name, ns in loops.items():
        print(f"| `{name}` | {columns[name]:.1f} | {ns:.1f} | {ns / columns[name]:.2f} |", flush=True)
    a = best(pc.utf8_lower, lambda k: column) / len(many) * 1e9
    print(f"\nFor comparison, pyarrow.compute.utf8_lower: {a:.1f} ns a row.")


if __name__ == "__main__":
    main()
