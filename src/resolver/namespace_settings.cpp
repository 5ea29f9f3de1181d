#include <uniform/resolver/namespace_settings.hpp>

#include <algorithm>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/json/members.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/redirect_statuses.hpp>
#include <uniform/urn/nid.hpp>

#include "resolver/locators/locator_template_member.hpp"

namespace uniform::resolver {

namespace {

constexpr std::size_t longest_title = 1000;
constexpr std::uint32_t longest_age = 31'536'000; // a year

constexpr std::size_t longest_rules = std::size_t{64} << 10U;

} // namespace

json::value value_of(const namespace_settings &s) {
    json::value v;
    v.set("nid", s.nid).set("status", to_string(s.status)).set("origin", s.origin);
    v.set_if("title", s.title).set_if("request", s.request).set("redirect", s.redirect);
    v.set("q_component", to_string(s.q)).set("r_component", s.r_component);
    v.set("public_resolvers", s.public_resolvers).set("max_age", s.max_age);
    if (s.reinstate_within != 0) v.set("reinstate_within", s.reinstate_within);
    v.set_if("locator_template", s.locator_template);
    if (!s.components.empty()) v.set("components", s.components.value());
    if (!s.rules.syntax().is_null()) v.set("syntax", s.rules.syntax());
    if (!s.rules.equivalence().is_null()) v.set("equivalence", s.rules.equivalence());
    if (!s.rules.checks().is_null()) v.set("checks", s.rules.checks());
    // Stores of earlier versions do not have it.
    if (s.rules_from != rules_source::settings) v.set("rules_from", to_string(s.rules_from));
    return v;
}

std::string to_json(const namespace_settings &s) { return json::to_text(value_of(s)); }

std::expected<namespace_settings, problem> namespace_settings_from_json(const json::value &value) {
    namespace_settings s;
    s.origin.clear();
    std::string status;
    std::int64_t redirect = s.redirect;
    std::int64_t age = s.max_age;
    std::int64_t reinstate_within = s.reinstate_within;
    json::members m{value, "the settings of a namespace"};
    m.string("nid", s.nid).string("status", status).string("origin", s.origin).string("title", s.title, longest_title);
    m.string("request", s.request, 64).integer("redirect", redirect, 100, 999);
    m.word("q_component", s.q, q_strategy_names).word("rules_from", s.rules_from, rules_source_names);
    m.boolean("r_component", s.r_component).boolean("public_resolvers", s.public_resolvers);
    m.ignore("version").ignore("event"); // of a response that is sent back
    m.string("locator_template", s.locator_template, longest_locator_template);
    if (m.ok()) detail::check_locator_template(m, s.locator_template);
    m.integer("max_age", age, 0, longest_age).integer("reinstate_within", reinstate_within, 0, longest_age);
    const json::value *const components = m.find("components");
    const json::value *const syntax = m.find("syntax");
    const json::value *const equivalence = m.find("equivalence");
    const json::value *const checks = m.find("checks");
    if (std::ranges::find(redirect_statuses, redirect) == redirect_statuses.end()) {
        m.refuse("redirect", "must be 301, 302, 303 or 307");
    }
    if (m.has("status")) {
        if (const auto known = namespace_status_names.find(status)) {
            s.status = *known;
        } else {
            m.refuse("status", "must be " + std::string(joined_names<namespace_status_names, " or ">));
        }
    }
    if (!s.origin.empty() && s.origin != "iana" && s.origin != "here" && s.origin != "local") {
        m.refuse("origin", "must be iana, here or local");
    }
    if (auto done = m.done(); !done) return std::unexpected{to_problem(done.error())};
    s.redirect = static_cast<int>(redirect);
    s.max_age = static_cast<std::uint32_t>(age);
    s.reinstate_within = static_cast<std::uint32_t>(reinstate_within);

    if (!s.nid.empty()) {
        if (const nid_classification v = classify_nid(s.nid, false); v.fault) {
            problem p = malformed(*v.fault, s.nid);
            p.pointer = "/nid";
            p.offset = value.find("nid")->offset_of(v.fault->offset);
            return std::unexpected{std::move(p)};
        }
        std::ranges::transform(s.nid, s.nid.begin(), ascii::to_lower);
    }
    if (components != nullptr) {
        auto defined = defined_components::read(*components);
        if (!defined) return std::unexpected{std::move(defined.error())};
        s.components = std::move(*defined);
    }
    // Without a NID the rules are checked as well.
    auto rules = namespace_rules::read(s.nid.empty() ? "example" : s.nid, syntax, equivalence, checks);
    if (!rules) return std::unexpected{std::move(rules.error())};
    std::size_t size = 0;
    for (const json::value *const part : {syntax, equivalence, checks}) {
        if (part != nullptr) size += json::to_text(*part).size();
    }
    if (size > longest_rules) {
        m.refuse("syntax", "and the other rules must not be longer than 65536 bytes together");
        return std::unexpected{to_problem(m.done().error())};
    }
    s.rules = std::move(*rules);
    return s;
}

} // namespace uniform::resolver
