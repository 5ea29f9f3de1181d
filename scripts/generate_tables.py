#!/usr/bin/env python3
"""Make the tables of IANA's registries, which are part of the sources, from data/: generate_tables.py [--check].

--check compares them with what data/ says now, and fails if one differs.
"""
import filecmp
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

# generator, its input in data/, its table in src/
TABLES = [
    ("generate_schemes.py", "uri-schemes.json", "uri/schemes_table.inc"),
    ("generate_namespaces.py", "urn-namespaces.json", "urn/namespaces_table.inc"),
    ("generate_nid_conflicts.py", "nid-conflicts.json", "urn/nid_conflicts.inc"),
]


def generate(generator: str, source: str, target: pathlib.Path) -> None:
    subprocess.run([sys.executable, ROOT / "scripts" / generator, ROOT / "data" / source, target], check=True)


def main() -> int:
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    if not sys.argv[1:]:
        for generator, source, table in TABLES:
            generate(generator, source, ROOT / "src" / table)
        return 0
    old = []
    with tempfile.TemporaryDirectory() as folder:
        fresh = pathlib.Path(folder) / "table.inc"
        for generator, source, table in TABLES:
            generate(generator, source, fresh)
            if not filecmp.cmp(fresh, ROOT / "src" / table, shallow=False):
                old.append(f"src/{table} is not what data/{source} says: run scripts/generate_tables.py")
    print("\n".join(old) if old else f"{len(TABLES)} tables are what data/ says")
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main())
