// Percent-encoding (RFC 3986 2.1), IRIs (RFC 3987 3), repair.
#include "check.h"

static void encoding(void) {
    static const struct {
        const char *component, *data, *text;
    } facts[] = {
        {"segment", "a/b c", "a%2Fb%20c"},  {"path", "a/b c", "a/b%20c"},   {"query", "100% / 3", "100%25%20/%203"},
        {"fragment", "\xC3\xA9", "%C3%A9"}, {"password", "u:p@", "u:p%40"}, {"user", "u:p@", "u%3Ap%40"},
        {"parameter", "a&b", "a%26b"},
    };
    uniform_string s = {0};
    for (size_t i = 0; i < COUNT_OF(facts); ++i) {
        CHECK(uniform_encode(facts[i].component, facts[i].data, strlen(facts[i].data), &s, NULL) == UNIFORM_OK, "%s",
              facts[i].component);
        CHECK(is_string(&s, facts[i].text), "%s: %s", facts[i].component, s.data);
        CHECK(uniform_decode(facts[i].text, strlen(facts[i].text), 0, &s, NULL) == UNIFORM_OK, "%s", facts[i].text);
        CHECK(is_string(&s, facts[i].data), "%s: %s", facts[i].text, s.data);
    }
    CHECK(uniform_encode("scheme", "a", 1, &s, NULL) == UNIFORM_BAD_ARGUMENT, "a scheme has no encoding");
    CHECK(uniform_encode("host", "::1", 3, &s, NULL) == UNIFORM_OK && is_string(&s, "[::1]"), "%s", s.data);
    CHECK(uniform_decode("a+b", 3, 1, &s, NULL) == UNIFORM_OK && is_string(&s, "a b"), "%s", s.data);
    uniform_error e = new_error();
    CHECK(uniform_encode("segment", "..", 2, &s, &e) == UNIFORM_REFUSED && same(e.rule, "segment"), "%s", e.rule);
    CHECK(uniform_decode("a%4", 3, 0, &s, &e) == UNIFORM_REFUSED && e.offset == 1, "%d", (int)e.offset);
    CHECK(same(e.code, "invalid_percent_encoding"), "%s", e.code);
    uniform_string_free(&s);
}

static void iris(void) {
    uniform_string s = {0};
    uniform_error e = new_error();
    const char *iri = "http://r\xC3\xA9sum\xC3\xA9.example.org/\xC3\xA9";
    CHECK(uniform_iri_to_uri(iri, strlen(iri), 0, &s, &e) == UNIFORM_OK, "%s", e.message);
    CHECK(is_string(&s, "http://r%C3%A9sum%C3%A9.example.org/%C3%A9"), "%s", s.data); // RFC 3987 3.1
    CHECK(uniform_iri_to_uri(iri, strlen(iri), 1, &s, &e) == UNIFORM_OK, "%s", e.message);
    CHECK(is_string(&s, "http://xn--rsum-bpad.example.org/%C3%A9"), "%s", s.data);
    const char *uri = "http://xn--rsum-bpad.example.org/%C3%A9";
    CHECK(uniform_uri_to_iri(uri, strlen(uri), 0, &s, &e) == UNIFORM_OK, "%s", e.message);
    CHECK(is_string(&s, "http://xn--rsum-bpad.example.org/\xC3\xA9"), "%s", s.data);
    CHECK(uniform_uri_to_iri(uri, strlen(uri), 1, &s, &e) == UNIFORM_OK, "%s", e.message);
    CHECK(is_string(&s, iri), "%s", s.data);
    iri = "http://\xE2\x98\x83-.a/";
    CHECK(uniform_iri_to_uri(iri, strlen(iri), 1, &s, &e) == UNIFORM_REFUSED, "a label that ends with a hyphen");
    CHECK(e.offset == 7 && same(e.code, "invalid_name") && same(e.document, "UTS 46"), "%s %d", e.document,
          (int)e.offset);
    CHECK(uniform_iri_to_uri("a b", 3, 0, &s, &e) == UNIFORM_REFUSED, "no IRI");
    uniform_string_free(&s);
}

static void repairing(void) {
    uniform_string s = {0};
    uniform_string host = {0};
    uniform_error e = new_error();
    int32_t changed = -1;
    CHECK(uniform_repair("http://a/b c", 12, UNIFORM_AS_RFC3987, UNIFORM_URI, &s, &changed, &host, &e) == UNIFORM_OK,
          "%s", e.message);
    CHECK(is_string(&s, "http://a/b%20c") && changed == 1 && host.size == 0, "%s", s.data);
    CHECK(uniform_repair("http://a/b", 10, UNIFORM_AS_RFC3987, UNIFORM_URI, &s, &changed, NULL, NULL) == UNIFORM_OK &&
              changed == 0,
          "a URI stays");
    CHECK(uniform_repair("http://0x7f.1/", 14, UNIFORM_AS_WHATWG, UNIFORM_URI, &s, NULL, &host, &e) == UNIFORM_OK, "%s",
          e.message);
    CHECK(uniform_repair(" <www.example.org> ", 19, UNIFORM_AS_TYPED, UNIFORM_URI, &s, NULL, NULL, &e) == UNIFORM_OK,
          "%s", e.message);
    CHECK(is_string(&s, "http://www.example.org"), "%s", s.data);
    CHECK(uniform_repair("http://a/%4", 11, UNIFORM_AS_RFC3987, UNIFORM_URI, &s, NULL, NULL, &e) == UNIFORM_REFUSED,
          "a cut percent-encoding");
    CHECK(e.offset == 9 && e.message[0] != '\0', "%d", (int)e.offset);
    uniform_string_free(&s);
    uniform_string_free(&host);
}

void test_encode(void) {
    encoding();
    iris();
    repairing();
}
