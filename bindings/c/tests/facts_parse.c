// uniform_parse, uniform_matches: RFC 3986 3, 4; the older editions; RFC 3987; RFC 6874.
#include "check.h"

struct parse_fact {
    const char *text;
    uniform_edition edition;
    uniform_production production;
    const char *scheme, *userinfo, *host, *port, *path, *query, *fragment;
    uniform_host_type type;
    int32_t port_number;
};

static const struct parse_fact valid[] = {
    // RFC 3986 1.1.2, 3
    {"foo://example.com:8042/over/there?name=ferret#nose", UNIFORM_RFC3986, UNIFORM_URI, "foo", NULL, "example.com",
     "8042", "/over/there", "name=ferret", "nose", UNIFORM_REG_NAME, 8042},
    {"urn:example:animal:ferret:nose", UNIFORM_RFC3986, UNIFORM_URI, "urn", NULL, NULL, NULL,
     "example:animal:ferret:nose", NULL, NULL, UNIFORM_NO_HOST, -1},
    {"ldap://[2001:db8::7]/c=GB?objectClass?one", UNIFORM_RFC3986, UNIFORM_ABSOLUTE_URI, "ldap", NULL, "[2001:db8::7]",
     NULL, "/c=GB", "objectClass?one", NULL, UNIFORM_IPV6, -1},
    {"telnet://192.0.2.16:80/", UNIFORM_RFC3986, UNIFORM_URI, "telnet", NULL, "192.0.2.16", "80", "/", NULL, NULL,
     UNIFORM_IPV4, 80},
    // 3.2.1, 3.2.3: an empty port, one that is too large for TCP
    {"http://u:p@h:", UNIFORM_RFC3986, UNIFORM_URI, "http", "u:p", "h", "", "", NULL, NULL, UNIFORM_REG_NAME, -1},
    {"http://h:99999", UNIFORM_RFC3986, UNIFORM_URI, "http", NULL, "h", "99999", "", NULL, NULL, UNIFORM_REG_NAME, -2},
    {"//[v1.a]", UNIFORM_RFC3986, UNIFORM_RELATIVE_REF, NULL, NULL, "[v1.a]", NULL, "", NULL, NULL, UNIFORM_IPVFUTURE,
     -1},
    // 4.4: the empty reference; absent and empty differ
    {"", UNIFORM_RFC3986, UNIFORM_URI_REFERENCE, NULL, NULL, NULL, NULL, "", NULL, NULL, UNIFORM_NO_HOST, -1},
    {"?#", UNIFORM_RFC3986, UNIFORM_URI_REFERENCE, NULL, NULL, NULL, NULL, "", "", "", UNIFORM_NO_HOST, -1},
    // RFC 3987 2.2
    {"http://r\xC3\xA9sum\xC3\xA9.example.org", UNIFORM_RFC3987, UNIFORM_URI, "http", NULL,
     "r\xC3\xA9sum\xC3\xA9.example.org", NULL, "", NULL, NULL, UNIFORM_REG_NAME, -1},
    // rfc2396bis-01 3.2.2, 5
    {"http://a.b/", UNIFORM_RFC2396BIS_01, UNIFORM_ABSOLUTE_URI_REFERENCE, "http", NULL, "a.b", NULL, "/", NULL, NULL,
     UNIFORM_HOSTNAME, -1},
    {"/a?b", UNIFORM_RFC2396, UNIFORM_RELATIVE_URI, NULL, NULL, NULL, NULL, "/a", "b", NULL, UNIFORM_NO_HOST, -1},
};

struct error_fact {
    const char *text;
    uniform_edition edition;
    uniform_production production;
    uint64_t offset;
    const char *code, *rule, *document, *section, *message;
};

