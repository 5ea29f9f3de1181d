// Values by name: queries, URI templates (RFC 6570), URLs by scheme.
#include "check.h"

static void lists_of_values(void) {
    uniform_values *v = NULL;
    CHECK(uniform_values_new(&v) == UNIFORM_OK && uniform_values_size(v) == 0, "new");
    CHECK(uniform_values_add_item(v, "x", 1) == UNIFORM_BAD_ARGUMENT, "no list");
    CHECK(uniform_values_add_text(v, "a", 1, "1", 1) == UNIFORM_OK, "text");
    CHECK(uniform_values_add_list(v, "b", 1) == UNIFORM_OK, "list");
    CHECK(uniform_values_add_item(v, "x", 1) == UNIFORM_OK && uniform_values_add_item(v, "y", 1) == UNIFORM_OK,
          "items");
    CHECK(uniform_values_add_pairs(v, "c", 1) == UNIFORM_OK, "pairs");
    CHECK(uniform_values_add_pair(v, "k", 1, "v", 1) == UNIFORM_OK, "pair");
    CHECK(uniform_values_add_item(v, "x", 1) == UNIFORM_BAD_ARGUMENT, "pairs are no list");
    CHECK(uniform_values_add_absent(v, "d", 1) == UNIFORM_OK && uniform_values_size(v) == 4, "absent");
    uniform_value one;
    one.struct_size = sizeof one;
    uniform_text key;
    uniform_text text;
    CHECK(uniform_values_get(v, 0, &one) == UNIFORM_OK && one.kind == UNIFORM_VALUE_TEXT, "get");
    CHECK(is_text(one.name, "a") && is_text(one.text, "1") && one.items == 0, "get");
    CHECK(uniform_values_find(v, "b", 1, &one) == UNIFORM_OK && one.items == 2 && one.text.data == NULL, "find");
    CHECK(uniform_values_item(v, 1, 1, &key, &text) == UNIFORM_OK && key.data == NULL && is_text(text, "y"), "item");
    CHECK(uniform_values_item(v, 2, 0, &key, &text) == UNIFORM_OK && is_text(key, "k") && is_text(text, "v"), "pair");
    CHECK(uniform_values_item(v, 2, 1, NULL, &text) == UNIFORM_NONE, "beyond the last");
    CHECK(uniform_values_item(v, 9, 0, NULL, &text) == UNIFORM_NONE, "beyond the last");
    CHECK(uniform_values_get(v, 4, &one) == UNIFORM_NONE && uniform_values_find(v, "z", 1, &one) == UNIFORM_NONE, "no");
    uniform_values_free(v);
    uniform_values_free(NULL);
}

static void queries(void) {
    uniform_values *v = NULL;
    uniform_value one;
    one.struct_size = sizeof one;
    uniform_string s = {0};
    uniform_error e = new_error();
    CHECK(uniform_query_decode("a=1&b&a=%26", 11, NULL, &v, NULL) == UNIFORM_OK && uniform_values_size(v) == 3,
          "query");
    CHECK(uniform_values_get(v, 1, &one) == UNIFORM_OK && one.kind == UNIFORM_VALUE_ABSENT, "a key alone");
    CHECK(uniform_values_get(v, 2, &one) == UNIFORM_OK && is_text(one.text, "&"), "decoded");
    CHECK(uniform_query_encode(v, NULL, &s, NULL) == UNIFORM_OK && is_string(&s, "a=1&b&a=%26"), "%s", s.data);
    CHECK(uniform_values_add_list(v, "c", 1) == UNIFORM_OK, "list");
    CHECK(uniform_query_encode(v, NULL, &s, NULL) == UNIFORM_BAD_ARGUMENT, "a list is no parameter");
    uniform_values_free(v);
    uniform_query_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    o.separator = ',';
    o.plus_is_space = 1;
    CHECK(uniform_query_decode("a=1+2,b", 7, &o, &v, NULL) == UNIFORM_OK && uniform_values_size(v) == 2, "commas");
    CHECK(uniform_values_get(v, 0, &one) == UNIFORM_OK && is_text(one.text, "1 2"), "plus");
    uniform_values_free(v);
    o.separator = 0;
    CHECK(uniform_query_decode("&a=b&", 5, &o, &v, NULL) == UNIFORM_OK && uniform_values_size(v) == 1,
          "form data skip empty sequences");
    CHECK(uniform_values_add_absent(v, "", 0) == UNIFORM_OK, "absent");
    CHECK(uniform_query_encode(v, &o, &s, &e) == UNIFORM_REFUSED && strcmp(e.code, "lost_parameter") == 0 &&
              e.offset == 4,
          "%s at %d", e.code, (int)e.offset);
    CHECK(uniform_query_encode(v, NULL, &s, &e) == UNIFORM_OK && is_string(&s, "a=b&"), "%s", s.data);
    uniform_values_free(v);
    CHECK(uniform_query_decode("a=%4", 4, NULL, &v, &e) == UNIFORM_REFUSED && e.offset == 2, "%d", (int)e.offset);
    uniform_string_free(&s);
}

