"""Values for get_everything_test.py that are odd for one of the databases, for a grammar or for a number."""
import base64
import time

from api_test import OPERATIONS, quote

# The syntax of SQL, of LIKE, of FTS5 and tsquery, and of URNs.
SYNTAX = ["", "-", '"', "'", "*", "%", "_", "\\", "(", ":", "^a", "a*", "-a", "!a", "a&b", "a <-> b", "a AND", "NOT a", "NEAR(",
          "a:b", '"a b', "{a}: b", "'); DROP TABLE names; --", "urn-7:", "urn:urn-7:a-b", "URN-7:A", "quay-7:", "quay-7:a",
          "a-b-c-d:x", "example:", "example:p'", "example:p%", "example:p_", "urn:example:none", "a b"]
# Texts that are long, are beyond ASCII, or are values of another kind.
TEXTS = [*SYNTAX, "+", "urn:", "urn:example:%25", "urn:example:p?+a?=b#c", "example", "\u00e4\u00f6 \u65e5\u672c", "\ue000urn",
         "\U0001f600", "\ufdd0\ufffe", "\u202e", "e\u0301", "\x01", "\x7f", "a\r\nb: c", "x" * 3000, "x " * 300, "a:" + "x" * 900,
         "https://www.example.org/a", "https://a.example/'\"%25\\", "http://[", "//", "..", "../..", "/", "a/b", "<b>&amp;", "{}",
         "true", "none", "0" * 16, "0" * 12, "f" * 32]
NUMBERS = ["0", "1", "-1", "1.5", "1e9", "2147483648", "4294967296", "9223372036854775807", "9223372036854775808",
           "18446744073709551615", "99999999999999999999", "\u0661"]
TIMES = ["2026-11-27", "0001-01-01", "9999-12-31", "9999-12-31T23:59:59Z", "2026-02-30", "2026-11-27T00:00:00+25:00"]
# No percent-encoded UTF-8 without U+0000.
RAW = ["%00", "a%00b", "%ff", "%ED%A0%80", "%C0%80", "%", "%4", "%zz", "urn%3Aexample%3A%00", "urn%3Aexample%3A%ff",
       "example%3A%00"]
# Cursors are opaque: a text in base64url.
CURSORS = ["", "0", "1", "-1", "9223372036854775807", "9223372036854775808", "99999999999999999999", "a", "'", "\\", "k", "k'",
           "kexample:", "example:p", "\0", "a\0b", "\u00e4", "1:2", "1 2", "1,2", "2026-11-27", "5 example:p", "x" * 900]
BYTES = [b"\xff", b"k\xff", b"\xed\xa0\x80", b"example:\xff", b"1\xff"]
ACCEPT = ["text/html", "application/json", "text/plain", "application/xml", "text/xml", "text/uri-list", "text/csv",
          "application/x-ndjson", "application/linkset+json", "application/linkset", "application/ld+json",
          "application/vnd.citationstyles.csl+json", "application/x-bibtex", "image/png", "image/svg+xml", "text/html;q=0",
          "*/*;q=0", "", ",;=", "nonsense", "x" * 3000]
CONDITIONS = ["*", '"1", W/"2"', "1", '"', ""]
FIELDS = [{"Accept-Language": "de-AT, x;q=9, *;q=0"}, {"Accept-Language": "-"}, {"Accept-Encoding": "gzip;q=x, br"},
          {"Cookie": "language=de; a"}, {"Cookie": "language='\\; uniform=%00; =;"}, {"Range": "bytes=5-2"},
          {"If-Modified-Since": "yesterday"}, {"If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"},
          {"Referer": "//"},
          {"Sec-Fetch-Site": "cross-site"}, {"X-Forwarded-For": "'"}]
# Queries that are not made of described parameters.
ANY = [*map(quote, TEXTS + NUMBERS + TIMES), *RAW]
OAI = "verb=ListRecords&metadataPrefix=oai_dc&"
QUERIES = {
    "harvest": ["verb=Identify", "verb=ListSets", "verb=ListMetadataFormats", OAI,
                *(f"verb={verb}&metadataPrefix={m}" for verb in ("ListRecords", "ListIdentifiers")
                  for m in ("oai_dc", "datacite", "mods", "none")),
                *(OAI + name + "=" + odd for name in ("set", "from", "until") for odd in ANY),
                *("verb=GetRecord&metadataPrefix=oai_dc&identifier=" + odd for odd in ANY),
                *("verb=ListIdentifiers&resumptionToken=" + odd for odd in ANY)],
    "thttp": [*ANY, "urn:example:p1", "urn:example:p1?+x", "https://www.example.org/a"],
    "resolve": ["+a", "=a=b", "+%00", "=%ff", "#"],
}
# Operations whose parameters exclude each other, and those that are not configured.
WITHOUT_PAIRS = {"harvest", "finishOpenidSignIn"}


