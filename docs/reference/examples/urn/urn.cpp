// URNs and identifiers in text.
#include <uniform/text/abbreviated.hpp>
#include <uniform/text/find.hpp>
#include <uniform/text/typed.hpp>
#include <uniform/url/url.hpp>
#include <uniform/urn/check_algorithm.hpp>
#include <uniform/urn/check_character.hpp>
#include <uniform/urn/display.hpp>
#include <uniform/urn/equivalence.hpp>
#include <uniform/urn/name.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/namespace_equivalence.hpp>
#include <uniform/urn/namespace_info.hpp>
#include <uniform/urn/namespace_registry.hpp>
#include <uniform/urn/new_nid.hpp>
#include <uniform/urn/nid.hpp>
#include <uniform/urn/urn.hpp>

#include "../check.hpp"

using namespace uniform;

namespace {

void urns() {
    const urn_view u = parse_urn("URN:ISBN:951-0-18435-7?+r?=q#f").value();
    CHECK(u.nid() == "ISBN" && u.nss() == "951-0-18435-7" && u.f_component() == "f");
    CHECK(namespace_normalized(parse_urn("URN:ISBN:951-0-18435-7").value()) == "urn:isbn:9789510184356");
    CHECK(urn_equivalent(parse_urn("URN:example:a%2C").value(), parse_urn("urn:EXAMPLE:a%2c").value()));
    CHECK(normalized_assigned_name(parse_urn("URN:EXAMPLE:a%2c").value()) == "urn:example:a%2C");
    CHECK(has_urn_scheme(parse_uri("URN:x:y").value()) && !parse_urn("urn:x"));
    const urn owned = urn::parse("urn:example:a").value();
    CHECK(owned.text() == "urn:example:a");
}

void nids() {
    const nid_classification n = classify_nid("example");
    CHECK(n.kind == nid_kind::formal && n.registered);
    CHECK(classify_nid("urn-7").kind == nid_kind::informal && informal_number("urn-7") == "7");
    CHECK(to_string(nid_kind::formal) == "formal");
    const nid_citation why = cite(nid_rule::no_country_code);
    CHECK(why.document == "RFC 8141");
    CHECK(!refusals_of_new_nid("xy-z", false).empty());
}

void namespaces() {
    const namespace_info *isbn = namespace_registry::standard().find("isbn");
    CHECK(isbn != nullptr && isbn->kind == namespace_kind::formal);
    CHECK(namespace_kind_names.find("informal") == namespace_kind::informal);
    CHECK(!iana_namespaces().empty());
}

void names() {
    CHECK(urn_from_name("isbn", "951-0-18435-7").value().nid() == "isbn");
    for (const name_guess &g : guess_names("ISBN 951-0-18435-7")) CHECK(g.urn.starts_with("urn:"));
    CHECK(make_uuid_urn(uuid_version::random)->nid() == "uuid");
    const urn_display shown = display_urn(parse_urn("urn:example:%C3%A9").value());
    CHECK(shown.canonical == "urn:example:%C3%A9" && shown.shown == "\u00ABurn:example:\u00E9\u00BB" && shown.decoded);
    CHECK(urn_from_display(shown.shown).value().text() == "urn:example:%C3%A9");
    CHECK(script_of(U'a') == script::latin && ascii_look_alike(U'\u0430') == 'a');
}

void urls() {
    const url_view u = parse_url("http://a/b?c").value();
    CHECK(text_of(u) == "http://a/b?c");
}

void text() {
    const std::vector<found> all = find_uris("see <URL:ftp://ds.inter\nnic.net/rfc>.");
    CHECK(all.size() == 1 && all[0].text == "ftp://ds.internic.net/rfc" && all[0].begin == 9);
    std::size_t count = 0;
    uri_finder finder{find_options{}};
    finder.feed("http://a/", [&](const found &) { ++count; });
    finder.finish([&](const found &) { ++count; });
    CHECK(count == 1);
    const completion c = complete("www.example.com", complete_options{}).value();
    CHECK(c.uri == "http://www.example.com" && c.guess);
    CHECK(strip_typed(" <http://a/> ") == "http://a/");
    const cleaned_text cleaned = clean_typed("<http://a/>");
    CHECK(cleaned.text == "http://a/" && !cleaned.actions.empty());
}

} // namespace

int main() {
    urns();
    nids();
    namespaces();
    names();
    urls();
    text();
    return 0;
}
