#include "http/resolve/shared_caching.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include <uniform/http/settings.hpp>

#include "http/api/preconditions.hpp"

namespace uniform::http {

namespace {

constexpr std::string_view before_digest = "name-";
// Changes of the health of locators, and of other names of the same resource, are not purged.
constexpr std::uint32_t most_without_purge = 60;

std::uint32_t seconds_of(std::chrono::milliseconds t) {
    return static_cast<std::uint32_t>(std::chrono::ceil<std::chrono::seconds>(t).count());
}

key_field key_field_of(const settings *s) {
    return s == nullptr ? key_field::none : key_field_names.find(s->shared_keys).value_or(key_field::none);
}

std::string key_of_namespace(std::string_view id) { return "urn:" + std::string(id.substr(0, id.find(':'))); }

// The seconds until a validity begins or ends, if one does.
std::uint32_t seconds_until_change(const resolution &r) noexcept {
    const std::int64_t left = std::chrono::duration_cast<std::chrono::seconds>(*r.choice.until - r.now).count();
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(left, 0, std::numeric_limits<std::uint32_t>::max()));
}

// The media ranges decide more than whether it is a page, a representation or neither.
bool depends_on_ranges(const resolution &r) {
    if (std::holds_alternative<redirect>(r.result)) {
        if (r.name.passed) return resolver::depends_on_accept(r.name.passed->record.locators);
        return r.name.record && resolver::depends_on_accept(r.name.record->locators);
    }
    return !std::holds_alternative<delegated>(r.result) && !std::holds_alternative<tombstone>(r.result) &&
           !std::holds_alternative<resolver::problem>(r.result);
}

} // namespace

lifetime lifetime_of(const resolution &r, const settings *s) {
    lifetime out{.max_age = r.name.settings_or_default().max_age};
    if (r.choice.until) out.max_age = std::min(out.max_age, seconds_until_change(r));
    if (s == nullptr) return out;
    // A locator whose time is over must not be sent because the service is away.
    if (!r.choice.until) out.stale_if_error = seconds_of(s->stale_if_error);
    out.shared = seconds_of(s->shared_max_age);
    const bool leads_on = std::holds_alternative<redirect>(r.result) || std::holds_alternative<delegated>(r.result);
    const bool is_final = leads_on || std::holds_alternative<tombstone>(r.result);
    const bool chooses = r.name.record && r.name.record->locators.size() > 1;
    if (!is_final || chooses) out.shared = std::min(out.shared, most_without_purge);
    // There is no such name, and no event of it: it is found by the beginning of another one.
    if (r.name.passed) out.shared = std::min(out.shared, std::max(1U, seconds_of(s->unknown_max_age)));
    if (r.choice.until) out.shared = std::min(out.shared, seconds_until_change(r));
    return out;
}

lifetime lifetime_of_unknown(const settings *s) {
    if (s == nullptr || s->unknown_max_age.count() == 0) return {};
    lifetime out{.max_age = seconds_of(s->unknown_max_age)};
    out.shared = std::min(seconds_of(s->shared_max_age), out.max_age);
    return out;
}

std::string_view field_name(key_field f) noexcept {
    if (f == key_field::none) return {};
    return f == key_field::cache_tag ? "Cache-Tag" : "Surrogate-Key";
}

std::string_view separator_of(key_field f) noexcept { return f == key_field::cache_tag ? "," : " "; }

key_prefix key_prefix_of(const resolution &r, const settings *s) {
    const key_field f = key_field_of(s);
    const std::string &key = r.name.requested.key;
    if (f == key_field::none || key.empty()) return {};
    std::string keys{key_of_everything};
    (keys += separator_of(f)) += key_of_namespace(key);
    if (depends_on_ranges(r)) (keys += separator_of(f)) += key_by_accept;
    (keys += separator_of(f)) += before_digest;
    return {.field = field_name(f), .keys = std::move(keys)};
}

std::string digest_of_name(std::string_view key) { return body_digest(key); }

void add_keys(response &out, const resolution &r, const settings *s) {
    key_prefix p = key_prefix_of(r, s);
    if (!p.field.empty()) out.fields.emplace_back(p.field, std::move(p.keys) + digest_of_name(r.name.requested.key));
}

std::string key_of_subject(std::string_view kind, std::string_view id) {
    if (kind == "name") return std::string{before_digest} + digest_of_name(id);
    if (kind == "namespace" || kind == "delegation") return key_of_namespace(id);
    if (kind == "registry") return std::string{key_of_everything}; // public resolvers
    return {};
}

} // namespace uniform::http
