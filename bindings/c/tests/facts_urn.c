// URNs: RFC 8141, its drafts, RFC 2141; namespaces of IANA's registry.
#include "check.h"

static void syntax(void) {
    static const struct {
        const char *urn;
        uniform_edition edition;
        const char *nid, *nss, *r, *q, *f, *code;
    } facts[] = {
        // RFC 8141 2
        {"urn:example:foo-bar?+x?=y#z", 0, "example", "foo-bar", "x", "y", "z", NULL},
        {"URN:ISBN:0451450523", UNIFORM_RFC8141, "ISBN", "0451450523", NULL, NULL, NULL, NULL},
        {"urn:example:a#", UNIFORM_RFC8141, "example", "a", NULL, NULL, "", NULL},
        {"urn:example:a?q??r", UNIFORM_URNBIS_14, "example", "a", "r", "q", NULL, NULL},
        {"urn:example", 0, NULL, NULL, NULL, NULL, NULL, "missing_nss"},
        {"urn:-a:b", 0, NULL, NULL, NULL, NULL, NULL, NULL},
        {"urn:urn:b", UNIFORM_RFC2141, NULL, NULL, NULL, NULL, NULL, "reserved_nid"},
        {"http://a", 0, NULL, NULL, NULL, NULL, NULL, "not_a_urn"},
    };
    for (size_t i = 0; i < COUNT_OF(facts); ++i) {
        const char *u = facts[i].urn;
        uniform_error e = new_error();
        uniform_urn_components c;
        c.struct_size = sizeof c;
        const uniform_status status = uniform_urn_parse(u, strlen(u), facts[i].edition, &c, &e);
        CHECK(status == (facts[i].nid != NULL ? UNIFORM_OK : UNIFORM_REFUSED), "%s: %s", u, e.message);
        if (facts[i].nid == NULL) {
            CHECK(facts[i].code == NULL || same(e.code, facts[i].code), "%s: %s", u, e.code);
            continue;
        }
        CHECK(is_range(c.nid, u, facts[i].nid), "%s", u);
        CHECK(is_range(c.nss, u, facts[i].nss), "%s", u);
        CHECK(is_range(c.r_component, u, facts[i].r), "%s", u);
        CHECK(is_range(c.q_component, u, facts[i].q), "%s", u);
        CHECK(is_range(c.f_component, u, facts[i].f), "%s", u);
        CHECK(c.assigned_name.begin == 0 && c.assigned_name.end == c.nss.end, "%s", u);
    }
    uniform_string s = {0};
    uniform_error e = new_error();
    uniform_urn_parts p;
    memset(&p, 0, sizeof p);
    p.struct_size = sizeof p;
    p.nid.data = "example";
    p.nid.size = 7;
    p.nss.data = "a";
    p.nss.size = 1;
    p.q_component.data = "x";
    p.q_component.size = 1;
    CHECK(uniform_urn_build(&p, 0, &s, &e) == UNIFORM_OK && is_string(&s, "urn:example:a?=x"), "%s", e.message);
    p.nss.data = "a b";
    p.nss.size = 3;
    CHECK(uniform_urn_build(&p, 0, &s, &e) == UNIFORM_REFUSED && e.offset == 1, "%d", (int)e.offset);
    CHECK(uniform_urn_convert("urn:example:a?q??r", 18, UNIFORM_URNBIS_14, 0, &s, &e) == UNIFORM_OK, "%s", e.message);
    CHECK(is_string(&s, "urn:example:a?+r?=q"), "%s", s.data);
    CHECK(uniform_urn_convert("urn:example:a?=q", 16, 0, UNIFORM_RFC2141, &s, &e) == UNIFORM_REFUSED, "RFC 2141");
    CHECK(same(e.code, "unsupported_component"), "%s", e.code);
    uniform_string_free(&s);
}

