"""The campaign of faults of clusters: campaign.py FOLDER UNIFORM KIND=COUNT... [--clusters N] [--faults N] [--seed N].

Runs cluster_histories_test.py in pieces of a few faults, several clusters at the same time, until each kind has as many
faults as asked for. What a piece found is in FOLDER (KIND-SEED.json, .log, and the history KIND-SEED), so that a campaign
that was interrupted goes on where it was: SIGTERM and SIGINT end each piece after the fault at hand. A piece that does
not end in order, as when a cluster does not come up, counts for nothing and is noted in KIND-SEED.log.

`campaign.py --sum FOLDER...` prints a line for each kind, of all pieces in these folders.
"""
import argparse
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import results
from faults import KINDS

TEST = Path(__file__).with_name("cluster_histories_test.py")
# A cluster that does not come up is often a machine that is too busy: several in a row are a mistake.
MOST_BROKEN = 3


def of_kinds(folders):
    """The results of all pieces by kind."""
    found = {}
    for file in sorted(file for folder in folders for file in Path(folder).glob("*-*.json")):
        one = json.loads(file.read_text(encoding="utf-8"))
        found.setdefault(one["kind"], []).append(one)
    return found


class Campaign:
    def __init__(self, options):
        self.options, self.folder = options, Path(options.folder)
        self.lock, self.ending = threading.Lock(), threading.Event()
        self.running, self.planned, self.broken = {}, {}, 0
        self.done = {kind: sum(one["faults"] for one in all_of) for kind, all_of in of_kinds([self.folder]).items()}
        taken = [int(file.stem.rpartition("-")[2]) for file in self.folder.glob("*-*.log")]
        self.seed = max([options.seed - 1, *taken])

    def take(self):
        """A piece: the kind that is furthest behind, a number of faults, and a seed. None: there is nothing to do."""
        with self.lock:
            def behind(kind):
                return self.options.kinds[kind] - self.done.get(kind, 0) - self.planned.get(kind, 0)
            kinds = [kind for kind in self.options.kinds if behind(kind) > 0]
            if not kinds or self.ending.is_set():
                return None
            kind = max(kinds, key=lambda one: behind(one) / self.options.kinds[one])
            count = min(self.options.faults, behind(kind))
            self.planned[kind] = self.planned.get(kind, 0) + count
            self.seed += 1
            return kind, count, self.seed

    def run(self, kind, count, seed):
        with open(self.folder / f"{kind}-{seed}.log", "w", encoding="utf-8") as log:
            process = subprocess.Popen([sys.executable, "-B", TEST, self.folder / "uniform", kind, str(count), str(seed)],
                                       stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True,
                                       env=os.environ | {"UNIFORM_HISTORIES": str(self.folder)})
            with self.lock:
                self.running[seed] = process
                if self.ending.is_set():
                    process.terminate()
            process.wait()
        file = self.folder / f"{kind}-{seed}.json"
        one = json.loads(file.read_text(encoding="utf-8")) if file.exists() else None
        with self.lock:
            del self.running[seed]
            self.planned[kind] -= count
            if one:
                self.done[kind] = self.done.get(kind, 0) + one["faults"]
            self.broken = 0 if one else self.broken + 1
            if self.broken >= MOST_BROKEN:
                self.ending.set()
        says = results.line([one]) if one else f"{kind}: seed {seed} ended with {process.returncode}"
        print(f"{time.strftime('%H:%M:%S')} {says}; load {os.getloadavg()[0]:.1f}", flush=True)

    def wait(self, number):
        """A busy machine breaks clusters, and measures itself. Those that wait do not begin in the same moment."""
        while os.getloadavg()[0] > self.options.load and not self.ending.wait(20 + 15 * number):
            continue

    def work(self, number):
        self.wait(number)
        while piece := self.take():
            self.run(*piece)
            self.wait(number)

    def end(self, *_):
        self.ending.set()
        for process in list(self.running.values()):
            process.terminate()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sum", nargs="+", metavar="FOLDER")
    parser.add_argument("words", nargs="*", metavar="FOLDER UNIFORM KIND=COUNT")
    parser.add_argument("--clusters", type=int, default=1, help="at the same time (default: 1)")
    parser.add_argument("--faults", type=int, default=20, help="in a piece, which is the life of a cluster (default: 20)")
    parser.add_argument("--load", type=float, default=float("inf"), help="of the machine, above which no piece begins")
    parser.add_argument("--seed", type=int, default=1, help="of the first piece; each one has the next (default: 1)")
    options = parser.parse_args()
    if not options.sum:
        options.folder, command, *kinds = options.words if len(options.words) > 2 else parser.error("FOLDER UNIFORM KIND=COUNT")
        options.kinds = {kind: int(count) for kind, _, count in (one.partition("=") for one in kinds)}
        if unknown := options.kinds.keys() - set(KINDS):
            parser.error(f"no kind of fault: {', '.join(unknown)}")
        Path(options.folder).mkdir(parents=True, exist_ok=True)
        # A copy, so that nobody builds another one in the middle of a campaign.
        if not (copy := Path(options.folder) / "uniform").exists():
            copy.write_bytes(Path(command).read_bytes())
            copy.chmod(0o755)
        campaign = Campaign(options)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, campaign.end)
        workers = [threading.Thread(target=campaign.work, args=[number]) for number in range(options.clusters)]
        for one in workers:
            one.start()
        for one in workers:
            one.join()
    found = of_kinds(options.sum or [options.folder])
    for all_of in found.values():
        print(results.line(all_of))
    wrong = any(results.is_wrong(one) for all_of in found.values() for one in all_of)
    missing = not options.sum and any(campaign.done.get(kind, 0) < count for kind, count in options.kinds.items())
    sys.exit(1 if wrong or missing else 0)


if __name__ == "__main__":
    main()
