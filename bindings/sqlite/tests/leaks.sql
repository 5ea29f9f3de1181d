-- Every kind of call once, in SQLite's shell, which frees its memory at its end: the leak checker finds what we do not.
SELECT uri_valid('http://a b'), uri_error('http://a b'), uri_normalize('HTTP://A/%7e'), uri_host('http://a/');
SELECT uri_registrable_domain('http://www.example.co.uk/'), url_href('HTTP://A/ü'), uri_repair('http://a/ü'), uri_lint_rules('http://a@b/');
SELECT idna_to_ascii('ü.example'), urn_check('urn:isbn:0-395-36341-1'), urn_namespace_normalize('urn:isbn:0-395-36341-1');
SELECT count(*) FROM uri_parameters('?a=1&b');
SELECT count(*) FROM uri_find('http://a.example/ http://b.example/');
SELECT count(*) FROM uri_lint('http://u:p@127.1/');
SELECT position FROM uri_find('http://a.example/ http://b.example/') LIMIT 1;
CREATE TABLE t (url TEXT COLLATE uri PRIMARY KEY, host TEXT AS (uri_host(url)) STORED);
INSERT INTO t (url) SELECT 'HTTP://h/%7e' || printf('%.2000c', 'a') || value FROM json_each('[1,2,3,4,5]');
SELECT count(*) FROM t ORDER BY url;
