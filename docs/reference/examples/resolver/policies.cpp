// The policies of namespaces and prefixes: the registrar that assigns names, the rules, and the permitted locators.
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/defined_components.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/location_schemes.hpp>
#include <uniform/resolver/locator_template.hpp>
#include <uniform/resolver/locator_url.hpp>
#include <uniform/resolver/mint.hpp>
#include <uniform/resolver/namespace_rules.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/resolver/naptr.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/resolver/redirect_statuses.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "../check.hpp"

using namespace uniform;
using namespace uniform::resolver;

namespace {

bool has(const auto &range, const auto &value, auto... projection) {
    return std::ranges::find(range, value, projection...) != range.end();
}

void a_delegation() {
    const delegation d = delegation_from_json(*json::read(R"({"prefix": "nbn:de:gbv-", "registrar": "gbv",
        "hosts": ["*.example.org"], "minting": {"method": "sequential", "pattern": "dddd"}})"))
                             .value();
    CHECK(d.state == delegation_state::active && d.mint.method == minting_method::sequential);
    CHECK(delegation_from_json(value_of(d)) == d && to_json(d) == json::to_text(value_of(d)));
    CHECK(to_string(d.state) == "active" && delegation_state_names.find("ended") == delegation_state::ended);

    const name_record elsewhere{.locators = {{.url = "https://example.com/1"}}};
    CHECK(allows(d, "nbn:de:gbv-0001", elsewhere).error().type == problem_type::out_of_policy);
}

void prefixes_of_keys() {
    CHECK(prefix_of_keys("urn:NBN:de:gbv-") == "nbn:de:gbv-" && nid_of("nbn:de:gbv-") == "nbn");
    CHECK(!prefix_of_keys("example:" + std::string(longest_prefix, 'a')));
}

void suffix_passthrough() {
    CHECK((passthrough_positions("x:abc/de/f", "x:", "/") == std::vector<std::size_t>{8, 5}));
    CHECK(with_suffix("https://a.example/1?x", "/2") == "https://a.example/1/2?x");
    CHECK(!with_suffix("https://a.example/1", "/../secret"));
    const std::string deep = "x:" + std::string(100, '/');
    CHECK(passthrough_positions(deep, "x:", "/").size() == most_passthrough_lookups);
}

void minting_names() {
    const minting rule{.method = minting_method::sequential, .pattern = "ddk", .check = resolver::check_rule::noid};
    const mint_pattern p = mint_pattern::compile(rule, "example:lib-").value();
    const std::string name = p.make(7).value();
    CHECK(p.capacity() == 100 && !p.make(100));
    CHECK(name == std::string("example:lib-07") + noid_check("lib-07") && noid_digits.contains(name.back()));
    CHECK(check_minting(rule, "example:lib-"));
    CHECK(to_string(rule.method) == "sequential" && minting_method_names.find("uuid") == minting_method::uuid);
    CHECK(to_string(rule.check) == "noid" && check_rule_names.find("namespace") == resolver::check_rule::of_namespace);
    CHECK(random_below(10).value() < 10);
}

void settings_of_a_namespace() {
    const namespace_settings s =
        namespace_settings_from_json(*json::read(R"({"nid": "example", "q_component": "refuse"})")).value();
    CHECK(s.q == q_strategy::refuse && s.status == resolver::namespace_status::active && s.redirect == 302);
    CHECK(s.rules_from == rules_source::settings && rules_source_names.find("undecided") == rules_source::undecided);
    CHECK(namespace_settings_from_json(value_of(s)) == s && to_json(s) == json::to_text(value_of(s)));
    CHECK(to_string(s.q) == "refuse" && q_strategy_names.find("append") == q_strategy::append);
    CHECK(to_string(s.status) == "active" &&
          namespace_status_names.find("closed") == resolver::namespace_status::closed);
    CHECK(has(changeable_settings, "redirect") && !has(changeable_settings, "nid"));
    CHECK(resolver::redirect_statuses.front() == s.redirect && has(resolver::redirect_statuses, 307));
}

void rules_of_a_namespace() {
    const json::value hyphens = *json::read(R"({"operations": [{"action": "remove", "texts": ["-"]}]})");
    const namespace_rules rules = namespace_rules::read("example", nullptr, &hyphens, nullptr).value();
    CHECK(key_of("urn:example:12-34", rules.keys()) == "example:1234");
    const json::value twice = *json::read(R"({"abnf": "nss = 3ALPHA", "pattern": "^[0-9]+$"})");
    CHECK(check_one_syntax("example", twice).error().pointer == "/syntax/pattern");
}

void components_that_are_defined() {
    const auto c = defined_components::read(*json::read(R"({"q": "^page=[0-9]+$"})")).value();
    CHECK(c.allow('q', "page=7") && !c.allow('q', "a=b") && !c.allow('f', "part") && c.allow('r', "a"));
    CHECK(c.refuse("example", 'q', "a=b")->type == problem_type::out_of_policy && !c.refuse("example", 'q', "page=7"));
}

void urls_of_locators() {
    CHECK(check_locator_url("https://a.example/1") && !check_locator_url("file:///etc/motd"));
    CHECK(!check_locator_url("https://a.example/" + std::string(longest_locator, 'a')));
    CHECK(has_permitted_scheme("HTTPS://a.example/", {}) && !has_permitted_scheme("javascript://a/%0aalert(1)", {}));
    const name_record r{.locators = {{.url = "gopher://a.example/"}}};
    CHECK(check_schemes(r, {}).error().pointer == "/locators/0");
    CHECK(is_scheme_of_names("URN") && !has_permitted_scheme("urn:example:a", {}));
    CHECK(list_of_schemes({}) == "http, https, ftp" && default_location_schemes.front() == "http");
}

void one_locator_for_all_names() {
    CHECK(check_locator_template("https://archive.example/{nss}"));
    const locator_template_error why = check_locator_template("https://{nss}.example/").error();
    CHECK(!why.says.empty()); // who chooses names must not choose the host
    CHECK(locator_of_template("https://a.example/{suffix}", "urn:example:lib-7", "example:lib-") ==
          "https://a.example/7");
    CHECK(!check_new_locator_template("https://a.example/?n={+nss}") && // "a&b" would be "a" with the q-component "b"
          check_new_locator_template("https://a.example/?n={nss}"));
    const json::value setting(
        json::object{{"locator_template", "https://a.example/" + std::string(longest_locator_template, 'a')}});
    CHECK(!namespace_settings_from_json(setting));
}

void records_for_the_dns() {
    // RFC 3403, RFC 3404
    const zone_options zone{.base = "https://urn.example.org"};
    CHECK(zone_head(zone).contains("$ORIGIN urn.arpa.\n"));
    const std::vector<delegation> elsewhere{{.prefix = "example:b-", .resolver = "https://b.example/"}};
    CHECK(in_zone(elsewhere.front(), nullptr));
    CHECK(naptr_records("example", elsewhere, zone).contains("b.example/"));
}

} // namespace

int main() {
    a_delegation();
    prefixes_of_keys();
    suffix_passthrough();
    minting_names();
    settings_of_a_namespace();
    rules_of_a_namespace();
    components_that_are_defined();
    urls_of_locators();
    one_locator_for_all_names();
    records_for_the_dns();
    return 0;
}
