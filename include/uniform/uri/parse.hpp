// Parsing: one function for each production of the grammar.
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>
#include <type_traits>

#include <uniform/base/api.hpp>
#include <uniform/base/assertion.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/syntax/detail/kernel.hpp>
#include <uniform/syntax/detail/parse_scalar.hpp>
#include <uniform/syntax/detail/refused_literal.hpp>
#include <uniform/uri/reference.hpp>

namespace uniform UNIFORM_API {

/// The options of a parse.
struct parse_options {
    uniform::edition edition = uniform::edition::rfc3986; ///< of the URN syntax: read as generic(edition)
    std::uint32_t max_length = 0xFFFFFFFE;                ///< longer texts are refused with error_code::too_long
    bool zone_ids = false;                                ///< RFC 6874: allow "[fe80::1%25eth0]"
};

namespace detail {

template <class View>
[[nodiscard]] constexpr std::expected<View, error> parse_production(std::string_view text, const production &p,
                                                                    const parse_options &o) noexcept {
    const uniform::edition generic_edition = generic(o.edition);
    // One variable for all exits, and the kernel writes the offsets to their destination: a copy right after it would
    // wait for its stores.
    std::expected<View, error> result{access::make_as<View>(text, offsets{}, generic_edition)};
    offsets &at = access::where(*result);
    if (text.size() > o.max_length || text.size() > 0xFFFFFFFE) {
        result = std::unexpected{error{o.max_length, error_code::too_long, rule::none, generic_edition}};
        return result;
    }
    if (!std::is_constant_evaluated()) {
        const parse_kernel kernel = active_kernel.load(std::memory_order_relaxed);
        if (kernel(text.data(), static_cast<std::uint32_t>(text.size()), request_of(p, generic_edition), at))
            [[likely]] {
            UNIFORM_ASSERT(at.are_of(text));
            return result;
        }
    }
    scalar_parser parser{text, syntax_of(generic_edition), o.zone_ids};
    if (parser.reference(p)) {
        at = parser.where();
        UNIFORM_ASSERT(at.are_of(text));
    } else {
        result = std::unexpected{parser.why()};
    }
    return result;
}

} // namespace detail

// All of these accept the whole text or nothing, read it once, allocate nothing (also on failure), and return views
// into it. The error's offset is the first byte that is not allowed there, or the position of the missing part.

/// RFC 3986 3: URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
[[nodiscard]] constexpr std::expected<uri_view, error> parse_uri(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                                 parse_options o = {}) noexcept {
    return detail::parse_production<uri_view>(text, detail::uri_production, o);
}
void parse_uri(temporary_owner auto &&, parse_options = {}) = delete;

/// RFC 3986 4.1: URI-reference = URI / relative-ref
[[nodiscard]] constexpr std::expected<reference_view, error>
parse_uri_reference(std::string_view text UNIFORM_LIFETIMEBOUND, parse_options o = {}) noexcept {
    return detail::parse_production<reference_view>(text, detail::uri_reference_production, o);
}
void parse_uri_reference(temporary_owner auto &&, parse_options = {}) = delete;

/// RFC 3986 4.3: absolute-URI = scheme ":" hier-part [ "?" query ]; 2003 draft 3.
[[nodiscard]] constexpr std::expected<uri_view, error> parse_absolute_uri(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                                          parse_options o = {}) noexcept {
    return detail::parse_production<uri_view>(text, detail::absolute_uri_production, o);
}
void parse_absolute_uri(temporary_owner auto &&, parse_options = {}) = delete;

/// RFC 3986 4.2: relative-ref = relative-part [ "?" query ] [ "#" fragment ]
[[nodiscard]] constexpr std::expected<reference_view, error>
parse_relative_ref(std::string_view text UNIFORM_LIFETIMEBOUND, parse_options o = {}) noexcept {
    return detail::parse_production<reference_view>(text, detail::relative_ref_production, o);
}
void parse_relative_ref(temporary_owner auto &&, parse_options = {}) = delete;

/// 2003 draft 4: absolute-URI-reference = absolute-URI [ "#" fragment ]; the same as URI in RFC 3986.
[[nodiscard]] constexpr std::expected<uri_view, error>
parse_absolute_uri_reference(std::string_view text UNIFORM_LIFETIMEBOUND,
                             parse_options o = {edition::rfc2396bis_01}) noexcept {
    return detail::parse_production<uri_view>(text, detail::absolute_uri_reference_production, o);
}
void parse_absolute_uri_reference(temporary_owner auto &&, parse_options = {}) = delete;

/// 2003 draft 5: relative-URI = [ net-path / abs-path / rel-path ] [ "?" query ]; no fragment.
[[nodiscard]] constexpr std::expected<reference_view, error>
parse_relative_uri(std::string_view text UNIFORM_LIFETIMEBOUND, parse_options o = {edition::rfc2396bis_01}) noexcept {
    return detail::parse_production<reference_view>(text, detail::relative_uri_production, o);
}
void parse_relative_uri(temporary_owner auto &&, parse_options = {}) = delete;

namespace detail {
[[nodiscard]] constexpr parse_options as_iri(parse_options o) noexcept {
    o.edition = edition::rfc3987;
    return o;
}
} // namespace detail

// The productions of RFC 3987 2.2, whatever `o.edition` is. The text is UTF-8: what is not (overlong, a surrogate,
// beyond U+10FFFF, cut off) is error_code::invalid_utf8, and a character that is neither ucschar nor, in the query,
// iprivate is error_code::invalid_character, both with the offset of the first byte of the sequence. As everywhere,
// each is also the function above with {.edition = edition::rfc3987}. Texts of US-ASCII cost what they cost in RFC
// 3986.

/// RFC 3987 2.2: IRI = scheme ":" ihier-part [ "?" iquery ] [ "#" ifragment ]. Example:
/// `parse_iri("http://r\xC3\xA9sum\xC3\xA9.example.org")->host()`.
[[nodiscard]] constexpr std::expected<uri_view, error> parse_iri(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                                 parse_options o = {}) noexcept {
    return parse_uri(text, detail::as_iri(o));
}
void parse_iri(temporary_owner auto &&, parse_options = {}) = delete;

/// RFC 3987 2.2: IRI-reference = IRI / irelative-ref
[[nodiscard]] constexpr std::expected<reference_view, error>
parse_iri_reference(std::string_view text UNIFORM_LIFETIMEBOUND, parse_options o = {}) noexcept {
    return parse_uri_reference(text, detail::as_iri(o));
}
void parse_iri_reference(temporary_owner auto &&, parse_options = {}) = delete;

/// RFC 3987 2.2: absolute-IRI = scheme ":" ihier-part [ "?" iquery ]
[[nodiscard]] constexpr std::expected<uri_view, error> parse_absolute_iri(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                                          parse_options o = {}) noexcept {
    return parse_absolute_uri(text, detail::as_iri(o));
}
void parse_absolute_iri(temporary_owner auto &&, parse_options = {}) = delete;

/// RFC 3987 2.2: irelative-ref = irelative-part [ "?" iquery ] [ "#" ifragment ]
[[nodiscard]] constexpr std::expected<reference_view, error>
parse_irelative_ref(std::string_view text UNIFORM_LIFETIMEBOUND, parse_options o = {}) noexcept {
    return parse_relative_ref(text, detail::as_iri(o));
}
void parse_irelative_ref(temporary_owner auto &&, parse_options = {}) = delete;

/// The production by its rule: uri, uri_reference, absolute_uri, relative_ref, absolute_uri_reference, relative_uri.
/// Any other rule is read as uri_reference.
[[nodiscard]] constexpr std::expected<reference_view, error>
parse_as(rule production, std::string_view text UNIFORM_LIFETIMEBOUND, parse_options o = {}) noexcept {
    using namespace detail;
    const auto as = [&](const detail::production &p) { return parse_production<reference_view>(text, p, o); };
    switch (production) {
    case rule::uri:
        return as(uri_production);
    case rule::absolute_uri:
        return as(absolute_uri_production);
    case rule::relative_ref:
        return as(relative_ref_production);
    case rule::absolute_uri_reference:
        return as(absolute_uri_reference_production);
    case rule::relative_uri:
        return as(relative_uri_production);
    default:
        return as(uri_reference_production);
    }
}
void parse_as(rule, temporary_owner auto &&, parse_options = {}) = delete;

/// The parts of an authority (RFC 3986 3.2), seen in a text that the caller keeps alive.
struct authority_view {
    std::string_view text;
    std::optional<std::string_view> userinfo;
    std::optional<std::string_view> host; ///< absent only in the older editions
    std::optional<std::string_view> port;
};

/// RFC 3986 3.2: authority = [ userinfo "@" ] host [ ":" port ]; 2003 draft 3.2: server / reg-name.
[[nodiscard]] constexpr std::expected<authority_view, error>
parse_authority(std::string_view text UNIFORM_LIFETIMEBOUND, parse_options o = {}) noexcept {
    if (text.size() > o.max_length || text.size() > 0xFFFFFFFE) {
        return std::unexpected{error{o.max_length, error_code::too_long, rule::none, o.edition}};
    }
    detail::scalar_parser parser{text, detail::syntax_of(o.edition), o.zone_ids};
    const std::uint32_t end = parser.authority(0);
    if (end == detail::scalar_parser::failed) return std::unexpected{parser.why()};
    if (end != text.size()) {
        return std::unexpected{error{end, error_code::invalid_character, rule::authority, o.edition}};
    }
    const detail::offsets &at = parser.where();
    authority_view a{text, std::nullopt, std::nullopt, std::nullopt};
    if (at.host_end + 1 != at.host_begin) {
        a.host = text.substr(at.host_begin, at.host_end - at.host_begin);
        if (at.host_begin > 0) a.userinfo = text.substr(0, at.host_begin - 1);
        if (at.host_end < end) a.port = text.substr(at.host_end + 1);
    }
    return a;
}
void parse_authority(temporary_owner auto &&, parse_options = {}) = delete;

/// Whether the whole text matches that production of the edition's grammar. Supports every rule but none; linear, no
/// allocation. Rules that an edition does not have match nothing. Those of the URN documents are read by the
/// edition of URNs (RFC 8141 for others), with the restrictions of its text on NIDs and delimiters.
[[nodiscard]] bool matches(rule r, std::string_view text, parse_options o = {}) noexcept;

/// RFC 3986 3.2.2: host = IP-literal / IPv4address / reg-name; 2003 draft: IPv6reference / IPv4address / hostname.
/// Returns which alternative matched, IP-literals with their brackets.
[[nodiscard]] constexpr std::expected<host_type, error> parse_host(std::string_view text,
                                                                   parse_options o = {}) noexcept {
    const auto a = parse_authority(text, o);
    if (!a && a.error().rule != rule::port && a.error().rule != rule::userinfo) return std::unexpected{a.error()};
    if (!a || a->userinfo || a->port || !a->host) {
        const std::size_t after = text.starts_with('[') ? text.find(']') : 0;
        const std::size_t at = text.find_first_of("@:", after);
        return std::unexpected{error{at == std::string_view::npos ? text.size() : at, error_code::invalid_character,
                                     rule::host, o.edition}};
    }
    return host_type_of(*a->host, o.edition);
}

namespace literals {

/// A URI checked by the compiler: "https://example.com/"_uri. Anything else does not compile; the compiler's message
/// names the document and the rule.
[[nodiscard]] consteval uri_view operator""_uri(const char *text, std::size_t size) {
    const auto parsed = parse_uri({text, size});
    if (!parsed) detail::refuse_literal<edition::rfc3986>(parsed.error());
    return *parsed;
}

/// A URI-reference checked by the compiler: "../g"_uri_reference. Anything else does not compile, as above.
[[nodiscard]] consteval reference_view operator""_uri_reference(const char *text, std::size_t size) {
    const auto parsed = parse_uri_reference({text, size});
    if (!parsed) detail::refuse_literal<edition::rfc3986>(parsed.error());
    return *parsed;
}

} // namespace literals

} // namespace uniform
