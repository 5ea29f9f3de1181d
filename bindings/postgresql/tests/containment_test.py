#!/usr/bin/env python3
"""The indexes over URIs find what a look at every row finds: 20,000 random URIs; some thousands with changes,
VACUUM and REINDEX, and while others write."""

import random
import subprocess
import sys
import threading
import unittest

from server import from_arguments

PLACES = 12
LABELS = ("a", "b", "www", "example", "EXAMPLE", "ex%61mple", "com", "org", "co", "xn--bcher-kva")
SEGMENTS = ("", "a", "A", "b", "a%2fb", "%61", "ab", ".", "..", "docs", "index.html")
INDEXES = ("CREATE INDEX link_below ON link USING spgist (url)", "CREATE INDEX link_order ON link (url)",
           "CREATE INDEX link_ranges ON link USING brin (url) WITH (pages_per_range = 2, autosummarize = off)")


def name(chance):
    return ".".join(chance.choice(LABELS) for _ in range(chance.randint(1, 4))) + ("." if chance.random() > 0.97 else "")


def host(chance):
    return chance.choice(("192.0.2.1", "192.0.2.17", "[2001:DB8::1]", "[2001:db8::1:2]")) if chance.random() < 0.1 else name(chance)


def path(chance):
    return "/".join(chance.choice(SEGMENTS) for _ in range(chance.randint(0, 6)))


def uri(chance):
    kind = chance.random()
    if kind < 0.05:
        return "urn:example:" + path(chance).lstrip("/")
    if kind < 0.08:
        return "/x" + path(chance)
    scheme = chance.choice(("http:", "HTTP:", "https:", "ftp:", ""))
    userinfo = "u@" if chance.random() < 0.05 else ""
    port = chance.choice((":", ":80", ":8080")) if chance.random() < 0.1 else ""
    rest = path(chance)
    query = "?q=" + str(chance.randint(0, 3)) if chance.random() < 0.1 else ""
    fragment = "#f" if chance.random() < 0.05 else ""
    return f"{scheme}//{userinfo}{host(chance)}{port}{'/' if rest else ''}{rest}{query}{fragment}"


def place(chance):
    kind = chance.random()
    if kind < 0.4:
        return uri(chance)
    if kind < 0.7:
        return "//." + name(chance)
    return chance.choice(("http:", "ftp:", "")) + "//" + host(chance) + chance.choice(("", "/", "/a", "/a/", "/docs/a"))


