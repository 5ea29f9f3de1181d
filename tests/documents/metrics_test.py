#!/usr/bin/env python3
"""Compares the table of metrics in docs/operations.md with the sources: each metric of /metrics has a row, and each row
its metric."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# A metric where it is made, with its type; and a row of the table of counters.
MADE = re.compile(r'"([a-z_]+)",\s*"(?:gauge|counter|histogram)"')
COUNTED = re.compile(r'^    \{counter::[a-z_]+,\s+"([a-z_]+_total)",', re.MULTILINE)


def made(text: str) -> set[str]:
    """The names of the metrics that a source makes.

    >>> sorted(made('head(out, "a_total", "counter", "x");\\n    {counter::b, "b_total", "y"},\\n add("c",\\n "gauge", "z");'))
    ['a_total', 'b_total', 'c']
    """
    return set(MADE.findall(text)) | set(COUNTED.findall(text))


def documented(text: str) -> set[str]:
    """The names in the first column of the table of metrics, without "uniform_".

    >>> sorted(documented("| metric | meaning |\\n|---|---|\\n| `uniform_a{b}`, `uniform_c` | d |\\n\\n| `uniform_e` | f |"))
    ['a', 'c']
    """
    table = text.split("| metric | meaning |\n|---|---|\n", 1)[1].split("\n\n", 1)[0]
    first = [line.split("|")[1] for line in table.splitlines()]
    return {name for cell in first for name in re.findall(r"`uniform_(\w+)", cell)}


def main() -> int:
    found: dict[str, str] = {}
    for folder in ("src/http", "src/links", "src/service"):
        for path in sorted((ROOT / folder).rglob("*.[ch]pp")):
            for name in made(path.read_text(encoding="utf-8")):
                found.setdefault(name, str(path.relative_to(ROOT)))
    rows = documented((ROOT / "docs/operations.md").read_text(encoding="utf-8"))
    for name in sorted(found.keys() - rows):
        print(f"{found[name]}: the metric uniform_{name} has no row in the table of metrics of docs/operations.md")
    for name in sorted(rows - found.keys()):
        print(f"docs/operations.md: no source makes the metric uniform_{name}")
    return 1 if found.keys() != rows else 0


if __name__ == "__main__":
    sys.exit(main())