static const struct error_fact invalid[] = {
    {"http://a b/", UNIFORM_RFC3986, UNIFORM_URI, 8, "invalid_character", "reg-name", "RFC 3986", "3.2.2",
     "a space is not allowed here"},
    {"//a", UNIFORM_RFC3986, UNIFORM_URI, 0, "missing_scheme", "URI", "RFC 3986", "3", NULL},
    {"http://a/%4", UNIFORM_RFC3986, UNIFORM_URI, 9, "invalid_percent_encoding", "pct-encoded", "RFC 3986", "2.1",
     NULL},
    {"http://a/#", UNIFORM_RFC3986, UNIFORM_ABSOLUTE_URI, 9, "unexpected_fragment", "absolute-URI", "RFC 3986", "4.3",
     NULL},
    {"a:b", UNIFORM_RFC3986, UNIFORM_RELATIVE_REF, 1, NULL, NULL, "RFC 3986", NULL, NULL},
    {"http://[1::2::3]/", UNIFORM_RFC3986, UNIFORM_URI, 13, "invalid_ip_literal", NULL, "RFC 3986", "3.2.2", NULL},
    {"http://[fe80::1%25eth0]/", UNIFORM_RFC3986, UNIFORM_URI, 15, NULL, NULL, "RFC 3986", NULL, NULL},
    {"http://a/\xFF", UNIFORM_RFC3987, UNIFORM_URI, 9, "invalid_utf8", NULL, "RFC 3987", NULL, NULL},
    {"http://a/\xC3\xA9", UNIFORM_RFC3986, UNIFORM_URI, 9, "invalid_character", NULL, "RFC 3986", NULL,
     "a byte outside US-ASCII is not allowed here"},
};

static uniform_parse_options options(uniform_edition edition, uniform_production production) {
    uniform_parse_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    o.edition = edition;
    o.production = production;
    return o;
}

static void parses(const struct parse_fact *f) {
    const uniform_parse_options o = options(f->edition, f->production);
    uniform_error e = new_error();
    uniform_components c;
    c.struct_size = sizeof c;
    const uniform_status status = uniform_parse(f->text, strlen(f->text), &o, &c, &e);
    CHECK(status == UNIFORM_OK, "%s: %s", f->text, e.message);
    if (status != UNIFORM_OK) return;
    CHECK(is_range(c.scheme, f->text, f->scheme), "%s", f->text);
    CHECK(is_range(c.userinfo, f->text, f->userinfo), "%s", f->text);
    CHECK(is_range(c.host, f->text, f->host), "%s", f->text);
    CHECK(is_range(c.port, f->text, f->port), "%s", f->text);
    CHECK(is_range(c.path, f->text, f->path), "%s", f->text);
    CHECK(is_range(c.query, f->text, f->query), "%s", f->text);
    CHECK(is_range(c.fragment, f->text, f->fragment), "%s", f->text);
    CHECK(c.edition == f->edition, "%s", f->text);
    CHECK(c.host_type == f->type, "%s: %d", f->text, (int)c.host_type);
    CHECK(c.port_number == f->port_number, "%s: %d", f->text, (int)c.port_number);
}

static void is_refused(const struct error_fact *f) {
    const uniform_parse_options o = options(f->edition, f->production);
    uniform_error e = new_error();
    const uniform_status status = uniform_parse(f->text, strlen(f->text), &o, NULL, &e);
    CHECK(status == UNIFORM_REFUSED && e.status == status, "%s", f->text);
    CHECK(e.offset == f->offset, "%s: %d", f->text, (int)e.offset);
    CHECK(e.edition == f->edition && e.argument == 0, "%s: %d", f->text, (int)e.edition);
    CHECK(f->code == NULL || same(e.code, f->code), "%s: %s", f->text, e.code);
    CHECK(f->rule == NULL || same(e.rule, f->rule), "%s: %s", f->text, e.rule);
    CHECK(f->document == NULL || same(e.document, f->document), "%s: %s", f->text, e.document);
    CHECK(f->section == NULL || same(e.section, f->section), "%s: %s", f->text, e.section);
    CHECK(f->message == NULL || same(e.message, f->message), "%s: %s", f->text, e.message);
    CHECK(e.message[0] != '\0', "%s", f->text);
    CHECK(uniform_parse(f->text, strlen(f->text), &o, NULL, NULL) == status, "%s, without an error", f->text);
}

