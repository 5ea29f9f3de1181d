#!/usr/bin/env python3
"""ALTER EXTENSION uniform UPDATE: an older version with data and indexes becomes the newest, and answers as before."""

import re
import sys
import unittest

from server import from_arguments

# The objects of the extension, and the members of its families of operators.
OBJECTS = """
    CREATE TEMP VIEW member AS SELECT classid, objid FROM pg_depend
    WHERE refclassid = 'pg_extension'::regclass AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'uniform')
      AND deptype = 'e';
    SELECT pg_describe_object(classid, objid, 0) FROM member ORDER BY 1;
    SELECT p.oid::regprocedure::text, prosrc, probin, prosqlbody IS NULL, provolatile, proisstrict, proparallel, proretset, prorows,
        procost, pg_get_function_result(p.oid), obj_description(p.oid, 'pg_proc')
    FROM pg_proc p JOIN member ON classid = 'pg_proc'::regclass AND objid = p.oid ORDER BY 1;
    SELECT o.oid::regoperator::text, oprcode, oprcom::regoperator, oprnegate::regoperator, oprrest, oprjoin, oprcanhash, oprcanmerge
    FROM pg_operator o JOIN member ON classid = 'pg_operator'::regclass AND objid = o.oid ORDER BY 1;
    SELECT pg_describe_object('pg_amop'::regclass, a.oid, 0) FROM pg_amop a
    JOIN member ON classid = 'pg_opfamily'::regclass AND objid = amopfamily ORDER BY 1;
    SELECT pg_describe_object('pg_amproc'::regclass, a.oid, 0) FROM pg_amproc a
    JOIN member ON classid = 'pg_opfamily'::regclass AND objid = amprocfamily ORDER BY 1;
    SELECT castsource::regtype, casttarget::regtype, castcontext, castmethod FROM pg_cast
    JOIN member ON classid = 'pg_cast'::regclass AND objid = pg_cast.oid ORDER BY 1::text, 2::text;
"""
DATA = """
    CREATE TABLE link (id int PRIMARY KEY, url uri UNIQUE, name urn, iri iri,
        host text GENERATED ALWAYS AS (uri_host(url)) STORED, CHECK (uri_scheme(url) IS NOT NULL));
    CREATE INDEX link_name ON link USING hash (name);
    CREATE INDEX link_iri ON link (iri);
    CREATE INDEX link_path ON link (uri_path(uri_normalize(url)));
    CREATE VIEW texts AS SELECT id, url::text, uri_normalize(url)::text AS normal FROM link;
    CREATE TABLE part (url uri) PARTITION BY HASH (url);
    CREATE TABLE part_0 PARTITION OF part FOR VALUES WITH (MODULUS 2, REMAINDER 0);
    CREATE TABLE part_1 PARTITION OF part FOR VALUES WITH (MODULUS 2, REMAINDER 1);
    INSERT INTO link SELECT g, 'HTTP://Host' || g || '/%7e?a=' || g, 'URN:EXAMPLE:' || g, 'http://é/' || g FROM generate_series(1, 3000) g;
    INSERT INTO part SELECT url FROM link;
    ANALYZE;
"""
QUESTIONS = """
    SELECT * FROM link ORDER BY id;
    SELECT * FROM texts ORDER BY id;
    SELECT tableoid::regclass, url FROM part ORDER BY url;
    SELECT min(url), max(url), min(name), max(name), min(iri), max(iri) FROM link;
    SELECT uri_hash(url), iri_hash(iri), urn_hash_extended(name, 3) FROM link ORDER BY id;
    SET enable_seqscan = off; SET enable_bitmapscan = off; -- the plan does not depend on statistics
    EXPLAIN (COSTS OFF) SELECT id FROM link WHERE url = 'http://host7/~?a=7';
    SELECT id FROM link WHERE url = 'http://host7/~?a=7';
    EXPLAIN (COSTS OFF) SELECT id FROM link WHERE name = 'urn:example:9';
    SELECT id FROM link WHERE name = 'urn:example:9?=q';
    SELECT id FROM link WHERE iri >= 'HTTP://é/%37%37' AND iri < 'http://é/78' ORDER BY iri;
    SELECT count(*) FROM link WHERE uri_path(uri_normalize(url)) = '/~';
    SELECT count(*) FROM part WHERE url = 'http://host9/~?a=9';
"""
REFUSED = "INSERT INTO link (id, url) VALUES (0, 'http://HOST1/x/../~?a=1')"


