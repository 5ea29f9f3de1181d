"""The table of functions: data/functions.json, and what follows from it.

A face that is `derived` has the functions of another face, with the same options and the same reasons for what is left out:
DuckDB and Spark have those of the columns.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))
import function_table  # noqa: E402

TABLE = function_table.load()
# The constants of the C interface: an edition is its place in the list.
TABLE["c_words"] |= dict.fromkeys(("edition", "to"), {name: number for number, name in enumerate(TABLE["editions"])})
ROWS = TABLE["functions"]
FACES = list(TABLE["faces"])


def generated_call(row, face, given):
    """The name by which the face offers a function that scripts/generate_bindings.py writes."""
    given = given[0] if isinstance(given, list) else given  # the first name is that of the row
    name, called = (given, {}) if isinstance(given, str) else (given["name"], given.get("options", {}))
    argument, = row["arguments"]
    if face == "c":
        gives = {"text": "text", "boolean": "boolean"}[row["result"]]
        return {"call": name, "with": [argument, *row["options"], "out" if gives == "text" else "int32", "error"], "gives": gives}
    if face == "columns":
        return name
    if face == "javascript":
        options = ", ".join(option if called.get(option, option) == option else f"{called[option]}: {option}" for option in row["options"])
        return f"{name}({argument}{f', {{ {options} }}' if options else ''})"
    if face == "python":
        return f"uniform.{name}({', '.join([argument, *(f'{option}={option}' for option in row['options'])])})"
    flag = "::boolean" if face == "postgresql" else ""
    options = [f":{option}{flag if of['words'] == [False, True] else ''}" for option, of in row["options"].items()]
    return f"{name}({', '.join([f':{argument}', *options])})"


for _row in ROWS:
    for _face, _given in _row.get("generated", {}).items():
        _row["faces"][_face] = generated_call(_row, _face, _given)


def source_of(face):
    """The face under whose name the table has what this face does."""
    return TABLE["derived"].get(face, face)


def cell(row, face):
    """The name by which the face offers the function of the row; None if it leaves it out."""
    return row["faces"].get(source_of(face))


def reason(row, face):
    """Why the face leaves the function out."""
    return row.get("left_out", {}).get(source_of(face))


def limit(row, face):
    """The limits of the face's function: options that it does not have, and texts that it reads in another way."""
    limits = row.get("limits", {})
    return limits.get(face) or limits.get(source_of(face)) or {}


def outside(face):
    """The names outside the rows, each with its reason."""
    return {name: why for why, names in TABLE["outside"][source_of(face)].items() for name in names}
