#include "http/api/lifetime.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>

namespace uniform::http {

namespace {

void add_directives(response &out, std::string_view field, std::uint32_t age, std::uint32_t stale) {
    std::string value = "max-age=" + std::to_string(age);
    if (stale > 0) value += ", stale-if-error=" + std::to_string(stale);
    out.fields.emplace_back(field, std::move(value));
}

} // namespace

void add_lifetime(response &out, const lifetime &l) {
    add_directives(out, "Cache-Control", l.max_age, l.stale_if_error);
    if (l.shared == 0) return;
    add_directives(out, "CDN-Cache-Control", l.shared, l.stale_if_error);
    out.fields.emplace_back(accel_field, std::to_string(l.shared));
}

void keep_from_shared_caches(response &out) {
    std::erase_if(out.fields, [](const auto &f) { return f.first == "CDN-Cache-Control" || f.first == accel_field; });
}

std::string end_of_lifetime(std::uint32_t shared, resolver::timestamp now) {
    return "@" + std::to_string(resolver::seconds_since_epoch(now) + shared - 1);
}

void end_lifetime(response &out, const std::function<resolver::timestamp()> &clock) {
    const auto at = std::ranges::find(out.fields, accel_field, &std::pair<std::string, std::string>::first);
    if (at == out.fields.end()) return;
    std::uint32_t shared = 0;
    std::from_chars(at->second.data(), at->second.data() + at->second.size(), shared);
    out.fields.erase(at);
    // After Cache-Control, of which nginx 1.22 does not take stale-if-error if it comes later.
    out.fields.emplace_back(accel_field, end_of_lifetime(shared, clock()));
}

} // namespace uniform::http
