#include "http/resolve/json_result.hpp"

#include <span>
#include <variant>

#include <uniform/resolver/f_component.hpp>

#include "http/resolve/problems.hpp"
#include "http/resolve/resolution.hpp"

namespace uniform::http {

namespace {

void write_corrections(json::writer &w, std::span<const resolver::correction> corrections) {
    w.key("corrected").begin_array();
    for (const auto c : corrections) w.string(to_string(c));
    w.end_array();
}

// Writes the source of a locator that the name does not have itself.
void write_template(json::writer &w, const name_lookup &n) {
    if (!n.by_template && !(n.passed && n.passed->by_template)) return;
    const auto [text, prefix] = n.locator_template();
    w.key("locator_template").begin_object().member("template", text).member_if("prefix", prefix).end_object();
}

// RFC 8141 2.3.3
std::string with_f_component(const std::string &url, const resolution &r) {
    return resolver::with_f_component(url, r.name.requested.f_component);
}

struct result_writer {
    json::writer &w;
    const resolution &r;

    void operator()(const redirect &to) const { w.string(with_f_component(to.location, r)); }
    void operator()(const delegated &to) const { w.string(with_f_component(to.location, r)); }
    void operator()(const described & /*of the record*/) const {
        resolver::write(w, *r.name.record, r.name.requested.key);
    }
    void operator()(const locator_list &l) const { write(l.all); }
    void operator()(const version_list &l) const { write(l.all); }
    void operator()(const description_list &l) const {
        w.begin_array();
        for (const auto &link : l.links) {
            w.begin_object().member("href", link.url).member("type", link.media_type).end_object();
        }
        w.end_array();
    }
    void operator()(const name_list &l) const {
        if (l.one) {
            w.string(l.urns.front());
        } else {
            w.add(l.urns);
        }
    }
    void operator()(const tombstone & /*a problem*/) const { w.null(); }
    void operator()(const resolver::problem & /*written by its caller*/) const { w.null(); }

    void write(const std::vector<valid_locator> &locators) const {
        w.begin_array();
        for (const valid_locator &v : locators) {
            if (r.name.requested.f_component) {
                resolver::locator l = v.locator;
                l.url = with_f_component(l.url, r);
                resolver::write(w, l);
            } else {
                resolver::write(w, v.locator);
            }
        }
        w.end_array();
    }
};

} // namespace

std::string record_json(const resolution &r) {
    std::string out;
    json::writer w{out};
    w.begin_object();
    write_members(w, *r.name.record, r.name.requested.key);
    w.member("version", r.name.record->version).member("event", r.name.event);
    w.member_if("responsible", r.name.responsible());
    write_template(w, r.name);
    if (const auto &corrections = r.name.requested.corrections; !corrections.empty()) write_corrections(w, corrections);
    w.end_object();
    return out;
}

void write_result(json::writer &w, const resolution &r, std::string_view uri) {
    const requested_name &n = r.name.requested;
    w.begin_object()
        .member("service", to_string(r.service.value_or(resolver::service::i2l)))
        .member("uri", uri)
        .member("urn", r.name.urn());
    if (!n.corrections.empty()) write_corrections(w, n.corrections);
    if (std::holds_alternative<delegated>(r.result)) w.member("delegated", true);
    write_template(w, r.name);
    w.key("result");
    std::visit(result_writer{w, r}, r.result);
    w.end_object();
}

void write_names_of_locator(json::writer &w, resolver::named_service s, std::string_view url,
                            std::span<const std::string> urns) {
    w.begin_object().member("service", to_string(s.service)).member("uri", url).key("result");
    if (s.service == resolver::service::i2n) {
        w.string(urns.front());
    } else {
        w.add(urns);
    }
    w.end_object();
}

void write_equality(json::writer &w, std::string_view a, std::string_view b, bool equal) {
    w.begin_object()
        .member("service", to_string(resolver::service::equal))
        .member("uri", a)
        .member("other", b)
        .member("result", equal)
        .end_object();
}

void write_problem(json::writer &w, std::string_view uri, const resolver::problem &p) {
    w.begin_object().member("uri", uri).key("problem");
    write(w, p);
    w.end_object();
}

void write_explanation(json::writer &w, const resolution &r) {
    const name_lookup &n = r.name;
    w.begin_object().member("urn", n.requested.text()).member("key", n.requested.key);
    write_corrections(w, n.requested.corrections);
    if (n.delegation) w.member("prefix", n.delegation->prefix);
    if (const auto component = n.requested.r_component()) {
        w.member("r_component", *component);
        w.member("r_component_is_read", n.settings && n.settings->r_component);
    }
    if (const auto component = n.requested.q_component()) {
        w.member("q_component", *component).member("q_strategy", to_string(n.settings_or_default().q));
    }
    if (n.record) w.member("state", to_string(n.record->state));
    write_template(w, n);
    // No locator was chosen if a component is refused (RFC 8141 Appendix A).
    if (n.is(resolver::name_state::active) && r.choice.is_of(n.record->locators)) {
        resolver::explain(w.key("choice"), n.record->locators, r.preferences, r.now, n.health, r.choice);
    }
    const representation preferred = wanted(r.preferences.accept);
    const representation instead = description_instead(r);
    if (const auto form = preferred != representation::none ? preferred : instead; form != representation::none) {
        w.member("representation", media_type_of(form));
    }
    if (const auto *const to = std::get_if<redirect>(&r.result))
        w.member("location", with_f_component(to->location, r));
    if (const auto *const to = std::get_if<delegated>(&r.result)) {
        w.member("location", with_f_component(to->location, r)).member("delegated", true);
    }
    const auto p = problem_of(r);
    if (p && instead == representation::none) write(w.key("problem"), *p);
    w.end_object();
}

} // namespace uniform::http
