#!/usr/bin/env python3
"""docs/testing.md has a row for each edition whose grammar is put to the recognizers: tests/proof/cases.cpp.

A row has the figures of a run, or "not run" and the reason.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEAD = "| edition | languages | boundaries | texts with each kernel |"


def editions(source):
    """The names in edition_cases().

    >>> editions('edition_cases() {\\n    static const x{\\n        {"RFC 1", texts(),\\n        {"2003 draft",\\n    };\\n}\\n{"RFC 2", y')
    ['RFC 1', '2003 draft']
    """
    body = source[source.index("edition_cases() {"):]
    return re.findall(r'^ {8}\{"([^"]+)",', body[:body.index("\n}\n")], re.MULTILINE)


def rows(page):
    """The cells of each row of the table, by the edition.

    >>> rows(HEAD + "\\n|---|---|\\n| RFC 1 | not run | why | | |\\n\\n")
    {'RFC 1': ['not run', 'why', '', '']}
    """
    lines = page[page.index(HEAD):].split("\n\n")[0].splitlines()[2:]
    cells = [[c.strip() for c in line.strip("|").split("|")] for line in lines]
    return {first: rest for first, *rest in cells}


def fault_of(row):
    """The fault of the cells of a row; empty: there is none.

    >>> fault_of(['38', '72', '21,219,336', '3', '0', '7 s']), fault_of(['not run', 'since the sets changed', '', '', '', ''])
    ('', '')
    >>> fault_of(['not run', '', '', '', '', '']), fault_of(['38', '', '', '', '', ''])
    ('not run, without a reason', 'neither figures nor "not run"')
    """
    if row[0] == "not run":
        return "" if row[1] else "not run, without a reason"
    return "" if all(re.match(r"\d", cell) for cell in row) else 'neither figures nor "not run"'


def main():
    names = editions((ROOT / "tests/proof/cases.cpp").read_text(encoding="utf-8"))
    table = rows((ROOT / "docs/testing.md").read_text(encoding="utf-8"))
    wrong = [f"docs/testing.md has no row for {name}" for name in names if name not in table]
    wrong += [f"{name}: {fault}" for name in names if name in table and (fault := fault_of(table[name]))]
    wrong += [f"{name} is no edition of tests/proof/cases.cpp" for name in table if name not in names and name[:8] != "the part"]
    for line in wrong:
        print(line)
    print(f"{len(names)} editions, {len(wrong)} mistakes")
    return 1 if wrong or not names else 0


if __name__ == "__main__":
    sys.exit(main())
