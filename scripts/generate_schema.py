#!/usr/bin/env python3
"""Embed the DDL scripts of the store: generate_schema.py FOLDER OUTPUT CATALOGUE_OUTPUT.

FOLDER is src/store/schema. Each script, sqlite.sql and postgresql.sql, consists of sections "-- version N: TITLE". OUTPUT gets, for each script, the rows of a table of migrations
(src/store/migrations.cpp): the version, its title and its statements. Both scripts must have the same versions and
titles, numbered 1, 2, 3, ... CATALOGUE_OUTPUT gets what PostgreSQL's catalogue has after them, postgresql.catalogue, and
the query that reads it, postgresql_catalogue.sql (src/store/verify/schema_check.cpp).
"""
import os
import re
import sys

HEADING = re.compile(r"^-- version (\d+): (.+)$", re.MULTILINE)


def sections(path: str) -> list[tuple[int, str, str]]:
    with open(path, encoding="utf-8") as f:
        text = f.read()
    headings = list(HEADING.finditer(text))
    ends = [h.start() for h in headings[1:]] + [len(text)]
    found = [(int(h[1]), h[2], text[h.end():end].strip()) for h, end in zip(headings, ends)]
    numbers = [number for number, _, _ in found]
    if not found or numbers != list(range(1, len(found) + 1)):
        sys.exit(f"{path}: the versions are {numbers}; they must be 1, 2, 3, ... in this order")
    return found


def statements(section: str) -> str:
    """Without comment lines: SQLite keeps a table's text in each store."""
    return "\n".join(line for line in section.splitlines() if line and not line.startswith("--"))


def rows(name: str, found: list[tuple[int, str, str]]) -> str:
    lines = [f'    {{{number}, "{title}", R"sql({statements(section)})sql"}},' for number, title, section in found]
    return f"constexpr migration {name}[] = {{\n" + "\n".join(lines) + "\n};\n"


def main() -> int:
    folder, target, catalogue_target = sys.argv[1:4]
    sqlite, postgresql = (os.path.join(folder, name) for name in ("sqlite.sql", "postgresql.sql"))
    both = [sections(sqlite), sections(postgresql)]
    titles = [[title for _, title, _ in found] for found in both]
    if titles[0] != titles[1]:
        sys.exit(f"{sqlite} and {postgresql} have different versions: {titles[0]}, {titles[1]}")
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(target, "w", encoding="utf-8") as f:
        f.write("// Made by scripts/generate_schema.py from src/store/schema/.\n")
        f.write(rows("sqlite_migrations", both[0]) + rows("postgresql_migrations", both[1]))
    with open(catalogue_target, "w", encoding="utf-8") as f:
        f.write("// Made by scripts/generate_schema.py from src/store/schema/.\n")
        for name, file in (("postgresql_catalogue_query", "postgresql_catalogue.sql"),
                           ("postgresql_catalogue", "postgresql.catalogue")):
            with open(os.path.join(folder, file), encoding="utf-8") as source:
                f.write(f'constexpr std::string_view {name} = R"sql({statements(source.read())})sql";\n')
    return 0


if __name__ == "__main__":
    sys.exit(main())
