#!/usr/bin/env python3
"""Writes docs/reference/functions.md of the table of functions: guides.py [--update]

Without --update, a page that is not what the table says is an error, and so is a function of SQL that the guide of its database
does not name.
"""

import difflib
import re
import sys

import table
from table import ROOT

PAGE = ROOT / "docs/reference/functions.md"
TITLES = {"c": "C", "python": "Python", "columns": "Columns: Arrow, pandas, Polars, DuckDB, Spark", "javascript": "JavaScript",
          "postgresql": "PostgreSQL", "sqlite": "SQLite", "command": "The command"}
# The guides whose tables are written by hand, by the face whose functions they explain.
BY_HAND = {face: ROOT / f"docs/guide/{face}.md" for face in ("postgresql", "sqlite")}


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
    """The functions by their editions: the words of the rows, which faces_test.py compares with the library's table."""
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


def lines_of_page():
    yield from ["# The functions that all interfaces share", "",
                "<!-- tests/agreement/faces/guides.py --update writes this page of data/functions.json. -->", "",
                "Every interface answers alike: a test asks all of them the same questions, by one table of functions, from which",
                "this page is written. `edition` names a document, such as `rfc3986`; where it is not given, the current one is",
                "meant. What the interfaces have beyond these functions is in their guides."]
    for face, title in TITLES.items():
        yield from ["", f"## {title}", "", *lines_of(face)]
    yield from ["", "## Editions", "", "The functions that read by an edition, for each of them:", "", *lines_of_editions(), ""]


def unnamed(face, guide):
    """The functions of the face that the text of its guide does not name. What SQL itself has, such as json(), is not meant.

    >>> unnamed("sqlite", BY_HAND["sqlite"].read_text(encoding="utf-8").replace("uri_redact", "uri_redacted"))
    ['uri_redact']
    """
    calls = " ".join(table.cell(row, face) or "" for row in table.ROWS)
    names = set(re.findall(r"\b((?:uri|url|iri|urn|idna)_\w+)\(", calls))
    return sorted(names - set(re.findall(r"\w+", guide)))


def main():
    wanted = "\n".join(lines_of_page())
    if "--update" in sys.argv:
        PAGE.write_text(wanted, encoding="utf-8")
        return
    now = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    if now != wanted:
        print("".join(difflib.unified_diff(now.splitlines(True), wanted.splitlines(True), str(PAGE), "the table of functions")))
        sys.exit("the page is not that of data/functions.json: run tests/agreement/faces/guides.py --update")
    missing = [f"{guide.relative_to(ROOT)} does not name {name}()"
               for face, guide in BY_HAND.items() for name in unnamed(face, guide.read_text(encoding="utf-8"))]
    if missing:
        sys.exit("\n".join(missing))


if __name__ == "__main__":
    main()
