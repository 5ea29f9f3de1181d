-- Places below a path, a host or a domain. Each row: a text, a place, whether it is the place or below, whether it is below.
CREATE TABLE fact (what text, u uri, place uri, within boolean, below boolean);
INSERT INTO fact VALUES
    -- RFC 3986 3.3: paths by segments
    ('itself', 'http://h/a', 'http://h/a', true, false),
    ('a segment more', 'http://h/a/b', 'http://h/a', true, true),
    ('an empty segment more', 'http://h/a/', 'http://h/a', true, true),
    ('a longer segment', 'http://h/ab', 'http://h/a', false, false),
    ('a shorter path', 'http://h/', 'http://h/a', false, false),
    ('a slash at the end', 'http://h/a/b', 'http://h/a/', true, true),
    ('without the slash at the end', 'http://h/a', 'http://h/a/', false, false),
    ('two slashes', 'http://h/a//b', 'http://h/a/', true, true),
    ('an encoded slash', 'http://h/a%2Fb', 'http://h/a', false, false),
    ('another case of the path', 'http://h/A/b', 'http://h/a', false, false),
    ('a query', 'http://h/a?q', 'http://h/a', true, true),
    ('a fragment', 'http://h/a#f', 'http://h/a', true, true),
    -- RFC 3986 6.2.2: by the normal form
    ('another spelling', 'HTTP://H/x/../%61/b', 'http://h/./a', true, true),
    ('another spelling of itself', 'HTTP://H/%61', 'http://h/a', true, false),
    ('dot segments that lead out', 'http://h/a/../b', 'http://h/a', false, false),
    -- RFC 3986 6.2.3: an empty path
    ('an empty path and a slash', 'http://h', 'http://h/', true, false),
    ('a slash and an empty path', 'http://h/', 'http://h', true, false),
    ('a path and an empty path', 'http://h/a', 'http://h', true, true),
    ('a query and an empty path', 'http://h?q', 'http://h/', true, true),
    -- RFC 3986 3.2: the authority
    ('another scheme', 'https://h/a', 'http://h/', false, false),
    ('another host', 'http://hh/a', 'http://h', false, false),
    ('a host that begins so', 'http://example.com.evil.test/', 'http://example.com', false, false),
    ('a userinfo that looks like the host', 'http://example.com@evil.test/', 'http://example.com', false, false),
    ('a subdomain of a host', 'http://www.h/', 'http://h', false, false),
    ('a port', 'http://h:80/', 'http://h/', false, false),
    ('the same port', 'http://h:81/a', 'http://h:81', true, true),
    ('an empty port', 'http://h:/a', 'http://h', true, true),
    ('a userinfo', 'http://u@h/a', 'http://h/', true, true),
    ('without the userinfo', 'http://h/a', 'http://u@h/', false, false),
    ('the same userinfo', 'http://u@h/a', 'http://u@h/', true, true),
    ('an IPv6 address', 'http://[2001:DB8::1]/a', 'http://[2001:db8::1]', true, true),
    ('no host', 'file:///etc/hosts', 'file:///etc/', true, true),
    ('no authority', 'file:/etc/hosts', 'file:///etc/', false, false),
    -- RFC 3986 4.2: a network-path reference is a place in any scheme
    ('any scheme', 'ftp://h/a', '//h', true, true),
    ('any scheme and any port', 'ftp://u@h:2121/a', '//h', true, true),
    ('any scheme and a port', 'ftp://h:2121/a', '//h:21', false, false),
    ('any scheme and a path', 'ftp://h/a/b', '//h/a', true, true),
    ('any scheme and another path', 'ftp://h/b', '//h/a', false, false),
    ('no scheme', '//h/a', '//h/', true, true),
    ('a scheme is asked for', '//h/a', 'http://h/', false, false),
    -- domains, by labels (RFC 1034 3.1)
    ('a domain itself', 'http://example.com/', '//.example.com', true, true),
    ('a subdomain', 'https://www.EXAMPLE.com:8443/', '//.example.com', true, true),
    ('a subdomain of a subdomain', 'http://a.b.example.com', '//.example.com', true, true),
    ('a longer label', 'http://anexample.com/', '//.example.com', false, false),
    ('a name with its root', 'http://www.example.com./', '//.example.com', true, true),
    ('a domain with its root', 'http://www.example.com/', '//.example.com.', true, true),
    ('an address is in no domain', 'http://192.0.2.1/', '//.2.1', false, false),
    ('a domain by one scheme', 'https://www.example.com/a', 'https://.example.com/a', true, true),
    ('a domain by another scheme', 'http://www.example.com/a', 'https://.example.com', false, false),
    ('a path in a domain', 'http://www.example.com/a/b', '//.example.com/a', true, true),
    ('no path in a domain', 'http://www.example.com/b', '//.example.com/a', false, false),
    ('a domain in a domain', '//.www.example.com', '//.example.com', true, true),
    ('the same domain', '//.example.com', '//.EXAMPLE.com', true, false),
    ('a domain is no host', '//.example.com', '//example.com', false, false),
    ('a dot is no domain', 'http://example.com/', '//.', false, false),
    -- places with a query or a fragment
    ('the same query', 'http://h/a?q', 'http://h/a?q', true, false),
    ('a fragment of a query', 'http://h/a?q#f', 'http://h/a?q', true, true),
    ('another query', 'http://h/a?qq', 'http://h/a?q', false, false),
    ('a path below a query', 'http://h/a/b?q', 'http://h/a?q', false, false),
    ('the same fragment', 'http://h/a#f', 'http://h/a#f', true, false),
    ('a query and a fragment', 'http://h/a?q#f', 'http://h/a#f', false, false),
    -- without an authority
    ('a path of a urn', 'urn:example:a/b', 'URN:example:a', true, true),
    ('a longer name of a urn', 'urn:example:ab', 'urn:example:a', false, false),
    ('a relative path', 'a/b', 'a', true, true),
    ('a relative path and a host', 'http://h/a', '/a', false, false),
    ('an absolute path', '/a/b', '/', true, true),
    ('nothing', '', '', true, false);
