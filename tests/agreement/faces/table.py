"""The table of functions: functions.json, and what follows from it.

A face that is `derived` has the functions of another face, with the same options and the same reasons for what is left out:
DuckDB and Spark have those of the columns.
"""

import json
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
TABLE = json.loads((HERE / "functions.json").read_text(encoding="utf-8"))
ROWS = TABLE["functions"]
FACES = list(TABLE["faces"])


def source_of(face):
    """The face under whose name the table has what this face does."""
    return TABLE["derived"].get(face, face)


def cell(row, face):
    """How the face calls the function of the row; None if it leaves it out."""
    return row["faces"].get(source_of(face))


def reason(row, face):
    """Why the face leaves the function out."""
    return row.get("left_out", {}).get(source_of(face))


def limit(row, face):
    """What the face does not do of the function: options that it does not have, and texts that it reads in another way."""
    limits = row.get("limits", {})
    return limits.get(face) or limits.get(source_of(face)) or {}


def outside(face):
    """The names outside the rows, each with its reason."""
    return {name: why for why, names in TABLE["outside"][source_of(face)].items() for name in names}
