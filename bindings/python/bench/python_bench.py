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

CALLS = [
    ("parse", lambda u: uniform.parse(u), "urlsplit", lambda u: peer.urlsplit(u)),
    ("parse(u).host", lambda u: uniform.parse(u).host, "urlsplit(u).hostname", lambda u: peer.urlsplit(u).hostname),
    ("resolve", lambda u: uniform.resolve("http://a/b/c/d;p?q", u[8:]), "urljoin", lambda u: peer.urljoin("http://a/b/c/d;p?q", u[8:])),
    ("parameters", lambda u: uniform.parameters("a=1&b=2%20&c=" + u[8:20]), "parse_qsl", lambda u: peer.parse_qsl("a=1&b=2%20&c=" + u[8:20])),
    ("decode", lambda u: uniform.decode("a%20%C3%A9" + u[8:]), "unquote", lambda u: peer.unquote("a%20%C3%A9" + u[8:])),
    ("encode", lambda u: uniform.encode("a b" + u[8:]), "quote", lambda u: peer.quote("a b" + u[8:])),
    ("urllib.urlsplit", lambda u: uniform.urllib.urlsplit(u), "urlsplit", lambda u: peer.urlsplit(u)),
    ("urllib.urljoin", lambda u: uniform.urllib.urljoin("http://a/b/c/d;p?q", u[8:]), "urljoin", lambda u: peer.urljoin("http://a/b/c/d;p?q", u[8:])),
]


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
    print(f"{len(urls)} texts, {sum(map(len, urls)) / len(urls):.0f} characters on average")
    print("| call | ns | urllib.parse | ns | times as fast |\n|---|---|---|---|---|")
    for name, own, other_name, other in CALLS:
        a, b = (best(each(f), lambda k: [u + str(k) for u in urls]) / len(urls) * 1e9 for f in (own, other))
        print(f"| `{name}` | {a:.0f} | `{other_name}` | {b:.0f} | {b / a:.1f} |", flush=True)
    many = urls * 10
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(u + "\n" for u in many))
        file.flush()
        rows = [line.split() for line in subprocess.run([sys.argv[1], file.name], capture_output=True, text=True,
                                                        check=True).stdout.splitlines()]
    column = pa.array(many)
    print("\n| column | ns a row | the loop in C++ | ratio of the speeds |\n|---|---|---|---|")
    for name, ns, _ in rows:
        a = best(getattr(uniform.arrow, name), lambda k: column) / len(many) * 1e9
        print(f"| `{name}` | {a:.1f} | {float(ns):.1f} | {float(ns) / a:.2f} |", flush=True)
    a = best(pc.utf8_lower, lambda k: column) / len(many) * 1e9
    print(f"\nFor comparison, pyarrow.compute.utf8_lower: {a:.1f} ns a row.")


if __name__ == "__main__":
    main()
