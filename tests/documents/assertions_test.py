#!/usr/bin/env python3
"""An assertion of GoogleTest is not the only statement of an if without braces.

    assertions_test.py            # the folders of FOLDERS
    python3 -m doctest assertions_test.py

The macro of EXPECT_EQ and its like begins with a switch and has an if with an else. GCC 14 finds that else ambiguous
(-Wdangling-else) in places where GCC 12 does not, so that the mistake would be found only by building on Debian 13.
"""

import re
import sys
from pathlib import Path

from function_bodies import blank

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("tests", "bindings", "fuzz", "bench")
IF = re.compile(r"\bif (?:constexpr )?\(")
ASSERTION = re.compile(r"\s*(?:EXPECT|ASSERT)_")


def ambiguous(text):
    """The line of each.

    >>> list(ambiguous("if (a) EXPECT_EQ(a, 1);\\nif (f(a))\\n    ASSERT_NE(a, 2);\\nelse\\n    FAIL();"))
    [1, 2]
    >>> list(ambiguous("if (a) {\\n    EXPECT_EQ(a, 1);\\n}\\nfor (;;) EXPECT_EQ(a, 1);"))
    []
    >>> list(ambiguous("// if (a) EXPECT_EQ(a, 1);\\nif (a) FAIL();"))
    []
    """
    code = blank(text)[1]
    for found in IF.finditer(code):
        at, depth = found.end(), 1
        while at < len(code) and depth:
            depth += {"(": 1, ")": -1}.get(code[at], 0)
            at += 1
        if ASSERTION.match(code, at):
            yield code.count("\n", 0, found.start()) + 1


def main():
    sources = [f for folder in FOLDERS for f in sorted((ROOT / folder).rglob("*.[ch]pp"))]
    if not sources:
        sys.exit(f"no source in {ROOT}")
    mistakes = 0
    for source in sources:
        for line in ambiguous(source.read_text(encoding="utf-8")):
            print(f"{source.relative_to(ROOT)}:{line}: GCC 14 finds the else of this assertion ambiguous: write braces")
            mistakes += 1
    sys.exit(mistakes > 0)


if __name__ == "__main__":
    main()
