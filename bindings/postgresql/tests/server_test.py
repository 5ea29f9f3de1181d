#!/usr/bin/env python3
"""The extension as a server's administrator meets it: dumped and restored, in other encodings, without rights,
read and written by COPY in both formats."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "sql" / "tests"))
import documents  # noqa: E402
from server import from_arguments  # noqa: E402

DATA = """
    CREATE TABLE link (id int PRIMARY KEY, url uri UNIQUE, name urn, host text GENERATED ALWAYS AS (uri_host(url)) STORED);
    CREATE INDEX link_name ON link USING hash (name);
    CREATE INDEX link_path ON link (uri_path(uri_normalize(url)));
    INSERT INTO link SELECT g, 'HTTP://Host' || g || '/%7e?a=' || g, 'URN:EXAMPLE:' || g FROM generate_series(1, 500) g;
"""


class Server(unittest.TestCase):
    def fresh(self, name, *statements, options=""):
        server.sql(f"CREATE DATABASE {name} TEMPLATE template0 {options};")
        for statement in statements:
            server.sql(statement, name)
        return name

    def test_hosts(self):
        # Every face gives these facts about a host.
        table = Path(__file__).resolve().parents[3] / "tests" / "agreement" / "hosts.tsv"
        lines = [line.split("\t")[:3] for line in table.read_text("utf-8").splitlines() if not line.startswith("#")]
        values = ", ".join(f"({n}, 'http://u@{host}:80/p')" for n, (host, *_) in enumerate(lines))
        found = server.sql(f"""SELECT iri_host(i), coalesce(iri_registrable_domain(i), '-'), coalesce(iri_public_suffix(i), '-')
                               FROM (VALUES {values}) v (n, t), LATERAL (SELECT t::iri AS i) x ORDER BY n""",
                           self.fresh("hosts", "CREATE EXTENSION uniform"))
        self.assertEqual([line.split("|") for line in found.splitlines()], lines)

    def test_dump_and_restore(self):
        source = self.fresh("source", "CREATE EXTENSION uniform", DATA)
        rows = server.sql("SELECT * FROM link ORDER BY id", source)
        for format_, restore in (("custom", "pg_restore"), ("plain", "psql")):
            with self.subTest(format_):
                dump = server.run("pg_dump", f"--format={format_}", source)
                copy = self.fresh("copy_" + format_)
                words = ["--exit-on-error"] if restore == "pg_restore" else ["-q", "-X", "-v", "ON_ERROR_STOP=1"]
                server.run(restore, *words, "-d", copy, input=dump)
                self.assertEqual(server.sql("SELECT * FROM link ORDER BY id", copy), rows)
                self.assertEqual(server.sql("SET enable_seqscan = off; SELECT id FROM link WHERE url = 'http://host7/~?a=7'",
                                            copy), "7")
                self.assertEqual(server.sql("SELECT indexdef FROM pg_indexes WHERE tablename = 'link' ORDER BY 1", copy),
                                 server.sql("SELECT indexdef FROM pg_indexes WHERE tablename = 'link' ORDER BY 1", source))

    def test_dump_and_restore_what_the_guide_makes(self):
        # A dump is restored with an empty search_path: what the guide's functions call is found all the same.
        source = self.fresh("guide")
        lines = (documents.ROOT / "docs/guide/postgresql.md").read_text(encoding="utf-8").splitlines()
        script = "\n".join(line for block, _ in documents.blocks(lines) for line in block)
        server.run("psql", "-X", "-q", "-d", source, input=script.encode())  # some of its statements are refused
        definitions = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"
        self.assertIn("my_domain", server.sql(definitions, source))
        for format_, restore in (("custom", "pg_restore"), ("plain", "psql")):
            with self.subTest(format_):
                dump = server.run("pg_dump", f"--format={format_}", source)
                copy = self.fresh("guide_" + format_)
                words = ["--exit-on-error"] if restore == "pg_restore" else ["-q", "-X", "-v", "ON_ERROR_STOP=1"]
                server.run(restore, *words, "-d", copy, input=dump)
                self.assertEqual(server.sql(definitions, copy), server.sql(definitions, source))
                plan = server.sql("SET enable_seqscan = off; EXPLAIN SELECT id FROM link WHERE my_domain(url) = 'example.com'", copy)
                self.assertIn("Index Cond: (my_domain(url) = 'example.com'::text)", plan)
                self.assertEqual(server.sql("SET enable_seqscan = off; SELECT id FROM link WHERE my_domain(url) = 'example.com'",
                                            copy), "1")

    def test_copy_in_both_formats(self):
        base = self.fresh("copied", "CREATE EXTENSION uniform", "CREATE TABLE t (u uri, i iri, n urn)", "CREATE TABLE s (LIKE t)",
                          "INSERT INTO t VALUES ('HTTP://a/%7e', 'http://é/', 'URN:example:a'), ('', '', NULL)")
        for format_ in ("text", "binary"):
            with self.subTest(format_):
                file = server.folder / f"copy.{format_}"
                server.sql(f"COPY t TO '{file}' (FORMAT {format_}); TRUNCATE s; COPY s FROM '{file}' (FORMAT {format_})", base)
                self.assertEqual(server.sql("SELECT * FROM s ORDER BY u", base), server.sql("SELECT * FROM t ORDER BY u", base))
        # Values that are not valid are refused in the binary format as well.
        file = server.folder / "broken"
        server.sql(f"COPY (SELECT 'a b'::text) TO '{file}' (FORMAT binary)", base)
        says = server.sql(f"COPY s (u) FROM '{file}' (FORMAT binary)", base, check=False)
        self.assertIn('invalid input syntax for type uri: "a b"', says)
        self.assertIn("COPY s, line 1", says)

    def test_other_encodings(self):
        latin = self.fresh("latin", "CREATE EXTENSION uniform", options="ENCODING LATIN1 LOCALE 'C'")
        ask = lambda text, base: server.sql("SET client_encoding = UTF8; " + text, base, check=False)  # noqa: E731
        self.assertEqual(ask("SELECT uri_escape('é'), uri_unescape('%C3%A9'), idna_to_ascii('bücher.example')", latin),
                         "%C3%A9|é|xn--bcher-kva.example")
        self.assertEqual(ask("SELECT idna_to_unicode('xn--bcher-kva.example'), uri_repair('http://a.example/é')", latin),
                         "bücher.example|http://a.example/%C3%A9")
        self.assertEqual(ask("SELECT position, uri FROM uri_find('é http://a.example/')", latin), "3|http://a.example/")
        self.assertEqual(ask("SELECT key, value FROM uri_parameters('?%C3%A9=%C3%BC')", latin), "é|ü")
        # A character that the encoding lacks is PostgreSQL's own error, and so is a byte that is none.
        self.assertIn("has no equivalent in encoding", ask("SELECT uri_unescape('%E2%82%AC%E4%B8%AD')", latin))
        self.assertIn("DETAIL:  a byte outside US-ASCII", ask("SELECT 'http://é/'::uri", latin))
        self.assertIn("the type iri needs a database in UTF8", ask("SELECT 'http://é/'::iri", latin))
        self.assertEqual(ask("SELECT 'http://a/'::iri = 'HTTP://a/'", latin), "t")
        # A text that the type cannot keep is none of it.
        self.assertEqual(ask("SELECT iri_try('http://é/') IS NULL, iri_try('http://a/'), 'http://a/'::iri = 'http://é/'::text", latin),
                         "t|http://a/|f")
        ascii_ = self.fresh("nothing", "CREATE EXTENSION uniform", options="ENCODING SQL_ASCII LOCALE 'C'")
        self.assertEqual(server.sql("SELECT uri_host('http://a/'), uri_escape('é')", ascii_), "a|%C3%A9")
        self.assertIn("invalid byte sequence", server.sql(r"SELECT uri_escape(E'\xff')", ascii_, check=False))

    def test_each_role_with_create_may_have_it(self):
        base = self.fresh("lent", "CREATE ROLE somebody LOGIN", "GRANT CREATE ON DATABASE lent TO somebody")
        server.sql("CREATE SCHEMA mine; CREATE EXTENSION uniform SCHEMA mine", base, words=("-U", "somebody"))
        # Its functions find each other wherever they are.
        self.assertEqual(server.sql("SET search_path = ''; SELECT mine.uri_query_json('?a=1'), mine.urn_valid('a')", base),
                         '{ "a" : "1" }|f')
        server.sql("CREATE SCHEMA other; ALTER EXTENSION uniform SET SCHEMA other", base)
        self.assertEqual(server.sql("SET search_path = ''; SELECT other.uri_query_json('?a=1')", base), '{ "a" : "1" }')
        server.sql("DROP EXTENSION uniform", base)
        self.assertEqual(server.sql("SELECT count(*) FROM pg_type WHERE typname IN ('uri', 'iri', 'urn')", base), "0")

    def test_an_error_leaves_nothing_behind(self):
        base = self.fresh("errors", "CREATE EXTENSION uniform")
        says = server.sql("""
            DO $$ DECLARE failed int := 0; BEGIN
              FOR i IN 1..20000 LOOP
                BEGIN PERFORM ('http://a b/' || i)::text::uri; EXCEPTION WHEN invalid_text_representation THEN failed := failed + 1; END;
                BEGIN PERFORM uri_normalize('a', 'nope'); EXCEPTION WHEN invalid_parameter_value THEN failed := failed + 1; END;
                BEGIN PERFORM uri_unescape('%FF'); EXCEPTION WHEN character_not_in_repertoire THEN failed := failed + 1; END;
              END LOOP;
              RAISE NOTICE '% failed', failed;
            END $$;""", base)
        self.assertIn("60000 failed", says)
        # A compressed value is read into memory that an index build frees.
        server.sql("CREATE TABLE t AS SELECT ('HTTP://a/%7e' || repeat('b', 20000) || g)::uri AS u FROM generate_series(1, 300) g", base)
        self.assertEqual(server.sql("SELECT count(DISTINCT u), count(*) FROM t", base), "300|300")

    def test_texts_that_have_any_bytes(self):
        base = self.fresh("any_bytes", "CREATE EXTENSION uniform")
        # Every character of the first planes at once, in every function of a text.
        text = "(SELECT string_agg(chr(g), '') FROM generate_series(1, 70000, 7) g WHERE g NOT BETWEEN 55296 AND 57343)"
        for function in ("uri_valid", "uri_error", "uri_repair", "url_href", "uri_escape", "uri_unescape", "uri_lint_rules",
                         "idna_to_ascii", "idna_to_unicode", "urn_valid", "urn_error"):
            with self.subTest(function):
                server.sql(f"SELECT length({function}({text})::text)", base)
        server.sql(f"SELECT count(*) FROM uri_find({text}); SELECT count(*) FROM uri_lint({text})", base)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    del sys.argv[1:]
    with from_arguments(arguments) as server:
        result = unittest.main(exit=False).result
        if not result.wasSuccessful():
            print(server.log())
    sys.exit(0 if result.wasSuccessful() and not server.failed else 1)
