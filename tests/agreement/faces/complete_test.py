"""Every function that a face offers stands in functions.json: in a row, or outside with the reason. complete_test.py [COMMAND]

And what the table says of the columns is what the library says of itself: their options, defaults and results. The names of
Spark's functions are asked where Spark is (faces_test.py --spark)."""

import re
import subprocess
import sys

import duckdb
import uniform
import uniform.arrow
import uniform.duckdb
from uniform import _uniform

import askers
import table
from table import ROOT


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def offered():
    """The names that each face offers."""
    headers = "\n".join(line for header in sorted((ROOT / "bindings/c/include/uniform-c").glob("*.h"))
                        for line in header.read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith(("//", "*")))
    index = read("bindings/js/package/index.js")
    exports = {name.strip() for block in re.findall(r"export \{([^}]*)\}", index) for name in block.split(",") if name.strip()}
    script = read("bindings/postgresql/uniform--1.0.0.sql")
    sqlite = read("bindings/sqlite/functions.cpp") + read("bindings/sqlite/tables.cpp")
    result = {
        "c": set(re.findall(r"\b(uniform_\w+)\(", headers)),
        "python": set(uniform.__all__),
        "columns": {name for name, *_ in _uniform.column_functions()} | {"find"},
        "duckdb": {name.removeprefix("uniform_") for name in askers.DuckDB(uniform, duckdb).names()},
        "javascript": exports | set(re.findall(r"export (?:const|\* as) (\w+)", index)),
        "postgresql": set(re.findall(r"^CREATE (?:FUNCTION|AGGREGATE) (\w+)", script, re.MULTILINE)),
        "sqlite": set(re.findall(r'(?:function|table)\{\s*"(\w+)"', sqlite)),
    }
    if sys.argv[1:]:
        text = subprocess.run([sys.argv[1], "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
        verbs = text.split("Usage:")[1].split("The inputs are")[0]
        result["command"] = set(re.findall(r"^  ([a-z][a-z -]*?)  +\S", verbs, re.MULTILINE))
    return result


def called(face):
    """The names that the rows of the table call."""
    names = set()
    for row in table.ROWS:
        of = table.cell(row, face)
        if of is None:
            continue
        if face == "c":
            names.add(of["call"])
        elif table.source_of(face) == "columns":
            names.add(of if isinstance(of, str) else of["function"])
        elif face == "command":
            names.add(of["verb"][0])
        else:
            names |= set(re.findall(r"(?:uniform\.)?\b([A-Za-z_]\w*)\(", of))
    return names


def problems():
    for face, names in offered().items():
        outside = table.outside(face).keys()
        inside = called(face) & names
        for name in sorted(names - inside - outside):
            yield f"{face}: {name} is in no row and not outside the table with a reason"
        for name in sorted(outside - names):
            yield f"{face}: {name} is outside the table, but the face does not offer it"
        for name in sorted(outside & inside):
            yield f"{face}: {name} is in a row and outside the table"
    for row in table.ROWS:
        for face in table.FACES:
            if (table.cell(row, face) is None) == (table.reason(row, face) is None):
                yield f"{row['name']}: {face} has it, or is left out with a reason: one of both"
    own = {name: (kind, options) for name, kind, options, *_ in _uniform.column_functions()}
    for row in table.ROWS:
        name = row["faces"].get("columns")
        if not isinstance(name, str) or name not in own:  # "find" is of uniform.arrow itself
            continue
        kind, options = own[name]
        if {"number": "int32"}.get(row["result"], row["result"]) != kind and row["result"] not in ("error", "list"):
            yield f"{row['name']}: the result of the column is {kind}"
        for option in options.keys() & row["options"].keys():
            default = row["options"][option].get("columns", row["options"][option]["default"])
            if options[option][0] != (str(default).lower() if isinstance(default, bool) else default):
                yield f"{row['name']}: {option} of the column has the default {options[option][0]!r}"


def main():
    found = list(problems())
    print("\n".join(found))
    print(f"{sum(len(names) for names in offered().values())} functions of {len(offered())} faces; {len(found)} problems")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
