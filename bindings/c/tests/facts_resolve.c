// Resolving, relativizing, building: RFC 3986 5.2 to 5.4; 5.2.2 for backward compatibility; rfc2396bis-01 5.2.
#include "check.h"

static void resolution(void) {
    static const char base[] = "http://a/b/c/d;p?q";
    static const struct {
        const char *reference, *target;
    } facts[] = {
        // RFC 3986 5.4.1, 5.4.2
        {"g:h", "g:h"},
        {"g", "http://a/b/c/g"},
        {"./g", "http://a/b/c/g"},
        {"g/", "http://a/b/c/g/"},
        {"/g", "http://a/g"},
        {"//g", "http://g"},
        {"?y", "http://a/b/c/d;p?y"},
        {"g?y#s", "http://a/b/c/g?y#s"},
        {"", "http://a/b/c/d;p?q"},
        {"../../g", "http://a/g"},
        {"../../../g", "http://a/g"},
        {"http:g", "http:g"},
    };
    uniform_string s = {0};
    for (size_t i = 0; i < COUNT_OF(facts); ++i) {
        const char *r = facts[i].reference;
        CHECK(uniform_resolve(base, sizeof base - 1, r, strlen(r), NULL, &s, NULL) == UNIFORM_OK, "%s", r);
        CHECK(is_string(&s, facts[i].target), "%s: %s", r, s.data);
    }
    uniform_resolve_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    o.not_strict = 1; // 5.2.2
    CHECK(uniform_resolve(base, sizeof base - 1, "http:g", 6, &o, &s, NULL) == UNIFORM_OK, "not strict");
    CHECK(is_string(&s, "http://a/b/c/g"), "%s", s.data);
    o.excess_dots = UNIFORM_EXCESS_REFUSE;
    uniform_error e = new_error();
    CHECK(uniform_resolve(base, sizeof base - 1, "../../../g", 10, &o, &s, &e) == UNIFORM_REFUSED, "excess");
    CHECK(same(e.code, "excess_dot_segments") && e.argument == 1, "%s", e.code);
    o.excess_dots = UNIFORM_EXCESS_KEEP;
    CHECK(uniform_resolve(base, sizeof base - 1, "../../../g", 10, &o, &s, &e) == UNIFORM_OK, "excess");
    CHECK(is_string(&s, "http://a/../g"), "%s", s.data);
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    o.base_dots_removed_first = 1; // erratum 4789
    CHECK(uniform_resolve("http://a/b/..", 13, "g", 1, &o, &s, NULL) == UNIFORM_OK && is_string(&s, "http://a/g"), "%s",
          s.data);
    o.refuse_double_slash = 1;
    CHECK(uniform_resolve("a:/b", 4, "..//g", 5, NULL, &s, NULL) == UNIFORM_OK && is_string(&s, "a:/.//g"), "%s",
          s.data);
    CHECK(uniform_resolve("a:/b", 4, "..//g", 5, &o, &s, &e) == UNIFORM_REFUSED, "a path that begins with //");
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    o.edition = UNIFORM_RFC2396BIS_01; // 4.2
    CHECK(uniform_resolve(base, sizeof base - 1, "#s", 2, &o, &s, NULL) == UNIFORM_OK, "the current document");
    CHECK(is_string(&s, "(current document)#s"), "%s", s.data);
    o.edition = UNIFORM_RFC1738; // 5: a URL is its own target, and there is nothing else
    CHECK(uniform_resolve("http://a/b", 10, "ftp://h/a/../b", 14, &o, &s, &e) == UNIFORM_OK, "%s", e.message);
    CHECK(is_string(&s, "ftp://h/a/../b"), "%s", s.data);
    CHECK(uniform_resolve("http://a/b", 10, "g", 1, &o, &s, &e) == UNIFORM_REFUSED && e.argument == 1, "%s", e.message);
    CHECK(strcmp(e.rule, "url") == 0 && strcmp(e.document, "RFC 1738") == 0, "%s %s", e.rule, e.document);
    CHECK(uniform_relativize("http://a/b", 10, "http://a/c", 10, &o, &s, &e) == UNIFORM_BAD_ARGUMENT, "an edition");
    CHECK(strcmp(e.message, "the edition \"rfc1738\" is not offered here; there are rfc3986, rfc3987, "
                            "rfc2396bis-01, rfc2396") == 0,
          "%s", e.message);
    CHECK(uniform_resolve("b/c", 3, "g", 1, NULL, &s, &e) == UNIFORM_REFUSED && e.argument == 0, "%s", e.message);
    CHECK(uniform_resolve("b:c", 3, "a b", 3, NULL, &s, &e) == UNIFORM_REFUSED && e.argument == 1, "%s", e.message);
    uniform_string_free(&s);
}

static void relativizing(void) {
    static const struct {
        const char *base, *target, *reference;
    } facts[] = {
        {"http://a/b/c", "http://a/b/d", "d"},
        {"http://a/b/c", "http://a/g", "/g"},
        {"http://a/b/c", "https://a/g", "https://a/g"},
    };
    uniform_string s = {0};
    uniform_string back = {0};
    for (size_t i = 0; i < COUNT_OF(facts); ++i) {
        const char *b = facts[i].base;
        const char *t = facts[i].target;
        CHECK(uniform_relativize(b, strlen(b), t, strlen(t), NULL, &s, NULL) == UNIFORM_OK, "%s", t);
        CHECK(is_string(&s, facts[i].reference), "%s: %s", t, s.data);
        CHECK(uniform_resolve(b, strlen(b), s.data, s.size, NULL, &back, NULL) == UNIFORM_OK, "%s", s.data);
        CHECK(is_string(&back, t), "%s", back.data);
    }
    uniform_error e = new_error();
    CHECK(uniform_relativize("a:", 2, "b", 1, NULL, &s, &e) == UNIFORM_REFUSED && e.argument == 1, "%s", e.message);
    uniform_string_free(&s);
    uniform_string_free(&back);
}

static uniform_text text(const char *t) {
    const uniform_text result = {t, strlen(t)};
    return result;
}

static void building(void) {
    uniform_string s = {0};
    uniform_error e = new_error();
    uniform_parts p;
    memset(&p, 0, sizeof p);
    p.struct_size = sizeof p;
    p.scheme = text("http");
    p.host = text("a");
    p.port = text("80");
    p.path = text("/b");
    p.query = text("");
    CHECK(uniform_build(&p, NULL, &s, &e) == UNIFORM_OK && is_string(&s, "http://a:80/b?"), "%s", e.message);
    p.path = text("b c");
    CHECK(uniform_build(&p, NULL, &s, &e) == UNIFORM_REFUSED, "a path that is none");
    memset(&p, 0, sizeof p);
    p.struct_size = sizeof p;
    CHECK(uniform_build(&p, NULL, &s, &e) == UNIFORM_OK && is_string(&s, ""), "the empty reference");
    p.path = text("//a");
    CHECK(uniform_build(&p, NULL, &s, &e) == UNIFORM_REFUSED, "a path that would be an authority");
    p.path = text("a");
    uniform_parse_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    o.production = UNIFORM_URI;
    CHECK(uniform_build(&p, &o, &s, &e) == UNIFORM_REFUSED && same(e.code, "missing_scheme"), "%s", e.code);
    CHECK(uniform_build(NULL, NULL, &s, NULL) == UNIFORM_BAD_ARGUMENT, "no parts");
    uniform_string_free(&s);
}

void test_resolve(void) {
    resolution();
    relativizing();
    building();
}
