#!/usr/bin/env python3
"""A file opens one unnamed namespace in each enclosing namespace, and reopens none.

    unnamed_namespaces_test.py [FOLDER...]     # default: FOLDERS
    python3 -m doctest unnamed_namespaces_test.py

The private names of a file stand together, so that a reader finds them in one place. Those that call a public function of
the same file have its declaration from the header.
"""

import re
import sys
from pathlib import Path

from function_bodies import blank, of_one_build

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("src", "include", "apps", "bindings", "tests", "fuzz", "bench")
SUFFIXES = (".cpp", ".hpp", ".inl")
BRACE = re.compile(r"(?P<namespace>\bnamespace\b\s*(?:\[\[[^\]]*\]\]\s*)?(?P<name>[^{};=()]*?)\s*)?\{|\}")


def unnamed_namespaces(text):
    """(enclosing namespace, line) of each unnamed namespace, in their order.

    >>> list(unnamed_namespaces("namespace a::b {\\nnamespace {\\nint i;\\n}\\nint f() { return i; }\\n}\\nnamespace {}"))
    [('a::b', 2), ('', 7)]
    >>> list(unnamed_namespaces("namespace a {\\n// namespace {\\nauto t = \\"namespace {\\";\\nnamespace b { namespace { } }\\n}"))
    [('a::b', 4)]
    >>> list(unnamed_namespaces("namespace x = y;\\nnamespace a UNIFORM_EXPORT {\\nnamespace {\\nnamespace {} } }"))
    [('a', 3), ('a::(unnamed)', 4)]
    """
    opened = []  # the names of the namespaces that are open, None for other blocks
    code = of_one_build(blank(text)[1])
    for brace in BRACE.finditer(code):
        if brace.group() == "}":
            if opened:
                opened.pop()
        elif brace["namespace"] is None:
            opened.append(None)
        elif brace["name"]:
            opened.append(brace["name"].split()[0])
        else:
            yield "::".join(filter(None, opened)), code.count("\n", 0, brace.start()) + 1
            opened.append("(unnamed)")


def reopened(text):
    """(line, line of the first) of each unnamed namespace that is open for a second time.

    >>> reopened("namespace a {\\nnamespace {\\n}\\nint f();\\nnamespace {\\n}\\n}")
    [(5, 2)]
    >>> reopened("namespace a {\\nnamespace {\\n}\\n}\\nnamespace b {\\nnamespace {\\n}\\n}")
    []
    >>> reopened("namespace a {\\nnamespace {\\n}\\n}\\nnamespace a {\\nnamespace {\\n}\\nnamespace {\\n}\\n}")
    [(6, 2), (8, 2)]
    """
    first, found = {}, []
    for where, line in unnamed_namespaces(text):
        if where in first:
            found.append((line, first[where]))
        first.setdefault(where, line)
    return found


def main():
    mistakes, count = [], 0
    for folder in sys.argv[1:] or FOLDERS:
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix not in SUFFIXES or "node_modules" in file.parts:
                continue
            text = file.read_text(encoding="utf-8")
            count += sum(1 for _ in unnamed_namespaces(text))
            mistakes += [f"{file.relative_to(ROOT)}:{line}: the unnamed namespace of line {first} is reopened: join them"
                         for line, first in reopened(text)]
    print(*mistakes, sep="\n")
    print(f"{count} unnamed namespaces, {len(mistakes)} mistakes")
    return 1 if mistakes or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
