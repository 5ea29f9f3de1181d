#!/usr/bin/env python3
"""The lists of functions and of their editions in the guides, of the table of functions: guides.py [--update]

Each list stands between two markers in its guide. Without --update, a list that is not what the table says is an error.
"""

import difflib
import re
import sys

import table
from table import ROOT

GUIDES = {"c": ["c"], "python": ["python"], "columns": ["columns"], "javascript": ["javascript"], "postgresql": ["postgresql"],
          "sqlite": ["sqlite"], "command": ["command"]}
BEGIN = "<!-- functions: tests/agreement/faces/guides.py --update writes what follows -->"
END = "<!-- end of the functions -->"


def call(row, face):
    """The call as a reader writes it."""
    of = table.cell(row, face)
    if face == "c":
        return of["call"] + "()"
    if face == "columns":
        name, options = (of, {}) if isinstance(of, str) else (of["function"], of.get("options", {}))
        return f"{name}({', '.join(['column', *(f'{k}={v!r}' for k, v in options.items())])})"
    if face == "command":
        return " ".join(["uniform", *of["verb"], *((option + " ...").strip() for option in of["options"].values()), "--json"])
    if face == "python":
        return re.sub(r"^refused\(lambda: (.*)\)$", r"\1", of)
    return re.sub(r"(?<!:):(?!:)([a-z_]+)", r"\1", of)  # SQL


def source(row):
    return f"{row['document']} {row['section']}"


def text(cell):
    return cell.replace("|", "\\|")


def lines_of(face):
    """The list of a face: what it has, and what it leaves out."""
    yield "| function | gives | document |"
    yield "|---|---|---|"
    for row in table.ROWS:
        if table.cell(row, face) is not None:
            of = table.limit(row, face)
            limits = [f"not {name}: {why}" for name, why in of.get("option", {}).items()] + [of[w] for w in ("why",) if w in of]
            does = row["does"] + "".join(f" ({text(each)})" for each in limits)
            yield f"| `{text(call(row, face))}` | {does} | {source(row)} |"
    missing = [row for row in table.ROWS if table.cell(row, face) is None]
    if missing:
        yield ""
        yield "What other interfaces have as a function of its own, and this one in another way:"
        yield ""
        yield "| function | here |"
        yield "|---|---|"
        for row in missing:
            yield f"| {row['name']} | {text(table.reason(row, face))} |"


def lines_of_editions():
    """Which functions read by which editions: the words of the rows, which faces_test.py compares with the library's table."""
    yield "| edition | functions |"
    yield "|---|---|"
    rows = [row for row in table.ROWS if "edition" in row["options"]]
    read = {}  # editions by the functions that read by them
    for edition in table.TABLE["editions"]:
        of = [row["options"]["edition"] for row in rows]
        names = [row["name"] for row, o in zip(rows, of) if edition in o["words"] + o.get("also", [])]
        read.setdefault(", ".join(names), []).append(f"`{edition}`")
    for names, editions in read.items():
        if names:
            yield f"| {', '.join(editions)} | {names} |"
    any_edition = [row for row in rows if "any" in row["options"]["edition"]]
    faces = ", ".join(any_edition[0]["options"]["edition"]["any"])
    yield f"| every other | {', '.join(row['name'] for row in any_edition)}; in {faces} |"


def with_list(page, listed):
    """The page with this list between its markers."""
    before, begin, rest = page.partition(BEGIN + "\n")
    _, end, after = rest.partition(END + "\n")
    if not begin or not end or BEGIN in after:
        raise SystemExit(f"guides.py: a guide needs the two markers once: {BEGIN} and {END}")
    return before + begin + "\n" + "\n".join(listed) + "\n\n" + end + after


def main():
    update = "--update" in sys.argv
    differ = False
    lists = [(page, lines_of(face)) for face, pages in GUIDES.items() for page in pages] + [("urls", lines_of_editions())]
    for page, listed in lists:
        path = ROOT / "docs/guide" / f"{page}.md"
        now = path.read_text(encoding="utf-8")
        wanted = with_list(now, listed)
        if update:
            path.write_text(wanted, encoding="utf-8")
        elif now != wanted:
            differ = True
            print("".join(difflib.unified_diff(now.splitlines(True), wanted.splitlines(True), str(path), "the table of functions")))
    if differ:
        sys.exit("the lists are not those of tests/agreement/faces/functions.json: run tests/agreement/faces/guides.py --update")


if __name__ == "__main__":
    main()
