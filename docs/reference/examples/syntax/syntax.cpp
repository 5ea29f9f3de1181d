// Characters, editions of the standards, errors, and percent-encoding.
#include <uniform/syntax/characters.hpp>
#include <uniform/syntax/edition.hpp>
#include <uniform/syntax/edition_use.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/syntax/ucs.hpp>
#include <uniform/uri/parse.hpp>

#include "../check.hpp"

using namespace uniform;

namespace {

void sets_of_characters() {
    const char_set vowels{"aeiou"};
    CHECK(vowels.contains('e') && !vowels.contains('x'));
    CHECK((characters::lower | characters::upper) == characters::alpha);
    CHECK((characters::hexdig - characters::digit).contains('F'));
    CHECK(characters::gen_delims.contains(':') && characters::sub_delims.contains('&'));
}

void characters_of_a_component() {
    CHECK(allowed(rule::query).contains('?') && !allowed(rule::segment).contains('?'));
    CHECK(unreserved(edition::rfc3986).contains('~') && !unreserved(edition::rfc3986).contains('!'));
    CHECK(unreserved(edition::rfc2396).contains('!')); // RFC 2396 2.3: mark
    CHECK(reserved(edition::rfc3986).contains('#') && !reserved(edition::rfc2396).contains('#'));
    CHECK(decodable(edition::rfc3986).contains('-') && !decodable(edition::rfc2396).contains('-'));
}

void characters_of_iris() {
    CHECK(is_ucschar(U'\u00E9') && !is_ucschar(U'e'));
    CHECK(is_iprivate(U'\uE000'));        // in a query alone
    CHECK(is_bidi_formatting(U'\u202E')); // which an IRI must not contain
}

void what_editions_offer() {
    for (const edition_use use : edition_uses) CHECK(!to_string(use).empty());
    CHECK(offers(edition_use::normalize, edition::url_06) && !offers(edition_use::parse, edition::url_06));
    CHECK(edition_of_use<edition_use::urn>("rfc2141") == edition::rfc2141);
    CHECK(!edition_of_use<edition_use::urn>("rfc3986"));
    CHECK(editions_of<edition_use::parse> == "rfc3986 rfc3987 rfc2396bis-01 rfc2396");
    CHECK(editions_listed<edition_use::urn> == "rfc8141, urnbis-16, urnbis-14, rfc2141");
    CHECK(refused_edition(edition_use::parse, "url-06").starts_with("the edition \"url-06\" is not offered here"));
}

void editions_of_the_standards() {
    for (const edition e : editions) CHECK(generic(e) == e);
    CHECK(is_edition_of_1994(edition::url_06) && !is_edition_of_1994(edition::rfc3986));
    CHECK(citation("RFC 3986", "3.2") == "RFC 3986 section 3.2" && citation("RFC 3986", "C") == "RFC 3986 Appendix C");
    CHECK(generic(edition::rfc8141) == edition::rfc3986);
    CHECK(document(urn_editions.front()) == "RFC 8141" && document(url_editions.front()) == "draft-ietf-uri-url-06");
    CHECK(is_older_edition(edition::rfc2396));
    CHECK(has_relative_references(edition::rfc2396) && !has_relative_references(edition::rfc1738));
    CHECK(has_every_scheme(edition::rfc1738) && !has_every_scheme(edition::rfc8089)); // RFC 8089 is of file URLs
    CHECK(to_string(edition::urnbis_14) == "urnbis-14" && edition_from_string("urnbis_14") == edition::urnbis_14);
}

void errors() {
    const std::string_view text = "http://a b/";
    const error why = parse_uri(text).error();
    CHECK(why.code == error_code::invalid_character && why.offset == 8 && why.rule == rule::reg_name);
    CHECK(to_string(why.code) == "invalid_character");
    CHECK(to_string(why.rule) == "reg-name" && section(why.rule) == "3.2.2");
    CHECK(rule_from_string("reg-name") == rule::reg_name);
    CHECK(message(why, text) == "a space is not allowed here");
    CHECK(sentence(why, text) == "a space is not allowed here: reg-name, RFC 3986 section 3.2.2 (offset 8)");
    CHECK(print(why, text, print_options{.width = 60}) ==
          "http://a b/\n        ^\na space is not allowed here: reg-name, RFC 3986 section 3.2.2 (offset 8)\n");
}

void encoding() {
    std::string out = "/";
    encode_append(out, "a b", allowed(rule::segment));
    CHECK(out == "/a%20b" && has_encoded(out));
    out = "?q=";
    encode_query_data_append(out, "1 & 2", plus::as_space);
    CHECK(out == "?q=1+%26+2");
    CHECK(encode_query("a=1+2&b c#", plus::as_space) == "a=1%2B2&b+c%23");
    CHECK(query_data().contains('/') && !query_data().contains('&'));
}

void decoding() {
    const std::string bytes = decode("%C3%A9").value();
    CHECK(is_utf8(bytes) && !is_utf8(decode("%E9").value()));
}

} // namespace

int main() {
    sets_of_characters();
    characters_of_a_component();
    characters_of_iris();
    editions_of_the_standards();
    what_editions_offer();
    errors();
    encoding();
    decoding();
    return 0;
}
