"""Histories of requests through faults of a cluster: cluster_histories_test.py UNIFORM KIND COUNT [SEED].

Starts deploy/cluster/local.sh, where clients (workload.py) use HAProxy and both services, and disturbs it COUNT times in
one way (faults.py). Then everything is read again, and the checker judges the history. Prints for how long nothing was
written and nothing was read by clients of HAProxy at each fault, and writes it to KIND-SEED.json beside the history.
SIGTERM ends it in order after the fault at hand. campaign.py runs several of these; needs root.
"""
import json
import os
import random
import signal
import sys
import threading
import time
from pathlib import Path

import checking
import faults
import results
from local_cluster import Cluster, end_of, need_root

TARGETS = ["proxy=https://proxy1:8443", "serve1=https://serve1:8141", "serve2=https://serve2:8141"]
READS = ("read", "resolve", "owner")


def gaps(history, windows):
    """The longest time in each window without an acknowledged write, and without a read, by HAProxy."""
    moments = {True: [], False: []}
    with open(history, encoding="utf-8") as file:
        for line in map(json.loads, file):
            if line.get("outcome") == "done" and line.get("at") == "proxy" and "end" not in line:
                moments[line["do"] in READS].append(line["return"])
    longest = {True: [], False: []}
    for of_reads, times in moments.items():
        times.sort()
        for begin, end in windows:
            inside = [begin, *(t for t in times if begin <= t <= end), end]
            longest[of_reads].append(max(b - a for a, b in zip(inside, inside[1:])) / 1e9)
    return longest[False], longest[True]


def disturb(cluster, kind, count, seed, history, ending):
    """The windows of the faults, and the counts of the client."""
    if kind == "disks":
        faults.prepare_disks(cluster)
    cluster.local("up")
    if kind == "clocks":
        faults.prepare_clocks(cluster)
    client = cluster.client("workload.py", history, cluster.folder / "token", cluster.authority, *TARGETS)
    all_faults = faults.Faults(cluster, client, random.Random(seed))
    windows = []
    for number in range(1, count + 1):
        begin, end = all_faults.one(kind)
        windows.append((begin, end))
        print(f"{number} of {count}: {(end - begin) / 1e9:.1f} s, the primary is {cluster.leader()}", flush=True)
        if ending.is_set():
            break
    counts = end_of(client)
    checking.add_verified(history, lambda head: cluster.store("verify", "--known", head))
    return windows, counts


def main(command, kind, count, seed="8141"):
    need_root()
    ending = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: ending.set())
    checker = checking.build()
    folder = Path(os.environ.get("UNIFORM_HISTORIES", checking.ROOT / "build/histories"))
    folder.mkdir(parents=True, exist_ok=True)
    history = folder / f"{kind}-{seed}"
    began = time.monotonic()
    with Cluster(command) as cluster:
        try:
            windows, counts = disturb(cluster, kind, int(count), int(seed), history, ending)
        finally:
            if kind == "disks":
                faults.release_disks(cluster)
    writes, reads = gaps(history, windows)
    result = {"kind": kind, "seed": int(seed), "faults": len(windows), "seconds": time.monotonic() - began, "counts": counts,
              "no_write": writes, "no_read": reads, "mistakes": checking.check(checker, history)}
    history.with_suffix(".json").write_text(json.dumps(result))
    print(results.line([result]))
    if results.is_wrong(result):
        sys.exit(f"the history {history} has mistakes, or clients failed: {counts['failures']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
