#include "urn_among.hpp"

#include <algorithm>

#include <uniform/compare.hpp>
#include <uniform/namespace_equivalence.hpp>
#include <uniform/parse.hpp>
#include <uniform/urn_equivalence.hpp>

namespace uniform::command {

namespace {

constexpr bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }

// The steps of a rung that RFC 8141 3.1 takes too: the case of the scheme and of hex digits (RFC 3986 6.2.2.1), and
// from the scheme-based rung on that of the NID, which is what the scheme defines (6.2.3).
rung steps_of(rung r) noexcept {
    switch (r) {
    case rung::simple:
    case rung::percent:
    case rung::path:
        return rung::simple;
    default:
        return rung::letter_case;
    }
}

bool lowers_nid(rung r) noexcept { return r == rung::scheme || r == rung::protocol; }

void append_at(std::string &out, const reference_view &r, const urn_view &u, rung at) {
    const std::size_t begin = out.size();
    normalize_append(out, r, {.rung = steps_of(at)});
    if (!lowers_nid(at)) return;
    const auto nid = out.begin() + static_cast<std::ptrdiff_t>(begin + u.where(rule::nid)->begin);
    std::transform(nid, nid + static_cast<std::ptrdiff_t>(u.nid().size()), nid,
                   [](char c) { return is_upper(c) ? static_cast<char>(c | 0x20) : c; });
}

} // namespace

std::optional<urn_view> urn_among::find(const reference_view &r) {
    if (const auto u = as_urn(r)) return *u;
    return std::nullopt;
}

bool urn_among::is_redirected(const reference_view &r) const {
    return options_.normal.rung == rung::protocol && options_.normal.redirects != nullptr &&
           uniform::would_change(r, options_.normal).redirected;
}

bool urn_among::is_normal(const reference_view &r, const urn_view &u) const {
    const rung at = options_.normal.rung;
    switch (options_.urn) {
    case urn_reading::lexical:
        return u.assigned_name().size() == u.text().size() && uniform::is_normal(u);
    case urn_reading::by_namespace:
        return u.assigned_name().size() == u.text().size() && namespace_normalized(u) == u.text();
    default:
        return uniform::is_normal(r, {.rung = steps_of(at)}) &&
               (!lowers_nid(at) || std::ranges::none_of(u.nid(), is_upper)) && !is_redirected(r);
    }
}

void urn_among::append(std::string &out, const reference_view &r, const urn_view &u) const {
    switch (options_.urn) {
    case urn_reading::lexical:
        return normalized_assigned_name_append(out, u);
    case urn_reading::by_namespace:
        return namespace_normalized_append(out, u);
    default:
        if (is_redirected(r)) return uniform::normalize_append(out, r, options_.normal);
        append_at(out, r, u, options_.normal.rung);
    }
}

changes urn_among::would_change(const reference_view &r) const {
    const auto u = of(r);
    if (!u || is_redirected(r)) return uniform::would_change(r, options_.normal);
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
    if (a.text() == b.text()) return true;
    const auto x = of(a);
    const auto y = of(b);
    if (!x && !y) return uniform::equivalent(a, b, options_.normal);
    if (x && y && options_.urn == urn_reading::lexical) return urn_equivalent(*x, *y);
    if (x && y && options_.urn == urn_reading::by_namespace) return namespace_equivalent(*x, *y);
    std::string p;
    std::string q;
    normalize_append(p, a);
    normalize_append(q, b);
    return p == q;
}

std::string_view urn_among::meets(const reference_view &a, const reference_view &b) const {
    const auto x = of(a);
    const auto y = of(b);
    if (!x || !y) {
        const auto rung_of_both = meeting_rung(a, b, options_.normal);
        return rung_of_both ? to_string(*rung_of_both) : std::string_view{};
    }
    if (a.text() == b.text()) return to_string(rung::simple);
    for (const rung at : {rung::letter_case, rung::scheme}) {
        std::string p;
        std::string q;
        append_at(p, a, *x, at);
        append_at(q, b, *y, at);
        if (p == q) return to_string(at);
    }
    if (urn_equivalent(*x, *y)) return "lexical";
    if (namespace_equivalent(*x, *y)) return "namespace";
    return {};
}

} // namespace uniform::command
