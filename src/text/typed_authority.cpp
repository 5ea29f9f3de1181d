#include "text/typed_authority.hpp"

#include <algorithm>
#include <array>

#include <uniform/uri/parse.hpp>
#include <uniform/uri/scheme.hpp>

#include "text/classes.hpp"
#include "text/host_name.hpp"
#include "text/typed_characters.hpp"

namespace uniform::text {

namespace {

bool all_digits(std::string_view t) noexcept {
    return std::ranges::all_of(t, [](char c) { return is(c, digit_byte); });
}

// Schemes that nothing is without "//" and a host, by the registry's references; those that people type.
bool needs_host(std::string_view scheme) noexcept {
    constexpr auto known = std::to_array<std::string_view>({"http", "https", "ftp", "gopher", "nntp", "telnet", "ws",
                                                            "wss", "sftp", "ssh", "irc", "ircs", "rtsp", "ldaps"});
    return std::ranges::any_of(known, [&](std::string_view k) { return same(k, scheme); });
}

// The full stops that UTS 46 and RFC 3490 3.1 take for "." in a host name.
std::size_t size_of_stop(std::string_view t) noexcept {
    const character c = first_of(t);
    return is_full_stop(c.code) || c.code == 0xFF61 ? c.size : 0;
}

} // namespace

bool is_registered(std::string_view scheme) { return scheme_registry::standard().find(scheme) != nullptr; }

std::size_t scheme_size(std::string_view t) noexcept {
    if (t.empty() || !is(t.front(), alpha_byte)) return 0;
    std::size_t n = 1;
    while (n < t.size() && is(t[n], scheme_byte)) ++n;
    return n < t.size() && t[n] == ':' ? n : 0;
}

std::optional<half_uri> without_slashes(std::string_view text) noexcept {
    const std::string_view scheme = text.substr(0, text.find_first_of(":/"));
    if (!needs_host(scheme)) return std::nullopt;
    std::string_view rest = text.substr(scheme.size());
    if (!rest.starts_with(':') && !rest.starts_with("//")) return std::nullopt; // "ftp/x" is a host and a path
    rest.remove_prefix(rest.starts_with(':') ? 1 : 0);
    rest.remove_prefix(std::min(rest.find_first_not_of('/'), rest.size()));
    return half_uri{scheme, rest};
}

authority_parts split_authority(std::string_view authority) noexcept {
    authority_parts p;
    if (const auto at = authority.rfind('@'); at != std::string_view::npos) {
        p.has_user = true;
        p.user = authority.substr(0, at);
        authority.remove_prefix(at + 1);
    }
    const auto after = authority.starts_with('[') ? authority.find(']') : 0;
    const auto colon = after == std::string_view::npos ? after : authority.find(':', after);
    p.host = authority.substr(0, colon);
    if (colon != std::string_view::npos) p.port = authority.substr(colon + 1);
    return p;
}

bool is_port(std::string_view t) noexcept {
    unsigned n = 0;
    for (const char c : t) {
        if (!is(c, digit_byte)) return false;
        n = std::min(n * 10 + static_cast<unsigned>(c - '0'), 65536U);
    }
    return n <= 65535;
}

bool is_address(std::string_view host) noexcept {
    return matches(rule::ip_literal, host) || matches(rule::ipv4address, host);
}

bool is_address_or_name(std::string_view host, bool iris) noexcept {
    constexpr std::size_t longest_host = 255; // RFC 1035 2.3.4
    if (is_address(host)) return true;
    if (!iris) {
        const std::string_view name = host.substr(0, host.size() - (host.ends_with('.') ? 1 : 0));
        return is_host_name(name) && !all_digits(name.substr(name.rfind('.') + 1));
    }
    if (host.size() > longest_host) return false;
    std::string_view label;
    while (!host.empty()) {
        std::size_t n = 0;
        while (n < host.size() && size_of_stop(host.substr(n)) == 0) ++n;
        label = host.substr(0, n);
        if (!is_host_name(label, true)) return false;
        host.remove_prefix(n);
        host.remove_prefix(size_of_stop(host));
    }
    return !label.empty() && !all_digits(label);
}

bool is_host_and_port(std::string_view text) {
    const std::size_t scheme = scheme_size(text);
    if (scheme == 0 || is_registered(text.substr(0, scheme))) return false;
    const std::string_view rest = text.substr(scheme + 1);
    const std::string_view port = rest.substr(0, rest.find_first_of("/?#"));
    return !port.empty() && all_digits(port) && is_host_name(text.substr(0, scheme));
}

bool begins_beyond_words(std::string_view t) {
    if (t.starts_with("//") || same("www.", t.substr(0, 4))) return true;
    const std::size_t scheme = scheme_size(t);
    return scheme != 0 && (t.substr(scheme).starts_with("://") || is_registered(t.substr(0, scheme)));
}

std::string_view authority_in(std::string_view text) {
    const std::size_t scheme = scheme_size(text);
    std::size_t begin = 0;
    if (const auto half = without_slashes(text)) {
        begin = text.size() - half->rest.size();
    } else if (scheme != 0 && text.substr(scheme).starts_with("://")) {
        begin = scheme + 3;
    } else if (text.starts_with("//")) {
        begin = 2;
    } else if (scheme != 0 && same("mailto", text.substr(0, scheme))) {
        begin = scheme + 1;
    } else if (scheme != 0 && !is_host_and_port(text)) {
        return {};
    }
    return text.substr(begin, std::min(text.find_first_of("/?#", begin), text.size()) - begin);
}

std::size_t punctuation_behind_host(std::string_view t) {
    const std::size_t n = size_at_end(t, [](char32_t c) { return is_punctuation(c) || is_full_stop(c); });
    if (n == 0) return 0;
    const std::string_view run = t.substr(t.size() - n);
    std::string_view before = t.substr(0, t.size() - n);
    before.remove_suffix(size_at_end(before, [](char32_t c) { return is_white_space(c) || is_invisible(c); }));
    const std::string_view authority = authority_in(before);
    if (authority.empty() ||
        authority.size() + static_cast<std::size_t>(authority.data() - before.data()) != before.size())
        return 0;
    const authority_parts p = split_authority(authority);
    if (!is_port(p.port) || !is_address_or_name(p.host, true)) return 0;
    const bool has_scheme = authority.data() != before.data();
    const bool is_mailto = same("mailto:", before.substr(0, 7));
    if (is_mailto && !p.has_user) return 0; // no addr-spec
    const bool is_mail = p.has_user && p.port.empty() && (!has_scheme || is_mailto);
    const std::size_t stop = is_full_stop(first_of(run).code) ? first_of(run).size : 0;
    if (stop == run.size() && !is_mail) return 0;
    if (has_scheme) { // the full stop of the root, and what begins an empty port or a query
        std::string_view rest = run.substr(is_mail ? 0 : stop);
        if (!is_mail && rest.starts_with(':')) rest.remove_prefix(1);
        return rest.empty() || rest.starts_with('?') ? 0 : n;
    }
    // A word alone is no host.
    const bool is_word = !p.host.contains('.') && !p.host.starts_with('[') && p.user.empty() && p.port.empty() &&
                         !same("localhost", p.host);
    return is_word ? 0 : n;
}

} // namespace uniform::text
