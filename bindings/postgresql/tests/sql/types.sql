-- Input: what is accepted, what is refused and why, what is kept.
CREATE EXTENSION uniform;
\pset null NULL
SELECT 'HTTP://User@Example.com:80/a/../%7eb'::uri, ''::uri = '', '../a'::uri, 'http://é/ü'::iri, 'URN:Example:a?=q'::urn;
SELECT 'http://a b/'::uri;
SELECT 'http://a/b c'::uri;
SELECT 'http://é/'::uri;
SELECT 'http://a:b/'::uri;
SELECT E'http://a/\u202e'::iri, E'a\uFFFE'::iri;
SELECT 'urn:a:b'::urn;
SELECT 'http://a/'::urn;
SELECT ('http://a/' || repeat('x', 300) || ' ')::text::uri;
\set VERBOSITY sqlstate
SELECT 'a b'::uri;
SELECT 'a b'::iri;
SELECT 'a b'::urn;
\set VERBOSITY default
-- Casts.
SELECT 'http://a/'::uri::text, 'http://a/'::text::uri, 'http://a/'::varchar::uri, 'http://é/'::iri::uri, 'http://a/'::uri::iri,
       'urn:example:a'::urn::uri, 'urn:example:a'::uri::urn;
CREATE TABLE link (url uri);
INSERT INTO link SELECT 'http://a/'::text;
INSERT INTO link SELECT 'a b'::text;
-- The normal form decides: RFC 3986 6.2.2, RFC 3987 5.3.2, RFC 8141 3.1.
SELECT left(a, 20) AS a, left(b, 20) AS b, a::uri = b::uri AS eq, a::uri <> b::uri AS ne, uri_cmp(a::uri, b::uri) AS cmp,
       uri_hash(a::uri) = uri_hash(b::uri) AS hash, uri_hash_extended(a::uri, 7) = uri_hash_extended(b::uri, 7) AS hash64
FROM (VALUES ('HTTP://A/%7e/x/../b', 'http://a/~/b'), ('http://a', 'http://a/'), ('http://a/A', 'http://a/a'), ('', ''),
      ('HTTP://a/%7e' || repeat('b', 2000), 'http://a/~' || repeat('b', 2000))) AS pair (a, b)
ORDER BY length(pair.a), pair.a;
SELECT 'http://é/%C3%BC'::iri = 'HTTP://é/ü', 'URN:EXAMPLE:a%2c?=q#f'::urn = 'urn:example:a%2C', 'urn:example:A'::urn = 'urn:example:a';
SELECT 'a'::uri < 'b', 'a'::uri <= 'a', 'b'::uri > 'a', 'b'::uri >= 'c', 'HTTP://b'::uri < 'http://a';
-- The two hashes agree as PostgreSQL wants it.
SELECT bool_and((uri_hash(u)::bigint & 4294967295) = (uri_hash_extended(u, 0) & 4294967295))
FROM (SELECT ('http://A/' || g)::uri AS u FROM generate_series(1, 100) g) s;
-- Sets of distinct values; the text that is kept is one of those that are there.
SELECT count(DISTINCT u), count(*) FROM (VALUES ('HTTP://a/'::uri), ('http://A/'), ('http://b/')) v (u);
SELECT url FROM (VALUES ('http://b/'::uri), ('HTTP://c/'), ('http://A/'), ('a')) v (url) ORDER BY url;
-- NULL in, NULL out.
SELECT uri_host(NULL), NULL::uri = 'a', uri_normalize('a', NULL), uri_resolve(NULL, 'a');
-- Binary.
SELECT encode(uri_send('http://a/'), 'escape'), encode(urn_send('urn:example:a'), 'escape');
-- The types are ordinary: arrays, ranges of rows, domains.
SELECT ARRAY['http://a/', 'HTTP://A/']::uri[], 'HTTP://a/'::uri = ANY (ARRAY['http://A/']::uri[]);
CREATE DOMAIN web_address AS uri CHECK (lower(uri_scheme(VALUE)) IN ('http', 'https'));
SELECT 'https://a/'::web_address;
SELECT 'ftp://a/'::web_address;
DROP TABLE link;

-- Aggregates: the first of equal ones.
SELECT min(u), max(u) FROM (VALUES ('http://b/'::uri), (NULL), ('HTTP://A/'), ('http://a/'), ('http://%63/')) v (u);
SELECT min(u), max(u) FROM (VALUES ('http://é/'::iri), ('http://z/')) v (u);
SELECT min(u), max(u) FROM (VALUES ('urn:b0:x'::urn), ('URN:A0:x'), ('urn:b0:y?=q')) v (u);
SELECT min(u) FROM (SELECT 'a'::uri WHERE false) v (u);
-- Every function for users has a comment: all but those of an operator, an aggregate or a kind of index.
SELECT p.oid::regprocedure FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e'
    JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'uniform'
WHERE obj_description(p.oid, 'pg_proc') IS NULL AND p.prokind = 'f'
    AND p.proname !~ '_(in|out|recv|send|lt|le|eq|ne|ge|gt|cmp|hash|hash_extended|smaller|larger|transfn)$'
    AND p.proname !~ '_(texts?|spgist)_' AND (p.prolang <> 14 OR p.oid NOT IN (SELECT oprcode FROM pg_operator));
