// The parameters of a request for a name, the choice of the locator, and the use of the URN's components.
#include <uniform/json/writer.hpp>
#include <uniform/resolver/choose.hpp>
#include <uniform/resolver/correction.hpp>
#include <uniform/resolver/delegated_url.hpp>
#include <uniform/resolver/f_component.hpp>
#include <uniform/resolver/language.hpp>
#include <uniform/resolver/negotiate.hpp>
#include <uniform/resolver/q_component.hpp>
#include <uniform/resolver/r_component.hpp>
#include <uniform/resolver/services.hpp>

#include <array>
#include <string>
#include <vector>

#include "../check.hpp"

using namespace uniform;
using namespace uniform::resolver;

namespace {

void choosing_a_locator() {
    const std::vector<locator> locators{
        {.url = "https://a.example/en.pdf", .media_type = "application/pdf"},
        {.url = "https://a.example/de.html", .media_type = "text/html", .language = "de"}};
    const preferences wanted = preferences_of("text/html, */*;q=0.1", "de, en;q=0.5");
    const timestamp when = parse_timestamp("2026-11-26").value();
    const choice c = choose(locators, wanted, when);
    CHECK(c.order.front() == 1 && c.behind[0] == criterion::media_type);
    CHECK(to_string(criterion::media_type) == "media_type" && criterion_names.find("weight") == criterion::weight);
    CHECK(depends_on_accept(locators) && depends_on_language(locators)); // for the field Vary

    const std::array<health, 2> checked{health::alive, health::dead};
    const preferences anything = preferences_of("", "");
    CHECK(choose(locators, anything, when, checked).order.front() == 0);

    std::string why;
    json::writer w(why);
    explain(w, locators, wanted, when, {}, c);
    CHECK(why.find(R"("chosen":"https://a.example/de.html")") != std::string::npos);
}

void media_types() {
    // RFC 9110 12.5.1
    const accept_list accept("text/html;q=0.8, application/json");
    CHECK(accept.of("application/json").quality == 1000 && accept.of("image/png").quality == 0);
    const media_range &first = accept.ranges().front();
    CHECK(first.type == "text" && first.subtype == "html" && first.quality == 800);
    CHECK(!prefers_html(accept));
    CHECK(is_media_type("text/html") && !is_media_type("text/*"));
    CHECK(canonical_media_type("Text/HTML; Charset=x") == "text/html;charset=x");
}

void languages() {
    // RFC 9110 12.5.4, RFC 4647
    const std::vector<language_range> wanted = parse_accept_language("de, en;q=0.5");
    CHECK(language_fit("de-AT", wanted) > language_fit("en", wanted) && language_fit("fi", wanted) == 0);
    CHECK(is_language_tag("de-AT") && !is_language_tag("de_AT"));
    CHECK(canonical_language_tag("en-latn-us") == "en-Latn-US");
}

void the_r_component() {
    const r_request r = read_r_component("s=I2C&lang=de&colour=red");
    CHECK(r.service == service::i2c && r.language == "de" && r.ignored.front() == "colour=red");
}

void q_and_f_components() {
    // RFC 8141 2.3.2, 2.3.3
    CHECK(with_q_component("https://a.example/1?v=2", "page=7", q_strategy::append) ==
          "https://a.example/1?v=2&page=7");
    CHECK(!with_q_component("https://a.example/1?v=2", "page=7", q_strategy::refuse));
    const split_urn s = split_f_component("urn:example:a#part");
    CHECK(s.sent == "urn:example:a" && s.f_component == "part"); // the client keeps the f-component,
    CHECK(with_f_component("https://a.example/1", s.f_component) == "https://a.example/1#part"); // and applies it
    CHECK(with_f_component("https://a.example/1#own", "part") == "https://a.example/1#own");
    CHECK(with_f_component("https://a.example/1#own", "part", edition::urnbis_14) == "https://a.example/1#part");
}

void services_of_rfc_2483() {
    const named_service n = service_from("l2ns").value();
    CHECK(n.service == service::i2ns && n.of_locator);
    CHECK(to_string(service::equal) == "I=I" && service_names.find("I2Ls") == service::i2ls);

    const auto operands = two_uris("urn:example:a&urn:example:b").value();
    CHECK(operands.first == "urn:example:a" && operands.second == "urn:example:b");
    const name_record a{.other_names = {"urn:example:b"}};
    const name_record b{.other_names = {"urn:example:a"}};
    CHECK(agreed("example:a", a, "example:b", b));
}

void misspelt_requests() {
    const std::vector<std::string> trackers{"fbclid", "utm_*"};
    const correction_rules rules{.parameters = trackers, .suffixes = ".>"};
    const corrected c = correct("https://urn.example/urn:example:a?fbclid=x", rules);
    CHECK(c.urn->text() == "urn:example:a");
    CHECK(c.corrections.front() == correction::nested_resolver);
    CHECK(list_of(c.corrections) == "nested-resolver, added-query");
    CHECK(to_string(correction::encoding) == "encoding");
    CHECK(correction_names.find("white-space") == correction::white_space);
    const std::vector<corrected> others = other_readings("urn:example:a.", rules); // if that does not exist
    CHECK(others.front().urn->text() == "urn:example:a");
}

void names_of_another_resolver() {
    CHECK(delegated_url("https://b.example/", "urn:example:a") == "https://b.example/urn:example:a");
    CHECK(delegated_url("https://b.example/?u={urn}", "urn:example:a&b") == "https://b.example/?u=urn:example:a%26b");
    CHECK(server_of("https://B.example:443/x") == server_of("https://b.example/"));
}

} // namespace

int main() {
    choosing_a_locator();
    media_types();
    languages();
    the_r_component();
    q_and_f_components();
    services_of_rfc_2483();
    misspelt_requests();
    names_of_another_resolver();
    return 0;
}
