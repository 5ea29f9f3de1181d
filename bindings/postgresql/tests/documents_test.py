#!/usr/bin/env python3
"""The examples of docs/guide/postgresql.md and docs/guide/migrating-pguri.md, in psql. With --update, they are written."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "sql" / "tests"))
import documents  # noqa: E402
from server import from_arguments  # noqa: E402


def main():
    update = "--update" in sys.argv
    with from_arguments([w for w in sys.argv[1:] if w != "--update"]) as server:
        def in_psql(database):
            server.sql(f"CREATE DATABASE {database}")
            return lambda script: server.run("psql", "-X", "-q", "-d", database, input=script.encode()).decode()

        done = [documents.check(f"docs/guide/{page}.md", r"\echo {}", in_psql(page.replace("-", "_")), update)
                for page in ("postgresql", "migrating-pguri")]
    sys.exit(0 if all(done) and not server.failed else 1)


main()
