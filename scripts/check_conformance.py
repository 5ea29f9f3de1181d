#!/usr/bin/env python3
"""Checks docs/conformance.md and docs/conformance/*.md: every test, row and file that they name exists, every row has a
test or a reason for having none, and every production of every grammar with a chapter has a row.

Usage: check_conformance.py [ROOT [PAGE...]]. Prints one error per line; the exit code is 1 if there is any.
"""

import re
import sys
from pathlib import Path

# The grammar of each chapter; that of RFC 6874 has only its additions.
GRAMMARS = {
    "RFC 3986": "rfc3986.abnf",
    "RFC 3987": "rfc3987.abnf",
    "RFC 6874": "rfc6874.abnf",
    "2003 draft": "rfc2396bis_01.abnf",
    "RFC 2396": "rfc2396.abnf",
    "RFC 8141": "rfc8141.abnf",
    "Draft -16": "urnbis_16.abnf",
    "Draft -14": "urnbis_14.abnf",
    "RFC 2141": "rfc2141.abnf",
    "1994 draft": "url_06.abnf",
    "RFC 1738": "rfc1738.abnf",
    "RFC 6570": "rfc6570.abnf",
}
ROWS_OF_PRODUCTIONS = "tests/productions"  # any of its sources

TEST = re.compile(r"^(?:TEST|TEST_F|TEST_P|RC_GTEST_PROP)\(\s*(\w+),\s*(\w+)", re.MULTILINE)
NAMED_TEST = re.compile(r'`(\w+\.\w+)`((?: "[^"]+")?(?:, "[^"]+")*)')


def tests_of(root):
    """The file that defines each test: {"suite.name": text of its file}."""
    found = {}
    for file in sorted((root / "tests").rglob("*.cpp")):
        text = file.read_text(encoding="utf-8")
        for suite, name in TEST.findall(text):
            found[f"{suite}.{name}"] = text
    return found


def productions_of(root, document):
    text = (root / "tests/oracle/grammar" / GRAMMARS[document]).read_text(encoding="utf-8")
    return re.findall(r"^([A-Za-z][\w-]*)\s*=", text, re.MULTILINE)


class Checker:
    def __init__(self, root, pages):
        self.root = root
        self.pages = pages
        self.tests = tests_of(root)
        sources = sorted((root / ROWS_OF_PRODUCTIONS).glob("*_test.cpp"))
        self.rows_of_productions = "".join(file.read_text(encoding="utf-8") for file in sources)
        self.problems = []
        self.page = pages[0]
        self.rows = 0
        self.named = set()

    def problem(self, line, what):
        self.problems.append(f"{self.page.name}:{line}: {what}")

    def check(self):
        seen = {name: set() for name in GRAMMARS}
        for self.page in self.pages:
            self.check_page(seen)
        for name in GRAMMARS:
            for production in productions_of(self.root, name):
                if production not in seen[name]:
                    self.problem(0, f"{name}: no row for the production {production}")
        if self.rows == 0:
            self.problem(0, "no rows")
        return self.problems

    def check_page(self, seen):
        document, columns = "", []
        for number, line in enumerate(self.page.read_text(encoding="utf-8").splitlines(), 1):
            if line.startswith("## "):
                document = line[3:].split(" (")[0]
            if not line.startswith("|"):
                columns = []
                if document in seen:  # a production that needs no row is explained in the chapter's text
                    seen[document].update(re.findall(r"`([\w-]+)`", line))
                continue
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if not columns:
                columns = cells
            elif set(line) - set("|-"):
                if len(cells) != len(columns):
                    self.problem(number, f"{len(cells)} cells under {len(columns)} columns")
                elif "tests" in columns:
                    self.row(number, document, dict(zip(columns, cells)), seen)

    def row(self, number, document, cells, seen):
        self.rows += 1
        tests = NAMED_TEST.findall(cells["tests"])
        programs = re.findall(r"`(tests/[^`]+\.py)`", cells["tests"])
        if not tests and not programs and not cells["tests"].startswith("out of scope"):
            self.problem(number, "neither a test nor \"out of scope\"")
        for name, labels in tests:
            self.named.add(name)
            if name not in self.tests:
                self.problem(number, f"the test {name} does not exist")
                continue
            for label in re.findall(r'"([^"]+)"', labels):
                if f'"{label}"' not in self.tests[name]:
                    self.problem(number, f"{name} has no row {label}")

        for file in programs:
            if not (self.root / file).is_file():
                self.problem(number, f"the file {file} does not exist")
        files = re.findall(r"`([^`]+)`", cells["code"])
        if not files and not cells["tests"].startswith("out of scope"):
            self.problem(number, "no code is named")
        for file in files:
            if not (self.root / file).is_file():
                self.problem(number, f"the file {file} does not exist")

        if "production" in cells:
            if document not in seen:
                self.problem(number, f"{document} has no grammar")
                return
            seen[document].add(cells["production"])
            label = f"{document} {cells['section']}: {cells['production']}"
            if f'"{label}"' not in self.rows_of_productions:
                self.problem(number, f"{ROWS_OF_PRODUCTIONS} has no row {label}")


def main(arguments):
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    pages = [Path(page) for page in arguments[1:]]
    pages = pages or [root / "docs/conformance.md", *sorted((root / "docs/conformance").glob("*.md"))]
    checker = Checker(root, pages)
    problems = checker.check()
    for problem in problems:
        print(problem)
    if not problems:
        print(f"{len(pages)} pages: {checker.rows} rows name {len(checker.named)} tests; all of them exist")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
