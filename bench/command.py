#!/usr/bin/env python3
"""Measures the command on a million lines, compared with a line tool that uses libcurl, and on a million URNs, compared
with URIs of the same lengths: command.py BUILD_FOLDER LISTS OUT.json

Every number is the best of several alternating runs. Standard input is a file in the page cache, standard output is
discarded; the first runs are not counted.
"""

import argparse
import json
import subprocess
from pathlib import Path

ROUNDS = 7


def run(timed, arguments, path):
    with open(path, "rb") as f:
        done = subprocess.run([str(timed), *map(str, arguments)], stdin=f, capture_output=True, text=True)
    try:
        wall, cpu, rss, status = done.stdout.split()
    except ValueError:
        raise SystemExit(f"command.py: {arguments}: {done.stderr}") from None
    if status not in ("0", "1"):  # 1: some are not valid
        raise SystemExit(f"command.py: {arguments} ended with {status}: {done.stderr[:500]}")
    return {"wall": float(wall), "cpu": float(cpu), "rss": int(rss) * 1024}


def distinct(uniform, path):
    """Number and bytes (without line ends) of the output of `unique`."""
    count = size = 0
    with open(path, "rb") as f, subprocess.Popen([uniform, "unique"], stdin=f, stdout=subprocess.PIPE) as p:
        for line in p.stdout:
            count += 1
            size += len(line) - 1
    return count, size


def urns(timed, uniform, lists):
    """CPU time of the verbs for URNs with URNs, and of those for URIs with URIs of the same lengths; one thread."""
    names, sized = lists / "million-urns.txt", lists / "million-sized.txt"
    syntax = ["urn", "check", "--quiet", "--require", "syntax"]
    commands = {
        "check": (sized, ["check"]),
        "urn check --quiet --require syntax": (names, syntax),
        "urn check --list valid --on-error drop": (names, ["urn", "check", "--list", "valid", "--on-error", "drop"]),
        "normalize": (sized, ["normalize"]),
        "normalize, URNs": (names, ["normalize"]),
        "urn normalize": (names, ["urn", "normalize"]),
        "urn normalize --urn namespace": (names, ["urn", "normalize", "--urn", "namespace"]),
        "unique": (sized, ["unique"]),
        "unique --urn lexical": (names, ["unique", "--urn", "lexical"]),
        "unique --urn namespace": (names, ["unique", "--urn", "namespace"]),
    }
    best = {}
    for _ in range(ROUNDS):
        for name, (path, words) in commands.items():
            cpu = run(timed, [uniform, *words, "--threads", "1"], path)["cpu"]
            best[name] = min(cpu, best.get(name, cpu))
    return {"bytes": names.stat().st_size, "cpu": best}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("lists", type=Path)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    binaries = arguments.build / "bin"
    timed, uniform, curl = binaries / "timed", binaries / "uniform", binaries / "curl_lines"
    one, four = arguments.lists / "million.txt", arguments.lists / "million-4x.txt"

    commands = {
        "normalize 1": [uniform, "normalize", "--threads", "1"],
        "normalize 2": [uniform, "normalize", "--threads", "2"],
        "unique 1": [uniform, "unique", "--threads", "1"],
        "unique 2": [uniform, "unique", "--threads", "2"],
        "curl": [curl],
        "curl normalize": [curl, "--normalize"],
        "curl unique": [curl, "--unique"],
    }
    runs = {name: [] for name in commands}
    for turn in range(ROUNDS + 1):
        for name, command in commands.items():
            if name.startswith("curl") and turn > 3:
                continue
            result = run(timed, command, one)
            if turn > 0:
                runs[name].append(result)
    large = {name: [] for name in commands if not name.startswith("curl")}
    for _ in range(ROUNDS):
        for name, measured in large.items():
            measured.append(run(timed, commands[name], four))

    lines = 1_000_000
    size = one.stat().st_size
    count, kept = distinct(uniform, one)
    count4, kept4 = distinct(uniform, four)
    result = {"lines": lines, "bytes": size, "distinct": [count, count4], "kept": [kept, kept4], "commands": {}}
    for name, measured in runs.items():
        entry = {key: min(r[key] for r in measured) for key in ("wall", "cpu")}
        walls = sorted(r["wall"] for r in measured)
        entry["median"] = walls[len(walls) // 2]
        entry["rss"] = max(r["rss"] for r in measured)
        if name in large:
            entry["rss 4x"] = max(r["rss"] for r in large[name])
            entry["wall 4x"] = min(r["wall"] for r in large[name])
        result["commands"][name] = entry
    result["urns"] = urns(timed, uniform, arguments.lists)
    arguments.out.write_text(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
