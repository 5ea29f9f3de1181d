#!/usr/bin/env python3
"""Prints the tables of docs/performance.md from the results of scripts/bench.sh: report.py FOLDER

FOLDER contains <compiler>-<operation>.json (Google Benchmark) for gcc and clang, and optionally command.json (command.py).
"""

import json
import statistics
import sys
from pathlib import Path

PEERS = {"uriparser": "uriparser", "boost": "Boost.URL", "curl": "libcurl"}
# The goal: how many times as fast, on web URLs.
TARGETS = {
    ("parse", "web"): {"uriparser": 9, "boost": 10, "curl": 14},
    ("normalize", "web"): {"uriparser": 10},
    ("resolve", "rfc3986-5.4"): {"uriparser": 4},
}
SCALAR_TARGET = 2.5


def load(folder):
    """{(operation, list, who): {compiler: (median, spread)}}"""
    values, context = {}, {}
    for path in sorted(folder.glob("*-*.json")):
        compiler = path.stem.split("-")[0]
        data = json.loads(path.read_text())
        context |= data["context"]
        for run in data["benchmarks"]:
            if run.get("run_type") == "iteration":
                operation, list_name, who = run["run_name"].split("/", 2)
                values.setdefault((operation, list_name, who), {}).setdefault(compiler, []).append(run["ns"])
    table = {}
    for key, by_compiler in values.items():
        for compiler, ns in by_compiler.items():
            low, median, high = statistics.quantiles(ns, n=4) if len(ns) > 1 else (ns[0],) * 3
            table.setdefault(key, {})[compiler] = (median, (high - low) / median)
    order = ("parse", "normalize", "compare", "resolve", "web", "file", "urn", "long", "own")
    rank = {name: i for i, name in enumerate(order)}
    kernels = {"avx512": 0, "avx2": 1, "scalar": 2}

    def place(key):
        operation, list_name, who = key
        return rank.get(operation, 99), rank.get(list_name, 99), kernels.get(who.partition(":")[2], 3), who

    return {key: dict(sorted(table[key].items(), reverse=True)) for key in sorted(table, key=place)}, context


def verdict(ok):
    return "reached" if ok else "MISSED"


def library(table):
    names = {who.split(" ")[0]: None for _, _, who in table}
    kernels = [who for who in names if who.startswith("uniform")]
    groups = dict.fromkeys((operation, list_name) for operation, list_name, _ in table)

    def best(group, peer):
        """The fastest build and method of the other library."""
        times = [t for (operation, list_name, who), by in table.items() for t, _ in by.values()
                 if (operation, list_name) == group and who.split(" ")[0] == peer and "simple" not in who]
        return min(times, default=None)

    print("| operation | list | kernel | compiler | ns | spread | uriparser | Boost.URL | libcurl | target |")
    print("|---|---|---|---|---:|---:|---:|---:|---:|---|")
    for group in groups:
        for who in kernels:
            for compiler, (ns, spread) in table.get((*group, who), {}).items():
                kernel = who.partition(":")[2]
                cells, goals = [], []
                wanted = TARGETS.get(group, {})
                if kernel == "scalar":
                    wanted = {"uriparser": SCALAR_TARGET} if group == ("parse", "web") else {}
                for peer in PEERS:
                    time = best(group, peer)
                    cells.append("" if time is None else f"{time / ns:.1f}x")
                    if time is not None and peer in wanted:
                        goals.append(f"{wanted[peer]}x {verdict(time / ns >= wanted[peer])}")
                print(f"| {group[0]} | {group[1]} | {kernel} | {compiler} | {ns:.1f} | {spread:.0%} | "
                      f"{' | '.join(cells)} | {', '.join(goals)} |")
    print("\nThe other libraries, ns in their faster build, and the spread of that build:\n")
    print("| operation | list | " + " | ".join(PEERS.values()) + " |")
    print("|---|---|---:|---:|---:|")
    for group in groups:
        cells = []
        for peer in PEERS:
            ways = [(t, s, who.partition(" ")[2]) for (operation, list_name, who), by in table.items()
                    for t, s in by.values() if (operation, list_name) == group and who.split(" ")[0] == peer]
            way = min(ways, default=None)
            cells.append("" if way is None else f"{way[0]:.0f} ({way[1]:.0%})" + (" " + way[2] if way[2] else ""))
        print(f"| {group[0]} | {group[1]} | {' | '.join(cells)} |")
    print()
    others = {key: by for key, by in table.items() if key[2] in ("uniform simple", "uniform hash")}
    for (operation, list_name, who), by in others.items():
        print(f"- {operation} {list_name} {who}: " + ", ".join(f"{c} {ns:.1f} ns" for c, (ns, _) in by.items()))
    for kernel in kernels:
        web, urn = table.get(("parse", "web", kernel), {}), table.get(("parse", "urn", kernel), {})
        for compiler in sorted(web.keys() & urn.keys(), reverse=True):
            print(f"- URNs no slower than web URLs, {kernel.partition(':')[2]}, {compiler}: {urn[compiler][0]:.1f} ns "
                  f"and {web[compiler][0]:.1f} ns: {verdict(urn[compiler][0] <= web[compiler][0])}")


