// Finding URIs in text (RFC 3986 appendix C) and references in HTML (5.1).
#include "check.h"

static void in_text(void) {
    const char *text = "see <URL:ftp://ds.inter\nnic.net/rfc> and http://a/b.";
    uniform_found_list *list = NULL;
    uniform_found f;
    f.struct_size = sizeof f;
    CHECK(uniform_find(text, strlen(text), NULL, &list) == UNIFORM_OK && uniform_found_list_size(list) == 2, "%d",
          (int)uniform_found_list_size(list));
    CHECK(uniform_found_list_get(list, 0, &f) == UNIFORM_OK, "the first");
    CHECK(is_text(f.text, "ftp://ds.internic.net/rfc") && f.begin == 9 && f.end == 35, "%d %d", (int)f.begin,
          (int)f.end);
    CHECK(is_text(f.how, "angle") && f.cleaned == 1 && f.guess == 0 && is_text(f.cut_before, ""), "how");
    CHECK(uniform_found_list_get(list, 1, &f) == UNIFORM_OK && is_text(f.uri, "http://a/b"), "the second");
    CHECK(uniform_found_list_get(list, 2, &f) == UNIFORM_NONE, "beyond the last");
    uniform_found_list_free(list);
    uniform_found_list_free(NULL);

    uniform_find_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    o.abbreviated = 1;
    o.https = 1;
    CHECK(uniform_find("at www.example.org.", 19, &o, &list) == UNIFORM_OK, "abbreviated");
    CHECK(uniform_found_list_get(list, 0, &f) == UNIFORM_OK && f.guess == 1, "a guess");
    CHECK(is_text(f.text, "www.example.org") && is_text(f.uri, "https://www.example.org"), "%.*s", (int)f.uri.size,
          f.uri.data);
    uniform_found_list_free(list);
    o.schemes = 3;
    CHECK(uniform_find("", 0, &o, &list) == UNIFORM_BAD_ARGUMENT, "unknown schemes");
}

static void append(void *context, const uniform_found *found) {
    char *all = context;
    strncat(all, found->uri.data, found->uri.size);
    strcat(all, " ");
}

static void in_pieces(void) {
    const char *text = "http://a/b, <http://c/\nd> x";
    char whole[100] = "";
    char bytes[100] = "";
    uniform_finder *finder = NULL;
    CHECK(uniform_finder_new(NULL, &finder) == UNIFORM_OK, "new");
    CHECK(uniform_finder_feed(finder, text, strlen(text), append, whole) == UNIFORM_OK, "feed");
    CHECK(uniform_finder_finish(finder, append, whole) == UNIFORM_OK, "finish");
    for (size_t i = 0; i < strlen(text); ++i)
        CHECK(uniform_finder_feed(finder, text + i, 1, append, bytes) == UNIFORM_OK, "feed");
    CHECK(uniform_finder_finish(finder, append, bytes) == UNIFORM_OK, "finish");
    CHECK(same(whole, "http://a/b http://c/d ") && same(bytes, whole), "%s", bytes);
    CHECK(uniform_finder_feed(finder, "a", 1, NULL, NULL) == UNIFORM_BAD_ARGUMENT, "no callback");
    uniform_finder_free(finder);
    uniform_finder_free(NULL);
}

static void in_html(void) {
    const char *document = "<a href=' ../g&amp;h '>\n<img src='http://a b'>";
    uniform_html *html = NULL;
    uniform_error e = new_error();
    CHECK(uniform_html_find(document, strlen(document), "http://a/b/c", 12, &html, &e) == UNIFORM_OK, "%s", e.message);
    uniform_text base;
    CHECK(uniform_html_base(html, &base) == UNIFORM_OK && is_text(base, "http://a/b/c"), "base");
    CHECK(uniform_html_size(html) == 2, "%d", (int)uniform_html_size(html));
    uniform_html_reference r;
    r.struct_size = sizeof r;
    CHECK(uniform_html_get(html, 0, &r) == UNIFORM_OK, "the first");
    CHECK(is_text(r.element, "a") && is_text(r.attribute, "href") && is_text(r.value, "../g&h"), "value");
    CHECK(is_text(r.target, "http://a/g&h") && r.problem.data == NULL && r.begin == 10 && r.line == 1, "target");
    CHECK(uniform_html_get(html, 1, &r) == UNIFORM_OK && r.target.data == NULL && r.problem.size > 0, "a space");
    CHECK(r.line == 2 && uniform_html_get(html, 2, &r) == UNIFORM_NONE, "beyond the last");
    uniform_html_free(html);
    uniform_html_free(NULL);
    CHECK(uniform_html_find("<a href=b>", 10, NULL, 0, &html, &e) == UNIFORM_OK, "without a base");
    CHECK(uniform_html_base(html, &base) == UNIFORM_NONE, "no base");
    uniform_html_free(html);
    CHECK(uniform_html_find("\xFF\xFE\0\0", 4, NULL, 0, &html, &e) == UNIFORM_REFUSED, "UTF-32");
    CHECK(same(e.code, "encoding"), "%s", e.code);
}

void test_find(void) {
    in_text();
    in_pieces();
    in_html();
}