class Upgrade(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        control = next(f for f in server.files if f.name == "uniform.control").read_text(encoding="utf-8")
        cls.newest = re.search(r"default_version = '(.*)'", control).group(1)
        scripts = {f.name: f for f in server.files}
        cls.versions = sorted(m.group(1) for name in scripts if (m := re.fullmatch(r"uniform--([^-]+)\.sql", name)))
        # A made version: the first part of the first release, which is the rest.
        script = scripts[f"uniform--{cls.versions[0]}.sql"].read_text(encoding="utf-8")
        at = script.index("-- section: iri")
        (server.extension_folder / "uniform--0.9.0.sql").write_text(script[:at], encoding="utf-8")
        (server.extension_folder / f"uniform--0.9.0--{cls.versions[0]}.sql").write_text(script[at:], encoding="utf-8")

    def fresh(self, name, *statements):
        server.sql(f"CREATE DATABASE {name} TEMPLATE template0")
        for statement in statements:
            server.sql(statement, name)
        return name

    def version(self, database):
        return server.sql("SELECT extversion FROM pg_extension WHERE extname = 'uniform'", database)

    def test_every_version_becomes_the_newest(self):
        new = self.fresh("new", "CREATE EXTENSION uniform")
        self.assertEqual(self.version(new), self.newest)
        self.assertEqual(self.versions[0], "1.0.0")
        for version in ["0.9.0", *(v for v in self.versions if v != self.newest)]:
            with self.subTest(version):
                old = self.fresh("old_" + version.replace(".", "_"), f"CREATE EXTENSION uniform VERSION '{version}'",
                                 "CREATE TABLE link (url uri UNIQUE); INSERT INTO link VALUES ('HTTP://a/')")
                self.assertNotEqual(server.sql(OBJECTS, old), server.sql(OBJECTS, new))
                server.sql("ALTER EXTENSION uniform UPDATE", old)
                self.assertEqual(self.version(old), self.newest)
                self.assertEqual(server.sql(OBJECTS, old), server.sql(OBJECTS, new))
                self.assertEqual(server.sql("SELECT url, url::iri FROM link WHERE url = 'http://A/'", old), "HTTP://a/|HTTP://a/")

    def test_answers_stay(self):
        base = self.fresh("with_data", "CREATE EXTENSION uniform VERSION '1.0.0'", DATA)
        before = server.sql(QUESTIONS, base)
        self.assertIn("Index Scan using link_url_key", before)
        self.assertIn("link_name", before)
        server.sql("ALTER EXTENSION uniform UPDATE", base)
        self.assertEqual(server.sql(QUESTIONS, base), before)
        self.assertIn("already exists", server.sql(REFUSED, base, check=False))
        # The new version serves the data and the indexes that were there.
        plan = server.sql("SET enable_seqscan = off; EXPLAIN SELECT id FROM link WHERE url = 'http://host7/~?a=7'::text", base)
        self.assertIn("Index Cond: (url = 'http://host7/~?a=7'::text)", plan)
        self.assertEqual(server.sql("SET enable_seqscan = off; SELECT id FROM link WHERE url = 'http://host7/~?a=7'::text", base), "7")
        self.assertEqual(server.sql("SET enable_seqscan = off; SELECT id FROM link WHERE name = 'urn:example:9'::text", base), "9")
        server.sql("CREATE INDEX below ON link USING spgist (url); REINDEX TABLE link", base)
        self.assertEqual(server.sql(QUESTIONS, base), before)
        # And what was upgraded is dumped and restored as the newest version.
        copy = self.fresh("restored")
        server.run("psql", "-q", "-X", "-v", "ON_ERROR_STOP=1", "-d", copy, input=server.run("pg_dump", base))
        self.assertEqual(self.version(copy), self.newest)
        self.assertEqual(server.sql(QUESTIONS, copy), before)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    del sys.argv[1:]
    with from_arguments(arguments) as server:
        result = unittest.main(exit=False).result
        if not result.wasSuccessful():
            print(server.log())
    sys.exit(0 if result.wasSuccessful() and not server.failed else 1)