static void equivalence(void) {
    static const struct {
        const char *a, *b;
        int32_t lexical, by_namespace;
    } facts[] = {
        // RFC 8141 3.2
        {"urn:example:a123,z456", "URN:EXAMPLE:a123,z456?+abc", 1, 1},
        {"urn:example:a123%2Cz456", "URN:EXAMPLE:a123%2cz456", 1, 1},
        {"urn:example:a123,z456", "urn:example:a123%2Cz456", 0, 0},
        {"urn:isbn:951-0-18435-7", "urn:isbn:978-951-0-18435-6", 0, 1},
    };
    uniform_string a = {0};
    uniform_string b = {0};
    for (size_t i = 0; i < COUNT_OF(facts); ++i) {
        for (uniform_urn_equivalence by = UNIFORM_URN_LEXICAL; by <= UNIFORM_URN_NAMESPACE; ++by) {
            const int32_t expected = by == UNIFORM_URN_LEXICAL ? facts[i].lexical : facts[i].by_namespace;
            int32_t same_name = -1;
            CHECK(uniform_urn_equivalent(facts[i].a, strlen(facts[i].a), facts[i].b, strlen(facts[i].b), 0, by,
                                         &same_name, NULL) == UNIFORM_OK,
                  "%s", facts[i].a);
            CHECK(same_name == expected, "%s %s", facts[i].a, facts[i].b);
            CHECK(uniform_urn_normalize(facts[i].a, strlen(facts[i].a), 0, by, &a, NULL) == UNIFORM_OK, "a");
            CHECK(uniform_urn_normalize(facts[i].b, strlen(facts[i].b), 0, by, &b, NULL) == UNIFORM_OK, "b");
            CHECK((strcmp(a.data, b.data) == 0) == expected, "%s %s", a.data, b.data);
        }
    }
    int32_t same_name = 0;
    uniform_error e = new_error();
    CHECK(uniform_urn_equivalent("urn:example:a", 13, "b", 1, 0, 0, &same_name, &e) == UNIFORM_REFUSED, "b");
    CHECK(e.argument == 1, "%d", (int)e.argument);
    CHECK(uniform_urn_equivalent("urn:example:a", 13, "urn:example:a", 13, 0, 2, &same_name, &e) ==
              UNIFORM_BAD_ARGUMENT,
          "an unknown equivalence");
    uniform_string_free(&a);
    uniform_string_free(&b);
}

static void namespaces(void) {
    uniform_error e = new_error();
    CHECK(uniform_urn_validate("urn:isbn:978-951-0-18435-6", 26, 0, UNIFORM_VALIDATION_NORMAL, &e) == UNIFORM_OK, "%s",
          e.message);
    CHECK(uniform_urn_validate("urn:oid:1.3.6.", 14, 0, UNIFORM_VALIDATION_NORMAL, &e) == UNIFORM_REFUSED, "oid");
    CHECK(same(e.code, "nss_mismatch") && e.offset == 14, "%s %d", e.code, (int)e.offset);
    CHECK(uniform_urn_validate("urn:no-such-nid:a", 17, 0, 0, &e) == UNIFORM_REFUSED, "unknown");
    CHECK(same(e.code, "unknown_namespace"), "%s", e.code);

    uniform_urn_check c;
    c.struct_size = sizeof c;
    const char *wrong = "urn:isbn:978-951-0-18435-7";
    CHECK(uniform_urn_check_name(wrong, 26, 0, &c, NULL) == UNIFORM_OK, "check");
    CHECK(c.state == UNIFORM_CHECK_INCORRECT && same(c.expected, "6") && is_range(c.found, wrong, "7"), "%s",
          c.expected);
    CHECK(is_text(c.algorithm, "isbn-13-mod10"), "%.*s", (int)c.algorithm.size, c.algorithm.data);
    CHECK(uniform_urn_check_name("urn:isbn:978-951-0-18435-6", 26, 0, &c, NULL) == UNIFORM_OK, "check");
    CHECK(c.state == UNIFORM_CHECK_CORRECT, "%d", (int)c.state);
    CHECK(uniform_urn_check_name("urn:example:a", 13, 0, &c, NULL) == UNIFORM_OK, "check");
    CHECK(c.state == UNIFORM_CHECK_NONE && c.found.begin == UNIFORM_ABSENT, "%d", (int)c.state);

    uniform_namespace n;
    n.struct_size = sizeof n;
    CHECK(uniform_namespace_find("ISBN", 4, &n) == UNIFORM_OK, "isbn");
    CHECK(is_text(n.nid, "isbn") && is_text(n.status, "registered") && n.informal == 0, "isbn");
    CHECK(uniform_namespace_find("no-such", 7, &n) == UNIFORM_NONE, "unknown");
    const size_t count = uniform_namespace_count();
    CHECK(count > 50, "%d", (int)count);
    for (size_t i = 0; i < count; ++i)
        CHECK(uniform_namespace_get(i, &n) == UNIFORM_OK && n.nid.size != 0, "%d", (int)i);
    CHECK(uniform_namespace_get(count, &n) == UNIFORM_NONE, "beyond the last");

    uniform_nid nid;
    nid.struct_size = sizeof nid;
    CHECK(uniform_nid_classify("us-gov", 6, 0, &nid) == UNIFORM_OK, "a country code"); // RFC 8141 5.1
    CHECK(is_text(nid.kind, "country-code") && nid.available_as_formal == 0 && nid.well_formed == 1, "us-gov");
    CHECK(is_text(nid.document, "RFC 8141"), "%.*s", (int)nid.document.size, nid.document.data);
    CHECK(uniform_nid_classify("newthing", 8, 0, &nid) == UNIFORM_OK && nid.available_as_formal == 1, "available");
    CHECK(uniform_nid_classify("isbn", 4, 0, &nid) == UNIFORM_OK && nid.registered == 1, "registered");
    CHECK(uniform_nid_classify("-", 1, 0, &nid) == UNIFORM_OK && nid.well_formed == 0, "malformed");
}

