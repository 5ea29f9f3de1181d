"""The table of the functions that the bindings offer: data/functions.json, with what follows from its words.

A row has:

    name, does, document, section     what the function is called in messages, its sentence, its source
    arguments                         the names of its texts; one of them is called text, urn, name, data or nid
    options                           by name: words (or use: the editions by which that is done) and the default; a default of the
                                      columns of its own; c and python, the types of these languages
    result, errors                    text, boolean, number, list or error; the kind of errors
    faces                             the call of each interface that is written by hand
    left_out, limits                  why an interface does not have it, or does not do all of it

and, where scripts/generate_bindings.py writes it:

    function                          its C++ function in src/columns/functions/
    generated                         its name in each interface; or the name with options (as they are called there), fixed (values
                                      of options that are none there) and type (of JavaScript's options); or a list of such names
    example                           a text, options, and the result: gives
    view                              the result is a part of the text: std::string_view
    none                              there may be no result, which is no error
    deterministic, cost               for databases: false if the result depends on a table that changes; in units of PostgreSQL's
                                      cheapest operator
    since                             by interface, the version that brought it, if that is not the first one which had the table's
                                      functions: of the C interface ("c"), or of PostgreSQL's extension ("postgresql"), whose upgrade
                                      script to that version creates it

An option of editions names in "use" what is done by them; its words are those of "editions_by_use", which a test compares
with the library's table (include/uniform/syntax/edition_use.hpp).
"""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# The versions that had the functions of the table first.
FIRST = {"c": "1.0.0", "postgresql": "1.1.0"}

ROW = {"name", "does", "document", "section", "arguments", "options", "result", "errors", "faces", "left_out", "limits", "function",
       "generated", "example", "view", "none", "deterministic", "cost", "since"}
OPTION = {"words", "use", "default", "columns", "any", "also", "c", "python"}
NAME = {"name", "options", "fixed", "type"}


def in_order(version):
    """Versions are ordered by their numbers.

    >>> in_order("1.10.0") > in_order("1.9.2")
    True
    """
    return tuple(map(int, version.split(".")))


def versions_of_extension():
    """The versions of PostgreSQL's extension that an upgrade script leads to, from the first one with functions of the table on."""
    scripts = (ROOT / "bindings/postgresql").glob("uniform--*--*.sql")
    versions = {path.stem.split("--")[2] for path in scripts}
    return sorted((version for version in versions if in_order(version) >= in_order(FIRST["postgresql"])), key=in_order)


def since(row, face):
    """The version of the interface that brought its function of the row.

    >>> since({"since": {"c": "1.2.0"}}, "c"), since({}, "postgresql")
    ('1.2.0', '1.1.0')
    """
    return row.get("since", {}).get(face, FIRST[face])


def mistakes_of_versions(row):
    """Versions that are none, or that cannot have brought the row's function.

    >>> list(mistakes_of_versions({"generated": {"c": "f"}, "since": {"c": "1.0.0", "postgresql": "1.1.0", "sqlite": "1"}}))
    ['a version of sqlite', 'c since 1.0.0, which is where no version is named', 'a version of postgresql, for which nothing is written']
    >>> list(mistakes_of_versions({"generated": {"postgresql": "f"}, "since": {"postgresql": "9.0.0"}}))
    ['postgresql since 9.0.0, to which no upgrade script leads']
    """
    yield from (f"a version of {face}" for face in row.get("since", {}).keys() - FIRST.keys())
    for face in sorted(row.get("since", {}).keys() & FIRST.keys()):
        version = row["since"][face]
        if face not in row.get("generated", {}):
            yield f"a version of {face}, for which nothing is written"
        elif not re.fullmatch(r"\d+\.\d+\.\d+", version) or in_order(version) < in_order(FIRST[face]):
            yield f"{face} since {version}, which had none of the table's functions"
        elif version == FIRST[face]:
            yield f"{face} since {version}, which is where no version is named"
        elif face == "postgresql" and version not in versions_of_extension():
            yield f"postgresql since {version}, to which no upgrade script leads"


def mistakes(row):
    """The members of a row that nobody reads, and options that it does not have."""
    yield from (f"the member {each}" for each in row.keys() - ROW)
    yield from mistakes_of_versions(row)
    for option in row["options"].values():
        yield from (f"the member {each} of an option" for each in option.keys() - OPTION)
    for given in row.get("generated", {}).values():
        for name in given if isinstance(given, list) else [given]:
            if isinstance(name, dict):
                yield from (f"the member {each} of a name" for each in name.keys() - NAME)
                yield from (f"the option {each}" for each in (name.get("options", {}).keys() | name.get("fixed", {}).keys()) - row["options"].keys())
    if "function" in row:
        yield from (f"no {each}" for each in ("generated", "example") if each not in row)
        if any(option["default"] is True for option in row["options"].values()):
            yield "a flag whose default is true, which JavaScript does not have"
        if len(row["arguments"]) != 1 or row["result"] not in ("text", "boolean", "number"):
            yield "a shape that is not written"
        named = [name for name, option in row["options"].items() if option.get("words") != [False, True]]
        if "postgresql" in row["generated"] and len(named) > 1:
            yield f"the options {', '.join(named)}, of which an error of PostgreSQL can name one"
        if row["result"] == "number" and "c" in row["generated"]:
            yield "a number in C, which the tests cannot ask"


def load():
    """The table, with the words of every option. Ends the program if a row has a mistake."""
    table = json.loads((ROOT / "data/functions.json").read_text(encoding="utf-8"))
    for row in table["functions"]:
        if wrong := "; ".join(mistakes(row)):
            raise SystemExit(f"data/functions.json: {row['name']}: {wrong}")
        for option in row["options"].values():
            if "use" in option:
                option["words"] = table["editions_by_use"][option["use"]]
    return table
