// Abbreviated references (rfc2396bis-01 appendix F), completed.

#include <uniform/text/abbreviated.hpp>

#include <algorithm>
#include <array>

#include <uniform/parse.hpp>
#include <uniform/scheme.hpp>
#include <uniform/text/typed.hpp>

#include "text/classes.hpp"
#include "text/host_name.hpp"

namespace uniform {

namespace {

using text::is;
using text::same;

bool all_digits(std::string_view t) noexcept {
    return std::ranges::all_of(t, [](char c) { return is(c, text::digit_byte); });
}

// The ports that say more than a host name does; others, such as 8080, are mostly web servers.
std::string_view scheme_of_port(std::string_view port) noexcept {
    if (port == "443") return "https";
    if (port == "21") return "ftp";
    if (port == "70") return "gopher";
    if (port == "119") return "nntp";
    return {};
}

// "localhost:8080/x" matches the grammar of URIs, but there is no scheme of that name.
bool is_host_and_port(const uri_view &u) {
    if (u.authority() || scheme_registry::standard().find(u.scheme()) != nullptr) return false;
    const std::string_view port = u.path().substr(0, u.path().find('/'));
    return !port.empty() && port.size() <= 5 && all_digits(port) && text::is_host_name(u.scheme());
}

struct authority_parts {
    std::string_view host;
    std::string_view port;
    bool has_user = false;
};

authority_parts split(std::string_view authority) noexcept {
    authority_parts p;
    if (const auto at = authority.rfind('@'); at != std::string_view::npos) {
        p.has_user = true;
        authority.remove_prefix(at + 1);
    }
    const auto after = authority.starts_with('[') ? authority.find(']') : 0;
    const auto colon = after == std::string_view::npos ? after : authority.find(':', after);
    p.host = authority.substr(0, colon);
    if (colon != std::string_view::npos) p.port = authority.substr(colon + 1);
    return p;
}

struct choice {
    std::string_view scheme;
    completion_rule rule;
};

std::optional<choice> choose(const authority_parts &a, const complete_options &o) {
    using enum completion_rule;
    if (a.host.empty() || !all_digits(a.port) || a.port.size() > 5) return std::nullopt;
    const bool ip = a.host.front() == '[' || matches(rule::ipv4address, a.host);
    const std::string_view name = a.host.substr(0, a.host.size() - (a.host.ends_with('.') ? 1 : 0));
    if (!ip && !text::is_host_name(name)) return std::nullopt;
    if (const auto scheme = scheme_of_port(a.port); !scheme.empty()) return choice{scheme, known_port};
    const auto dot = name.find('.');
    const std::string_view first = dot == std::string_view::npos ? std::string_view{} : name.substr(0, dot);
    if (!ip && same("ftp", first)) return choice{"ftp", ftp_host};
    if (!ip && same("gopher", first)) return choice{"gopher", gopher_host};
    if (!ip && text::begins_like_www(name)) return choice{o.default_scheme, www_host};
    return choice{o.default_scheme, ip ? ip_address : host_name};
}

} // namespace

std::string_view to_string(completion_rule r) noexcept {
    constexpr std::array<std::string_view, 10> names{"",           "is-uri",   "mail-address", "network-path",
                                                     "known-port", "ftp-host", "gopher-host",  "www-host",
                                                     "ip-address", "host-name"};
    return names[static_cast<std::size_t>(r)];
}

std::optional<completion> complete(std::string_view typed, const complete_options &o) {
    completion c;
    std::string clean = clean_typed(typed).text;
    if (const auto parsed = parse_uri(clean); parsed && !is_host_and_port(*parsed)) {
        c.uri = std::move(clean);
        c.rule = completion_rule::is_uri;
        c.guess = false;
        return c;
    }
    if (clean.starts_with("//")) {
        c.uri = std::string{o.default_scheme} + ':' + clean;
        c.rule = completion_rule::network_path;
    } else {
        const std::string_view text = clean;
        const std::string_view authority = text.substr(0, text.find_first_of("/?#"));
        const std::string_view after = text.substr(authority.size());
        const authority_parts parts = split(authority);
        const auto chosen = choose(parts, o);
        if (!chosen) return std::nullopt;
        c.rule = chosen->rule;
        if (parts.has_user && parts.port.empty() && !after.starts_with('/') &&
            chosen->rule != completion_rule::ip_address) {
            c.uri = "mailto:" + clean;
            c.rule = completion_rule::mail_address;
        } else {
            c.uri = std::string{chosen->scheme} + "://" + clean;
        }
    }
    const auto parsed = parse_uri(c.uri);
    if (!parsed || (parsed->authority() && (!parsed->host() || parsed->host()->empty()))) return std::nullopt;
    return c;
}

} // namespace uniform
