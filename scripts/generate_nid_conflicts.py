#!/usr/bin/env python3
"""Make the tables of countries and identifier systems from data/nid-conflicts.json: generate_nid_conflicts.py INPUT OUTPUT.

src/urn/nid_notes.cpp reads them: one row for each spelling that a NID may have, in order.
"""
import json
import sys


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def table(name: str, rows: list[tuple[str, str]]) -> str:
    lines = ["    {%s, %s}," % (quoted(word), quoted(says)) for word, says in sorted(rows)]
    return "constexpr named_word %s[] = {\n%s\n};\n" % (name, "\n".join(lines))


def main() -> int:
    source, target = sys.argv[1:3]
    with open(source, encoding="utf-8") as f:
        data = json.load(f)
    codes = [(c["alpha3"], c["name"]) for c in data["countries"]]
    names = sorted({(word, c["name"]) for c in data["countries"] for word in c["letters"]})
    once = [row for i, row in enumerate(names) if i == 0 or names[i - 1][0] != row[0]]
    systems = [(s["name"], s["title"]) for s in data["systems"]]
    with open(target, "w", encoding="utf-8") as f:
        f.write("// Made by scripts/generate_nid_conflicts.py from data/nid-conflicts.json.\n")
        f.write(table("country_codes", codes) + table("country_names", once) + table("systems", systems))
    return 0


if __name__ == "__main__":
    sys.exit(main())
