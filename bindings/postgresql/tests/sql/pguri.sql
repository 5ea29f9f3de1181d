-- The functions of pguri, by its names and with the results that its documentation promises, but for the brackets of IP literals.
\pset null NULL
SELECT b AS uri, uri_scheme(b), uri_userinfo(b), uri_host(b), uri_host_inet(b), uri_port(b), uri_path(b), uri_path_array(b), uri_query(b), uri_fragment(b)
FROM (VALUES (1, 'https://www.example.org/'::uri), (2, 'https://search.example.org/?q=uri&ia=about'), (3, 'mailto:foo@example.com'),
      (4, 'ssh://name@review.example.org:29418/a/b.git'), (5, 'http://admin:password@192.168.0.1'),
      (6, 'http://[FEDC:BA98:7654:3210:FEDC:BA98:7654:3210]:80/index.html'), (7, 'http://host:'), (8, ''), (9, 'foobar')) v (n, b) ORDER BY n;
SELECT uri 'http://host:port/';
SELECT uri_normalize('HTTP://Example.com/a/./b/../%7e');
SELECT uri_query_json('http://h/?a=b&c=d'), uri_query_jsonb('http://h/?a=b&c=d'), uri_query_json('http://h/');
SELECT uri_escape(':/?#[]@!$&''()*+,;='), uri_escape('foo bar', space_to_plus := true), uri_escape(E'foo\nbar'), uri_escape(E'foo\nbar', normalize_breaks := true);
SELECT uri_unescape('%3A%2F%3F%23%5B%5D%40'), uri_unescape('foo+bar'), uri_unescape('foo+bar', plus_to_space := true);
-- Where they differ: pguri compares texts, Uniform normal forms.
SELECT 'HTTP://a'::uri = 'http://a';
