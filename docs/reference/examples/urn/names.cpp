// URNs: components, editing, equivalence, names of other systems, and what a reader should know.
#include <uniform/uri/parse.hpp>
#include <uniform/urn/display.hpp>
#include <uniform/urn/encoded_text.hpp>
#include <uniform/urn/equivalence.hpp>
#include <uniform/urn/name.hpp>
#include <uniform/urn/namespace_equivalence.hpp>
#include <uniform/urn/new_nid.hpp>
#include <uniform/urn/nid.hpp>
#include <uniform/urn/question_marks.hpp>
#include <uniform/urn/urn.hpp>

#include <array>
#include <unordered_set>

#include "../check.hpp"

using namespace uniform;
using namespace uniform::literals;

namespace {

void components() {
    const urn_view u = as_urn(parse_uri("urn:example:a?+r?=q#f").value()).value(); // not parsed again
    const urn_components c = components_of(u);
    CHECK(c.nid == "example" && c.r_component == "r" && c.q_component == "q" && c.f_component == "f");
    CHECK(urn::build(c).value().text() == u.text());
    static_assert("urn:isbn:978-951-0-18435-6"_urn.nid() == "isbn"); // checked by the compiler
}

void other_editions() {
    const urn_options by_2015{.edition = edition::urnbis_14};
    const urn_view u = parse_urn("urn:example:a?q??r", by_2015).value();
    CHECK(convert(u, edition::rfc8141).value().text() == "urn:example:a?+r?=q");
}

void references_in_a_document() {
    CHECK(resolve("urn:example:a"_urn, parse_uri_reference("#p2").value()).value() == "urn:example:a#p2");
    const uri_view locator = parse_uri("http://a.example/b").value();
    CHECK(resolve("urn:example:a"_urn, parse_uri_reference("c").value(), locator).value() == "http://a.example/c");
}

void lexical_equivalence() {
    const urn_view u = "URN:Example:a%2c"_urn;
    CHECK(!is_normal(u) && is_normal("urn:example:a%2C"_urn));
    std::string out = "<";
    normalized_assigned_name_append(out, u);
    CHECK(out == "<urn:example:a%2C");
    CHECK(urn_hash(u) == urn_hash("urn:example:a%2C"_urn));
    std::unordered_set<urn_view, urn_hasher, urn_equal> seen{u};
    CHECK(!seen.insert("urn:EXAMPLE:a%2C"_urn).second);
}

void equivalence_in_a_namespace() {
    const urn_view ten = "urn:isbn:951-0-18435-7"_urn;
    const urn_view thirteen = "urn:isbn:978-951-0-18435-6"_urn;
    CHECK(namespace_equivalent(ten, thirteen) && namespace_hash(ten) == namespace_hash(thirteen));
    std::string out;
    namespace_normalized_append(out, ten);
    CHECK(out == "urn:isbn:9789510184356");
    std::array<char, 40> buffer{};
    CHECK(namespace_normalized_to(buffer, thirteen).value() == out);
    std::unordered_set<urn_view, namespace_hasher, namespace_equal> books{ten};
    CHECK(!books.insert(thirteen).second);
}

void names_of_other_systems() {
    CHECK(urn_from_name("doi", "10.1000/456#789").value().text() == "urn:doi:10.1000/456%23789");
    CHECK(name_from_urn("urn:doi:10.1000/456%23789"_urn) == "10.1000/456#789");
    const urn unchecked = urn_from_name("isbn", "951-0-18435-1", make_options{.any_check = true}).value();
    CHECK(unchecked.nss() == "951-0-18435-1");
    const omitted_part year = omitted_from_name("iso", "ISO 9999:2011").value();
    CHECK(year.text == ":2011" && year.offset == 8);
    CHECK(resolver_addresses("urn:ietf:rfc:2141"_urn).front().starts_with("https://www.rfc-editor.org/rfc/rfc2141"));
}

void showing() {
    const urn_display d = display_urn("urn:example:%D0%B0b"_urn);
    const display_remark r = d.remarks.front();
    CHECK(r.offset == 12 && r.looks_like == 'a' && to_string(r.script) == "Cyrillic");
}

void percent_encoding_that_is_no_text() {
    const encoding_fault f = find_encoding_fault("urn:example:a%FF"_urn).value();
    CHECK(f.offset == 13 && f.kind == encoding_fault_kind::not_utf8);
    CHECK(message(f.kind) == "the percent-encoding is not UTF-8");
}

void question_marks() {
    const std::vector<doubtful_question_mark> found = doubtful_question_marks("urn:example:a?=b?"_urn);
    CHECK(found.size() == 1 && found[0].offset == 16 && found[0].where == "at the end of a q-component");
}

void new_nids() {
    CHECK(is_used_unregistered("imei") && !is_used_unregistered("isbn"));
    CHECK(!notes_on_new_nid("deu", namespace_registry::standard()).empty()); // the country code of Germany
    for (const nid_rule r : nid_rules) CHECK(cite(r).document == "RFC 8141");
}

} // namespace

int main() {
    components();
    other_editions();
    references_in_a_document();
    lexical_equivalence();
    equivalence_in_a_namespace();
    names_of_other_systems();
    showing();
    percent_encoding_that_is_no_text();
    question_marks();
    new_nids();
    return 0;
}
