#!/usr/bin/env python3
"""The answers of the functions, the tables and the collation of the extension for SQLite: functions_test.py uniform.so."""

import json
import re
import sqlite3
import sys
import unittest
from pathlib import Path

LIBRARY = sys.argv.pop(1)
LONG = 1_000_000
# The table of functions; tests/agreement/faces asks the examples of those that are generated.
TABLE = json.loads((Path(__file__).resolve().parents[3] / "data/functions.json").read_text(encoding="utf-8"))
IN_TABLE = set(re.findall(r'"sqlite": (?:\[)?"(\w+)"', json.dumps([row.get("generated") for row in TABLE["functions"]])))

# A function or an expression, and what it says. NULL is None.
FACTS = [
    # Texts and errors; a text that is no URI-reference gives NULL.
    ("uri_valid('http://a/b')", 1),
    ("uri_valid('')", 1),
    ("uri_valid('../a')", 1),
    ("uri_valid('http://a b/')", 0),
    ("uri_valid('http://é/')", 0),
    ("uri_valid('http://é/', 'rfc3987')", 1),
    ("uri_valid('urn:a:b', 'rfc8141')", 0),
    ("uri_valid('urn:a:b', 'rfc2141')", 1),
    ("uri_valid(NULL)", None),
    ("uri_valid('a', NULL)", None),
    ("uri_valid(17)", 1),
    ("uri_valid(x'612062')", 0),
    ("uri_error('http://a b/')", "a space is not allowed here: reg-name, RFC 3986 section 3.2.2 (offset 8)"),
    ("uri_error('http://a/')", None),
    ("uri_error('urn:a:b', 'rfc8141')", "a NID has at least 2 and at most 32 characters: NID, RFC 8141 section 2.1 (offset 5)"),
    # RFC 3986 1.1.2, 3.
    ("uri_scheme('ldap://[2001:db8::7]/c=GB?objectClass?one')", "ldap"),
    ("uri_host('ldap://[2001:db8::7]/c=GB?objectClass?one')", "[2001:db8::7]"),
    ("uri_authority('telnet://192.0.2.16:80/')", "192.0.2.16:80"),
    ("uri_port('telnet://192.0.2.16:80/')", 80),
    ("uri_port('telnet://192.0.2.16:/')", None),
    ("uri_port('telnet://192.0.2.16:65536/')", None),
    ("uri_path('tel:+1-816-555-1212')", "+1-816-555-1212"),
    ("uri_host('tel:+1-816-555-1212')", None),
    ("uri_query('foo://example.com:8042/over/there?name=ferret#nose')", "name=ferret"),
    ("uri_fragment('foo://example.com:8042/over/there?name=ferret#nose')", "nose"),
    ("uri_userinfo('ftp://user:pw@h/')", "user:pw"),
    ("uri_userinfo('http://h/')", None),
    ("uri_host('file:///etc/hosts')", ""),
    ("uri_query('http://h/?')", ""),
    ("uri_query('http://h/')", None),
    ("uri_host('http://a b/')", None),
    ("uri_host('http://é/')", None),
    ("uri_host('http://é/', 'rfc3987')", "é"),
    ("uri_scheme(NULL)", None),
    # RFC 3986 6.2.
    ("uri_normalize('eXAMPLE://a/./b/../b/%63/%7bfoo%7d')", "example://a/b/c/%7Bfoo%7D"),
    ("uri_normalize('http://example.com:80', 'scheme')", "http://example.com/"),
    ("uri_normalize('HTTP://A/%7e', 'case')", "http://a/%7E"),
    ("uri_normalize('a b')", None),
    ("uri_equivalent('http://A/', 'http://a/')", 1),
    ("uri_equivalent('http://A/', 'http://a/', 'simple')", 0),
    ("uri_equivalent('http://a', 'a b')", None),
    ("uri_normalize('HTTP://MÜNCHEN.de/%7e')", None),
    ("uri_normalize('HTTP://MüNCHEN.de/%7e', 'syntax', 'rfc3987')", "http://münchen.de/~"),
    ("uri_normalize('HTTP://München.de:80/%7e', 'scheme', 'rfc3987')", "http://münchen.de/~"),
    ("iri_normalize('HTTP://münchen.de/%7e')", "http://münchen.de/~"),
    ("iri_normalize('http://a b')", None),
    ("uri_equivalent('http://é/%7e', 'HTTP://é/~', 'syntax', 'rfc3987')", 1),
    ("uri_equivalent('http://é/', 'http://e/', 'syntax', 'rfc3987')", 0),
    ("uri_equivalent('http://é/', 'http://é/', 'syntax', 'rfc3986')", None),
    # RFC 3986 5.4.
    ("uri_resolve('http://a/b/c/d;p?q', '../../../g')", "http://a/g"),
    ("uri_resolve('http://a/b/c/d;p?q', '')", "http://a/b/c/d;p?q"),
    ("uri_resolve('b', 'c')", None),
    ("uri_relativize('http://a/b/c', 'http://a/b/d')", "d"),
    ("uri_relativize('http://é/b/c', 'http://é/b/ü', 'rfc3987')", "ü"),
    ("uri_relativize('http://é/b/c', 'http://é/b/ü')", None),
    ("iri_resolve('http://é/b/c', '../ü')", "http://é/ü"),
    ("iri_scheme('x://é/')", "x"),
    ("iri_authority('x://u@é:1/')", "u@é:1"),
    ("iri_userinfo('x://ü@é/')", "ü"),
    ("iri_host('x://é/')", "é"),
    ("iri_port('x://é:80/')", 80),
    ("iri_path('x://é/ü')", "/ü"),
    ("iri_query('x://é/?ü')", "ü"),
    ("iri_fragment('x://é/#ü')", "ü"),
    ("iri_host('x://a b/')", None),
    ("iri_registrable_domain('http://www.bücher.example/')", "xn--bcher-kva.example"),
    ("uri_registrable_domain('http://www.bücher.example/')", None),
    ("iri_public_suffix('http://www.example.co.uk/')", "co.uk"),
    ("iri_domain_label('http://www.bücher.example/')", "xn--bcher-kva"),
    ("iri_subdomain('http://www.bücher.example/')", "www"),
    ("uri_host_inet('http://[2001:DB8:0::1]:80/')", "2001:db8::1"),
    ("uri_host_inet('http://192.0.2.1/')", "192.0.2.1"),
    ("uri_host_inet('http://a/')", None),
    ("uri_host_inet('a b')", None),
    ("uri_path_array('http://a/b%2Fc/\"d')", None),
    ("uri_path_array('http://a/b%2Fc/é/')", '["b%2Fc","é",""]'),
    ("uri_path_array('http://a')", "[]"),
    # Queries.
    ("uri_query_json('?a=1&b&c=%22%0A&%C3%A9=')", '{"a":"1","b":null,"c":"\\"\\u000a","é":""}'),
    ("uri_query_json('?')", "{}"),
    ("uri_query_json('http://a/')", None),
    ("uri_query_json('a b?c')", None),
    ("json_extract(uri_query_json('?a=%FF'), '$.a')", "%FF"),
    ("uri_escape('a b', 1)", "a+b"),
    ("uri_escape('a b', 0)", "a%20b"),
    ("uri_escape('a' || char(10) || 'b', 0, 1)", "a%0D%0Ab"),
    ("uri_unescape('a+b', 1)", "a b"),
    ("uri_unescape('a+b', 0)", "a+b"),
    ("uri_unescape('a%0D%0Ab', 0, 1)", "a\nb"),
    ("uri_unescape('a', NULL)", None),
    ("uri_parameter('http://h/?a=1&b=%C3%A9&a=2', 'b')", "é"),
    ("uri_parameter('http://h/?a=1&b&a=2', 'a')", "1"),
    ("uri_parameter('http://h/?a=1&b&a=2', 'b')", ""),
    ("uri_parameter('http://h/?a=1', 'c')", None),
    ("uri_parameter('http://h/', 'c')", None),
    ("uri_escape('a b/é')", "a%20b%2F%C3%A9"),
    ("uri_unescape('a%20b%2F%C3%A9%')", "a b/é%"),
    ("uri_unescape('%ff')", None),
    ("uri_unescape('a%C3')", None),
    ("uri_unescape('%ED%A0%80')", None),
    ("uri_unescape('')", ""),
    # RFC 3987 3.1, 3.2; UTS 46.
    ("iri_to_uri('http://é/ü')", "http://%C3%A9/%C3%BC"),
    ("uri_to_iri('http://a/%C3%BC')", "http://a/ü"),
    ("idna_to_ascii('BÜCHER.example')", "xn--bcher-kva.example"),
    ("idna_to_unicode('xn--bcher-kva.example')", "bücher.example"),
    ("idna_to_ascii('a..b')", None),
    # The Public Suffix List.
    ("uri_registrable_domain('http://WWW.example.co.uk:80/')", "example.co.uk"),
    ("uri_registrable_domain('http://www.b%C3%BCcher.example/')", "xn--bcher-kva.example"),
    ("uri_registrable_domain('http://127.0.0.1/')", None),
    ("uri_registrable_domain('http://co.uk/')", None),
    ("uri_public_suffix('http://www.example.co.uk/')", "co.uk"),
    # The URL Standard, repair, the linter.
    ("url_href('HTTPS://Example.com:443/a/../b c')", "https://example.com/b%20c"),
    ("url_href('../b', 'https://example.com/a/c')", "https://example.com/b"),
    ("url_href('b')", None),
    ("uri_repair('http://a.example/café 1')", "http://a.example/caf%C3%A9%201"),
    ("uri_repair('http://a b/')", None),
    ("uri_lint_rules('http://www.example.com/')", ""),
    ("uri_lint_rules('http://www.example.com&story@10.0.0.1/')", "userinfo-like-host,private-address"),
    # RFC 8141.
    ("urn_valid('urn:example:a?+r?=q#f')", 1),
    ("urn_valid('urn:example:a?q')", 0),
    ("urn_valid('urn:example:a?q??r', 'urnbis-14')", 1),
    ("urn_error('urn:example:')", "at least one character is missing here: NSS, RFC 8141 section 2.2 (offset 12)"),
    ("urn_nid('URN:ISBN:0-395-36341-1')", "ISBN"),
    ("urn_nss('URN:ISBN:0-395-36341-1')", "0-395-36341-1"),
    ("urn_r_component('urn:example:a?+r?=q#f')", "r"),
    ("urn_q_component('urn:example:a?+r?=q#f')", "q"),
    ("urn_f_component('urn:example:a?+r?=q#f')", "f"),
    ("urn_q_component('urn:example:a')", None),
    ("urn_normalize('URN:EXAMPLE:a%2cB?=q')", "urn:example:a%2CB"),
    ("urn_namespace_normalize('urn:isbn:0-395-36341-1')", "urn:isbn:9780395363416"),
    ("urn_equivalent('URN:example:a', 'urn:EXAMPLE:a#f')", 1),
    ("urn_equivalent('URN:example:a', 'b')", None),
    ("urn_check('urn:isbn:0-395-36341-1')", "correct"),
    ("urn_check('urn:isbn:0-395-36341-2')", "incorrect"),
    ("uri_normalize('ftp://H/a/../b', 'syntax', 'url-06')", "ftp://h/a/../b"),
    ("uri_normalize('http://h/~', 'syntax', 'rfc1738')", None),
    ("uri_resolve('http://h/', 'ftp://h/a/../b', 'rfc1738')", "ftp://h/a/../b"),
    ("uri_resolve('http://h/', 'b', 'rfc1738')", None),
    ("uri_valid('http://h/~', 'rfc1738')", 0),
    ("urn_check('urn:example:a')", "none"),
    ("urn_namespace_valid('urn:oid:1.3.6.1')", 1),
    ("urn_namespace_valid('urn:oid:1.3.6.')", 0),
    ("urn_namespace_valid('urn:nobody-has-this:a')", None),
    ("urn_nid('http://a/')", None),
]

