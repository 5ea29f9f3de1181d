// Abbreviated references (rfc2396bis-01 appendix F), completed.

#include <uniform/text/abbreviated.hpp>

#include <algorithm>
#include <array>

#include <uniform/text/typed.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/scheme.hpp>

#include "text/classes.hpp"
#include "text/host_name.hpp"

namespace uniform {

namespace {

using text::is;
using text::same;

bool all_digits(std::string_view t) noexcept {
    return std::ranges::all_of(t, [](char c) { return is(c, text::digit_byte); });
}

// Ports that identify the protocol better than the host name; others, such as 8080, are mostly web servers.
std::string_view scheme_of_port(std::string_view port) noexcept {
    for (const std::string_view scheme : {"http", "https", "ftp", "gopher", "nntp"}) {
        const scheme_info *const known = scheme_registry::standard().find(scheme);
        if (known != nullptr && known->default_port && port == std::to_string(*known->default_port)) return scheme;
    }
    return {};
}

// "localhost:8080/x" matches the grammar of URIs, but there is no scheme of that name.
bool is_host_and_port(const uri_view &u) {
    if (u.authority() || scheme_registry::standard().find(u.scheme()) != nullptr) return false;
    const std::string_view port = u.path().substr(0, u.path().find('/'));
    return !port.empty() && all_digits(port) && text::is_host_name(u.scheme());
}

bool is_port(std::string_view t) noexcept {
    unsigned n = 0;
    for (const char c : t) {
        if (!is(c, text::digit_byte)) return false;
        n = std::min(n * 10 + static_cast<unsigned>(c - '0'), 65536U);
    }
    return n <= 65535;
}

// Schemes that nothing is without "//" and a host, by the registry's references; those that people type.
bool needs_host(std::string_view scheme) noexcept {
    constexpr auto known = std::to_array<std::string_view>({"http", "https", "ftp", "gopher", "nntp", "telnet", "ws",
                                                            "wss", "sftp", "ssh", "irc", "ircs", "rtsp", "ldaps"});
    return std::ranges::any_of(known, [&](std::string_view k) { return same(k, scheme); });
}

struct authority_parts {
    std::string_view user;
    std::string_view host;
    std::string_view port;
    bool has_user = false;
};

authority_parts split(std::string_view authority) noexcept {
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

struct choice {
    std::string_view scheme;
    completion_rule rule;
};

std::optional<choice> choose(const authority_parts &a, const complete_options &o) {
    using enum completion_rule;
    if (a.host.empty() || !is_port(a.port)) return std::nullopt;
    if (a.has_user && a.user.empty()) return std::nullopt; // "@name" is a name in a network, not a host
    const bool ip = a.host.front() == '[' || matches(rule::ipv4address, a.host);
    const std::string_view name = a.host.substr(0, a.host.size() - (a.host.ends_with('.') ? 1 : 0));
    if (!ip && !text::is_host_name(name, is_iri_edition(o.edition))) return std::nullopt;
    // "12345", "256.1.1.1": RFC 1123 2.1, no name ends in a label of digits alone.
    if (!ip && all_digits(name.substr(name.rfind('.') + 1))) return std::nullopt;
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
    constexpr std::array<std::string_view, 11> names{"",           "is-uri",    "mail-address",   "network-path",
                                                     "known-port", "ftp-host",  "gopher-host",    "www-host",
                                                     "ip-address", "host-name", "missing-slashes"};
    return names[static_cast<std::size_t>(r)];
}

namespace {

std::string_view authority_of(std::string_view rest) { return rest.substr(0, rest.find_first_of("/?#")); }

// "http:www.example.org", "http:/www.example.org", "http//www.example.org": the scheme, and what follows the slashes.
struct half_uri {
    std::string_view scheme;
    std::string_view rest;
};
std::optional<half_uri> without_slashes(std::string_view clean) {
    const std::string_view scheme = clean.substr(0, clean.find_first_of(":/"));
    if (!needs_host(scheme)) return std::nullopt;
    std::string_view rest = clean.substr(scheme.size());
    if (!rest.starts_with(':') && !rest.starts_with("//")) return std::nullopt; // "ftp/x" is a host and a path
    rest.remove_prefix(rest.starts_with(':') ? 1 : 0);
    rest.remove_prefix(std::min(rest.find_first_not_of('/'), rest.size()));
    return half_uri{scheme, rest};
}

bool has_host(const uri_view &u) { return u.authority() && u.host() && !u.host()->empty(); }

// Removes the punctuation at the end, and records its position.
void leave_out_punctuation(std::string_view typed, cleaned_text &clean) {
    std::size_t end = typed.size();
    auto &actions = clean.actions;
    auto before = actions.size(); // of the actions, those that lie before `end`
    std::string &text = clean.text;
    while (!text.empty() && std::string_view{",;:!?"}.contains(text.back())) {
        for (; before > 0 && actions[before - 1].end == end; --before) end = actions[before - 1].begin;
        --end;
        text.pop_back();
        actions.insert(actions.begin() + static_cast<std::ptrdiff_t>(before),
                       {cleaning::what::punctuation, end, end + 1});
    }
}

} // namespace

std::optional<completion> complete(std::string_view typed, const complete_options &o) {
    completion c;
    cleaned_text clean = clean_typed(typed);
    const auto done = [&]() -> std::optional<completion> {
        c.cleaned = std::move(clean.actions);
        return std::move(c);
    };
    const auto half = without_slashes(clean.text);
    if (const auto parsed = parse_uri(clean.text, {.edition = o.edition}); parsed && (!half || has_host(*parsed))) {
        cleaned_text bare = clean;
        leave_out_punctuation(typed, bare);
        const auto other = parse_uri(bare.text, {.edition = o.edition});
        if (!other || !is_host_and_port(*other)) {
            c.uri = std::move(clean.text);
            c.rule = completion_rule::is_uri;
            c.guess = false;
            return done();
        }
    }
    leave_out_punctuation(typed, clean);
    const std::string_view text = clean.text;
    if (const auto uri = without_slashes(text)) {
        if (!choose(split(authority_of(uri->rest)), o)) return std::nullopt;
        c.uri = std::string{uri->scheme} + "://" + std::string{uri->rest};
        c.rule = completion_rule::missing_slashes;
    } else if (half) { // "http:"
        return std::nullopt;
    } else if (text.starts_with("//")) {
        if (!choose(split(authority_of(text.substr(2))), o)) return std::nullopt;
        c.uri = std::string{o.default_scheme} + ':' + clean.text;
        c.rule = completion_rule::network_path;
    } else {
        const std::string_view authority = authority_of(text);
        const std::string_view after = text.substr(authority.size());
        if (authority.ends_with(':') && after.starts_with("//")) return std::nullopt; // "1http://": no scheme, no port
        const authority_parts parts = split(authority);
        const auto chosen = choose(parts, o);
        if (!chosen) return std::nullopt;
        c.rule = chosen->rule;
        if (parts.has_user && parts.port.empty() && !after.starts_with('/') &&
            chosen->rule != completion_rule::ip_address) {
            c.uri = "mailto:" + clean.text;
            c.rule = completion_rule::mail_address;
        } else {
            c.uri = std::string{chosen->scheme} + "://" + clean.text;
        }
    }
    const auto parsed = parse_uri(c.uri, {.edition = o.edition});
    if (!parsed || (parsed->authority() && !has_host(*parsed))) return std::nullopt;
    return done();
}

} // namespace uniform
