// Edits: RFC 3986 5.3; each leaves the other components as they are, or refuses and changes nothing.
#include "check.h"

static int has_text(const uniform_reference *r, const char *expected) {
    uniform_text t;
    uniform_reference_text(r, &t);
    return is_text(t, expected);
}

static uniform_reference *parsed(const char *text) {
    uniform_reference *r = NULL;
    CHECK(uniform_reference_parse(text, strlen(text), NULL, &r, NULL) == UNIFORM_OK && r != NULL, "%s", text);
    return r;
}

static void components(void) {
    static const struct {
        const char *text;
        uniform_component component;
        const char *value; // NULL: removed
        uniform_encoding encoding;
        const char *expected, *code; // of an error
    } facts[] = {
        {"http://a/b", UNIFORM_SCHEME, "https", UNIFORM_WRITTEN, "https://a/b", NULL},
        {"http://a/b", UNIFORM_AUTHORITY, "c:8", UNIFORM_WRITTEN, "http://c:8/b", NULL},
        {"http://a/b", UNIFORM_USERINFO, "u:p", UNIFORM_WRITTEN, "http://u:p@a/b", NULL},
        {"http://a/b", UNIFORM_USER, "u:", UNIFORM_DATA, "http://u%3A@a/b", NULL},
        {"http://u@a/b", UNIFORM_PASSWORD, "p@", UNIFORM_DATA, "http://u:p%40@a/b", NULL},
        {"http://a/b", UNIFORM_HOST, "[::1]", UNIFORM_WRITTEN, "http://[::1]/b", NULL},
        {"http://a/b", UNIFORM_PORT, "8080", UNIFORM_WRITTEN, "http://a:8080/b", NULL},
        {"http://a/b", UNIFORM_PATH, "/c d", UNIFORM_DATA, "http://a/c%20d", NULL},
        {"http://a/b", UNIFORM_QUERY, "x=1", UNIFORM_WRITTEN, "http://a/b?x=1", NULL},
        {"http://a/b", UNIFORM_FRAGMENT, "%41", UNIFORM_DATA, "http://a/b#%2541", NULL},
        {"http://a/b#c", UNIFORM_FRAGMENT, NULL, UNIFORM_WRITTEN, "http://a/b", NULL},
        {"http://a:1/b", UNIFORM_PORT, NULL, UNIFORM_WRITTEN, "http://a/b", NULL},
        {"http://a/b", UNIFORM_SCHEME, NULL, UNIFORM_WRITTEN, "//a/b", NULL},
        {"b?c", UNIFORM_PATH, NULL, UNIFORM_WRITTEN, "?c", NULL},
        {"b?c", UNIFORM_HOST, NULL, UNIFORM_WRITTEN, "b?c", NULL},
        // refused
        {"http://a/b", UNIFORM_PORT, "8x", UNIFORM_WRITTEN, "http://a/b", "invalid_port"},
        {"/b", UNIFORM_PATH, "//c", UNIFORM_WRITTEN, "/b", "changes_components"},
        {"b:c", UNIFORM_USERINFO, "u", UNIFORM_WRITTEN, "b:c", "not_found"},
        {"http://a/b", UNIFORM_QUERY, "a b", UNIFORM_WRITTEN, "http://a/b", "invalid_character"},
    };
    for (size_t i = 0; i < COUNT_OF(facts); ++i) {
        uniform_reference *r = parsed(facts[i].text);
        uniform_error e = new_error();
        const uniform_status status = facts[i].value == NULL
                                          ? uniform_reference_remove(r, facts[i].component, &e)
                                          : uniform_reference_set(r, facts[i].component, facts[i].value,
                                                                  strlen(facts[i].value), facts[i].encoding, &e);
        CHECK(status == (facts[i].code == NULL ? UNIFORM_OK : UNIFORM_REFUSED), "%s: %s", facts[i].expected, e.message);
        CHECK(facts[i].code == NULL || same(e.code, facts[i].code), "%s: %s", facts[i].text, e.code);
        CHECK(has_text(r, facts[i].expected), "%s", facts[i].expected);
        uniform_reference_free(r);
    }
    uniform_reference *r = parsed("http://a/b");
    CHECK(uniform_reference_set(r, UNIFORM_PORT, "1", 1, UNIFORM_DATA, NULL) == UNIFORM_BAD_ARGUMENT, "data of a port");
    CHECK(uniform_reference_set(r, 10, "1", 1, UNIFORM_WRITTEN, NULL) == UNIFORM_BAD_ARGUMENT, "no such component");
    CHECK(uniform_reference_remove(r, UNIFORM_USER, NULL) == UNIFORM_BAD_ARGUMENT, "the user alone");
    uniform_components c;
    c.struct_size = sizeof c;
    CHECK(uniform_reference_components(r, &c) == UNIFORM_OK && is_range(c.host, "http://a/b", "a"), "components");
    uniform_reference *copy = NULL;
    CHECK(uniform_reference_copy(r, &copy) == UNIFORM_OK, "copy");
    CHECK(uniform_reference_set(r, UNIFORM_HOST, "z", 1, UNIFORM_WRITTEN, NULL) == UNIFORM_OK, "edit");
    CHECK(has_text(copy, "http://a/b") && has_text(r, "http://z/b"), "the copy stays");
    uniform_reference_free(r);
    uniform_reference_free(copy);
    uniform_reference_free(NULL);
    uniform_error e = new_error();
    CHECK(uniform_reference_parse("a b", 3, NULL, &r, &e) == UNIFORM_REFUSED && e.offset == 1, "%s", e.message);
}

