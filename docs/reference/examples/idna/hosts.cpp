// Host names in any script: as the DNS has them, as people read them, their public suffixes and risks.
#include <uniform/idna/internationalized_name.hpp>
#include <uniform/idna/iri_hosts.hpp>
#include <uniform/idna/name_problem.hpp>
#include <uniform/idna/public_suffix.hpp>
#include <uniform/idna/spoofing.hpp>
#include <uniform/idna/suffix_list.hpp>
#include <uniform/idna/uts46.hpp>
#include <uniform/uri/parse.hpp>

#include "../check.hpp"

using namespace uniform;

namespace {

void converting() {
    CHECK(idna::to_ascii("m\u00FCnchen.example").value() == "xn--mnchen-3ya.example");
    CHECK(idna::to_unicode("xn--mnchen-3ya.example").value() == "m\u00FCnchen.example");
    CHECK(!idna::to_ascii("M\u00DCNCHEN.example", idna::rules::idna2008)); // which maps nothing
    CHECK(to_string(idna::rules::uts46) == "uts46");
    CHECK(idna::rules_from_string("browser") == idna::rules::browser);
    const idna::problem why = idna::to_ascii("a.-b.example").error();
    CHECK(why.offset == 2 && why.size == 2 && why.document == "UTS 46");
    CHECK(idna::lookup_name("m%C3%BCnchen.example").value() == "xn--mnchen-3ya.example");
}

void converting_iris() {
    const reference_view iri = parse_iri_reference("http://m\u00FCnchen.example/\u00E4").value();
    CHECK(idna::uri_of_iri(iri).value() == "http://xn--mnchen-3ya.example/%C3%A4");
    CHECK(idna::uri_of_iri(parse_iri_reference("//\u2488com/").value()).error().offset == 2);
    const reference_view uri = parse_uri_reference("http://xn--mnchen-3ya.example/%C3%A4").value();
    CHECK(idna::iri_of_uri(uri) == "http://m\u00FCnchen.example/\u00E4");
}

void showing() {
    const idna::shown_name safe = idna::display("xn--mnchen-3ya.example");
    CHECK(safe.text == "m\u00FCnchen.example" && safe.why.empty());
    const idna::shown_name doubtful = idna::display("xn--pple-43d.example"); // its first letter is Cyrillic
    CHECK(doubtful.text == "xn--pple-43d.example" && !doubtful.why.empty());
}

void public_suffixes() {
    const idna::domain_parts parts = idna::domain_of("www.example.co.uk").value();
    CHECK(parts.suffix() == "co.uk" && parts.registrable() == "example.co.uk" && parts.listed && !parts.is_private);
    CHECK(parts.label() == "example" && parts.subdomain() == "www");
    CHECK(!idna::domain_of("127.0.0.1"));
    CHECK(idna::domain_of("user.github.io", idna::suffix_rules::icann)->registrable() == "github.io");
    CHECK(!idna::current_suffix_list().version().empty());
    const auto own = idna::suffix_list::read("// VERSION: 1\nexample\n*.lib.example\n", "own");
    CHECK(own && own->size() == 2 && own->version() == "1" && own->source() == "own" && own->commit().empty());
    const idna::suffix_match found = own->match("a.b.lib.example");
    CHECK(found.size == std::string_view{"b.lib.example"}.size() && found.listed && !found.is_private);
    idna::domain_parts again;
    CHECK(idna::read_domain("a.b.lib.example", *own, idna::suffix_rules::all, again));
    CHECK(again.registrable() == "a.b.lib.example");
    const idna::suffix_list_problem why = idna::suffix_list::read("a\na.*.example\n").error();
    CHECK(why.line == 2 && why.offset == 2 && !why.says.empty());
    CHECK(!idna::load_suffix_list("/no/such/file"));
    const idna::suffix_list before = idna::current_suffix_list();
    idna::use_suffix_list(*own);
    CHECK(idna::current_suffix_list().source() == "own");
    idna::use_suffix_list(before);
}

void words_that_look_like_others() {
    const idna::spoofing s = idna::spoofing_of("p\u0430ypal");
    CHECK(s.looks_like == "paypal" && s.mixed_scripts && s.scripts == "Cyrillic, Latin");
}

void uts46() {
    CHECK(idna::uts46_to_ascii("B\u00FCcher.example").text == "xn--bcher-kva.example");
    CHECK(idna::uts46_to_unicode("xn--bcher-kva.example").text == "b\u00FCcher.example");
    const idna::uts46_result r = idna::uts46_to_ascii("a..example");
    CHECK(!r.ok() && (r.errors & idna::uts46_error::empty_label) == idna::uts46_error::empty_label);
    CHECK(idna::message(r.errors) == "a label is empty");
    CHECK(idna::uts46_to_ascii("a_b.example", idna::uts46_options{.use_std3 = false}).ok());
    CHECK(!idna::uts46_to_ascii(std::string(idna::uts46_longest + 1, 'a')).ok());
    CHECK(idna::lower_case_nfc("M\u00DCNCHEN.de") == "m\u00FCnchen.de");
}

} // namespace

int main() {
    converting();
    converting_iris();
    showing();
    public_suffixes();
    words_that_look_like_others();
    uts46();
    return 0;
}
