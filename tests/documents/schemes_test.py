#!/usr/bin/env python3
"""docs/conformance/schemes.md against data/uri-schemes.json: every permanent scheme of IANA is in one table, once, those
with rules of equivalence are those that have some in the registry, and the kinds of paths are the registry's."""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
WITH_RULES = "Documents with rules"
# The members of a record that relate URIs, apart from the default port (scripts/generate_schemes.py).
RULES = ("empty_path_is_root", "default_host", "root_alias", "path_endings", "path_separators", "domain_in_path",
         "address_fields", "equivalence")
ELSEWHERE = {"urn"}  # rules in src/urn/
PATHS = "Paths"


def paths_of(page: str) -> dict:
    """The kind of path of each scheme, by the table of the last section."""
    rows = [line.strip("|").split("|") for line in page.split(f"## {PATHS}\n")[-1].splitlines() if line.startswith("|")]
    return {name.strip(): kind.strip() for kind, names in rows[2:] for name in names.split(",")}


def schemes_of(page: str) -> dict:
    """The schemes in the first column of each table, by heading."""
    found, heading = {}, ""
    for line in page.splitlines():
        if line.startswith("## "):
            heading = line[3:]
        elif heading != PATHS and line.startswith("|") and set(line) - set("|-"):
            names = line.strip("|").split("|")[0].strip()
            if names != "schemes":
                found.setdefault(heading, []).extend(name.strip() for name in names.split(","))
    return found


def faults_of(page: str, schemes: list) -> list:
    permanent = {s["scheme"] for s in schemes if s["status"] == "permanent"}
    ruled = {s["scheme"] for s in schemes if any(s.get(rule) for rule in RULES)} | ELSEWHERE
    tables = schemes_of(page)
    named = [name for names in tables.values() for name in names]
    faults = [f"{name} is in the tables {named.count(name)} times" for name in sorted(set(named)) if named.count(name) > 1]
    faults += [f"{name} is no permanent scheme" for name in sorted(set(named) - permanent)]
    faults += [f"{name} is in no table" for name in sorted(permanent - set(named))]
    said = set(tables.get(WITH_RULES, []))
    faults += [f"{name} has no rules in the registry" for name in sorted(said - ruled)]
    faults += [f"{name} has rules that the table does not name" for name in sorted((ruled & permanent) - said)]
    paths = {s["scheme"]: s["path"] for s in schemes if s["status"] == "permanent"}
    faults += [f"{name} has other paths in the registry" for name, _ in sorted(paths.items() ^ paths_of(page).items())]
    return faults


def main() -> int:
    page = (ROOT / "docs/conformance/schemes.md").read_text(encoding="utf-8")
    schemes = json.loads((ROOT / "data/uri-schemes.json").read_text(encoding="utf-8"))["schemes"]
    faults = faults_of(page, schemes)

    # changes that must be noticed
    for what, spoiled in {
        "a scheme that is missing": page.replace("| tag |", "| tip |"),
        "a scheme without a document of IANA's": page.replace("| tag |", "| tag, gap |"),
        "rules that are none": page.replace("| tv |", "| tv, tag |"),
        "rules in the wrong table": page.replace("| cid, mid |", "| cid, mid, tv |").replace("| tv |", "| vnc |", 1),
        "another kind of path": page.replace("acap, cap", "acap"),
    }.items():
        if not faults_of(spoiled, schemes):
            faults.append(f"{what} is not noticed")

    print("\n".join(faults) if faults else f"{sum(s['status'] == 'permanent' for s in schemes)} permanent schemes")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
