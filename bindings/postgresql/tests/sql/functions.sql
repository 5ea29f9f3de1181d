\pset null NULL
-- Components. RFC 3986 1.1.2 and 3.
\x on
SELECT u, uri_scheme(u), uri_authority(u), uri_userinfo(u), uri_host(u), uri_host_inet(u), uri_port(u), uri_path(u),
       uri_path_array(u), uri_query(u), uri_fragment(u)
FROM (VALUES (1, 'ftp://user:pw@ftp.is.co.za/rfc/rfc1808.txt'::uri), (2, 'ldap://[2001:DB8::7]:389/c=GB?objectClass?one'),
      (3, 'mailto:John.Doe@example.com'), (4, 'telnet://192.0.2.16:80/'), (5, 'foo://example.com:8042/over/there?name=ferret#nose'),
      (6, 'file:///etc//hosts/'), (7, 'http://h:/?#'), (8, ''), (9, 'http://h:99999/'), (10, 'http://[v1.a]/')) v (n, u) ORDER BY n;
SELECT iri_scheme(i), iri_userinfo(i), iri_host(i), iri_port(i), iri_path(i), iri_query(i), iri_fragment(i), iri_authority(i)
FROM (VALUES ('http://ü@é:1/ä?ö#ß'::iri)) v (i);
SELECT urn_nid(u), urn_nss(u), urn_r_component(u), urn_q_component(u), urn_f_component(u)
FROM (VALUES ('URN:Example:a%2f?+r?=q#f'::urn)) v (u);
\x off
-- Normal forms: RFC 3986 6.2, RFC 3987 5.3.2, RFC 8141 3.1 and 3.2.
SELECT uri_normalize('eXAMPLE://a/./b/../b/%63/%7bfoo%7d'), uri_normalize('http://example.com:80', 'scheme'),
       uri_normalize('HTTP://A/%7e', 'case'), uri_normalize('HTTP://A', 'simple');
SELECT uri_normalize('a', 'nope');
SELECT uri_equivalent('http://A', 'http://a'), uri_equivalent('http://A', 'http://a/'), uri_equivalent('http://A', 'http://a/', 'scheme'),
       uri_equivalent('http://A', 'http://a', level => 'simple');
SELECT iri_normalize('HTTP://é/%C3%BC'), urn_normalize('URN:EXAMPLE:a%2cB?=q'), urn_namespace_normalize('urn:isbn:0-395-36341-1');
-- Resolution. RFC 3986 5.4.
SELECT r, uri_resolve('http://a/b/c/d;p?q', r) FROM (VALUES ('g:h'::uri), ('../../../g'), ('#s'), (''), ('?y'), ('//g')) v (r);
SELECT uri_resolve('b', 'c'), uri_relativize('http://a/b/c', 'http://a/b/d'), iri_resolve('http://é/', 'ü');
-- Texts that may be no URI.
SELECT t, uri_valid(t), uri_error(t), uri_repair(t), url_href(t)
FROM (VALUES ('http://a.example/é b'), ('http://A.example'), ('b'), ('http://a b/'), ('http://[')) v (t);
SELECT uri_normalize('a', repeat('é', 30));
SELECT uri_valid('http://é', 'rfc3987'), uri_valid('urn:a:b', 'rfc2141'), uri_valid('a', 'rfc0'), 1;
SELECT uri_error('urn:a:b', 'rfc8141'), urn_valid('urn:example:a'), urn_error('urn:example:'), url_href('../b', 'http://a/c/d');
SELECT urn_check('urn:isbn:0-395-36341-1'), urn_check('urn:isbn:0-395-36341-2'), urn_check('urn:example:a'),
       urn_namespace_valid('urn:oid:1.3.6.1'), urn_namespace_valid('urn:oid:1.3.6.'), urn_namespace_valid('urn:nobody-has-this:a');
-- Domains, IDNA, IRIs.
SELECT uri_registrable_domain('http://WWW.example.co.uk:80/'), uri_public_suffix('http://www.example.co.uk/'),
       uri_registrable_domain('http://127.0.0.1/'), iri_registrable_domain('http://www.bücher.example/'), iri_public_suffix('http://bücher.example/');
SELECT idna_to_ascii('BÜCHER.example'), idna_to_unicode('xn--bcher-kva.example'), idna_to_ascii('a..b');
SELECT iri_to_uri('http://é/ü'), uri_to_iri('http://a/%C3%BC'), uri_to_iri('http://a/%FF');
-- Percent-encoding.
SELECT uri_escape('a b/é'), uri_escape('a b', true), uri_escape(E'a\nb\r\nc\rd', normalize_breaks => true);
SELECT uri_unescape('a%20b+%2F%C3%A9%'), uri_unescape('a+b', true), uri_unescape('a%0D%0Ab', break_conversion => true) = E'a\nb';
SELECT uri_unescape('%FF');
SELECT uri_unescape('a%00b');
-- Rows.
SELECT * FROM uri_parameters('http://h/?a=1&b=%20x&&=y&c&d=%FF&e=%00');
SELECT * FROM uri_parameters('http://h/');
SELECT uri_parameter('?a=1&b=%C3%A9&a=2', 'b'), uri_parameter('?a=1&a=2', 'a'), uri_parameter('?a', 'a'), uri_parameter('?a', 'b');
SELECT uri_query_json('?a=1&b&a=2'), uri_query_jsonb('?a=1&b&a=2'), uri_query_json('?'), uri_query_jsonb('a');
SELECT * FROM uri_find('é <http://a.example/> and ftp://b.example.');
SELECT substr(t, f.position, f.length) FROM (SELECT 'ü http://a.example/x, ok' AS t) s, uri_find(t) f;
SELECT rule, severity, position, length, section FROM uri_lint('http://u:p@a.example/');
SELECT uri_lint_rules('http://www.example.com&story@10.0.0.1/'), uri_lint_rules('http://www.example.com/');
SELECT n, p.key FROM (VALUES (1, '?a&b'::uri), (2, '?c')) v (n, u), uri_parameters(u) p ORDER BY n, p.position;
-- Long texts.
SELECT length(uri_path(('http://h/' || repeat('a', 1000000))::uri)), length(uri_normalize(('http://h/' || repeat('a/../', 200000))::uri)::text),
       count(*) FROM uri_parameters(('?' || repeat('a=1&', 100000))::uri) GROUP BY 1, 2;
SELECT count(*) FROM uri_find(repeat('http://a.example/ ', 10000));
SELECT length(idna_to_ascii(repeat('ü.', 100000))), length(uri_error(repeat('%', 1000000)));
-- The promise of each function: whatever depends on a list that may change is not immutable.
SELECT p.provolatile, p.proisstrict, p.proparallel, string_agg(p.proname, ' ' ORDER BY p.proname) FILTER (WHERE p.provolatile <> 'i') AS names, count(*) > 80 AS many
FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass
JOIN pg_extension e ON d.refobjid = e.oid AND e.extname = 'uniform' WHERE p.prokind = 'f' GROUP BY 1, 2, 3 ORDER BY 1;
