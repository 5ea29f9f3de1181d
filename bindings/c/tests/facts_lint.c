// The linter: RFC 3986 7, and what browsers read.
#include "check.h"

static int has_check(const uniform_findings *findings, const char *check) {
    for (size_t i = 0; i < uniform_findings_size(findings); ++i) {
        uniform_finding f;
        f.struct_size = sizeof f;
        if (uniform_findings_get(findings, i, &f) == UNIFORM_OK && is_text(f.check, check)) return 1;
    }
    return 0;
}

static void findings(void) {
    static const struct {
        const char *text, *check;
    } facts[] = {
        {"http://www.example.com&story=breaking_news@10.0.0.1/", "userinfo-like-host"}, // RFC 3986 7.6
        {"http://0x7f.1/", "rare-ipv4"},                                                // 7.4
        {"http://u:p@a.example/", "password"},                                          // 7.5
        {"http://xn--pple-43d.example/", "confusable"},                                 // UTS 39
        {"http://a b/", "white-space"},
    };
    for (size_t i = 0; i < COUNT_OF(facts); ++i) {
        uniform_findings *all = NULL;
        CHECK(uniform_lint(facts[i].text, strlen(facts[i].text), NULL, &all) == UNIFORM_OK, "%s", facts[i].text);
        CHECK(has_check(all, facts[i].check), "%s: %s", facts[i].text, facts[i].check);
        uniform_findings_free(all);
    }
    uniform_findings *all = NULL;
    CHECK(uniform_lint("http://example.org/", 19, NULL, &all) == UNIFORM_OK && uniform_findings_size(all) == 0, "none");
    uniform_findings_free(all);

    uniform_lint_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    o.browser = 1;
    CHECK(uniform_lint("http://a.example\\@b.example/", 27, &o, &all) == UNIFORM_OK, "browsers");
    CHECK(has_check(all, "browser-host"), "browsers");
    uniform_findings_free(all);
    o.browser = 0;
    o.edition = UNIFORM_RFC3987;
    o.without_safer = 1;
    CHECK(uniform_lint("http://u:p@a/\xC3\xA9", 15, &o, &all) == UNIFORM_OK, "IRIs");
    uniform_finding f;
    f.struct_size = sizeof f;
    CHECK(uniform_findings_get(all, 0, &f) == UNIFORM_OK && f.safer.data == NULL, "no safer form was wanted");
    CHECK(f.where.end > f.where.begin && f.explanation.size > 0 && f.document.size > 0, "%.*s", (int)f.explanation.size,
          f.explanation.data);
    CHECK(uniform_findings_get(all, 99, &f) == UNIFORM_NONE, "beyond the last");
    uniform_findings_free(all);
    uniform_findings_free(NULL);
}

static void checks(void) {
    uniform_lint_check c;
    c.struct_size = sizeof c;
    const size_t count = uniform_lint_check_count();
    CHECK(count > 50, "%d", (int)count);
    for (size_t i = 0; i < count; ++i) {
        CHECK(uniform_lint_check_get(i, &c) == UNIFORM_OK, "%d", (int)i);
        CHECK(c.id.size > 0 && c.summary.size > 0 && c.severity >= UNIFORM_NOTE && c.severity <= UNIFORM_ERROR, "%.*s",
              (int)c.id.size, c.id.data);
    }
    CHECK(uniform_lint_check_get(count, &c) == UNIFORM_NONE, "beyond the last");
}

void test_lint(void) {
    findings();
    checks();
}
