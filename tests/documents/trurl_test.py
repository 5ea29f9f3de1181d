#!/usr/bin/env python3
"""Checks that docs/guide/trurl.md names, for each option and qualifier of trurl 0.16, what it is called here or why there
is nothing."""

import re
import sys
from pathlib import Path

GUIDE = Path(__file__).resolve().parent.parent.parent / "docs" / "guide" / "trurl.md"

OPTIONS = """
--accept-space --append --as-idn --curl --default-port --get --help --iterate --json --keep-port --no-guess-scheme
--punycode --qtrim --query-separator --quiet --redirect --replace --replace-append --set --sort-query --trim --url
--url-file --urlencode --verify --version -a -f -g -h -s -v
{url:COMPONENT} {default:port} {must:COMPONENT} {strict:COMPONENT} {idn:host} {puny:host} {query:KEY} {query-all:KEY}
{options} {zoneid}
""".split()


def main():
    rows = [line.split(" | ", 1) for line in GUIDE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    named = {word for first, _ in rows for code in re.findall(r"`([^`]*)`", first) for word in code.split()}
    missing = [option for option in OPTIONS if option not in named]
    empty = [first for first, second in rows if not second.strip(" |")]
    for option in missing:
        print(f"{GUIDE.name}: {option} of trurl is missing")
    for row in empty:
        print(f"{GUIDE.name}: nothing is said about {row}")
    print(f"{len(OPTIONS)} options of trurl, {len(missing)} missing")
    return 1 if missing or empty else 0


if __name__ == "__main__":
    sys.exit(main())