def is_text(schema):
    return schema.get("type", "string") == "string" and "enum" not in schema and "format" not in schema


def values(name, schema, texts=None):
    """The odd values of a parameter, percent-encoded. The router checks words and numbers by the same table."""
    if not is_text(schema):
        out = [quote(t) for t in [*TEXTS[:4], *(NUMBERS if schema.get("type") == "integer" else NUMBERS[:2]),
                                  *(TIMES if "format" in schema else TIMES[:1])]] + RAW[:3]
    else:
        out = [quote(t) for t in texts or [*TEXTS, *NUMBERS, *TIMES]] + (RAW[:3] if texts else RAW)
    out += [quote(str(v)) for v in schema.get("enum", [])]
    out += [str(schema[k]) for k in ("minimum", "maximum") if k in schema]
    if "maxLength" in schema:
        out.append("x" * schema["maxLength"])
    if name == "after" and texts is None:
        cursors = [c.encode() for c in CURSORS] + BYTES
        out += [base64.urlsafe_b64encode(c).decode().rstrip("=") for c in cursors]
    return list(dict.fromkeys(out))


def usual(name, schema):
    """A value that a parameter is for, percent-encoded."""
    known = {"q": "a", "prefix": "example:", "limit": "2", "url": "https://www.example.org/a", "within": "example:"}
    if name in known:
        return known[name]
    for value in (schema.get("example"), schema.get("default"), *schema.get("enum", []), schema.get("minimum")):
        if value not in (None, ""):
            return quote(str(value).lower() if isinstance(value, bool) else str(value))
    return "a"


def populate(service, world, document):
    """Carries out each operation that writes, as an administrator, and adds what only time makes."""
    service.must("PUT", "/api/v1/namespaces/quay-7", world.admin, {"title": "A NID with a hyphen"}, If_None_Match="*")
    for nss in ("a", "a-b", "p'"):
        world.post("names", {"name": f"urn:quay-7:{nss}", "locators": [{"url": "https://www.example.org/a"}],
                             "metadata": {"title": "a'b \"c\" \\ % _ - \u65e5\u672c", "creator": ["A", "B"], "type": "book"}})
    for template, item in document["paths"].items():
        for method, operation in item.items():
            name = operation["operationId"] if isinstance(operation, dict) else None
            if method not in ("get", "parameters") and name not in ("signOut", "endSessionByForm"):
                how = OPERATIONS[name]
                x = how(world, "example", "administrator") if callable(how) else how
                path = template
                for key, value in x["path"].items():
                    path = path.replace("{" + key + "}", quote(str(value)))
                service.ask(method.upper(), path + ("?" + x["query"] if x["query"] else ""), x["token"] or world.admin,
                            x["body"], x["kind"])
    # A request for a namespace with two versions; the one before was withdrawn.
    world.request = world.requested(("submit", "review"))
    world.post(f"requests/{world.request}/return", {"text": "again"})
    service.ask("PUT", f"/api/v1/requests/{world.request}", world.admin, world.whole_template + "\n", "text/plain")
    world.post(f"requests/{world.request}/submit")
    day = int(time.time()) // 86400
    for back in range(40):
        for nid in ("+", "example"):
            world.sql("INSERT INTO resolution_days (day, outcome, nid, count) VALUES (?, 'redirected', ?, 7), (?, '', ?, 7) "
                      "ON CONFLICT DO NOTHING", day - back, nid, day - back, nid)
            world.sql("INSERT INTO country_days (day, nid, country, count) VALUES (?, ?, 'FI', 5) ON CONFLICT DO NOTHING",
                      day - back, nid)
    for bucket in (1, 5, 10):
        world.sql("INSERT INTO latencies (span, route, at, bucket, count) VALUES ('hour', 'resolution', ?, ?, 9) "
                  "ON CONFLICT DO NOTHING", day * 24, bucket)
    for key in ("example:lost", "example:p'", "quay-7:x"):
        world.sql("INSERT INTO unknown_names (day, key, count) VALUES (?, ?, 3) ON CONFLICT DO NOTHING", day, key)
    for n, state in enumerate(("dead", "failing", "alive")):
        world.sql("INSERT INTO health (url, state, since, checked, failures, status, media_type, target, says, host, name) "
                  "VALUES (?, ?, 1, 1, 3, 404, 'text/html', '', 'no', 'www.example.org', 'example:p1') ON CONFLICT DO NOTHING",
                  f"https://www.example.org/{n}", state)
    world.link_host()
    world.running_import()
