#!/usr/bin/env python3
"""data/urn-namespaces.json against data/urn-namespaces.schema.json: the records keep the schema and their order, and a
record with something wrong in it does not. The facts themselves are tested by tests/urn."""
import copy
import json
import pathlib
import sys

import jsonschema

DATA = pathlib.Path(__file__).resolve().parents[2] / "data"

# The records that must be refused: functions that spoil a good record.
SPOILED = {
    "an unknown member": lambda n: n.update(colour="blue"),
    "a NID in upper case": lambda n: n.update(nid="ISBN"),
    "an unknown kind": lambda n: n.update(kind="casual"),
    "a day 32": lambda n: n.update(date="2020-01-32"),
    "a pattern without its ends": lambda n: n["syntax"].update(strict="[0-9]+"),
    "an operation without its texts": lambda n: n["equivalence"].update(operations=[{"action": "remove"}]),
    "an unknown algorithm": lambda n: n["checks"][0].update(algorithm="mod-7"),
    "a check without strictness": lambda n: n["checks"][0].pop("strict"),
    "an unknown placing in an address": lambda n: n["resolution"].update(resolvers=[{"address": "https://a/{b}"}]),
    "no syntax": lambda n: n.pop("syntax"),
    "an example that is no URN": lambda n: n["examples"].update(valid=["isbn:1"]),
    "an unknown word on a component": lambda n: n["components"].update(r="perhaps"),
    "a name form without a system": lambda n: n["names"][0].pop("system"),
}


def main() -> int:
    schema = json.loads((DATA / "urn-namespaces.schema.json").read_text(encoding="utf-8"))
    document = json.loads((DATA / "urn-namespaces.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    faults = [f"{'/'.join(map(str, e.path))}: {e.message}" for e in validator.iter_errors(document)]

    nids = [n["nid"] for n in document["namespaces"]]
    if nids != sorted(set(nids)):
        faults.append("the records are not ordered by NID, or one is there twice")

    isbn = next(n for n in document["namespaces"] if n["nid"] == "isbn")
    for what, spoil in SPOILED.items():
        record = copy.deepcopy(isbn)
        spoil(record)
        if validator.is_valid({**document, "namespaces": [record]}):
            faults.append(f"the schema lets {what} pass")

    print("\n".join(faults) if faults else f"{len(nids)} records")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
