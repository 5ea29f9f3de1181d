// Statuses, editions, strings, errors, structs that grow: the rules of basics.h.
#include "check.h"

static void names(void) {
    CHECK(same(uniform_version(), UNIFORM_PROJECT_VERSION), "%s", uniform_version());
    CHECK(uniform_interface_version() == UNIFORM_INTERFACE_VERSION, "the library is another one");
    CHECK(same(uniform_status_text(UNIFORM_NO_MEMORY), "out of memory"), "%s", uniform_status_text(UNIFORM_NO_MEMORY));
    CHECK(uniform_status_text(-1) != NULL && uniform_status_text(99) != NULL, "an unknown status has a text");

    static const struct {
        uniform_edition edition;
        const char *name, *document;
    } editions[] = {
        {UNIFORM_RFC3986, "rfc3986", "RFC 3986"},
        {UNIFORM_RFC2396BIS_01, "rfc2396bis-01", "draft-fielding-uri-rfc2396bis-01"},
        {UNIFORM_URNBIS_14, "urnbis-14", "draft-ietf-urnbis-rfc2141bis-urn-14"},
        {UNIFORM_URL_06, "url-06", "draft-ietf-uri-url-06"},
        {UNIFORM_RFC9110, "rfc9110", "RFC 9110"},
    };
    for (size_t i = 0; i < COUNT_OF(editions); ++i) {
        uniform_edition e = -1;
        CHECK(same(uniform_edition_name(editions[i].edition), editions[i].name), "%s", editions[i].name);
        CHECK(same(uniform_edition_document(editions[i].edition), editions[i].document), "%s", editions[i].name);
        CHECK(uniform_edition_from_name(editions[i].name, strlen(editions[i].name), &e) == UNIFORM_OK, "%s",
              editions[i].name);
        CHECK(e == editions[i].edition, "%s", editions[i].name);
    }
    for (uniform_edition e = 0; e <= UNIFORM_RFC9110; ++e) {
        uniform_edition back = -1;
        const char *name = uniform_edition_name(e);
        CHECK(uniform_edition_from_name(name, strlen(name), &back) == UNIFORM_OK && back == e, "%s", name);
    }
    uniform_edition e = 7;
    CHECK(uniform_edition_from_name("rfc1", 4, &e) == UNIFORM_NONE && e == 7, "an unknown edition");
    CHECK(uniform_edition_name(21) == NULL && uniform_edition_name(-1) == NULL, "no such edition");
    CHECK(uniform_edition_document(21) == NULL, "no such edition");
}

static void strings(void) {
    uniform_string s = {0};
    CHECK(uniform_normalize("HTTP://a/%7e", 12, NULL, &s, NULL) == UNIFORM_OK, "a new string");
    CHECK(is_string(&s, "http://a/~"), "%s", s.data);
    const char *memory = s.data;
    CHECK(uniform_normalize("B:", 2, NULL, &s, NULL) == UNIFORM_OK && is_string(&s, "b:"), "again");
    CHECK(s.data == memory, "its memory is used again");
    CHECK(uniform_normalize("", 0, NULL, &s, NULL) == UNIFORM_OK && is_string(&s, ""), "an empty one");
    CHECK(uniform_decode("a%00b", 5, 0, &s, NULL) == UNIFORM_OK && s.size == 3 && s.data[3] == '\0', "NUL inside");
    uniform_string_free(&s);
    CHECK(s.data == NULL && s.size == 0 && s.capacity == 0, "free");
    uniform_string_free(&s);
    uniform_string_free(NULL);
}

