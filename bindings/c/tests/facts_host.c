// Host names: UTS 46, RFC 5891, the URL Standard; the Public Suffix List.
#include "check.h"

static void conversions(void) {
    uniform_string s = {0};
    uniform_string why = {0};
    uniform_error e = new_error();
    const char *name = "m\xC3\xBCnchen.example";
    CHECK(uniform_host_to_ascii(name, strlen(name), UNIFORM_IDNA_UTS46, &s, &e) == UNIFORM_OK, "%s", e.message);
    CHECK(is_string(&s, "xn--mnchen-3ya.example"), "%s", s.data);
    CHECK(uniform_host_to_unicode(s.data, s.size, UNIFORM_IDNA_2008, &why, &e) == UNIFORM_OK, "%s", e.message);
    CHECK(is_string(&why, name), "%s", why.data);
    CHECK(uniform_host_lookup_name("m%C3%BCnchen.example", 20, UNIFORM_IDNA_UTS46, &s, &e) == UNIFORM_OK, "%s",
          e.message);
    CHECK(is_string(&s, "xn--mnchen-3ya.example"), "%s", s.data);
    name = "my_host"; // UTS 46 4.1 refuses "_", which browsers accept
    CHECK(uniform_host_lookup_name(name, 7, UNIFORM_IDNA_UTS46, &s, &e) == UNIFORM_REFUSED, "UTS 46 4.1");
    CHECK(uniform_host_lookup_name(name, 7, UNIFORM_IDNA_BROWSER, &s, &e) == UNIFORM_OK, "%s", e.message);
    name = "M\xC3\x9CNCHEN.example"; // RFC 5891 maps nothing
    CHECK(uniform_host_to_ascii(name, strlen(name), UNIFORM_IDNA_2008, &s, &e) == UNIFORM_REFUSED, "RFC 5891 5");
    CHECK(same(e.code, "invalid_name") && same(e.rule, "label") && e.offset == 0 && e.document[0] != '\0', "%s",
          e.document);
    name = "\xE2\x98\x95.example"; // a name for browsers
    CHECK(uniform_host_to_ascii(name, strlen(name), UNIFORM_IDNA_BROWSER, &s, &e) == UNIFORM_OK, "%s", e.message);
    CHECK(uniform_host_to_ascii("a", 1, 3, &s, &e) == UNIFORM_BAD_ARGUMENT, "unknown rules");
    CHECK(uniform_host_display("xn--pple-43d.example", 20, &s, &why) == UNIFORM_OK, "UTS 39");
    CHECK(is_string(&s, "xn--pple-43d.example") && why.size != 0, "%s", s.data);
    CHECK(uniform_host_display("xn--mnchen-3ya.example", 22, &s, NULL) == UNIFORM_OK, "UTS 39");
    CHECK(is_string(&s, "m\xC3\xBCnchen.example"), "%s", s.data);
    uniform_string_free(&s);
    uniform_string_free(&why);
}

static void domains(void) {
    static const struct {
        const char *host, *name, *suffix, *registrable, *label, *subdomain;
        uniform_status status;
    } facts[] = {
        {"www.example.co.uk", "www.example.co.uk", "co.uk", "example.co.uk", "example", "www", UNIFORM_OK},
        {"co.uk", "co.uk", "co.uk", NULL, NULL, NULL, UNIFORM_OK},
        {"WWW.Example.ORG.", "www.example.org", "org", "example.org", "example", "www", UNIFORM_OK},
        {"b\xC3\x9C"
         "cher.de",
         "xn--bcher-kva.de", "de", "xn--bcher-kva.de", "xn--bcher-kva", NULL, UNIFORM_OK},
        {"b%C3%BCcher.de", "xn--bcher-kva.de", "de", "xn--bcher-kva.de", "xn--bcher-kva", NULL, UNIFORM_OK},
        {"192.0.2.1", NULL, NULL, NULL, NULL, NULL, UNIFORM_NONE},
        {"", NULL, NULL, NULL, NULL, NULL, UNIFORM_NONE},
    };
    uniform_string name = {0};
    for (size_t i = 0; i < COUNT_OF(facts); ++i) {
        uniform_domain d;
        d.struct_size = sizeof d;
        const uniform_status status = uniform_host_domain(facts[i].host, strlen(facts[i].host), &name, &d);
        CHECK(status == facts[i].status, "%s", facts[i].host);
        if (status != UNIFORM_OK) continue;
        CHECK(is_string(&name, facts[i].name), "%s", name.data);
        CHECK(is_range(d.suffix, name.data, facts[i].suffix), "%s", facts[i].host);
        CHECK(is_range(d.registrable, name.data, facts[i].registrable), "%s", facts[i].host);
        CHECK(is_range(d.label, name.data, facts[i].label), "%s", facts[i].host);
        CHECK(is_range(d.subdomain, name.data, facts[i].subdomain), "%s", facts[i].host);
        CHECK(d.listed == 1 && d.is_private == 0, "%s", facts[i].host);
    }
    // The section of those who are no registries
    uniform_domain d;
    d.struct_size = sizeof d;
    CHECK(uniform_host_domain("a.b.github.io", 13, &name, &d) == UNIFORM_OK && d.is_private == 1, "a private rule");
    CHECK(is_range(d.registrable, name.data, "b.github.io"), "%s", name.data);
    CHECK(uniform_host_icann_domain("a.b.github.io", 13, &name, &d) == UNIFORM_OK && d.is_private == 0, "registries");
    CHECK(is_range(d.registrable, name.data, "github.io"), "%s", name.data);
    uniform_string_free(&name);
}

void test_host(void) {
    conversions();
    domains();
}
