// Abbreviated references (rfc2396bis-01 appendix F), completed.

#include <uniform/text/abbreviated.hpp>

#include <algorithm>

#include <uniform/base/enum_names.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/text/typed.hpp>
#include <uniform/uri/iri.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/scheme.hpp>
#include <uniform/url/url.hpp>

#include "text/classes.hpp"
#include "text/host_name.hpp"
#include "text/typed_authority.hpp"

namespace uniform {

namespace {

using text::authority_parts;
using text::same;
using text::split_authority;

// Ports that identify the protocol better than the host name; others, such as 8080, are mostly web servers.
std::string_view scheme_of_port(std::string_view port) noexcept {
    for (const std::string_view scheme : {"http", "https", "ftp", "gopher", "nntp"}) {
        const scheme_info *const known = scheme_registry::standard().find(scheme);
        if (known != nullptr && known->default_port && port == std::to_string(*known->default_port)) return scheme;
    }
    return {};
}

struct choice {
    std::string_view scheme;
    completion_rule rule;
};

std::optional<choice> choose(const authority_parts &a, const complete_options &o) {
    using enum completion_rule;
    if (a.host.empty() || !text::is_port(a.port)) return std::nullopt;
    if (a.has_user && a.user.empty()) return std::nullopt; // "@name" is a name in a network, not a host
    if (!text::is_address_or_name(a.host, is_iri_edition(o.edition))) return std::nullopt;
    const bool ip = text::is_address(a.host);
    const std::string_view name = a.host.substr(0, a.host.size() - (a.host.ends_with('.') ? 1 : 0));
    if (const auto scheme = scheme_of_port(a.port); !scheme.empty()) return choice{scheme, known_port};
    const auto dot = name.find('.');
    const std::string_view first = dot == std::string_view::npos ? std::string_view{} : name.substr(0, dot);
    if (!ip && same("ftp", first)) return choice{"ftp", ftp_host};
    if (!ip && same("gopher", first)) return choice{"gopher", gopher_host};
    if (!ip && text::begins_like_www(name)) return choice{o.default_scheme, www_host};
    return choice{o.default_scheme, ip ? ip_address : host_name};
}

bool has_host(const uri_view &u) { return u.authority() && u.host() && !u.host()->empty(); }

// RFC 6068 2: what an address may not have as it is, is percent-encoded; by an edition of IRIs, letters are not. "" if
// it is no address.
std::string mail_url(std::string_view address, std::string_view fields, uniform::edition e) {
    const auto decoded = decode(address); // "a%26b@c.example" is encoded already
    auto url = make_mailtourl({.to = {decoded ? *decoded : std::string{address}}});
    if (!url) return {};
    if (const auto parsed = parse_uri(*url); parsed && is_iri_edition(e)) url = uri_to_iri(*parsed);
    return *url + std::string{fields};
}

// RFC 5538 3, 4: an nntp URL names a group, a news URL may name the server alone.
std::string news_url(std::string_view authority, std::string_view rest) {
    const bool is_server = rest.empty() || rest == "/";
    return std::string{is_server ? "news://" : "nntp://"} + std::string{authority} +
           std::string{is_server ? "/" : rest};
}

// A completion is valid by the scheme's own document, too: http, for one, has no user names (RFC 9110 4.2.4). A
// fragment is not part of the URL (RFC 1738 3.3).
bool is_valid_completion(std::string_view uri, uniform::edition e) {
    const auto parsed = parse_uri(uri, {.edition = e});
    if (!parsed || (parsed->authority() && !has_host(*parsed))) return false;
    if (find_url_scheme(parsed->scheme()) == nullptr) return true;
    const std::string of_us_ascii = iri_to_uri(*parsed);
    return parse_url(std::string_view{of_us_ascii}.substr(0, of_us_ascii.find('#'))).has_value();
}

// Whether punctuation was removed that is behind no closing delimiter: behind a host, which then is a guess.
bool lost_punctuation(const std::vector<cleaning> &actions) {
    using enum cleaning::what;
    bool is_behind = false; // a closing delimiter, or white space after one
    std::uint64_t end = 0;
    for (const cleaning &c : actions) {
        if (c.begin != end) is_behind = false;
        end = c.end;
        if (c.kind == punctuation && !is_behind) return true;
        is_behind = is_behind || c.kind == angle_bracket || c.kind == quote || c.kind == bracket;
    }
    return false;
}

std::optional<completion> complete_read(cleaned_text clean, const complete_options &o) {
    completion c;
    const std::string_view text = clean.text;
    const std::string_view authority = typed_authority(text);
    const std::string_view after = text.substr(
        authority.data() == nullptr ? 0 : static_cast<std::size_t>(authority.data() - text.data()) + authority.size());
    const auto half = text::without_slashes(text);
    if (const auto parsed = parse_uri(text, {.edition = o.edition});
        parsed && (!half || has_host(*parsed)) && !text::is_host_and_port(text)) {
        c.rule = completion_rule::is_uri;
        c.guess = lost_punctuation(clean.actions);
        c.uri = std::move(clean.text);
        c.cleaned = std::move(clean.actions);
        return c;
    }
    const authority_parts parts = split_authority(authority);
    const auto chosen = choose(parts, o);
    if (!chosen) return std::nullopt;
    if (half) {
        c.uri = std::string{half->scheme} + "://" + std::string{half->rest};
        c.rule = completion_rule::missing_slashes;
    } else if (text.starts_with("//")) {
        c.uri = std::string{o.default_scheme} + ':' + clean.text;
        c.rule = completion_rule::network_path;
    } else if (authority.data() != text.data() || (authority.ends_with(':') && after.starts_with("//"))) {
        return std::nullopt; // "1http://": no scheme, no port
    } else {
        c.rule = chosen->rule;
        if (parts.has_user && parts.port.empty() && !after.starts_with('/') &&
            chosen->rule != completion_rule::ip_address) {
            c.uri = mail_url(authority, after, o.edition);
            c.rule = completion_rule::mail_address;
        } else if (chosen->scheme == "nntp") {
            c.uri = news_url(authority, after);
        } else {
            c.uri = std::string{chosen->scheme} + "://" + clean.text;
        }
    }
    if (!is_valid_completion(c.uri, o.edition)) return std::nullopt;
    c.cleaned = std::move(clean.actions);
    return c;
}

} // namespace

std::string_view to_string(completion_rule r) noexcept {
    static constexpr auto names = enum_table<completion_rule>({{completion_rule::is_uri, "is-uri"},
                                                               {completion_rule::mail_address, "mail-address"},
                                                               {completion_rule::network_path, "network-path"},
                                                               {completion_rule::known_port, "known-port"},
                                                               {completion_rule::ftp_host, "ftp-host"},
                                                               {completion_rule::gopher_host, "gopher-host"},
                                                               {completion_rule::www_host, "www-host"},
                                                               {completion_rule::ip_address, "ip-address"},
                                                               {completion_rule::host_name, "host-name"},
                                                               {completion_rule::missing_slashes, "missing-slashes"}});
    return names.name(r);
}

std::optional<completion> complete(std::string_view typed, const complete_options &o) {
    auto clean = read_typed(typed);
    return clean ? complete_read(*std::move(clean), o) : std::nullopt;
}

} // namespace uniform
