"""Every function that a face offers stands in data/functions.json: in a row, or outside with the reason; and every function
that a row names is in the face as it was built (built.py). complete_test.py FACES, as faces_given.py says.

And what the table says of the columns is what the library says of itself: their options, defaults and results. The names of
Spark's functions are asked where Spark is (faces_test.py --spark)."""

import re
import sys

from uniform import _uniform

import built
import faces_given
import function_table
import table


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


def written(face, rows=tuple(table.ROWS)):
    """The names under which scripts/generate_bindings.py writes functions of these rows for the face."""
    given = [row.get("generated", {}).get(table.source_of(face), []) for row in rows]
    names = [name for names in given for name in (names if isinstance(names, list) else [names])]
    return {name if isinstance(name, str) else name["name"] for name in names}


def problems(offered):
    for face, names in offered.items():
        outside = table.outside(face).keys()
        inside = (called(face) | written(face)) & names
        for name in sorted(written(face) - names):
            yield f"{face}: {name} is written for it, but what was built does not have it"
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


def problems_of_versions(given):
    """Each version of PostgreSQL's extension has the written functions of the versions up to it, and no other."""
    in_order = function_table.in_order
    rows = [row for row in table.ROWS if written("postgresql", [row])]
    with faces_given.server(given) as server:
        for version in ["1.0.0", *function_table.versions_of_extension()]:
            due = {f"uniform_table_{row['name']}" for row in rows if in_order(function_table.since(row, "postgresql")) <= in_order(version)}
            there = {symbol for symbol in built.postgresql(server, version, "prosrc") if symbol.startswith("uniform_table_")}
            for symbol in sorted(there ^ due):
                yield f"postgresql: {symbol} is missing in version {version}, or came later"


def main():
    given = faces_given.parser(__doc__).parse_args()
    offered = built.offered(given)
    for face in sorted(set(table.FACES) - offered.keys()):
        print(f"{face}: not asked: it is not part of this build")
    found = [*problems(offered), *(problems_of_versions(given) if given.postgresql else [])]
    print("\n".join(found))
    print(f"{sum(map(len, offered.values()))} functions of {len(offered)} faces; {len(found)} problems")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