# A host, its registrable domain and its public suffix, as every face says.
HOSTS = [[None if cell == "-" else cell for cell in line.split("\t")[:3]]
         for line in (Path(__file__).resolve().parents[3] / "tests" / "agreement" / "hosts.tsv").read_text("utf-8").splitlines()
         if not line.startswith("#")]

# A statement, and what SQLite says of it.
ERRORS = [
    ("SELECT uri_normalize('a', 'nope')", 'no level is called "nope"; there are simple, case'),
    ("SELECT uri_valid('a', 'rfc0')", 'no edition is called "rfc0"; there are rfc3986'),
    ("SELECT uri_host('a', 'rfc8141')", 'the edition "rfc8141" is not offered here; there are rfc3986'),
    ("SELECT uri_host('a', 'url-06')", 'the edition "url-06" is not offered here; there are rfc3986'),
    ("SELECT urn_nid('a', 'rfc3986')", 'the edition "rfc3986" is not offered here; there are rfc8141'),
    ("SELECT uri_normalize('a', 'syntax', 'rfc8141')", 'the edition "rfc8141" is not offered here; there are rfc3986'),
    ("SELECT uri_equivalent('a', 'b', 'nope', 'rfc3986')", 'no level is called "nope"; there are simple'),
    ("SELECT uri_relativize('a', 'b', 'x')", 'no edition is called "x"; there are rfc3986'),
    ("SELECT uri_host()", "wrong number of arguments"),
    ("CREATE VIRTUAL TABLE t USING uri_find", "no such module"),
    ("SELECT * FROM uri_parameters", "uri_parameters() needs its argument"),
    ("SELECT * FROM uri_find WHERE uri = 'http://a/'", "uri_find() needs its argument"),
    ("SELECT * FROM uri_lint WHERE text LIKE 'a'", "uri_lint() needs its argument"),
    ("SELECT * FROM uri_find('a', 'b')", "too many arguments"),
]

