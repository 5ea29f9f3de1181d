#!/usr/bin/env python3
"""Compares the table of the log's events in docs/operations.md with the sources: each call of log::event(), or of a
function that hands a name on to it, has a row, and each row has its call.

The members are not compared: some are made where they are logged.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# A call of log::event() or of a function whose parameter is the name of an event. The name may follow on a later line.
CALL = re.compile(r'\b(?:event|announce|log_failure)\(\s*(?:[^"();{}]*,\s*)?"(\w+)"')
# Names that are chosen before the call.
CHOSEN = re.compile(r'\bevent\((?:[^"();{}]*,)?\s*[^"();{}]*\?\s*"(\w+)"\s*:\s*"(\w+)"')
# The line of a request is made by its own function.
ADDED = re.compile(r'\.add\("event", "(\w+)"\)')

# Told to people at a terminal, never to the log.
FOR_PEOPLE = {"administrator_token_shown"}


def logged(text: str) -> set[str]:
    """The names of events that a source logs.

    >>> sorted(logged('log_.event(level::info, "started", {}); announce("made",\\n "it"); log_failure(s, r, "x", why);'))
    ['made', 'started', 'x']
    >>> sorted(logged('log.event(level::info, on ? "first" : "second");'))
    ['first', 'second']
    """
    names = set(CALL.findall(text)) | set(ADDED.findall(text))
    for pair in CHOSEN.findall(text):
        names.update(pair)
    return names


def documented(text: str) -> set[str]:
    """The names in the first column of the table of events.

    >>> documented("| event | when | members |\\n|---|---|---|\\n| `a` | b | c |\\n\\n| `d` | e |")
    {'a'}
    """
    table = text.split("| event | when | members |\n", 1)[1].split("\n\n", 1)[0]
    return set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))


def main() -> int:
    found: dict[str, str] = {}
    for folder in ("src/http", "src/links", "src/service", "apps/uniform/service"):
        for path in sorted((ROOT / folder).rglob("*.[ch]pp")):
            for name in logged(path.read_text(encoding="utf-8")) - FOR_PEOPLE:
                found.setdefault(name, str(path.relative_to(ROOT)))
    rows = documented((ROOT / "docs/operations.md").read_text(encoding="utf-8"))
    for name in sorted(found.keys() - rows):
        print(f"{found[name]}: the event {name} has no row in the table of events of docs/operations.md")
    for name in sorted(rows - found.keys()):
        print(f"docs/operations.md: no source logs the event {name}")
    return 1 if found.keys() != rows else 0


if __name__ == "__main__":
    sys.exit(main())
