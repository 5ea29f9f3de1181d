// Whether a text matches one production, whole (RFC 3986 appendix A; RFC 3987 2.2; 2003 draft 3-5; RFC 8141 2, 5.2).

#include <uniform/base/ascii.hpp>
#include <uniform/syntax/detail/parse_urn.hpp>
#include <uniform/syntax/ucs.hpp>
#include <uniform/uri/parse.hpp>

#include <algorithm>

namespace uniform {

namespace {

using detail::is_hexdig;

// Whether `t` consists of what may stand in that component: its characters, pct-encoded, and in an IRI ucschar and
// iprivate (RFC 3987 2.2). RFC 6874 has no zone identifiers outside US-ASCII.
bool consists_of(rule component, std::string_view t, edition e) {
    const char_set set = allowed(component, e);
    const bool characters = is_iri_edition(e) && component != rule::zone_id;
    for (std::size_t i = 0; i < t.size();) {
        std::size_t size = 1;
        if (t[i] == '%') {
            size = t.size() - i > 2 && is_hexdig(t[i + 1]) && is_hexdig(t[i + 2]) ? 3 : 0;
        } else if (!set.contains(t[i])) {
            const bool beyond = characters && static_cast<unsigned char>(t[i]) >= 0x80;
            size = beyond ? detail::iri_character(t.substr(i), component == rule::query) : 0;
        }
        if (size == 0) return false;
        i += size;
    }
    return true;
}

// Exactly one character of UTF-8, and what it is.
template <class Predicate>
bool is_one(std::string_view t, Predicate predicate) {
    if (t.empty()) return false;
    const base::utf8_sequence s = base::utf8_sequence_at(t);
    return s.valid && s.size == t.size() && predicate(base::character_of(t));
}
bool is_one_of(char_set set, std::string_view t) { return t.size() == 1 && set.contains(t.front()); }

bool is_h16(std::string_view t) { return !t.empty() && t.size() <= 4 && std::ranges::all_of(t, is_hexdig); }

// The rules for single characters and numbers, in the editions that have them.
bool lexical_rule(rule r, std::string_view t, edition e) {
    switch (r) {
    case rule::pchar:
        // RFC 2396 3.3: ";" begins a param, which a segment has beside its pchar
        return (t.starts_with('%') ? t.size() == 3 : is_one(t, [](char32_t) { return true; })) &&
               consists_of(rule::segment, t, e) && (e != edition::rfc2396 || t != ";");
    case rule::h16:
        return is_h16(t);
    case rule::ls32: {
        const std::size_t colon = t.find(':');
        if (colon == std::string_view::npos) return parse_ipv4address(t).has_value();
        return is_h16(t.substr(0, colon)) && is_h16(t.substr(colon + 1));
    }
    case rule::dec_octet:
        return !t.empty() && t.size() <= 3 && std::ranges::all_of(t, detail::is_digit) &&
               (t.size() == 1 || t.front() != '0') && (t.size() < 3 || t <= "255");
    case rule::unreserved:
        return is_one_of(unreserved(e), t);
    case rule::reserved:
        return is_one_of(reserved(e), t);
    case rule::gen_delims:
        return is_one_of(characters::gen_delims, t);
    case rule::sub_delims:
        return is_one_of(characters::sub_delims, t);
    case rule::iunreserved:
        return is_one_of(unreserved(e), t) || is_one(t, is_ucschar);
    case rule::ucschar:
        return is_one(t, is_ucschar);
    case rule::iprivate:
        return is_one(t, is_iprivate);
    default:
        return false;
    }
}

// RFC 3986 3: "//" authority path-abempty; 2003 draft 3: net-path = "//" authority [ abs-path ]
bool net_path(std::string_view t, const parse_options &o) {
    if (!t.starts_with("//")) return false;
    const std::size_t slash = std::min(t.find('/', 2), t.size());
    return parse_authority(t.substr(2, slash - 2), o).has_value() &&
           consists_of(rule::path, t.substr(slash), o.edition);
}

// 2003 draft 3.2.2: domainlabel = alphanum [ 0*61( alphanum / "-" ) alphanum ]; toplabel begins with alpha.
bool is_label(std::string_view t, const detail::syntax &x) {
    const char_set alphanum = characters::alpha | characters::digit;
    return !t.empty() && (!x.label_limit || t.size() <= 63) && alphanum.contains(t.front()) &&
           alphanum.contains(t.back()) &&
           std::ranges::all_of(t, [&](char c) { return c == '-' || alphanum.contains(c); });
}

bool older_host_rule(rule r, std::string_view t, const parse_options &o) {
    const detail::syntax &x = detail::syntax_of(o.edition);
    const auto has_host = [](const std::expected<authority_view, error> &a) { return a && a->host.has_value(); };
    switch (r) {
    case rule::hostname: {
        detail::scalar_parser p{t, x, false};
        return p.hostname(0, static_cast<std::uint32_t>(t.size())) && !(x.toplabel && matches(rule::ipv4address, t, o));
    }
    case rule::domainlabel:
        return is_label(t, x);
    case rule::toplabel:
        return is_label(t, x) && detail::is_alpha(t.front());
    case rule::server:
        return t.empty() || has_host(parse_authority(t, o));
    case rule::hostport:
        return t.find('@') == std::string_view::npos && has_host(parse_authority(t, o));
    case rule::ipv6reference:
        return x.ipv6 && t.size() > 2 && t.front() == '[' && t.back() == ']' &&
               parse_ipv6address(t.substr(1, t.size() - 2)).has_value();
    default:
        return false;
    }
}

bool older_rule(rule r, std::string_view t, const parse_options &o) {
    const edition e = generic(o.edition);
    switch (r) {
    case rule::absolute_uri_reference:
        return parse_absolute_uri_reference(t, o).has_value();
    case rule::relative_uri:
        return parse_relative_uri(t, o).has_value();
    case rule::opaque_part:
        return !t.empty() && t.front() != '/' && consists_of(rule::opaque_part, t, e);
    case rule::net_path:
        return net_path(t, o);
    case rule::abs_path:
        return t.starts_with('/') && consists_of(rule::path, t, e);
    case rule::rel_path: {
        const std::size_t slash = t.find('/');
        return matches(rule::rel_segment, t.substr(0, slash), o) &&
               (slash == std::string_view::npos || matches(rule::abs_path, t.substr(slash), o));
    }
    case rule::rel_segment:
        return !t.empty() && consists_of(rule::rel_segment, t, e);
    default:
        return older_host_rule(r, t, o);
    }
}

// RFC 3986 3.3
bool path_rule(rule r, std::string_view t, edition e) {
    if (!consists_of(rule::path, t, e)) return false;
    const std::string_view first = t.substr(0, t.find('/'));
    switch (r) {
    case rule::path_abempty:
        return t.empty() || t.front() == '/';
    case rule::path_absolute:
        return t.starts_with('/') && !t.starts_with("//");
    case rule::path_noscheme:
        return !first.empty() && first.find(':') == std::string_view::npos;
    case rule::path_rootless:
        return !first.empty();
    default:
        return true;
    }
}

bool is_number(std::string_view t) {
    return !t.empty() && t.front() != '0' && std::ranges::all_of(t, detail::is_digit);
}

// pchar *( pchar / "/" [ / "?" ] ), and 1*<URN chars> of RFC 2141 2.2
bool urn_component(rule r, std::string_view t, edition e) {
    if (e == edition::rfc2141) return r == rule::nss && !t.empty() && consists_of(r, t, e);
    return !t.empty() && detail::begins_component(t.front()) && consists_of(r, t, e);
}

// The documents about URNs. An edition of the generic syntax is read as RFC 8141.
bool urn_rule(rule r, std::string_view t, edition e) {
    if (!is_urn_edition(e)) e = edition::rfc8141;
    const bool oldest = e == edition::rfc2141;
    const auto size = static_cast<std::uint32_t>(t.size());
    detail::urn_offsets at;
    error why;
    switch (r) {
    case rule::namestring:
        return detail::parse_namestring(t, e, at, why);
    case rule::assigned_name:
        return detail::parse_namestring(t, e, at, why) && at.nss_end == size;
    case rule::nid:
        return !detail::check_nid(t, e).found;
    case rule::ldh:
        return t.size() == 1 && allowed(rule::nid, e).contains(t.front());
    case rule::nss:
    case rule::r_component:
    case rule::q_component:
        return urn_component(r, t, e);
    case rule::f_component:
        return !oldest && consists_of(r, t, e);
    case rule::rq_components:
        // Draft -16 has them as one part that is there or not; in RFC 8141 and draft -14 each of the two is optional.
        if (oldest || (t.empty() && e == edition::urnbis_16)) return false;
        if (!t.empty() && t.front() != '?') return false;
        return consists_of(rule::q_component, t, e) && detail::split_components(t.data(), 0, size, e, at);
    case rule::informal_namespace_name:
        return !oldest && !detail::check_nid(t, e).found && ascii::starts_with_ignoring_case(t, "urn-") &&
               is_number(t.substr(4));
    case rule::number:
        return !oldest && is_number(t);
    default:
        return false;
    }
}

} // namespace

bool matches(rule r, std::string_view t, parse_options o) noexcept {
    if (t.size() > o.max_length || t.size() > 0xFFFFFFFE) return false;
    if (r >= rule::namestring && r <= rule::number) return urn_rule(r, t, o.edition);
    const edition e = generic(o.edition);
    const bool current = !is_older_edition(e);
    if (section(r, e).empty() || (r == rule::zone_id && !current)) return !current && older_rule(r, t, o);
    switch (r) {
    case rule::uri:
        return parse_uri(t, o).has_value();
    case rule::uri_reference:
        return parse_uri_reference(t, o).has_value();
    case rule::absolute_uri:
        return parse_absolute_uri(t, o).has_value();
    case rule::relative_ref:
        return parse_relative_ref(t, o).has_value();
    case rule::hier_part:
        if (!current) { // 2003 draft 3: hier-part = [ net-path / abs-path ] [ "?" query ]
            const std::size_t query = std::min(t.find('?'), t.size());
            const std::string_view path = t.substr(0, query);
            return consists_of(rule::query, t.substr(std::min(query + 1, t.size())), e) &&
                   (net_path(path, o) || (path.starts_with('/') && consists_of(rule::path, path, e)) || path.empty());
        }
        // RFC 3986 3: hier-part = "//" authority path-abempty / path-absolute / path-rootless / path-empty
        return net_path(t, o) || (!t.starts_with("//") && path_rule(rule::path, t, e));
    case rule::scheme:
        return !t.empty() && detail::is_alpha(t[0]) &&
               std::ranges::all_of(t, [&](char c) { return allowed(rule::scheme, e).contains(c); });
    case rule::authority:
        return parse_authority(t, o).has_value();
    case rule::userinfo:
    case rule::query:
    case rule::fragment:
        return consists_of(r, t, e);
    case rule::reg_name:
        return (current || !t.empty()) && consists_of(r, t, e);
    case rule::host:
        return parse_host(t, o).has_value();
    case rule::ip_literal:
        return t.starts_with('[') && parse_host(t, o).has_value();
    case rule::ipvfuture:
        return detail::match_ipvfuture(t) == detail::npos;
    case rule::ipv6address:
        return parse_ipv6address(t).has_value();
    case rule::ipv6addrz: {
        std::uint8_t bytes[16];
        return t.find('%') != std::string_view::npos && detail::match_ipv6addrz(t, bytes) == detail::npos;
    }
    case rule::zone_id:
        return !t.empty() && consists_of(rule::zone_id, t, e);
    case rule::ipv4address:
        if (e == edition::rfc2396) { // RFC 2396 3.2.2: 1*digit "." 1*digit "." 1*digit "." 1*digit
            return std::ranges::count(t, '.') == 3 && !t.starts_with('.') && !t.ends_with('.') &&
                   t.find("..") == std::string_view::npos &&
                   std::ranges::all_of(t, [](char c) { return c == '.' || detail::is_digit(c); });
        }
        return parse_ipv4address(t).has_value();
    case rule::port:
        return std::ranges::all_of(t, detail::is_digit);
    case rule::segment:
        return consists_of(rule::segment, t, e);
    case rule::segment_nz:
        return !t.empty() && consists_of(rule::segment, t, e);
    case rule::segment_nz_nc:
        return !t.empty() && consists_of(rule::segment_nz_nc, t, e);
    case rule::path:
        if (!current) return t.empty() || older_rule(t.starts_with('/') ? rule::abs_path : rule::opaque_part, t, o);
        // RFC 3986 3.3: path-abempty / path-absolute / path-noscheme / path-rootless / path-empty
        return path_rule(rule::path, t, e);
    case rule::path_abempty:
    case rule::path_absolute:
    case rule::path_noscheme:
    case rule::path_rootless:
        return path_rule(r, t, e);
    case rule::relative_part:
        // RFC 3986 4.2: "//" authority path-abempty / path-absolute / path-noscheme / path-empty
        return net_path(t, o) || t.empty() || path_rule(rule::path_absolute, t, e) ||
               path_rule(rule::path_noscheme, t, e);
    case rule::path_empty:
        return t.empty();
    case rule::pct_encoded:
        return t.size() == 3 && t[0] == '%' && is_hexdig(t[1]) && is_hexdig(t[2]);
    case rule::pchar:
    case rule::h16:
    case rule::ls32:
    case rule::dec_octet:
    case rule::unreserved:
    case rule::reserved:
    case rule::gen_delims:
    case rule::sub_delims:
    case rule::iunreserved:
    case rule::ucschar:
    case rule::iprivate:
        return lexical_rule(r, t, e);
    default:
        return older_rule(r, t, o);
    }
}

} // namespace uniform
