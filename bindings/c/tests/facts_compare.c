// Normalizing and comparing: RFC 3986 6.2; RFC 5952; RFC 3987 5.3.2.2.
#include "check.h"

static uniform_normalize_options at(uniform_level level) {
    uniform_normalize_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    o.level = level;
    return o;
}

static void normal_forms(void) {
    static const struct {
        const char *text;
        uniform_level level;
        const char *expected;
        uint32_t changes;
    } facts[] = {
        // RFC 3986 6.2.2
        {"eXAMPLE://a/./b/../b/%63/%7bfoo%7d", UNIFORM_LEVEL_DEFAULT, "example://a/b/c/%7Bfoo%7D",
         UNIFORM_CHANGES_SCHEME | UNIFORM_CHANGES_PATH},
        {"HTTP://www.EXAMPLE.com/", UNIFORM_LEVEL_CASE, "http://www.example.com/",
         UNIFORM_CHANGES_SCHEME | UNIFORM_CHANGES_HOST},
        {"http://a/%7e", UNIFORM_LEVEL_PERCENT, "http://a/~", UNIFORM_CHANGES_PATH},
        {"http://a/b/../c", UNIFORM_LEVEL_PATH, "http://a/c", UNIFORM_CHANGES_PATH},
        {"HTTP://a/b/../c", UNIFORM_LEVEL_SIMPLE, "HTTP://a/b/../c", 0},
        {"HTTP://a/%7E?%7E#%7E", UNIFORM_LEVEL_SYNTAX, "http://a/~?~#~",
         UNIFORM_CHANGES_SCHEME | UNIFORM_CHANGES_PATH | UNIFORM_CHANGES_QUERY | UNIFORM_CHANGES_FRAGMENT},
        // 6.2.3
        {"http://example.com:80", UNIFORM_LEVEL_SCHEME, "http://example.com/",
         UNIFORM_CHANGES_PORT | UNIFORM_CHANGES_PATH},
        {"http://%41@a/", UNIFORM_LEVEL_DEFAULT, "http://A@a/", UNIFORM_CHANGES_USERINFO},
    };
    uniform_string s = {0};
    for (size_t i = 0; i < COUNT_OF(facts); ++i) {
        const uniform_normalize_options o = at(facts[i].level);
        const size_t size = strlen(facts[i].text);
        uint32_t changes = 99;
        CHECK(uniform_normalize(facts[i].text, size, &o, &s, NULL) == UNIFORM_OK, "%s", facts[i].text);
        CHECK(is_string(&s, facts[i].expected), "%s: %s", facts[i].text, s.data);
        CHECK(uniform_normal_changes(facts[i].text, size, &o, &changes, NULL) == UNIFORM_OK, "%s", facts[i].text);
        CHECK(changes == facts[i].changes, "%s: %u", facts[i].text, (unsigned)changes);
        CHECK(uniform_normal_changes(s.data, s.size, &o, &changes, NULL) == UNIFORM_OK && changes == 0, "%s", s.data);
    }
    uniform_normalize_options o = at(UNIFORM_LEVEL_DEFAULT);
    o.rfc5952 = 1;
    CHECK(uniform_normalize("http://[1:0:0:0::2]/", 20, &o, &s, NULL) == UNIFORM_OK, "RFC 5952 4");
    CHECK(is_string(&s, "http://[1::2]/"), "%s", s.data);
    o = at(UNIFORM_LEVEL_DEFAULT);
    o.edition = UNIFORM_RFC3987;
    o.nfc = 1;
    CHECK(uniform_normalize("http://a/e\xCC\x81", 12, &o, &s, NULL) == UNIFORM_OK, "RFC 3987 5.3.2.2");
    CHECK(is_string(&s, "http://a/\xC3\xA9"), "%s", s.data);
    o = at(UNIFORM_LEVEL_DEFAULT);
    o.ignore_fragment = 1;
    CHECK(uniform_normalize("http://a/#b", 11, &o, &s, NULL) == UNIFORM_OK && is_string(&s, "http://a/"), "%s", s.data);
    uniform_error e = new_error();
    CHECK(uniform_normalize("a b", 3, NULL, &s, &e) == UNIFORM_REFUSED && e.offset == 1, "%s", e.message);
    uniform_string_free(&s);
}

static void equivalence(void) {
    static const struct {
        const char *a, *b;
        uniform_level level; // the lowest; 0: none
    } facts[] = {
        {"http://a/", "http://a/", UNIFORM_LEVEL_SIMPLE},
        {"HTTP://a/", "http://A/", UNIFORM_LEVEL_CASE},
        {"http://a/%62", "http://a/b", UNIFORM_LEVEL_PERCENT},
        {"http://a/b/..", "http://a/", UNIFORM_LEVEL_PATH},
        {"HTTP://a/%62", "http://a/b", UNIFORM_LEVEL_SYNTAX},
        {"http://a", "http://a:80/", UNIFORM_LEVEL_SCHEME},
        {"http://a/", "http://b/", 0},
    };
    for (size_t i = 0; i < COUNT_OF(facts); ++i) {
        const char *a = facts[i].a;
        const char *b = facts[i].b;
        uniform_level level = 0;
        const uniform_status status = uniform_lowest_level(a, strlen(a), b, strlen(b), NULL, &level, NULL);
        CHECK(status == (facts[i].level == 0 ? UNIFORM_NONE : UNIFORM_OK), "%s %s", a, b);
        CHECK(level == facts[i].level, "%s %s: %d", a, b, (int)level);
        const uniform_normalize_options o = at(UNIFORM_LEVEL_SCHEME);
        int32_t same_form = -1;
        uint64_t hash_a = 0;
        uint64_t hash_b = 0;
        CHECK(uniform_equivalent(a, strlen(a), b, strlen(b), &o, &same_form, NULL) == UNIFORM_OK, "%s %s", a, b);
        CHECK(same_form == (facts[i].level != 0), "%s %s", a, b);
        CHECK(uniform_hash(a, strlen(a), &o, &hash_a, NULL) == UNIFORM_OK, "%s", a);
        CHECK(uniform_hash(b, strlen(b), &o, &hash_b, NULL) == UNIFORM_OK, "%s", b);
        CHECK((hash_a == hash_b) == same_form, "%s %s", a, b);
    }
    uniform_error e = new_error();
    int32_t same_form = 0;
    CHECK(uniform_equivalent("a", 1, "a b", 3, NULL, &same_form, &e) == UNIFORM_REFUSED, "the second");
    CHECK(e.argument == 1 && e.offset == 1, "%d", (int)e.argument);
}

void test_compare(void) {
    normal_forms();
    equivalence();
}
