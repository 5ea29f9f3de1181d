#include "http/resolve/look_up.hpp"

#include <algorithm>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/correction.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/locator_template.hpp>
#include <uniform/resolver/q_component.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/urn/check_character.hpp>
#include <uniform/urn/namespace.hpp>

#include "links/link_checker_store.hpp"
#include "links/link_health.hpp"

namespace uniform::http {

namespace {

// A pointer into the directory, which lives as long as its user; it counts no references.
template <class T>
std::shared_ptr<const T> view_of(const T *t) noexcept {
    return {std::shared_ptr<const void>{}, t};
}

// Sets the key, too, unless it is set already.
std::shared_ptr<const resolver::namespace_settings> find_namespace(const sources &s, store::reading &r,
                                                                   requested_name &n) {
    if (s.directory != nullptr) return view_of(http::find_namespace(*s.directory, n));
    std::shared_ptr<const resolver::namespace_settings> found;
    if (auto entry = service::find_namespace(r, n.nid())) {
        found = std::make_shared<const resolver::namespace_settings>(std::move(entry->settings));
    }
    if (n.key.empty()) set_key(n, found ? found->rules : resolver::namespace_rules{});
    return found;
}

std::shared_ptr<const delegated_prefix> find_delegation(const sources &s, store::reading &r, std::string_view key) {
    if (s.directory != nullptr) return view_of(s.directory->delegation_of(key));
    auto d = service::delegation_for(r, key);
    if (!d) return nullptr;
    return std::make_shared<const delegated_prefix>(
        std::move(d->delegation.prefix), std::move(d->delegation.registrar), std::move(d->delegation.resolver),
        std::move(d->delegation.passthrough), std::move(d->delegation.locator_template));
}

std::vector<resolver::health> health_of(const sources &s, store::reading &r, const resolver::name_record &n) {
    if (s.links != nullptr) return s.links->of(n);
    std::vector<resolver::health> out;
    if (n.locators.size() < 2) return out; // no choice
    for (std::size_t i = 0; i < n.locators.size(); ++i) {
        const auto found = links::find_link(r.sql(), n.locators[i].url);
        if (!found || found->state != links::link_state::dead) continue;
        if (out.empty()) out.assign(n.locators.size(), resolver::health::unknown);
        out[i] = resolver::health::dead;
    }
    return out;
}

std::optional<std::string> loop_of(const sources &s, store::reading &r, const delegated_prefix &d) {
    if (d.resolver.empty() || (s.links != nullptr && !s.links->is_loop(d.resolver, d.prefix))) return std::nullopt;
    const auto found = links::find_link(r.sql(), links::loop_key(d.resolver, d.prefix));
    if (!found || found->state != links::link_state::dead) return std::nullopt;
    return found->says;
}

// The name as it may also be read, and its row, if that name exists.
struct second_name {
    requested_name name;
    std::shared_ptr<const resolver::namespace_settings> settings;
    store::name_row row;
};
std::optional<second_name> find_second(const sources &s, store::reading &r, const requested_name &n) {
    for (const resolver::corrected &other : resolver::other_readings(n.text(), s.corrections)) {
        auto again = read_urn(other.urn->text(), n.corrections);
        if (!again) continue;
        again->f_component = n.f_component;
        auto settings = find_namespace(s, r, *again);
        auto row = r.name(again->key);
        if (!row) continue;
        for (const auto c : other.corrections) {
            if (std::ranges::find(again->corrections, c) == again->corrections.end()) again->corrections.push_back(c);
        }
        return second_name{std::move(*again), std::move(settings), std::move(*row)};
    }
    return std::nullopt;
}

// Whether a name can be one by the syntax and check characters of its namespace.
bool fits_its_namespace(const uniform::urn &u) {
    return validate(u.view()).has_value() && check(u.view()).state != check_state::incorrect;
}

// The reading of a name that a public resolver may know: the rules of its namespace decide.
std::optional<requested_name> fitting_name(const sources &s, const requested_name &n) {
    if (fits_its_namespace(n.urn)) return std::nullopt;
    for (const resolver::corrected &other : resolver::other_readings(n.text(), s.corrections)) {
        if (!fits_its_namespace(*other.urn)) continue;
        auto again = read_urn(other.urn->text(), n.corrections);
        if (!again) continue;
        again->f_component = n.f_component;
        for (const auto c : other.corrections) {
            if (std::ranges::find(again->corrections, c) == again->corrections.end()) again->corrections.push_back(c);
        }
        return std::move(*again);
    }
    return std::nullopt;
}

std::optional<store::name_row> find_name(const sources &s, store::reading &r, const std::string &key) {
    if (s.row != nullptr && s.row->key == key) return *s.row;
    return r.name(key);
}

// Gives an active name without locators that of the template. Returns whether it did.
bool add_locator(resolver::name_record &record, std::string_view key, const name_lookup::template_source &source) {
    if (source.text.empty() || record.state != resolver::name_state::active || !record.locators.empty()) return false;
    auto url = resolver::locator_of_template(source.text, resolver::urn_of(key, record), source.prefix);
    if (!url) return false;
    record.locators.push_back({.url = std::move(*url)});
    return true;
}

// Suffix passthrough: the longest name before a delimiter. If that one is not active, no shorter one is tried: it is
// that name which the suffix belongs to.
std::optional<name_lookup::passed_name> pass(const sources &s, store::reading &r, const name_lookup &n) {
    const std::string_view key = n.requested.key;
    const std::string_view written = n.requested.urn.assigned_name();
    for (const std::size_t at : resolver::passthrough_positions(key, n.delegation->prefix, n.delegation->passthrough)) {
        const auto row = r.name(key.substr(0, at));
        if (!row) continue;
        auto record = resolver::decode(row->record);
        if (!record || record->state != resolver::name_state::active) return std::nullopt;
        // The key may be in lower case where the other side distinguishes.
        std::string_view suffix = key.substr(at);
        if (written.size() >= suffix.size()) {
            const std::string_view end = written.substr(written.size() - suffix.size());
            if (ascii::equal_ignoring_case(end, suffix)) suffix = end;
        }
        const bool by_template = add_locator(*record, key.substr(0, at), n.locator_template());
        auto health = health_of(s, r, *record);
        return name_lookup::passed_name{std::move(*record), std::string(suffix), std::move(health), by_template};
    }
    return std::nullopt;
}

} // namespace

name_lookup::template_source name_lookup::locator_template() const noexcept {
    if (delegation && !delegation->locator_template.empty()) return {delegation->locator_template, delegation->prefix};
    return settings ? template_source{settings->locator_template} : template_source{};
}

std::string name_lookup::urn() const {
    return record ? resolver::urn_of(requested.key, *record) : resolver::urn_of(requested.key);
}

std::string name_lookup::urn_with_components() const {
    return urn().append(requested.text().substr(requested.urn.assigned_name().size()));
}

std::string_view name_lookup::responsible() const noexcept {
    return delegation ? std::string_view{delegation->registrar} : std::string_view{};
}

std::expected<std::string, resolver::problem> name_lookup::with_q_component(std::string url) const {
    const auto q = requested.q_component();
    if (!q) return url;
    return resolver::with_q_component(url, *q, settings_or_default().q);
}

const resolver::namespace_settings &name_lookup::settings_or_default() const noexcept {
    static const resolver::namespace_settings defaults;
    return settings ? *settings : defaults;
}

const resolver::namespace_settings *find_namespace(const directory &d, requested_name &n) {
    const resolver::namespace_settings *const found = d.find(ascii::lower_copy(n.nid()));
    if (n.key.empty()) set_key(n, found != nullptr ? found->rules : resolver::namespace_rules{});
    return found;
}

name_lookup look_up(const sources &s, store::reading &r, requested_name requested) {
    name_lookup n{.requested = std::move(requested)};
    n.settings = find_namespace(s, r, n.requested);
    auto row = find_name(s, r, n.requested.key);
    if (!row) {
        if (auto second = find_second(s, r, n.requested)) {
            n.requested = std::move(second->name);
            n.settings = std::move(second->settings);
            row = std::move(second->row);
        } else if (n.settings && n.settings->public_resolvers) {
            if (auto fitting = fitting_name(s, n.requested)) {
                n.requested = std::move(*fitting);
                n.settings = find_namespace(s, r, n.requested); // sets the key
            }
        }
    }
    n.delegation = find_delegation(s, r, n.requested.key);
    if (n.delegation) n.loop = loop_of(s, r, *n.delegation);
    if (row) {
        n.record = resolver::decode(row->record);
        if (!n.record) {
            throw store::failure(store::failure_kind::damaged, "the name record of " + n.requested.key);
        }
        n.event = row->event;
        n.by_template = add_locator(*n.record, n.requested.key, n.locator_template());
        n.health = health_of(s, r, *n.record);
    } else if (n.delegation && !n.delegation->passthrough.empty()) {
        n.passed = pass(s, r, n);
    }
    return n;
}

} // namespace uniform::http