static void templates(void) {
    uniform_template *t = NULL;
    uniform_values *v = NULL;
    uniform_list *names = NULL;
    uniform_string s = {0};
    uniform_error e = new_error();
    uniform_text text;
    CHECK(uniform_template_parse("https://a{/path*}{?q}", 21, &t, &e) == UNIFORM_OK, "%s", e.message);
    CHECK(uniform_template_variables(t, &names) == UNIFORM_OK && uniform_list_size(names) == 2, "variables");
    CHECK(uniform_list_get(names, 0, &text) == UNIFORM_OK && is_text(text, "path"), "variables");
    uniform_list_free(names);
    CHECK(uniform_values_new(&v) == UNIFORM_OK, "new");
    CHECK(uniform_values_add_list(v, "path", 4) == UNIFORM_OK && uniform_values_add_item(v, "x", 1) == UNIFORM_OK &&
              uniform_values_add_item(v, "y", 1) == UNIFORM_OK,
          "list");
    CHECK(uniform_values_add_text(v, "q", 1, "a b", 3) == UNIFORM_OK, "text");
    CHECK(uniform_values_add_text(v, "q", 1, "second", 6) == UNIFORM_OK, "of two the first counts");
    CHECK(uniform_template_expand(t, v, &s, &e) == UNIFORM_OK && is_string(&s, "https://a/x/y?q=a%20b"), "%s", s.data);
    uniform_values_free(v);
    int32_t ambiguous = -1;
    CHECK(uniform_template_match(t, "https://a/x/y?q=z", 17, &v, &ambiguous, &e) == UNIFORM_OK, "%s", e.message);
    uniform_value one;
    one.struct_size = sizeof one;
    CHECK(uniform_values_find(v, "q", 1, &one) == UNIFORM_OK && is_text(one.text, "z"), "match");
    CHECK(uniform_values_find(v, "path", 4, &one) == UNIFORM_OK && one.kind == UNIFORM_VALUE_LIST && one.items == 2,
          "match");
    uniform_values_free(v);
    CHECK(uniform_template_match(t, "http://a", 8, &v, NULL, &e) == UNIFORM_REFUSED && e.offset == 4, "%d",
          (int)e.offset);
    uniform_template_free(t);
    uniform_template_free(NULL);
    CHECK(uniform_template_parse("{a", 2, &t, &e) == UNIFORM_REFUSED && same(e.document, "RFC 6570"), "%s", e.message);
    uniform_string_free(&s);
}

static void urls(void) {
    uniform_values *v = NULL;
    uniform_value one;
    one.struct_size = sizeof one;
    uniform_string s = {0};
    uniform_error e = new_error();
    const char *url = "ftp://u@h.example/a/b;type=i";
    CHECK(uniform_url_fields(url, strlen(url), 0, &v, &e) == UNIFORM_OK, "%s", e.message);
    CHECK(uniform_values_find(v, "port", 4, &one) == UNIFORM_OK && one.kind == UNIFORM_VALUE_NUMBER, "RFC 1738 3.2");
    CHECK(is_text(one.text, "21"), "%.*s", (int)one.text.size, one.text.data);
    CHECK(uniform_values_find(v, "typecode", 8, &one) == UNIFORM_OK && is_text(one.text, "i"), "RFC 1738 3.2.2");
    CHECK(uniform_url_make("ftp", 3, v, 0, &s, &e) == UNIFORM_OK && is_string(&s, url), "%s %s", s.data, e.message);
    uniform_values_free(v);
    CHECK(uniform_url_fields("mailto:a@b,c@d?subject=e%20f", 28, 0, &v, &e) == UNIFORM_OK, "%s", e.message);
    CHECK(uniform_values_find(v, "to", 2, &one) == UNIFORM_OK && one.items == 2, "RFC 6068 2");
    CHECK(uniform_values_find(v, "subject", 7, &one) == UNIFORM_OK && is_text(one.text, "e f"), "RFC 6068 2");
    uniform_values_free(v);
    CHECK(uniform_url_fields("mailto:a b", 10, 0, &v, &e) == UNIFORM_REFUSED && e.edition == UNIFORM_RFC6068, "%s",
          e.message);
    CHECK(uniform_values_new(&v) == UNIFORM_OK && uniform_values_add_text(v, "host", 4, "h", 1) == UNIFORM_OK,
          "values");
    CHECK(uniform_values_add_text(v, "nothing", 7, "h", 1) == UNIFORM_OK, "values");
    CHECK(uniform_url_make("http", 4, v, 0, &s, &e) == UNIFORM_REFUSED && same(e.code, "not_found"), "%s", e.code);
    uniform_values_free(v);
    uniform_string_free(&s);
}

void test_values(void) {
    lists_of_values();
    queries();
    templates();
    urls();
}