class Indexes(unittest.TestCase):
    def make(self, count):
        """A database with a table of that many URIs, and one of places, of which some are spellings of these."""
        self.base = self.id().rsplit(".", 1)[-1]
        self.chance = random.Random(self.base)
        server.sql(f"CREATE DATABASE {self.base} TEMPLATE template0")
        server.sql("CREATE EXTENSION uniform; CREATE TABLE link (id serial, url uri); CREATE TABLE place (url uri)", self.base)
        self.copy("link (url)", (uri(self.chance) for _ in range(count)))
        self.copy("place", [place(self.chance) for _ in range(PLACES)])
        server.sql("INSERT INTO place SELECT uri_normalize(url) FROM link WHERE id % 317 = 1 LIMIT 8", self.base)

    def copy(self, table, values):
        lines = "\n".join(values)
        server.sql(f"COPY {table} FROM STDIN;\n{lines}\n\\.\n", self.base)

    def rows(self, method, condition):
        """The pairs that a join by the condition finds, by the indexes or by each row."""
        by_index = "off" if method == "index" else "on"
        settings = f"SET enable_seqscan = {by_index}; SET enable_material = off; SET enable_hashjoin = off; SET enable_mergejoin = off;"
        if method == "row":
            settings += "SET enable_indexscan = off; SET enable_bitmapscan = off; SET enable_indexonlyscan = off;"
        query = f"SELECT p.url::text, l.id FROM place p JOIN link l ON {condition}"
        plan = server.sql(f"{settings} EXPLAIN {query}", self.base)
        self.assertEqual("link_" in plan, method == "index", plan)
        return sorted(server.sql(f"{settings} {query}", self.base).split("\n"))

    def compare(self, *conditions):
        for condition in conditions or ("l.url <<= p.url", "l.url << p.url::text", "l.url = p.url::text"):
            with self.subTest(condition):
                found = self.rows("row", condition)
                self.assertGreater(len(found), 3)
                self.assertEqual(self.rows("index", condition), found)

    def test_random(self):
        self.make(20000)
        server.sql(f"{INDEXES[0]}; {INDEXES[1]}; ANALYZE", self.base)
        self.compare()
        server.sql(f"DROP INDEX link_below, link_order; {INDEXES[2]}", self.base)
        self.compare("l.url = p.url", "l.url = p.url::text")

    def test_changes(self):
        # Rows come one by one into an index that is there, go, and their places are used again.
        self.make(4000)
        server.sql(f"{INDEXES[0]}; {INDEXES[1]}", self.base)
        for round_ in range(3):
            self.copy("link (url)", (uri(self.chance) for _ in range(2000)))
            server.sql(f"DELETE FROM link WHERE id % 3 = {round_}; UPDATE link SET url = uri_try(url || 'x') WHERE id % 7 = {round_}; "
                       "INSERT INTO place SELECT uri_normalize(url) FROM link ORDER BY id DESC LIMIT 8; VACUUM ANALYZE link", self.base)
            self.compare("l.url <<= p.url", "l.url = p.url")
        server.sql("REINDEX TABLE link", self.base)
        self.compare("l.url <<= p.url", "l.url = p.url")

    def test_concurrent_writers(self):
        # Writers, VACUUM, REINDEX and readers at once: each reader finds the same both ways in one snapshot.
        count = 4000
        self.make(count)
        server.sql(f"{INDEXES[0]}; {INDEXES[1]}", self.base)
        failures = []

        def work(script):
            try:
                server.sql(script, self.base)
            except (AssertionError, subprocess.SubprocessError) as error:
                failures.append(error)

        def written(seed):
            chance = random.Random(seed)
            lines = []
            for _ in range(500):
                lines.append(f"INSERT INTO link (url) VALUES ('{uri(chance)}');")
                if chance.random() < 0.2:
                    lines.append(f"DELETE FROM link WHERE id = {chance.randint(1, count)};")
            return "\n".join(lines)

        question = """
            BEGIN ISOLATION LEVEL REPEATABLE READ;
            SET LOCAL enable_seqscan = off;
            CREATE TEMP TABLE by_index ON COMMIT DROP AS SELECT p.url::text AS place, l.id FROM place p JOIN link l ON l.url <<= p.url;
            SET LOCAL enable_seqscan = on; SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off;
            CREATE TEMP TABLE by_row ON COMMIT DROP AS SELECT p.url::text AS place, l.id FROM place p JOIN link l ON l.url <<= p.url;
            DO $$ BEGIN
                IF EXISTS ((TABLE by_index EXCEPT ALL TABLE by_row) UNION ALL (TABLE by_row EXCEPT ALL TABLE by_index)) THEN
                    RAISE EXCEPTION 'an index does not find what is there';
                END IF;
            END $$;
            COMMIT;"""
        scripts = [written("one"), written("two"), "VACUUM link;\n" * 3 + "REINDEX INDEX CONCURRENTLY link_below;\nVACUUM link;",
                   question * 2]
        threads = [threading.Thread(target=work, args=(s,)) for s in scripts]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(failures, [])
        server.sql("ANALYZE", self.base)
        self.compare("l.url <<= p.url", "l.url = p.url")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    del sys.argv[1:]
    with from_arguments(arguments) as server:
        result = unittest.main(exit=False).result
        if not result.wasSuccessful():
            print(server.log())
    sys.exit(0 if result.wasSuccessful() and not server.failed else 1)
