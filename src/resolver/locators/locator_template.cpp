#include <uniform/resolver/locator_template.hpp>

#include <utility>

#include <uniform/resolver/locator_url.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/uri/parse.hpp>

#include "resolver/locators/locator_path.hpp"
#include "resolver/name_variables.hpp"

namespace uniform::resolver {

namespace {

// RFC 6570 3.2.3: "{+x}" in the query, unless x is the NID, which has no reserved characters.
bool keeps_reserved_in_query(std::string_view text) {
    bool in_query = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char next = at + 1 < text.size() ? text[at + 1] : '\0';
        if (text[at] == '#' || (text[at] == '{' && next == '#')) return false; // the fragment begins
        if (text[at] == '?') in_query = true;
        if (text[at] != '{') continue;
        const std::string_view expression = text.substr(at, text.find('}', at) - at);
        if (in_query && next == '+' && expression != "{+nid") return true;
        in_query = in_query || next == '?';
        at += expression.size() - 1;
    }
    return false;
}

} // namespace

std::expected<void, problem> check_new_locator_template(std::string_view text) {
    if (!keeps_reserved_in_query(text)) return {};
    auto refused = refuse_member(
        "locator_template", "\"locator_template\" must not have \"{+...}\" in its query, where \"&\" of a name would "
                            "be what a q-component adds: \"{nss}\" encodes it");
    refused.error().rule = "RFC 8141 section 2.3.2";
    return refused;
}

std::expected<void, locator_template_error> check_locator_template(std::string_view text) {
    std::string host_and_port;
    // The shortest name, and one with what could end a host or begin another one.
    for (const std::string_view urn : {"urn:example:a", "urn:example:b@c/d:1%C3%A9'"}) {
        auto url = detail::expanded_url(text, detail::values_of(urn, {}));
        if (!url) return std::unexpected{locator_template_error{std::move(url.error().says), url.error().offset}};
        if (const auto fine = check_locator_url(*url); !fine) {
            return std::unexpected{locator_template_error{"must make locators, but makes \"" + *url + "\" of \"" +
                                                          std::string(urn) + "\": " + fine.error().detail}};
        }
        const auto u = parse_uri(*url);
        if (detail::has_dot_segment(u->path())) {
            return std::unexpected{locator_template_error{"must have no \".\" or \"..\" segment in its path"}};
        }
        std::string found{u->authority() ? std::string_view{*u->authority()} : std::string_view{}};
        if (host_and_port.empty()) {
            host_and_port = std::move(found);
        } else if (host_and_port != found) {
            return std::unexpected{locator_template_error{"must have the same host for all names: nss, suffix and urn "
                                                          "belong into its path, its query or its fragment"}};
        }
    }
    // RFC 3986 3.2.2; what a template has beyond US-ASCII is percent-encoded (RFC 6570 3.1).
    if (host_and_port.contains('%')) {
        const std::size_t slashes = text.find("//");
        return std::unexpected{locator_template_error{
            "must have its host without percent-encoding, and a name beyond US-ASCII as A-labels "
            "(\"xn--...\"), as `uniform host ascii` prints them",
            slashes == std::string_view::npos ? std::nullopt : std::optional{slashes + 2}}};
    }
    return {};
}

std::optional<std::string> locator_of_template(std::string_view text, std::string_view urn, std::string_view prefix) {
    auto url = detail::expanded_url(text, detail::values_of(urn, prefix));
    if (!url || !check_locator_url(*url)) return std::nullopt;
    const auto u = parse_uri(*url);
    if (!u || detail::has_dot_segment(u->path())) return std::nullopt;
    return std::move(*url);
}

} // namespace uniform::resolver