static void segments(void) {
    uniform_reference *r = parsed("http://a/b/");
    CHECK(uniform_reference_append_segment(r, "c/d", 3, UNIFORM_DATA, NULL) == UNIFORM_OK, "append");
    CHECK(has_text(r, "http://a/b/c%2Fd"), "append");
    CHECK(uniform_reference_insert_segment(r, 0, "x", 1, UNIFORM_WRITTEN, NULL) == UNIFORM_OK, "insert");
    CHECK(has_text(r, "http://a/x/b/c%2Fd"), "insert");
    CHECK(uniform_reference_replace_segment(r, 1, "y", 1, UNIFORM_WRITTEN, NULL) == UNIFORM_OK, "replace");
    CHECK(has_text(r, "http://a/x/y/c%2Fd"), "replace");
    CHECK(uniform_reference_erase_segment(r, 0, NULL) == UNIFORM_OK && has_text(r, "http://a/y/c%2Fd"), "erase");
    CHECK(uniform_reference_pop_segment(r, NULL) == UNIFORM_OK && has_text(r, "http://a/y"), "pop");
    uniform_error e = new_error();
    CHECK(uniform_reference_erase_segment(r, 9, &e) == UNIFORM_REFUSED && same(e.code, "not_found"), "%s", e.code);
    CHECK(uniform_reference_append_segment(r, "..", 2, UNIFORM_DATA, &e) == UNIFORM_REFUSED, "dots are no data");
    uniform_reference_free(r);
}

static void parameters(void) {
    uniform_reference *r = parsed("http://a/?utm_source=x&b=2&a=1");
    CHECK(uniform_reference_append_parameter(r, "c", 1, "1&2", 3, UNIFORM_DATA, NULL, NULL) == UNIFORM_OK, "append");
    CHECK(has_text(r, "http://a/?utm_source=x&b=2&a=1&c=1%262"), "append");
    CHECK(uniform_reference_remove_parameters(r, "utm_*", 5, NULL, NULL) == UNIFORM_OK, "remove");
    CHECK(uniform_reference_set_parameter(r, "b", 1, "3", 1, UNIFORM_WRITTEN, NULL, NULL) == UNIFORM_OK, "set");
    CHECK(has_text(r, "http://a/?b=3&a=1&c=1%262"), "set");
    CHECK(uniform_reference_sort_parameters(r, NULL, NULL) == UNIFORM_OK, "sort");
    CHECK(has_text(r, "http://a/?a=1&b=3&c=1%262"), "sort");
    CHECK(uniform_reference_keep_parameters(r, "a", 1, NULL, NULL) == UNIFORM_OK && has_text(r, "http://a/?a=1"),
          "keep");
    CHECK(uniform_reference_append_parameter(r, "k", 1, NULL, 0, UNIFORM_WRITTEN, NULL, NULL) == UNIFORM_OK, "key");
    CHECK(has_text(r, "http://a/?a=1&k"), "a key alone");
    uniform_query_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    o.separator = 'x';
    CHECK(uniform_reference_sort_parameters(r, &o, NULL) == UNIFORM_BAD_ARGUMENT, "no separator");
    uniform_reference_free(r);
}

void test_edit(void) {
    components();
    segments();
    parameters();
}