def urns(table):
    """Operations "urn" and "namespace": nanoseconds, and the goals."""
    print("\n| | | kernel | compiler | ns | spread | million/s |")
    print("|---|---|---|---|---:|---:|---:|")
    for (operation, what, who), by in table.items():
        name, _, kernel = who.partition(":")
        for compiler, (ns, spread) in by.items():
            print(f"| {operation} {what} | {name} | {kernel} | {compiler} | {ns:.1f} | {spread:.0%} | {1e3 / ns:.1f} |")
    print()
    for (operation, what, who), by in table.items():
        name, _, kernel = who.partition(":")
        if (operation, what) == ("urn", "parse") and name in ("as-urn", "as-urn-of-rfc2141"):
            web = table[operation, what, f"web-as-long:{kernel}"]
            print(f"- {name} in at most the time of a generic URI of the same length, {kernel}: " +
                  ", ".join(f"{c} {ns:.1f} and {web[c][0]:.1f} ns: {verdict(ns <= web[c][0])}"
                            for c, (ns, _) in by.items()))
        if (operation, name) == ("namespace", "uniform normalize"):
            print(f"- {what} normalized by namespace rules, 5 million a second: " +
                  ", ".join(f"{c} {1e3 / ns:.1f}: {verdict(ns <= 200)}" for c, (ns, _) in by.items()))


def iris(table):
    """Gigabytes a second; the goals are a gigabyte a second of UTF-8, and the speed of RFC 3986 on US-ASCII."""
    print("\n| list | what | kernel | compiler | GB/s | spread |")
    print("|---|---|---|---|---:|---:|")
    for (_, list_name, who), by in table.items():
        name, _, kernel = who.partition(":")
        for compiler, (ns, spread) in by.items():
            print(f"| {list_name} | {name} | {kernel} | {compiler} | {1 / ns:.2f} | {spread:.0%} |")
    print()
    for (_, list_name, who), by in table.items():
        name, _, kernel = who.partition(":")
        if name != "rfc3987" or kernel == "scalar":
            continue
        for compiler, (ns, _) in by.items():
            if list_name == "iri":
                print(f"- at least 1 GB/s of UTF-8, {kernel}, {compiler}: {1 / ns:.2f}: {verdict(ns <= 1)}")
            else:
                ratio = table[("iri", "web", f"rfc3986:{kernel}")][compiler][0] / ns
                print(f"- US-ASCII at the speed of RFC 3986, {kernel}, {compiler}: {ratio:.2f}x: "
                      f"{verdict(ratio >= 0.97)}")


def find(table, peer):
    """Megabytes a second; the goal is 500 where URIs are rare, and five times the speed of linkify-it on each text."""
    print("\n| text | options | compiler | MB/s | spread | times linkify-it's best |")
    print("|---|---|---|---:|---:|---:|")
    rates = {p["text"]: p["megabytes_per_second"]["best"] for p in peer}
    for (_, text, how), by in table.items():
        for compiler, (ns, spread) in by.items():
            times = f"{1e3 / ns / rates[text]:.0f}" if text in rates else ""
            print(f"| {text} | {how} | {compiler} | {1e3 / ns:.0f} | {spread:.0%} | {times} |")
    print()
    for p in peer:
        print(f"- {p['peer']} (Node.js {p['node']}), {p['text']}: {p['megabytes_per_second']['median']} MB/s, the best "
              f"pass {p['megabytes_per_second']['best']}; found {p['found']}")
    for (_, text, how), by in table.items():
        if how != "whole":
            continue
        slowest = min(1e3 / ns for ns, _ in by.values())
        if text in ("prose", "code", "colons"):
            print(f"- at least 500 MB/s on {text}: {slowest:.0f}: {verdict(slowest >= 500)}")
        if text in rates:
            print(f"- at least 5 times linkify-it on {text}: {slowest / rates[text]:.0f}: "
                  f"{verdict(slowest >= 5 * rates[text])}")


