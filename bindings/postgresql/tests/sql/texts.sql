-- Values of the types beside values of the type text, as drivers send them.
\pset null NULL
-- A text as a value of a type: NULL where it is none.
SELECT t, uri_try(t), iri_try(t), urn_try(t)
FROM (VALUES ('HTTP://Example.com/%7e'), ('http://é/'), ('URN:Example:a'), ('a b'), (''), (NULL)) v (t);
SELECT length(uri_try('http://h/' || repeat('a', 100000))::text), uri_try('http://h/' || repeat('a b', 100000));
SELECT pg_typeof(uri_try('a')), pg_typeof(iri_try('a')), pg_typeof(urn_try('a'));
-- Comparisons go by the normal form; a text that is none of the type is equal to no value, and has its place in the order.
PREPARE compare (uri, text) AS
    SELECT $1 = $2 AS eq, $1 <> $2 AS ne, $1 < $2 AS lt, $1 <= $2 AS le, $1 > $2 AS gt, $1 >= $2 AS ge,
           $2 = $1 AS eq2, $2 <> $1 AS ne2, $2 < $1 AS lt2, $2 <= $1 AS le2, $2 > $1 AS gt2, $2 >= $1 AS ge2;
EXECUTE compare ('http://a/~', 'HTTP://A/x/../%7e');
EXECUTE compare ('http://a/', 'HTTP://B/');
EXECUTE compare ('http://a/', 'a b');
EXECUTE compare ('http://a/', NULL);
SELECT 'http://é/ü'::iri = 'HTTP://é/%C3%BC'::text AS iri, 'urn:example:a'::urn = 'URN:EXAMPLE:a?=q#f'::text AS urn,
       'urn:example:a'::urn = 'a b'::text AS none, 'HTTP://é/'::text >= 'http://é/'::iri AS ge, 'urn:a0:b'::text < 'urn:b0:b'::urn AS lt;
-- A literal still is a value of the type, and refused if it is none; texts among themselves are compared as before.
SELECT 'http://a/'::uri = 'HTTP://A/' AS typed, 'http://a/'::text = 'HTTP://A/' AS texts, 'a' LIKE 'a' AS pattern;
SELECT 'http://a/'::uri = 'a b';
SELECT 'http://a/'::uri = 'HTTP://A/'::varchar AS varchar, 'http://a/'::uri = 'HTTP://A/'::name AS name,
       'http://a/'::uri = 'HTTP://A/'::char(9) AS bpchar;