static void names(void) {
    uniform_string s = {0};
    uniform_error e = new_error();
    CHECK(uniform_urn_from_name("ietf", 4, "RFC 2141", 8, NULL, &s, &e) == UNIFORM_OK, "%s", e.message);
    CHECK(is_string(&s, "urn:ietf:rfc:2141"), "%s", s.data);
    CHECK(uniform_urn_to_name("urn:doi:10.1000/456%23789", 25, 0, &s, &e) == UNIFORM_OK, "%s", e.message);
    CHECK(is_string(&s, "10.1000/456#789"), "%s", s.data);
    CHECK(uniform_urn_to_name("urn:example:a", 13, 0, &s, &e) == UNIFORM_NONE, "no name");
    CHECK(uniform_urn_from_name("isbn", 4, "978-951-0-18435-7", 17, NULL, &s, &e) == UNIFORM_REFUSED, "wrong");
    CHECK(same(e.code, "wrong_check_character") && e.argument == 1, "%s %d", e.code, (int)e.argument);
    CHECK(uniform_urn_from_name("no-such", 7, "a", 1, NULL, &s, &e) == UNIFORM_REFUSED && e.argument == 0, "%s",
          e.code);
    uniform_urn_make_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    o.complete_check = 1;
    CHECK(uniform_urn_from_name("isbn", 4, "978-951-0-18435", 15, &o, &s, &e) == UNIFORM_OK, "%s", e.message);
    CHECK(is_string(&s, "urn:isbn:978-951-0-18435-6"), "%s", s.data);

    uniform_list *list = NULL;
    uniform_text t;
    CHECK(uniform_urn_guess("978-951-0-18435-6", 17, &list) == UNIFORM_OK && uniform_list_size(list) == 1, "guess");
    CHECK(uniform_list_get(list, 0, &t) == UNIFORM_OK && is_text(t, "urn:isbn:978-951-0-18435-6"), "guess");
    CHECK(uniform_list_get(list, 1, &t) == UNIFORM_NONE, "beyond the last");
    uniform_list_free(list);
    CHECK(uniform_urn_addresses("urn:ietf:rfc:2141", 17, 0, &list, &e) == UNIFORM_OK, "%s", e.message);
    CHECK(uniform_list_size(list) >= 1 && uniform_list_get(list, 0, &t) == UNIFORM_OK, "addresses");
    CHECK(is_text(t, "https://www.rfc-editor.org/rfc/rfc2141"), "%.*s", (int)t.size, t.data);
    uniform_list_free(list);
    uniform_list_free(NULL);
    CHECK(uniform_urn_new_uuid(0, &s) == UNIFORM_OK && s.size == 45 && s.data[23] == '4', "%s", s.data); // RFC 9562 5.4
    CHECK(uniform_urn_new_uuid(1, &s) == UNIFORM_OK && s.size == 45 && s.data[23] == '7', "%s", s.data); // 5.7
    uniform_string_free(&s);
}

void test_urn(void) {
    syntax();
    equivalence();
    namespaces();
    names();
}