SELECT what, u <<= place AS within, u << place AS below FROM fact WHERE ((u <<= place), (u << place)) IS DISTINCT FROM (within, below);
-- The other operators, and texts.
SELECT what FROM fact
WHERE ((place >>= u), (place >> u), (u <<= place::text), (u << place::text), (uri_within(u, place)), (uri_below(u, place)))
    IS DISTINCT FROM (within, below, within, below, within, below);
SELECT what FROM fact
WHERE ((place::text >>= u), (place::text >> u), (u::text <<= place), (u::text << place), (place >>= u::text), (place >> u::text))
    IS DISTINCT FROM (within, below, within, below, within, below);
SELECT 'http://h/'::uri <<= 'a b'::text AS no_place, 'http://h/'::uri <<= NULL::uri AS null_place;
SELECT 'a b'::text >>= 'http://h/'::uri AS no_place, 'a b'::text >> 'http://h/'::uri AS nothing_above,
    'a b'::text <<= 'http://h/'::uri AS no_uri, 'http://h/'::uri >>= NULL::text AS null_text;
-- Each operator has the other direction, so that the planner may turn it round.
SELECT o.oid::regoperator AS operator, oprcom::regoperator AS commutator FROM pg_operator o
WHERE oprname IN ('<<', '<<=', '>>', '>>=') AND 'uri'::regtype IN (oprleft, oprright)
ORDER BY oprname COLLATE "C", oprleft::regtype::text COLLATE "C", oprright::regtype::text COLLATE "C";
SELECT 'http://h/'::uri <<= 'a b';
-- Everything is within itself, nothing below itself; below is transitive.
SELECT count(*) FROM fact WHERE NOT u <<= u OR u << u OR NOT place <<= place OR place << place;
WITH v AS (SELECT u FROM fact UNION SELECT place FROM fact)
SELECT a.u, b.u, c.u FROM v a, v b, v c WHERE a.u <<= b.u AND b.u <<= c.u AND NOT a.u <<= c.u;
-- An SP-GiST index answers by what it finds below.
CREATE TABLE page (id int, url uri);
INSERT INTO page SELECT g, (CASE g % 3 WHEN 0 THEN 'https' WHEN 1 THEN 'HTTP' ELSE 'ftp' END || '://w' || g % 7 || '.Example'
    || g % 11 || '.com' || '/' || g % 13 || '/' || g)::uri FROM generate_series(1, 5000) g;
INSERT INTO page SELECT 5000 + row_number() OVER (), u FROM fact;
INSERT INTO page VALUES (-1, NULL), (-2, 'http://w1.example1.com/' || repeat('long/', 20000)), (-3, 'http://w1.example1.com/' || repeat('long/', 19999) || 'x');
CREATE INDEX page_below ON page USING spgist (url);
ANALYZE page;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) SELECT id FROM page WHERE url << 'http://w1.example1.com/1/';
SELECT id, url FROM page WHERE url << 'http://w1.example1.com/1/' ORDER BY id;
EXPLAIN (COSTS OFF) SELECT id FROM page WHERE url <<= '//.example1.com'::text AND url <<= 'ftp://w1.example1.com/';
SELECT count(*) FROM page WHERE url <<= '//.example1.com'::text AND url <<= 'ftp://w1.example1.com/';
EXPLAIN (COSTS OFF) SELECT count(*) FROM page WHERE '//.example1.com' >>= url;
SELECT count(*) FROM page WHERE '//.example1.com' >>= url;
PREPARE containing (text) AS SELECT count(*) FROM page WHERE $1 >>= url;
EXPLAIN (COSTS OFF) EXECUTE containing ('//.example1.com');
EXECUTE containing ('//.example1.com');
PREPARE above (varchar) AS SELECT count(*) FROM page WHERE $1 >> url;
EXPLAIN (COSTS OFF) EXECUTE above ('http://w1.example1.com/1/');
EXECUTE above ('http://w1.example1.com/1/');
SELECT count(*) FROM page WHERE url <<= 'a b'::text;
SELECT id, length(url::text) FROM page WHERE url <<= ('http://w1.example1.com/' || repeat('long/', 19999))::uri ORDER BY id;
-- The index finds the same as a look at every row, for each place of the table of facts.
CREATE TABLE by_index AS SELECT f.place, p.id FROM fact f JOIN page p ON p.url <<= f.place;
SET enable_indexscan = off;
SET enable_seqscan = on;
CREATE TABLE by_row AS SELECT f.place, p.id FROM fact f JOIN page p ON p.url <<= f.place;
SELECT count(*) > 900 AS many FROM by_row;
(TABLE by_index EXCEPT ALL TABLE by_row) UNION ALL (TABLE by_row EXCEPT ALL TABLE by_index);
SELECT amvalidate(oid) FROM pg_opclass WHERE opcname = 'uri_spgist_ops';
DEALLOCATE ALL;
DROP TABLE fact, page, by_index, by_row;
RESET ALL;
