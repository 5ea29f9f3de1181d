// URLs of the URL Standard.
#include "check.h"

static void members(void) {
    uniform_web_url *url = NULL;
    uniform_error e = new_error();
    CHECK(uniform_web_parse("HTTPS://u:p@Example.com:8443/a/../b c?q#f", 41, NULL, 0, &url, &e) == UNIFORM_OK, "%s",
          e.message);
    static const char *const expected[] = {"https://u:p@example.com:8443/b%20c?q#f",
                                           "https:",
                                           "u",
                                           "p",
                                           "example.com:8443",
                                           "example.com",
                                           "8443",
                                           "/b%20c",
                                           "?q",
                                           "#f"};
    for (uniform_web_member m = 0; m <= UNIFORM_WEB_HASH; ++m) {
        uniform_text t;
        CHECK(uniform_web_get(url, m, &t) == UNIFORM_OK && is_text(t, expected[m]), "%s", expected[m]);
    }
    uniform_text t;
    CHECK(uniform_web_get(url, 10, &t) == UNIFORM_BAD_ARGUMENT, "no such member");
    uniform_string s = {0};
    CHECK(uniform_web_origin(url, &s) == UNIFORM_OK && is_string(&s, "https://example.com:8443"), "%s", s.data);
    uniform_web_url *copy = NULL;
    CHECK(uniform_web_copy(url, &copy) == UNIFORM_OK, "copy");
    int32_t used = -1;
    CHECK(uniform_web_set(url, UNIFORM_WEB_PORT, "443", 3, &used) == UNIFORM_OK && used == 1, "the default port");
    CHECK(uniform_web_get(url, UNIFORM_WEB_HREF, &t) == UNIFORM_OK && is_text(t, "https://u:p@example.com/b%20c?q#f"),
          "the default port");
    CHECK(uniform_web_set(url, UNIFORM_WEB_PROTOCOL, "foo", 3, &used) == UNIFORM_OK && used == 0, "not special");
    CHECK(uniform_web_get(copy, UNIFORM_WEB_PORT, &t) == UNIFORM_OK && is_text(t, "8443"), "the copy stays");
    uniform_web_free(url);
    uniform_web_free(copy);
    uniform_web_free(NULL);
    uniform_string_free(&s);
}

static void parsing(void) {
    static const struct {
        const char *text, *base, *href, *code;
        uint32_t argument;
    } facts[] = {
        {"../c", "https://example.com/a/b/", "https://example.com/a/c", NULL, 0},
        {"http:\\\\a\\b", NULL, "http://a/b", NULL, 0},
        {"http://0x7f.1/", NULL, "http://127.0.0.1/", NULL, 0},
        {"http://a:99999/", NULL, NULL, "port-out-of-range", 0},
        {"a", NULL, NULL, "missing-scheme-non-relative-URL", 0},
        {"a", "b", NULL, "missing-scheme-non-relative-URL", 1},
    };
    for (size_t i = 0; i < COUNT_OF(facts); ++i) {
        const char *base = facts[i].base;
        const size_t base_size = base == NULL ? 0 : strlen(base);
        uniform_web_url *url = NULL;
        uniform_error e = new_error();
        int32_t can = -1;
        const uniform_status status =
            uniform_web_parse(facts[i].text, strlen(facts[i].text), base, base_size, &url, &e);
        CHECK(status == (facts[i].href != NULL ? UNIFORM_OK : UNIFORM_REFUSED), "%s", facts[i].text);
        CHECK(uniform_web_can_parse(facts[i].text, strlen(facts[i].text), base, base_size, &can) == UNIFORM_OK, "can");
        CHECK(can == (facts[i].href != NULL), "%s", facts[i].text);
        if (facts[i].href == NULL) {
            CHECK(same(e.code, facts[i].code) && e.argument == facts[i].argument, "%s: %s", facts[i].text, e.code);
            continue;
        }
        uniform_text t;
        CHECK(uniform_web_get(url, UNIFORM_WEB_HREF, &t) == UNIFORM_OK && is_text(t, facts[i].href), "%s",
              facts[i].href);
        uniform_web_free(url);
    }
}

static void differences(void) {
    uniform_web_differences *all = NULL;
    CHECK(uniform_web_compare("http://a.example\\@b.example/", 27, &all) == UNIFORM_OK, "compare");
    CHECK(uniform_web_differences_size(all) >= 1, "a backslash");
    uniform_web_difference d;
    d.struct_size = sizeof d;
    CHECK(uniform_web_differences_get(all, 0, &d) == UNIFORM_OK, "get");
    CHECK(is_text(d.part, "host") && d.where.begin == 16, "%.*s", (int)d.part.size, d.part.data);
    CHECK(is_text(d.by_rfc3986, "b.example") && is_text(d.by_browser, "a.example"), "both");
    CHECK(uniform_web_differences_get(all, 99, &d) == UNIFORM_NONE, "beyond the last");
    uniform_web_differences_free(all);
    uniform_web_differences_free(NULL);
}

void test_web(void) {
    members();
    parsing();
    differences();
}
