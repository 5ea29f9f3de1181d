#include "text/prose.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <uniform/urn/urn.hpp>

#include "text/classes.hpp"
#include "text/typed_authority.hpp"

namespace uniform::text {

namespace {

std::size_t digits(std::string_view t) noexcept {
    return static_cast<std::size_t>(std::ranges::count_if(t, [](char c) { return is(c, digit_byte); }));
}

// RFC 3966 3: digits and visual separators, "+" first, parameters behind.
bool is_telephone(std::string_view rest) noexcept {
    rest = rest.substr(0, rest.find_first_of(";?,"));
    return digits(rest) >= 3 && rest.find_first_not_of("0123456789+-.()*#ABCDabcd") == std::string_view::npos;
}

bool has_address(std::string_view rest) noexcept {
    return rest.find('@', 1) != std::string_view::npos || rest.find("%40", 1) != std::string_view::npos;
}

bool begins_with_digit(std::string_view t) noexcept { return !t.empty() && is(t.front(), digit_byte); }

// RFC 2397 3: [ type "/" subtype ] *( ";" parameter ) [ ";base64" ] ","
bool is_data(std::string_view rest) noexcept {
    const auto comma = rest.find(',');
    if (comma == std::string_view::npos) return false;
    const std::string_view type = rest.substr(0, std::min(comma, rest.find(';')));
    return type.empty() || (type.find('/', 1) != std::string_view::npos && type.back() != '/');
}

// The length of an escape after its "\\", as string literals of programs and JSON have it.
std::size_t length_of_escape(std::string_view t) noexcept {
    if (t.size() < 2) return 0;
    if (std::string_view{"nrt"}.contains(t.front())) return 1;
    const std::size_t length = t.front() == 'u' ? 5 : t.front() == 'x' ? 3 : 0;
    const bool is_escape = length != 0 && t.size() > length &&
                           std::ranges::all_of(t.substr(1, length - 1), [](char c) { return is(c, hex_byte); });
    return is_escape ? length : 0;
}

} // namespace

std::optional<std::size_t> scheme_before(std::string_view text, std::size_t colon, std::size_t from) {
    std::size_t begin = colon;
    const std::size_t limit = colon - from > longest_scheme ? colon - longest_scheme : from;
    while (begin > limit && is(text[begin - 1], scheme_byte)) --begin;
    if (begin > from && is(text[begin - 1], scheme_byte)) return std::nullopt;
    const std::size_t run = begin;
    while (begin < colon && !is(text[begin], alpha_byte)) ++begin;
    if (begin == colon) return std::nullopt;
    // "1http" and "_http" are other words, "-http" and "2. http" without its space are not.
    if (begin > run && is(text[begin - 1], digit_byte)) return std::nullopt;
    if (begin == run && run > 0 && (text[run - 1] == '_' || is(text[run - 1], scheme_byte))) return std::nullopt;
    const std::string_view scheme = text.substr(begin, colon - begin);
    if (same("http", scheme) || same("https", scheme)) return begin;
    // A sentence that ends without a space, and an escape of a string literal: "end.http://", "\nhttp://",
    // "\u003chttp://".
    const auto dot = scheme.rfind('.');
    const std::size_t escape = begin == run && run > 0 && text[run - 1] == '\\' ? length_of_escape(scheme) : 0;
    if ((dot != std::string_view::npos || escape != 0) && !is_registered(scheme)) {
        if (dot != std::string_view::npos && is_registered(scheme.substr(dot + 1))) return begin + dot + 1;
        if (escape != 0 && is_registered(scheme.substr(escape))) return begin + escape;
    }
    return begin;
}

prose_scheme prose_scheme_of(std::string_view scheme) noexcept {
    using enum prose_scheme;
    // The schemes that people write in mail, in papers and on pages; each with a form that the words of a sentence do
    // not have. Left out for want of such a form: about, content, javascript, service, view-source and so on.
    constexpr auto known = std::to_array<std::pair<std::string_view, prose_scheme>>({
        {"urn", urn},        {"mailto", mailto}, {"news", news},    {"tel", tel}, {"sms", sms},
        {"sip", address},    {"sips", address},  {"xmpp", address}, {"geo", geo}, {"data", data},
        {"magnet", magnet},  {"doi", doi},       {"info", info},    {"tag", tag}, {"cid", content_id},
        {"mid", content_id}, {"did", did},       {"ark", ark},      {"hdl", hdl}, {"pkg", pkg},
        {"file", file},
    });
    if (scheme.size() < 3 || scheme.size() > 6) return none;
    for (const auto &[name, s] : known) {
        if (same(name, scheme)) return s;
    }
    return none;
}

bool has_form_of(prose_scheme s, std::string_view uri, std::string_view rest) {
    if (rest.empty()) return false;
    switch (s) {
    case prose_scheme::none:
        return false;
    case prose_scheme::urn:
        return parse_urn(uri).has_value();
    case prose_scheme::mailto: // RFC 6068 2: addresses, or "?" and a header field "to"
        return has_address(rest);
    case prose_scheme::news: // RFC 5538 2: newsgroup or message-id
        return has_address(rest) || rest == "*" ||
               (is(rest.front(), alpha_byte) && rest.find('.', 1) != std::string_view::npos);
    case prose_scheme::tel:
    case prose_scheme::sms:
        return is_telephone(rest);
    case prose_scheme::address: // RFC 3261 19.1, RFC 5122 2
        return has_address(rest) || (is_alnum(rest.front()) && rest.find('.', 1) != std::string_view::npos);
    case prose_scheme::geo: // RFC 5870 3.3
        return (begins_with_digit(rest) || (rest.front() == '-' && begins_with_digit(rest.substr(1)))) &&
               rest.contains(',');
    case prose_scheme::data:
        return is_data(rest);
    case prose_scheme::magnet:
        return rest.size() > 1 && rest.front() == '?';
    case prose_scheme::doi: // not registered, but printed in papers
        return rest.starts_with("10.") && rest.contains('/');
    case prose_scheme::info: // RFC 4452 3: namespace "/" identifier
        return is(rest.front(), alpha_byte) && rest.find('/', 1) < rest.size() - 1;
    case prose_scheme::tag: // RFC 4151 2.1: authority "," date ":"
        return is_alnum(rest.front()) && rest.contains(',') && rest.find(':', rest.find(',')) != std::string_view::npos;
    case prose_scheme::content_id: // RFC 2392 2: addr-spec
        return has_address(rest);
    case prose_scheme::did: // method ":" identifier
        return is_alnum(rest.front()) && rest.find(':', 1) < rest.size() - 1;
    case prose_scheme::ark:
        return begins_with_digit(rest.substr(rest.front() == '/' ? 1 : 0)) &&
               rest.find('/', 2) != std::string_view::npos;
    case prose_scheme::hdl:
        return begins_with_digit(rest) && rest.contains('/');
    case prose_scheme::pkg: // type "/" name
        return is(rest.front(), alpha_byte) && rest.find('/', 1) < rest.size() - 1;
    case prose_scheme::file: // RFC 8089 2: file:/path
        return rest.size() > 1 && rest.front() == '/' && rest[1] != '/';
    }
    return false;
}

bool names_a_place(std::string_view after_slashes) noexcept {
    // a byte above 0x7F stands here in an IRI alone
    return std::ranges::any_of(after_slashes, [](char c) { return is_alnum(c) || c == '[' || is_high(c); });
}

bool is_plausible(std::string_view uri, std::size_t colon, found_schemes which) {
    const std::string_view scheme = uri.substr(0, colon);
    const std::string_view rest = uri.substr(colon + 1);
    if (same("url", scheme)) return false; // the prefix
    if (rest.starts_with("//")) return names_a_place(rest.substr(2));
    // "std::string" is not meant as a URI.
    const bool something = !rest.empty() && rest.front() != ':' &&
                           std::ranges::any_of(rest, [](char c) { return is_alnum(c) || is_high(c); });
    if (which == found_schemes::any) return something;
    if (has_form_of(prose_scheme_of(scheme), uri, rest)) return true;
    return which == found_schemes::registered && something && is_registered(scheme);
}

} // namespace uniform::text