-- Indexes serve texts: btree, also with arrays and ranges, hash, and the inner side of a join.
CREATE TABLE link (id int, url uri, name urn, iri iri);
INSERT INTO link SELECT g, 'HTTP://Host' || g || '/%7e', 'URN:EXAMPLE:' || g, 'http://é/' || g FROM generate_series(1, 2000) g;
CREATE INDEX link_url ON link (url);
CREATE INDEX link_name ON link USING hash (name);
CREATE INDEX link_iri ON link (iri);
ANALYZE link;
SET enable_bitmapscan = off;
PREPARE by_text (text) AS SELECT id FROM link WHERE url = $1;
EXPLAIN (COSTS OFF) EXECUTE by_text ('http://host7/~');
EXECUTE by_text ('http://host7/~');
EXECUTE by_text ('a b');
PREPARE by_texts (text[]) AS SELECT id FROM link WHERE url = ANY ($1) ORDER BY id;
EXPLAIN (COSTS OFF) EXECUTE by_texts ('{http://host7/~,HTTP://host8/%7E,a b,NULL,http://HOST7/~}');
EXECUTE by_texts ('{http://host7/~,HTTP://host8/%7E,a b,NULL,http://HOST7/~}');
PREPARE by_range (text, text) AS SELECT count(*) FROM link WHERE url >= $1 AND url < $2;
EXPLAIN (COSTS OFF) EXECUTE by_range ('HTTP://host7', 'http://HOST71');
EXECUTE by_range ('HTTP://host7', 'http://HOST71');
SELECT count(*) FROM link WHERE uri_normalize(url)::text >= 'http://host7' AND uri_normalize(url)::text < 'http://host71';
PREPARE by_varchar (varchar) AS SELECT id FROM link WHERE name = $1;
EXPLAIN (COSTS OFF) EXECUTE by_varchar ('urn:example:77');
EXECUTE by_varchar ('urn:example:77');
PREPARE by_iri (text) AS SELECT id FROM link WHERE iri = $1;
EXPLAIN (COSTS OFF) EXECUTE by_iri ('HTTP://é/9');
EXECUTE by_iri ('HTTP://é/9');
CREATE TABLE mention (t text);
INSERT INTO mention VALUES ('http://host1/~'), ('HTTP://HOST1/~'), ('http://host2/%7E'), ('no URI'), (NULL), ('http://elsewhere/');
ANALYZE mention;
EXPLAIN (COSTS OFF) SELECT id, t FROM mention JOIN link ON url = t;
SELECT id, t FROM mention JOIN link ON url = t ORDER BY id, t COLLATE "C";
-- Hashing: a join, and what is in or not in a query's texts, each value once.
SET enable_nestloop = off;
EXPLAIN (COSTS OFF) SELECT id, t FROM mention JOIN link ON url = t;
SELECT id, t FROM mention JOIN link ON url = t ORDER BY id, t COLLATE "C";
RESET enable_nestloop;
SELECT id FROM link WHERE url IN (SELECT t FROM mention) ORDER BY id;
SELECT t FROM mention WHERE t IN (SELECT url FROM link) ORDER BY t COLLATE "C";
-- EXPLAIN of PostgreSQL 17 writes the condition of a hashed subquery in another way than that of 15.
CREATE FUNCTION hashes(query text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    line text;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
        IF line LIKE '%hashed SubPlan 1%' THEN
            RETURN true;
        END IF;
    END LOOP;
    RETURN false;
END
$$;
SELECT hashes('SELECT count(*) FROM link WHERE url NOT IN (SELECT t FROM mention WHERE t IS NOT NULL)');
SELECT count(*) FROM link WHERE url NOT IN (SELECT t FROM mention WHERE t IS NOT NULL);
SELECT a.t, b.t FROM mention a JOIN mention b ON a.t =%= b.t AND a.t < b.t;
SELECT 'http://é/'::text =@= 'HTTP://é/' AS iris, 'URN:EXAMPLE:a?=q'::text =#= 'urn:example:a' AS urns, 'x y'::text =#= 'X y' AS no_urns;
-- Patterns match the text as written, and an index over it serves them.
SELECT id FROM link WHERE url LIKE 'HTTP://Host199_/%';
SELECT count(*) FILTER (WHERE url LIKE 'HTTP://%') AS like, count(*) FILTER (WHERE url NOT LIKE '%1/%') AS not_like,
       count(*) FILTER (WHERE url ILIKE 'http://h%') AS ilike, count(*) FILTER (WHERE url NOT ILIKE '%HOST1%') AS not_ilike,
       count(*) FILTER (WHERE url ~ 't1+/') AS regex, count(*) FILTER (WHERE url !~ 't1+/') AS not_regex,
       count(*) FILTER (WHERE url ~* 'hOST7/') AS iregex, count(*) FILTER (WHERE url !~* 'hOST7/') AS not_iregex,
       count(*) FILTER (WHERE url SIMILAR TO '%(11|12)/%') AS similar
FROM link;
SELECT count(*) FILTER (WHERE name LIKE 'URN:%') AS urn, count(*) FILTER (WHERE iri ~ 'é/1\d$') AS iri,
       count(*) FILTER (WHERE url LIKE 'HTTP://Host1/!%7e' ESCAPE '!') AS escape FROM link;
CREATE INDEX link_text ON link ((url::text) text_pattern_ops);
ANALYZE link;
EXPLAIN (COSTS OFF) SELECT id FROM link WHERE url LIKE 'HTTP://Host19/%';
SELECT id FROM link WHERE url LIKE 'HTTP://Host19/%';
-- Groups, and what is put together.
SELECT string_agg(url, ' ' ORDER BY url DESC), string_agg(name, ' ' ORDER BY id), string_agg(iri, ',' ORDER BY id) FROM link WHERE id < 4;
SELECT string_agg(url, ',') FROM link WHERE id < 0;
SELECT 'http://a/'::uri || '?q' AS uri, 'x:' || 'é'::iri AS iri, 'urn:example:a'::urn || '#f' AS urn;
SELECT pg_typeof(string_agg(url, ',')), pg_typeof('http://a/'::uri || '?q') FROM link;
-- BRIN: the least and the greatest of a range of pages, or a Bloom filter, for values and for texts.
CREATE TABLE page AS SELECT g AS id, ('http://host/' || lpad(g::text, 6, '0'))::uri AS url FROM generate_series(1, 20000) g;
CREATE INDEX page_minmax ON page USING brin (url) WITH (pages_per_range = 4);
ANALYZE page;
SET enable_seqscan = off;
SET enable_bitmapscan = on;
EXPLAIN (COSTS OFF) SELECT id FROM page WHERE url = 'HTTP://host/000777';
SELECT id FROM page WHERE url = 'HTTP://host/000777';
SELECT id FROM page WHERE url = 'HTTP://host/000777'::text;
SELECT count(*) FROM page WHERE url > 'HTTP://host/%30%31'::text AND url <= 'http://HOST/015000';
DROP INDEX page_minmax;
CREATE INDEX page_bloom ON page USING brin (url uri_bloom_ops) WITH (pages_per_range = 4);
EXPLAIN (COSTS OFF) SELECT id FROM page WHERE url = 'HTTP://host/000777'::text;
SELECT id FROM page WHERE url = 'HTTP://host/000777'::text;
SELECT id FROM page WHERE url = 'HTTP://host/000778';
CREATE INDEX ON link USING brin (name);
CREATE INDEX ON link USING brin (iri iri_bloom_ops);
CREATE INDEX ON link USING brin (iri, name urn_bloom_ops);
-- The operator families are complete, but for the order of two texts in those of btree: it has no operators.
SELECT count(*), count(*) FILTER (WHERE amvalidate(oid)) AS complete FROM pg_opclass
WHERE opcname ~ '^(uri|iri|urn)_' AND opcname !~ '^(..._ops|uri_spgist_ops)$';
SELECT amvalidate(oid) FROM pg_opclass WHERE opcname = 'uri_ops';
DROP TABLE link, mention, page;
DEALLOCATE ALL;
