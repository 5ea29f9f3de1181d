#include <uniform/resolver/locator_template.hpp>

#include <utility>

#include <uniform/resolver/locator_url.hpp>
#include <uniform/uri/parse.hpp>

#include "resolver/locator_path.hpp"
#include "resolver/name_variables.hpp"

namespace uniform::resolver {

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
