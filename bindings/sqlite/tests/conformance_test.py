#!/usr/bin/env python3
"""The conformance cases through the extension for SQLite: conformance_test.py uniform.so."""

import json
import sqlite3
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "sql" / "tests"))
import conformance  # noqa: E402


class SQLite(conformance.Dialect):
    def literal(self, text):
        data = text if isinstance(text, bytes) else text.encode()
        return f"CAST(x'{data.hex()}' AS TEXT)"

    def by_edition(self, function, default, edition, *arguments):
        more = [] if edition == default else [f"'{edition}'"]
        return f"{function}({', '.join([*arguments, *more])})"

    def at_level(self, function, level, edition, *arguments):
        return self.by_edition(function, "rfc3986", edition, *arguments, f"'{level}'")

    def address(self, literal):
        return f"uri_host_inet({literal}) IS NOT NULL"

    def uris_found(self, text):
        return f"(SELECT json_group_array(uri) FROM uri_find({text}))"


def main():
    database = sqlite3.connect(":memory:")
    database.enable_load_extension(True)
    database.load_extension(sys.argv[1])
    questions, asked, not_exposed = conformance.questions(SQLite())
    results = []
    for case, expression, expected in questions:
        got = database.execute("SELECT " + expression).fetchone()[0]
        if isinstance(expected, list):
            got = json.loads(got)
        results.append((case, expression, expected, got))
    sys.exit(1 if conformance.report(results, asked, not_exposed, 475) else 0)


main()