static void parts_of_the_authority(void) {
    const char *text = "http://u:p:q@[::ffff:1.2.3.4]:1/";
    uniform_components c;
    c.struct_size = sizeof c;
    CHECK(uniform_parse(text, strlen(text), NULL, &c, NULL) == UNIFORM_OK, "%s", text);
    CHECK(is_range(c.authority, text, "u:p:q@[::ffff:1.2.3.4]:1"), "%s", text);
    CHECK(is_range(c.user, text, "u"), "%s", text);
    CHECK(is_range(c.password, text, "p:q"), "%s", text);
    const uint8_t address[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 1, 2, 3, 4};
    CHECK(c.address_size == 16 && memcmp(c.address, address, 16) == 0, "%s", text);
    CHECK(uniform_parse("http://1.2.3.4", 14, NULL, &c, NULL) == UNIFORM_OK, "IPv4");
    CHECK(c.address_size == 4 && memcmp(c.address, address + 12, 4) == 0, "IPv4");
}

static void limits_and_zones(void) {
    uniform_parse_options o = options(UNIFORM_RFC3986, UNIFORM_URI);
    o.max_length = 8;
    uniform_error e = new_error();
    CHECK(uniform_parse("http://a", 8, &o, NULL, &e) == UNIFORM_OK, "at the limit");
    CHECK(uniform_parse("http://ab", 9, &o, NULL, &e) == UNIFORM_REFUSED && same(e.code, "too_long"), "%s", e.code);
    o.max_length = 0;
    o.zone_ids = 1; // RFC 6874
    CHECK(uniform_parse("http://[fe80::1%25eth0]/", 24, &o, NULL, &e) == UNIFORM_OK, "%s", e.message);
}

static void matches(void) {
    static const struct {
        const char *rule, *text;
        uniform_edition edition;
        int32_t expected;
    } facts[] = {
        {"IPv6address", "::1", UNIFORM_RFC3986, 1},
        {"IPv6address", "[::1]", UNIFORM_RFC3986, 0},
        {"port", "", UNIFORM_RFC3986, 1},
        {"segment-nz", "", UNIFORM_RFC3986, 0},
        {"ireg-name", "\xC3\xA9", UNIFORM_RFC3987, 1},
        {"reg-name", "\xC3\xA9", UNIFORM_RFC3986, 0},
        {"NID", "isbn", UNIFORM_RFC8141, 1},
        {"NID", "a", UNIFORM_RFC8141, 0},
        {"opaque-part", "a", UNIFORM_RFC2396BIS_01, 1},
    };
    for (size_t i = 0; i < COUNT_OF(facts); ++i) {
        const uniform_parse_options o = options(facts[i].edition, 0);
        int32_t yes = -1;
        CHECK(uniform_matches(facts[i].rule, facts[i].text, strlen(facts[i].text), &o, &yes) == UNIFORM_OK, "%s",
              facts[i].rule);
        CHECK(yes == facts[i].expected, "%s %s", facts[i].rule, facts[i].text);
    }
    int32_t yes = 0;
    CHECK(uniform_matches("no-such-rule", "", 0, NULL, &yes) == UNIFORM_BAD_ARGUMENT, "an unknown rule");
    CHECK(uniform_matches(NULL, "", 0, NULL, &yes) == UNIFORM_BAD_ARGUMENT, "no rule");
}

void test_parse(void) {
    for (size_t i = 0; i < COUNT_OF(valid); ++i) parses(&valid[i]);
    for (size_t i = 0; i < COUNT_OF(invalid); ++i) is_refused(&invalid[i]);
    parts_of_the_authority();
    limits_and_zones();
    matches();
}
