#!/usr/bin/env python3
"""The conformance cases through the extension for PostgreSQL."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "sql" / "tests"))
import conformance  # noqa: E402
from server import from_arguments  # noqa: E402


class PostgreSQL(conformance.Dialect):
    def literal(self, text):
        if isinstance(text, bytes):
            try:
                text = text.decode()
            except UnicodeDecodeError:
                raise conformance.NotExposed("a text that is not UTF-8") from None
        if "\0" in text:
            raise conformance.NotExposed("a text with U+0000")
        return "'" + text.replace("'", "''") + "'::text"

    def uri(self, literal):
        return f"({literal})::uri"

    def by_edition(self, function, default, edition, *arguments):
        if edition != default:
            raise conformance.NotExposed("an edition beside a type's own")
        kind = function[:3]
        typed = [f"({a})::{kind}" for a in arguments]
        if function == "urn_equivalent":
            return f"({typed[0]} = {typed[1]})"
        return f"{function}({', '.join(typed)})"

    def address(self, literal):
        return f"CASE WHEN uri_valid({literal}) THEN uri_host_inet({self.uri(literal)}) IS NOT NULL ELSE false END"

    def uris_found(self, text):
        return f"(SELECT coalesce(json_agg(uri), '[]') FROM uri_find({text}))"


def main():
    questions, asked, not_exposed = conformance.questions(PostgreSQL())
    with from_arguments() as server:
        script = ["CREATE EXTENSION uniform;"]
        script += [f"SELECT coalesce(to_json({expression})::text, 'null');" for _, expression, _ in questions]
        answers = server.sql("\n".join(script)).split("\n")
    assert len(answers) == len(questions), "answers are missing"
    results = [(*q, json.loads(a)) for q, a in zip(questions, answers)]
    sys.exit(1 if conformance.report(results, asked, not_exposed, 321) or server.failed else 0)


main()
