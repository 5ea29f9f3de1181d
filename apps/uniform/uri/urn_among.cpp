#include "uri/urn_among.hpp"

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/compare.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/urn/equivalence.hpp>
#include <uniform/urn/namespace_equivalence.hpp>

namespace uniform::cli {

namespace {

// The steps of a level that RFC 8141 3.1 permits as well: the case of the scheme and of hexadecimal digits (RFC 3986
// 6.2.2.1), and from the level scheme on that of the NID, which is what the scheme defines (6.2.3).
comparison_level steps_of(comparison_level r) noexcept {
    switch (r) {
    case comparison_level::simple:
    case comparison_level::percent:
    case comparison_level::path:
        return comparison_level::simple;
    default:
        return comparison_level::letter_case;
    }
}

bool folds_nid(comparison_level r) noexcept { return r == comparison_level::scheme || r == comparison_level::protocol; }

void append_at(std::string &out, const reference_view &r, const urn_view &u, comparison_level at,
               bool ignore_fragment) {
    const std::size_t begin = out.size();
    normalize_append(out, r, {.level = steps_of(at), .ignore_fragment = ignore_fragment});
    if (!folds_nid(at)) return;
    const auto nid = out.begin() + static_cast<std::ptrdiff_t>(begin + u.where(rule::nid)->begin);
    std::transform(nid, nid + static_cast<std::ptrdiff_t>(u.nid().size()), nid,
                   [](char c) { return ascii::to_lower(c); });
}

// Calls f with `r`, its host in A-labels.
template <class F>
auto with_ascii(const reference_view &r, F f) {
    const auto text = with_ascii_host(r);
    if (!text) return f(r);
    const auto changed = parse_uri_reference(*text, {.edition = r.edition(), .zone_ids = true});
    return f(changed ? *changed : r);
}

} // namespace

std::optional<urn_view> urn_among::find(const reference_view &r) {
    if (const auto u = as_urn(r)) return *u;
    return std::nullopt;
}

bool urn_among::is_redirected(const reference_view &r) const {
    return normal_.level == comparison_level::protocol && normal_.redirects != nullptr &&
           uniform::would_change(r, normal_).redirected;
}

bool urn_among::is_normal(const reference_view &r, const urn_view &u) const {
    const comparison_level at = normal_.level;
    switch (urn_) {
    case urn_reading::lexical:
        return u.assigned_name().size() == u.text().size() && uniform::is_normal(u);
    case urn_reading::by_namespace:
        return u.assigned_name().size() == u.text().size() && namespace_normalized(u) == u.text();
    default:
        return uniform::is_normal(r, {.level = steps_of(at), .ignore_fragment = normal_.ignore_fragment}) &&
               (!folds_nid(at) || std::ranges::none_of(u.nid(), ascii::is_upper)) && !is_redirected(r);
    }
}

void urn_among::append(std::string &out, const reference_view &r, const urn_view &u) const {
    switch (urn_) {
    case urn_reading::lexical:
        return normalized_assigned_name_append(out, u);
    case urn_reading::by_namespace:
        return namespace_normalized_append(out, u);
    default:
        if (is_redirected(r)) return uniform::normalize_append(out, r, normal_);
        append_at(out, r, u, normal_.level, normal_.ignore_fragment);
    }
}

void urn_among::append_in_ascii(std::string &out, const reference_view &r) const {
    with_ascii(r, [&](const reference_view &a) { append(out, a); });
}

changes urn_among::would_change(const reference_view &r) const {
    if (idna_ && with_ascii_host(r)) {
        changes c = with_ascii(r, [&](const reference_view &a) { return urn_among{normal_, urn_}.would_change(a); });
        c.host = true;
        return c;
    }
    const auto u = of(r);
    if (!u || is_redirected(r)) return uniform::would_change(r, normal_);
    std::string normal;
    append(normal, r, *u);
    changes c;
    if (const auto parsed = parse_uri(normal)) {
        c.scheme = parsed->scheme() != r.scheme();
        c.path = parsed->path() != r.path();
        c.query = parsed->query() != r.query();
        c.fragment = parsed->fragment() != r.fragment();
    }
    return c;
}

bool urn_among::equivalent(const reference_view &a, const reference_view &b) const {
    if (idna_ && (has_internationalized_host(a) || has_internationalized_host(b))) {
        const urn_among plain{normal_, urn_};
        return with_ascii(
            a, [&](const auto &x) { return with_ascii(b, [&](const auto &y) { return plain.equivalent(x, y); }); });
    }
    if (a.text() == b.text()) return true;
    const auto x = of(a);
    const auto y = of(b);
    if (!x && !y) return uniform::equivalent(a, b, normal_);
    if (x && y && urn_ == urn_reading::lexical) return urn_equivalent(*x, *y);
    if (x && y && urn_ == urn_reading::by_namespace) return namespace_equivalent(*x, *y);
    std::string p;
    std::string q;
    append(p, a);
    append(q, b);
    return p == q;
}

std::string_view urn_among::lowest_level(const reference_view &a, const reference_view &b) const {
    if (idna_ && a.text() != b.text() && (has_internationalized_host(a) || has_internationalized_host(b))) {
        const urn_among plain{normal_, urn_};
        const std::string_view level = with_ascii(
            a, [&](const auto &x) { return with_ascii(b, [&](const auto &y) { return plain.lowest_level(x, y); }); });
        // The meaning of an A-label is a rule of the names in the DNS, as those of a scheme are (6.2.3).
        const auto found = comparison_level_from_string(level);
        return found && *found < comparison_level::scheme ? to_string(comparison_level::scheme) : level;
    }
    const auto x = of(a);
    const auto y = of(b);
    if (!x || !y) {
        const auto level = lowest_equivalent_level(a, b, normal_);
        return level ? to_string(*level) : std::string_view{};
    }
    if (a.text() == b.text()) return to_string(comparison_level::simple);
    for (const comparison_level at :
         {comparison_level::simple, comparison_level::letter_case, comparison_level::scheme}) {
        std::string p;
        std::string q;
        append_at(p, a, *x, at, normal_.ignore_fragment);
        append_at(q, b, *y, at, normal_.ignore_fragment);
        if (p == q) return to_string(at);
    }
    if (urn_equivalent(*x, *y)) return "lexical";
    if (namespace_equivalent(*x, *y)) return "namespace";
    return {};
}

} // namespace uniform::cli