static void bad_arguments(void) {
    uniform_string s = {0};
    uniform_error e = new_error();
    CHECK(uniform_parse(NULL, 0, NULL, NULL, NULL) == UNIFORM_OK, "NULL with 0 bytes is the empty text");
    CHECK(uniform_parse(NULL, 1, NULL, NULL, &e) == UNIFORM_BAD_ARGUMENT, "NULL with a byte");
    CHECK(e.status == UNIFORM_BAD_ARGUMENT && same(e.code, "bad_argument") && e.message[0] != '\0', "%s", e.message);
    CHECK(uniform_normalize("a", 1, NULL, NULL, NULL) == UNIFORM_BAD_ARGUMENT, "no string");

    uniform_parse_options o;
    memset(&o, 0, sizeof o);
    CHECK(uniform_parse("a", 1, &o, NULL, NULL) == UNIFORM_BAD_ARGUMENT, "no struct_size");
    o.struct_size = sizeof o;
    o.edition = 21;
    CHECK(uniform_parse("a", 1, &o, NULL, NULL) == UNIFORM_BAD_ARGUMENT, "an unknown edition");
    o.edition = 0;
    o.production = -1;
    CHECK(uniform_parse("a", 1, &o, NULL, NULL) == UNIFORM_BAD_ARGUMENT, "an unknown production");
    o.production = 0;
    o.zone_ids = 2;
    CHECK(uniform_parse("a", 1, &o, NULL, NULL) == UNIFORM_BAD_ARGUMENT, "neither 0 nor 1");

    uniform_components c;
    c.struct_size = 8;
    CHECK(uniform_parse("a", 1, NULL, &c, NULL) == UNIFORM_BAD_ARGUMENT, "a struct that is too small");
    e.struct_size = 0;
    CHECK(uniform_parse("a b", 3, NULL, NULL, &e) == UNIFORM_BAD_ARGUMENT, "an error without a struct_size");
    uniform_string_free(&s);
}

// A program compiled with a later header: its structs are longer.
static void structs_grow(void) {
    struct {
        uniform_parse_options known;
        uint32_t later;
    } o;
    memset(&o, 0, sizeof o);
    o.known.struct_size = sizeof o;
    CHECK(uniform_parse("a", 1, &o.known, NULL, NULL) == UNIFORM_OK, "a later option that is 0");
    o.later = 1;
    CHECK(uniform_parse("a", 1, &o.known, NULL, NULL) == UNIFORM_BAD_ARGUMENT, "a later option that is not");

    struct {
        uniform_components known;
        uint64_t later;
        uint64_t beyond;
    } c;
    memset(&c, 0x55, sizeof c);
    c.known.struct_size = (uint32_t)(sizeof c - sizeof c.beyond);
    CHECK(uniform_parse("a:b", 3, NULL, &c.known, NULL) == UNIFORM_OK, "a longer result");
    CHECK(c.known.scheme.end == 1 && c.known.struct_size == sizeof c - 8, "its known part");
    CHECK(c.later == 0 && c.beyond == 0x5555555555555555U, "its later part is 0, and nothing beyond is written");
}

static void printing(void) {
    uniform_string s = {0};
    uniform_error e = new_error();
    CHECK(uniform_parse("http://a b/", 11, NULL, NULL, &e) == UNIFORM_REFUSED, "a space");
    CHECK(uniform_error_print(&e, "http://a b/", 11, 0, &s) == UNIFORM_OK, "print");
    CHECK(is_string(
              &s, "http://a b/\n        ^\na space is not allowed here: reg-name, RFC 3986 section 3.2.2 (offset 8)\n"),
          "%s", s.data);
    CHECK(uniform_host_to_ascii("a..b", 4, UNIFORM_IDNA_UTS46, &s, &e) == UNIFORM_REFUSED, "an empty label");
    CHECK(uniform_error_print(&e, "a..b", 4, 0, &s) == UNIFORM_OK, "print");
    CHECK(strncmp(s.data, "a..b\n  ^\n", 9) == 0 && strstr(s.data, "RFC 1034 section 3.1 (offset 2)") != NULL, "%s",
          s.data);
    e = new_error();
    CHECK(uniform_error_print(&e, "", 0, 0, &s) == UNIFORM_BAD_ARGUMENT, "no error");
    CHECK(uniform_error_print(NULL, "", 0, 0, &s) == UNIFORM_BAD_ARGUMENT, "NULL");
    uniform_string_free(&s);
}

void test_basics(void) {
    names();
    strings();
    bad_arguments();
    structs_grow();
    printing();
}
