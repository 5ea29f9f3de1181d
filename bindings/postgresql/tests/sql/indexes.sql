-- btree and hash indexes, unique constraints, joins by merging and hashing, parallel scans, statistics.
SET client_min_messages = warning;
CREATE TABLE link (id int, url uri, name urn);
INSERT INTO link SELECT g, ('HTTP://Host' || g % 5000 || '.example/%7e' || g)::uri, ('URN:EXAMPLE:' || g)::urn FROM generate_series(1, 20000) g;
CREATE UNIQUE INDEX link_url ON link (url);
CREATE INDEX link_name ON link USING hash (name);
CREATE INDEX link_host ON link (uri_host(uri_normalize(url)));
ANALYZE link;
EXPLAIN (COSTS OFF) SELECT id FROM link WHERE url = 'http://host7.example/~7';
SELECT id, url FROM link WHERE url = 'http://host7.example/~7';
SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) SELECT id FROM link WHERE name = 'urn:example:77';
SELECT id, name FROM link WHERE name = 'urn:example:77#f';
EXPLAIN (COSTS OFF) SELECT count(*) FROM link WHERE uri_host(uri_normalize(url)) = 'host7.example';
SELECT count(*) FROM link WHERE uri_host(uri_normalize(url)) = 'host7.example';
EXPLAIN (COSTS OFF) SELECT url FROM link WHERE url >= 'http://host7.' AND url < 'http://host7/' ORDER BY url LIMIT 2;
SELECT url FROM link WHERE url >= 'http://host7.' AND url < 'http://host7/' ORDER BY url LIMIT 2;
INSERT INTO link VALUES (0, 'http://HOST7.example/~7', NULL);
INSERT INTO link VALUES (-1, 'http://HOST7.example/~7', NULL) ON CONFLICT (url) DO UPDATE SET id = -7 RETURNING id, url;
-- The index finds the same as a look at every row.
CREATE TABLE same AS SELECT id, uri_normalize(url) AS url FROM link;
ANALYZE same;
SET enable_mergejoin = off; SET enable_nestloop = off;
EXPLAIN (COSTS OFF) SELECT count(*) FROM link JOIN same USING (url);
SELECT count(*) FROM link JOIN same USING (url);
SET enable_mergejoin = on; SET enable_hashjoin = off;
SELECT count(*) FROM link JOIN same USING (url);
SELECT count(*) FROM link a JOIN same b ON a.url = b.url AND a.id <> b.id;
RESET enable_hashjoin; RESET enable_nestloop; RESET enable_bitmapscan;
-- Partitions by hash use the extended one.
CREATE TABLE part (url uri) PARTITION BY HASH (url);
CREATE TABLE part_0 PARTITION OF part FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE part_1 PARTITION OF part FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO part SELECT url FROM link;
SELECT count(*) = (SELECT count(*) FROM link) FROM part;
SELECT count(*) FROM part WHERE url = 'http://host9.example/~9';
-- In parallel.
SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2;
EXPLAIN (COSTS OFF) SELECT count(*) FROM link WHERE uri_registrable_domain(url) = 'host7.example';
SELECT count(*) FROM link WHERE uri_registrable_domain(url) = 'host7.example';
-- Generated columns.
CREATE TABLE made (url uri, host text GENERATED ALWAYS AS (uri_host(url)) STORED);
INSERT INTO made VALUES ('http://a/');
SELECT * FROM made;
CREATE INDEX ON made (uri_registrable_domain(url));
DROP TABLE link, same, part, made;
-- The planner knows what a function costs: it asks the dear ones last, and only those that do no work cost as little as an addition.
CREATE TABLE link (id int, url uri);
EXPLAIN (COSTS OFF) SELECT id FROM link WHERE uri_registrable_domain(url) = 'a' AND url <<= '//a' AND uri_host(url) = 'a' AND id + 1 = 7;
DROP TABLE link;
SELECT string_agg(p.proname, ' ' ORDER BY p.proname COLLATE "C") FROM pg_proc p
JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'uniform' JOIN pg_language l ON l.oid = p.prolang
WHERE l.lanname = 'c' AND p.procost = 1;
