// A URL of the current standards is read alike by the generic syntax, by the document of its scheme and by what carries
// out its access plan; and its normal form means the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/compare.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/scheme.hpp>
#include <uniform/url/access_plan.hpp>
#include <uniform/url/url.hpp>

#include "agreement/laws.hpp"

namespace agreement {

using namespace uniform; // NOLINT(google-global-namespace-in-headers): tests and fuzz targets alone include this

inline std::string shown(const std::optional<std::string_view> &text) {
    return text ? '"' + std::string{*text} + '"' : "none";
}

// The login of a view, if its scheme has one.
template <class View>
const login_view *login_of(const View &view) {
    if constexpr (requires { view.login.host; }) {
        return &view.login;
    } else if constexpr (requires { view.server->host; }) {
        return view.server ? &*view.server : nullptr;
    } else {
        return nullptr;
    }
}

inline std::string userinfo_of(const login_view &login) {
    return std::string{*login.user} + (login.password ? ':' + std::string{*login.password} : "");
}

// RFC 3986 3.2, 3.3: what the generic syntax calls user, host and port are those of the scheme; and what the scheme
// calls its path lies in the path, or in path and query for the schemes that say so: RFC 4266 2.1 (gopher), RFC 4156 2
// (wais), RFC 4516 2 (ldap), RFC 6068 2 (mailto), RFC 6455 3 (ws).
inline void same_components(findings &f, std::string_view text, const url_view &url) {
    constexpr std::string_view law = "a URL of today's standards is a URI with the same user, host, port and path";
    f.asked(law);
    const auto uri = parse_uri(text);
    if (!uri) return f.broken(law, text, "the generic syntax refuses it");
    std::visit(
        [&]<class View>(const View &view) {
            if (const login_view *login = login_of(view)) {
                const auto user = login->user ? std::optional{userinfo_of(*login)} : std::nullopt;
                if (user != uri->userinfo())
                    f.broken(law, text, "user " + shown(user) + ", not " + shown(uri->userinfo()));
                if (login->host != uri->host())
                    f.broken(law, text, "host " + shown(login->host) + ", not " + shown(uri->host()));
                if (login->port != uri->port())
                    f.broken(law, text, "port " + shown(login->port) + ", not " + shown(uri->port()));
            }
            if constexpr (requires { view.fpath; }) {
                std::string path = view.fpath ? '/' + std::string{*view.fpath} : "";
                if constexpr (requires { view.ftptype; }) {
                    if (view.ftptype) path += std::string{";type="} + *view.ftptype;
                }
                if (path != uri->path()) f.broken(law, text, "path " + path);
            }
            if constexpr (requires { view.hpath; }) {
                if ((view.hpath ? '/' + std::string{*view.hpath} : "") != uri->path()) f.broken(law, text, "path");
                if (view.search != uri->query()) f.broken(law, text, "query " + shown(view.search));
            }
        },
        url);
}

// RFC 9110 4.2.3: the escapes of a target that HTTP sends as it was written may differ as those of URLs do.
inline std::string normal_target(const std::string &target) {
    const std::string url = "http://h" + target;
    const auto uri = parse_uri(url);
    return uri ? normalize(*uri) : target;
}

inline std::string told(const access_plan &plan) {
    std::string host = plan.host.value_or("-");
    ascii::make_lower(host);
    std::string all = host + ':' + (plan.port ? std::to_string(*plan.port) : "-") + ' ' + plan.user.value_or("-") +
                      '/' + plan.password.value_or("-");
    for (const access_step &step : plan.steps) {
        std::string argument = step.argument.value_or("");
        std::string command = step.command;
        // RFC 6068 2: the names of header fields and the domains of mail addresses have no case.
        if (plan.scheme == "mailto") ascii::make_lower(command);
        if (plan.scheme == "mailto" && argument.contains('@')) ascii::make_lower(argument);
        if (command == "GET") argument = normal_target(argument);
        all += " | " + command + ' ' + argument;
    }
    return all;
}

// Section 3 of draft-ietf-uri-url-06 and its successors: the server that the plan contacts is that of the authority.
inline void plan_contacts_the_host(findings &f, std::string_view text, const access_plan &plan) {
    constexpr std::string_view law = "a plan contacts the host and the port of the authority, as its user";
    const auto uri = parse_uri(text);
    if (!uri || !uri->host() || uri->host()->empty()) return;
    f.asked(law);
    if (plan.scheme == "file") return; // RFC 8089: a name, which nothing here contacts
    if (plan.host != decode(*uri->host())) f.broken(law, text, "host " + plan.host.value_or("none"));
    const auto number = parse_port_number(uri->port().value_or(""));
    const scheme_info *known = scheme_registry::standard().find(plan.scheme);
    const auto port = number && *number ? *number : known == nullptr ? std::nullopt : known->default_port;
    if (plan.port != port) f.broken(law, text, "another port");
    if (uri->userinfo() && plan.user) {
        const std::string_view user = uri->userinfo()->substr(0, uri->userinfo()->find(':'));
        if (plan.user != decode(user)) f.broken(law, text, "user " + *plan.user);
    }
}

// RFC 3986 6.2: normal forms are equivalent to what they are made of.
inline void normal_form_means_the_same(findings &f, std::string_view text, const plan_options &options) {
    constexpr std::string_view valid = "the normal form of a URL is a URL";
    constexpr std::string_view same = "the normal form of a URL has the same plan";
    const auto uri = parse_uri(text);
    if (!uri) return;
    const std::string normal = normalize(*uri, {.level = comparison_level::scheme});
    f.asked(valid);
    const auto again = parse_url(normal);
    if (!again) return f.broken(valid, text, normal);
    const auto before = plan_access(text, options);
    if (!before) return;
    f.asked(same);
    const auto after = plan_access(normal, options);
    if (!after) return f.broken(same, text, normal + ": no plan");
    if (told(*before) != told(*after))
        f.broken(same, text, normal + ":\n    " + told(*before) + "\n    " + told(*after));
}

// RFC 3986 6.1: what is equivalent is the same resource, so that it is accessed alike; different plans mean not
// equivalent. Limit: both are URLs by the document of their scheme, which may require octets as they are (";type=" of
// ftp, ";base64" of data) or no path (telnet).
inline void equivalent_urls_have_one_plan(findings &f, std::string_view text, std::string_view other,
                                          const plan_options &options) {
    constexpr std::string_view law = "URLs that are equivalent have the same plan";
    const auto a = parse_uri(text);
    const auto b = parse_uri(other);
    if (!a || !b || !equivalent(*a, *b, {.level = comparison_level::scheme})) return;
    const auto one = plan_access(text, options);
    if (!one || !parse_url(other)) return;
    f.asked(law);
    const auto another = plan_access(other, options);
    const std::string both = std::string{text} + "' and '" + std::string{other};
    if (!another) return f.broken(law, both, "one has no plan");
    if (told(*one) != told(*another)) f.broken(law, both, told(*one) + "\n    " + told(*another));
}

} // namespace agreement