# A statement, and its rows.
ROWS = [
    ("SELECT position, key, value, raw FROM uri_parameters('http://h/?a=1&b=%20x&&=y&c&d=%FF&e=%00')",
     [(1, "a", "1", "a=1"), (2, "b", " x", "b=%20x"), (3, "", None, ""), (4, "", "y", "=y"), (5, "c", None, "c"),
      (6, "d", "%FF", "d=%FF"), (7, "e", "%00", "e=%00")]),
    ("SELECT * FROM uri_parameters('http://h/')", []),
    ("SELECT * FROM uri_parameters('a b?c')", []),
    ("SELECT * FROM uri_parameters(NULL)", []),
    ("SELECT url FROM uri_parameters WHERE url = '?a'", [("?a",)]),
    # RFC 3986 appendix C; positions count characters from 1.
    ("SELECT position, length, uri FROM uri_find('é <http://a.example/> and ftp://b.example.')",
     [(4, 17, "http://a.example/"), (27, 15, "ftp://b.example")]),
    ("SELECT substr(t, position, length) FROM (SELECT 'ü http://a.example/x, ok' AS t), uri_find(t)",
     [("http://a.example/x",)]),
    ("SELECT rule, severity, position, length, section FROM uri_lint('http://u:p@a.example/')",
     [("userinfo", "warning", 8, 3, "RFC 9110 section 4.2.4"), ("password", "error", 10, 1, "RFC 3986 section 7.5")]),
    # The other collations.
    ("SELECT 'HTTP://é/%7e' = 'http://é/~' COLLATE iri, 'HTTP://é/%7e' = 'http://é/~' COLLATE uri", [(1, 0)]),
    ("SELECT 'URN:EXAMPLE:a#f' = 'urn:example:a' COLLATE urn, 'urn:example:a' = 'urn:example:A' COLLATE urn", [(1, 0)]),
    # Joins, with the argument from another table.
    ("SELECT l.id, p.key FROM (SELECT 1 AS id, '?a&b' AS url UNION ALL SELECT 2, '?c') AS l, uri_parameters(l.url) AS p",
     [(1, "a"), (1, "b"), (2, "c")]),
]