def command(data):
    runs, megabytes = data["commands"], data["bytes"] / 1e6
    labels = {"curl": "libcurl: parse and print", "curl normalize": "libcurl: components decoded and set again",
              "curl unique": "libcurl: the same, each once"}
    print(f"\nThe command on {data['lines']:,} lines, {megabytes:.1f} MB (best of its runs):\n")
    print("| | MB/s | MB/s of CPU time | million lines/s | peak memory | with four times the input |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, r in runs.items():
        label = labels.get(name) or "`uniform " + name.replace(" ", " --threads ") + "`"
        large = f"{r['rss 4x'] / 1e6:.1f} MB" if "rss 4x" in r else ""
        print(f"| {label} | {megabytes / r['wall']:.0f} | {megabytes / r['cpu']:.0f} | "
              f"{data['lines'] / 1e6 / r['wall']:.2f} | {r['rss'] / 1e6:.1f} MB | {large} |")
    print()
    for verb, peers in (("normalize", ("curl", "curl normalize")), ("unique", ("curl", "curl unique"))):
        one, two = runs[f"{verb} 1"], runs[f"{verb} 2"]
        speed = megabytes / one["wall"]
        print(f"- `{verb}`, one core: {speed:.0f} MB/s; target 300: {verdict(speed >= 300)}")
        for peer in peers:
            ratio, both = runs[peer]["wall"] / one["wall"], runs[peer]["wall"] / two["wall"]
            print(f"- `{verb}`, lines per second against {labels[peer]}: {ratio:.1f}x with one thread, "
                  f"{both:.1f}x with two; target 50x: {verdict(ratio >= 50)}, {verdict(both >= 50)}")
        scaling, work = one["wall 4x"] / two["wall 4x"], two["cpu"] / one["cpu"]
        print(f"- `{verb}`, two threads against one, on the larger input: {scaling:.2f}x in time, target nearly 2x; "
              f"{work:.2f}x the CPU time")
    own = runs["normalize 1"]["rss"]
    growth = runs["normalize 1"]["rss 4x"] / own
    print(f"- `normalize`, memory with four times the input: {growth:.2f}x; target no growth: {verdict(growth < 1.1)}")
    for i, key in enumerate(("rss", "rss 4x")):
        beyond = (runs["unique 1"][key] - data["kept"][i]) / data["distinct"][i]
        net = beyond - own / data["distinct"][i]
        print(f"- `unique`, bytes in addition to the text for each of {data['distinct'][i]:,} distinct URIs: {beyond:.1f}, "
              f"of which {beyond - net:.1f} are the process itself; target 24: {verdict(net <= 24)}")


def command_urns(data):
    megabytes, cpu = data["bytes"] / 1e6, data["cpu"]
    print(f"\nThe command on a million URNs and on URIs of the same lengths, {megabytes:.1f} MB, one thread:\n")
    print("| | MB/s of CPU time | million lines/s |")
    print("|---|---:|---:|")
    for name, seconds in cpu.items():
        print(f"| `uniform {name}` | {megabytes / seconds:.0f} | {1 / seconds:.2f} |")
    print()
    for uri, urn in (("check", "urn check --quiet --require syntax"), ("normalize", "urn normalize"),
                     ("unique", "unique --urn lexical")):
        ratio = cpu[uri] / cpu[urn]
        print(f"- `{urn}` against `{uri}`: {ratio:.2f}x the speed; target the same: {verdict(ratio >= 0.9)}")


def main():
    folder = Path(sys.argv[1])
    table, context = load(folder)
    for key, value in context.items():
        if key.startswith("list "):
            print(f"- {key}: {value}")
    print()
    about_urns = ("urn", "namespace")
    library({key: by for key, by in table.items() if key[0] not in (*about_urns, "iri", "find")})
    urns({key: by for key, by in table.items() if key[0] in about_urns})
    iris({key: by for key, by in table.items() if key[0] == "iri"})
    peer = folder / "find_peer.jsonl"
    find({key: by for key, by in table.items() if key[0] == "find"},
         [json.loads(line) for line in peer.read_text().splitlines()] if peer.exists() else [])
    if (folder / "command.json").exists():
        measured = json.loads((folder / "command.json").read_text())
        command(measured)
        command_urns(measured["urns"])


if __name__ == "__main__":
    main()
