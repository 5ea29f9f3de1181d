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

#include "http/pages/position.hpp"

namespace uniform::http {

namespace {

// "the name is malformed", with the place and the rule.
void set_error(registries::trial &out, const pages::html_page &p, const error &e, std::string_view text) {
    resolver::problem why = resolver::malformed(e, text);
    out.is_good = false;
    out.verdict = p.text("registry.try_wrong");
    out.detail = std::move(why.detail);
    out.rule = why.rule;
    out.position = pages::position_in(text, why.offset.value_or(0), p.in());
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

registries::trial trial_of(const pages::html_page &p, const service::published_namespace &n, std::string_view text) {
    registries::trial out;
    const bool has_own_rules = n.settings && !n.settings->settings.rules.empty();
    const namespace_registry &rules = has_own_rules ? n.settings->settings.rules.registry() : *n.registry;
    auto u = urn::parse(text);
    if (!u && !ascii::starts_with_ignoring_case(text, "urn:")) {
        // A name in its own form, "978-951-0-18435-6"; of a namespace without rules, an NSS.
        auto made = urn_from_name(n.nid, text, {.registry = &rules, .any_check = true});
        if (!made && made.error().code == error_code::unknown_namespace) {
            const std::string before = "urn:" + n.nid + ":";
            made = urn::parse(before + std::string{text});
            // The offset is in the typed text.
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
    out.urn = written;
    if (!ascii::equal_ignoring_case(u->nid(), n.nid)) {
        out.verdict = p.text("registry.try_other");
        out.other = ascii::lower_copy(u->nid());
        out.other_href = "/namespaces/" + encode_segment(out.other) + "?format=html&name=" + encode_query_data(written);
        return out;
    }
    const auto fits = validate(u->view(), rules);
    const bool has_rule = fits || fits.error().code != error_code::unknown_namespace;
    if (has_rule && !fits) {
        set_error(out, p, fits.error(), written);
    } else {
        const check_result c = check(u->view(), rules);
        out.is_good = !(c.state == check_state::incorrect && c.strict);
        out.verdict = p.text(!out.is_good ? "registry.try_wrong"
                             : has_rule   ? "registry.try_right"
                                          : "registry.try_no_rule");
    }
    out.terms = {{.term = p.text("name.name"), .value = written, .code = true},
                 {.term = p.text("name.normal"), .value = namespace_normalized(u->view(), rules), .code = true},
                 {.term = p.text("registry.check"), .value = check_of(p, check(u->view(), rules))}};
    if (out.is_good) {
        for (const std::string &a : resolver_addresses(u->view(), rules)) {
            out.addresses.push_back({.address = a, .href = pages::safe_link(a)});
        }
    }
    out.has_addresses = !out.addresses.empty();
    if (n.managed) out.here = "/about/" + encode_segment(u->assigned_name());
    return out;
}

} // namespace uniform::http
