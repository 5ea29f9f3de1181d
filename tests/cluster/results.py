"""Results of cluster_histories_test.py, of one run or of several of the same kind.

>>> one = {"kind": "pauses", "seed": 1, "faults": 2, "seconds": 90.5, "no_write": [0.5, 26.0], "no_read": [0.1, 0.3],
...        "counts": {"writes": 1000, "reads": 2000, "unknown": 3, "failures": []}, "mistakes": {}}
>>> print(line([one]))
pauses: 2 faults with seed 1 in 90 s, 1,000 acknowledged writes, 3 of unknown outcome, 2,000 reads, no write for 13.2 s in the \
median and 26.0 s at most, no read for 0.2 s in the median and 0.3 s at most, lost 0, reassigned 0, other mistakes 0
>>> is_wrong(one), is_wrong(one | {"mistakes": {"lost write": 1}}), is_wrong(one | {"counts": {"failures": ["writer1"]}})
(False, True, True)
"""
import statistics

KNOWN = {"lost": ["lost write"], "reassigned": ["two owners", "number twice"]}


def is_wrong(result):
    return bool(any(result["mistakes"].values()) or result["counts"]["failures"])


def shown(seconds):
    return f"{statistics.median(seconds):.1f} s in the median and {max(seconds):.1f} s at most" if seconds else "no time"


def line(results):
    """The words of docs/testing.md on a kind of fault."""
    def count(name):
        return sum(one["counts"][name] for one in results)

    def gaps(name):
        return shown([gap for one in results for gap in one[name]])
    mistakes = {}
    for one in results:
        for kind, number in one["mistakes"].items():
            mistakes[kind] = mistakes.get(kind, 0) + number
    known = {word: sum(mistakes.pop(kind, 0) for kind in kinds) for word, kinds in KNOWN.items()}
    seeds = [one["seed"] for one in results]
    return (f"{results[0]['kind']}: {sum(one['faults'] for one in results)} faults with "
            f"{f'seed {seeds[0]}' if len(seeds) == 1 else f'the seeds {min(seeds)} to {max(seeds)}'} in "
            f"{sum(one['seconds'] for one in results):,.0f} s, {count('writes'):,} acknowledged writes, {count('unknown'):,} of "
            f"unknown outcome, {count('reads'):,} reads, no write for {gaps('no_write')}, no read for {gaps('no_read')}, "
            f"lost {known['lost']}, reassigned {known['reassigned']}, other mistakes {sum(mistakes.values())}")