def connect(encoding="UTF-8"):
    database = sqlite3.connect(":memory:")
    database.execute(f"PRAGMA encoding = '{encoding}'")
    database.enable_load_extension(True)
    database.load_extension(LIBRARY)
    return database


class Functions(unittest.TestCase):
    def one(self, expression, *arguments, database=None):
        return (database or self.database).execute("SELECT " + expression, arguments).fetchone()[0]

    @classmethod
    def setUpClass(cls):
        cls.database = connect()

    def test_facts(self):
        for encoding in ("UTF-8", "UTF-16le", "UTF-16be"):
            database = connect(encoding)
            for expression, expected in FACTS:
                with self.subTest(expression, encoding=encoding):
                    self.assertEqual(self.one(expression, database=database), expected)

    def test_hosts(self):
        for host, registrable, suffix in HOSTS:
            url = f"http://u@{host}:80/p"
            for kind in ("uri", "iri") if host.isascii() else ("iri",):
                with self.subTest(host, kind=kind):
                    self.assertEqual(self.one(f"{kind}_host(?)", url), host)
                    self.assertEqual(self.one(f"{kind}_registrable_domain(?)", url), registrable)
                    self.assertEqual(self.one(f"{kind}_public_suffix(?)", url), suffix)

    def test_every_function_has_a_fact(self):
        listed = {n for n, in self.database.execute("SELECT name FROM pragma_function_list WHERE name LIKE 'ur%' OR "
                                                    "name LIKE 'iri%' OR name LIKE 'idna%'")}
        self.assertGreater(len(listed), 35)
        tested = {re.match(r"\w+", expression).group() for expression, _ in FACTS} | IN_TABLE
        self.assertEqual(listed - tested - {"iif"}, set())

    def test_version(self):
        self.assertRegex(self.one("uniform_version()"), r"^\d+\.\d+\.\d+$")

    def test_errors(self):
        for statement, message in ERRORS:
            with self.subTest(statement), self.assertRaisesRegex(sqlite3.Error, re.escape(message)):
                self.database.execute(statement).fetchall()

    def test_rows(self):
        for statement, expected in ROWS:
            with self.subTest(statement):
                rows = self.database.execute(statement).fetchall()
                self.assertEqual(rows, expected)

    def test_embedded_nul(self):
        self.assertEqual(self.one("uri_valid(?)", "http://a/\0b"), 0)
        self.assertIn("(offset 9)", self.one("uri_error(?)", "http://a/\0b"))
        self.assertEqual(self.one("uri_escape(?)", "a\0b"), "a%00b")
        self.assertEqual(self.one("uri_unescape('a%00b')"), "a\0b")
        self.assertEqual(self.one("length(uri_unescape('a%00b')) || hex(uri_unescape('a%00b'))"), "1610062")

    def test_not_utf8(self):
        for data in (b"http://\xff/", b"\x80", b"http://a/\xed\xa0\x80", b"\xf4\x90\x80\x80", b"a\xc3"):
            with self.subTest(data):
                text = f"CAST(x'{data.hex()}' AS TEXT)"
                self.assertEqual(self.one(f"uri_valid({text})"), 0)
                self.assertEqual(self.one(f"uri_valid({text}, 'rfc3987')"), 0)
                for function in ("uri_host", "uri_normalize", "uri_registrable_domain", "iri_to_uri", "urn_nid"):
                    self.assertIsNone(self.one(f"{function}({text})"))
                for function in ("uri_lint_rules", "uri_repair", "url_href", "idna_to_ascii", "uri_error"):
                    self.one(f"{function}({text})")
                self.database.execute(f"SELECT * FROM uri_find({text})").fetchall()
                self.database.execute(f"SELECT * FROM uri_lint({text})").fetchall()

    def test_huge(self):
        segment = "a" * LONG
        self.assertEqual(self.one("length(uri_path(?))", "http://h/" + segment), LONG + 1)
        self.assertEqual(self.one("uri_normalize(?)", "http://h/x/../" + segment), "http://h/" + segment)
        self.assertEqual(self.one("uri_normalize(?)", "http://h/" + "a/../" * (LONG // 5)), "http://h/")
        self.assertEqual(self.one("count(*) FROM uri_parameters(?)", "?" + "a=1&" * LONG), LONG + 1)
        self.assertEqual(self.one("count(*) FROM uri_find(?)", "http://a.example/ " * 50_000), 50_000)
        self.assertEqual(self.one("uri_valid(?)", "http://h/" + "%" * LONG), 0)
        for function in ("idna_to_ascii", "uri_lint_rules", "uri_repair", "url_href", "urn_check", "uri_public_suffix"):
            self.one(f"length({function}(?))", "http://" + "ü." * 50_000)

    def test_indexes_and_generated_columns(self):
        self.database.executescript("""
            CREATE TABLE links (url TEXT, host TEXT GENERATED ALWAYS AS (uri_host(url)) STORED);
            CREATE INDEX by_normal_form ON links (uri_normalize(url));
            INSERT INTO links (url) VALUES ('HTTP://A/'), ('http://b/'), ('no URI'), (NULL);
        """)
        plan = self.database.execute("EXPLAIN QUERY PLAN SELECT * FROM links WHERE uri_normalize(url) = 'http://a/'").fetchall()
        self.assertIn("by_normal_form", plan[0][3])
        self.assertEqual(self.database.execute("SELECT url, host FROM links WHERE uri_normalize(url) = 'http://a/'").fetchall(),
                         [("HTTP://A/", "A")])
        # The public suffix list may change.
        with self.assertRaisesRegex(sqlite3.Error, "non-deterministic"):
            self.database.execute("CREATE INDEX by_domain ON links (uri_registrable_domain(url))")

    def test_untrusted_schema(self):
        self.database.executescript("""
            PRAGMA trusted_schema = OFF;
            CREATE VIEW hosts AS SELECT uri_host('http://a/') AS host, (SELECT count(*) FROM uri_parameters('?a')) AS n;
        """)
        self.assertEqual(self.database.execute("SELECT * FROM hosts").fetchall(), [("a", 1)])

    def test_collation(self):
        for encoding in ("UTF-8", "UTF-16le"):
            database = connect(encoding)
            database.execute("CREATE TABLE t (url TEXT COLLATE uri UNIQUE)")
            long = "http://h/%7e" + "a" * 5000
            texts = ["HTTP://B/", "http://a/", "not a URI", "", "http://a/%7euser", "b c", "\0", long, long + "b"]
            database.executemany("INSERT INTO t VALUES (?)", [(t,) for t in texts])
            for again in ("http://b/", "http://a/./", "http://a/~user", "HTTP://h/~" + "a" * 5000):
                with self.subTest(again), self.assertRaisesRegex(sqlite3.IntegrityError, "UNIQUE"):
                    database.execute("INSERT INTO t VALUES (?)", (again,))
            for other in ("http://b", "not a uri", "b  c"):
                database.execute("INSERT INTO t VALUES (?)", (other,))
            ordered = [t for t, in database.execute("SELECT url FROM t ORDER BY url")]
            key = {t: (database.execute("SELECT uri_normalize(?)", (t,)).fetchone()[0] or t).encode() for t in ordered}
            self.assertEqual(ordered, sorted(ordered, key=key.get))
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])

    def test_two_connections(self):
        first, second = connect(), connect()
        first.close()
        self.assertEqual(self.one("uri_host('http://a/')", database=second), "a")


if __name__ == "__main__":
    unittest.main()
