#include "http/harvest/namespace_trial.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/urn/check_character.hpp>
#include <uniform/urn/name.hpp>
#include <uniform/urn/namespace_equivalence.hpp>

namespace uniform::http {

namespace {

json::value term(std::string_view label, std::string_view value, bool code) {
    json::value out = json::object{};
    return out.set("term", label).set("value", value).set("code", code);
}

// "the name is malformed", with the place and the rule.
void set_error(json::value &out, const pages::html_page &p, const error &e, std::string_view text) {
    const resolver::problem why = resolver::malformed(e, text);
    out.set("is_good", false).set("verdict", p.text("registry.try_wrong")).set("detail", why.detail);
    out.set("rule", why.rule);
    std::size_t at = std::min(why.offset.value_or(0), text.size());
    const auto goes_on = [&](std::size_t i) { return (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80; };
    while (at > 0 && at < text.size() && goes_on(at)) --at;
    std::size_t end = std::min(at + 1, text.size());
    while (end < text.size() && goes_on(end)) ++end;
    json::value place = json::object{};
    place.set("before", text.substr(0, at)).set("at", at == text.size() ? " " : text.substr(at, end - at));
    out.set("position", place.set("after", text.substr(end)));
}

std::string check_of(const pages::html_page &p, const check_result &c) {
    std::string out = p.text("registry.check_" + std::string{to_string(c.state)});
    if (c.state != check_state::incorrect) return out;
    const auto fill = [&](std::string_view mark, std::string_view value) {
        if (const auto at = out.find(mark); at != std::string::npos) out.replace(at, mark.size(), value);
    };
    fill("{0}", c.found);
    fill("{1}", c.expected.view());
    return out;
}

} // namespace

json::value trial_of(const pages::html_page &p, const service::published_namespace &n, std::string_view text) {
    json::value out = json::object{};
    out.set("text", text).set("urn", "").set("is_good", false);
    const bool has_own_rules = n.settings && !n.settings->settings.rules.empty();
    const namespace_registry &rules = has_own_rules ? n.settings->settings.rules.registry() : *n.registry;
    auto u = urn::parse(text);
    if (!u && !ascii::starts_with_ignoring_case(text, "urn:")) {
        // A name in its own form, "978-951-0-18435-6"; of a namespace without rules, an NSS.
        auto made = urn_from_name(n.nid, text, {.registry = &rules, .any_check = true});
        if (!made && made.error().code == error_code::unknown_namespace) {
            const std::string before = "urn:" + n.nid + ":";
            made = urn::parse(before + std::string{text});
            // Where it is in what was typed.
            if (!made) made.error().offset -= std::min<std::uint64_t>(made.error().offset, before.size());
        }
        if (!made) {
            set_error(out, p, made.error(), text);
            return out;
        }
        u = std::move(made);
    }
    if (!u) {
        set_error(out, p, u.error(), text);
        return out;
    }
    const std::string written{u->view().text()};
    out.set("urn", written);
    if (!ascii::equal_ignoring_case(u->nid(), n.nid)) {
        const std::string other = ascii::lower_copy(u->nid());
        out.set("verdict", p.text("registry.try_other")).set("other", other);
        out.set("other_href",
                "/namespaces/" + encode_segment(other) + "?format=html&name=" + encode_query_data(written));
        return out;
    }
    const auto fits = validate(u->view(), rules);
    const bool has_rule = fits || fits.error().code != error_code::unknown_namespace;
    if (has_rule && !fits) {
        set_error(out, p, fits.error(), written);
    } else {
        const check_result c = check(u->view(), rules);
        const bool is_good = !(c.state == check_state::incorrect && c.strict);
        out.set("is_good", is_good);
        out.set("verdict", p.text(!is_good   ? "registry.try_wrong"
                                  : has_rule ? "registry.try_right"
                                             : "registry.try_no_rule"));
    }
    json::array terms;
    terms.push_back(term(p.text("name.name"), written, true));
    terms.push_back(term(p.text("name.normal"), namespace_normalized(u->view(), rules), true));
    terms.push_back(term(p.text("registry.check"), check_of(p, check(u->view(), rules)), false));
    out.set("terms", std::move(terms));
    json::array addresses;
    const bool is_name = out.find("is_good")->if_boolean().value_or(false);
    for (const std::string &a : is_name ? resolver_addresses(u->view(), rules) : std::vector<std::string>{}) {
        json::value one = json::object{};
        addresses.push_back(std::move(one.set("address", a).set("href", pages::safe_link(a))));
    }
    out.set("has_addresses", !addresses.empty()).set("addresses", std::move(addresses));
    out.set("here", n.managed ? "/about/" + encode_segment(u->assigned_name()) : std::string{});
    return out;
}

} // namespace uniform::http
