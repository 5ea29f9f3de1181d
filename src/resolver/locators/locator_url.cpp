#include <uniform/resolver/locator_url.hpp>

#include <charconv>
#include <string>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/location_schemes.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/scheme.hpp>

#include "resolver/field_list.hpp"

namespace uniform::resolver {

namespace {

std::unexpected<problem> refused(std::string detail, std::size_t offset, std::string rule) {
    return std::unexpected{
        problem{.type = problem_type::invalid, .detail = std::move(detail), .offset = offset, .rule = std::move(rule)}};
}

} // namespace

std::expected<void, problem> check_locator_url(std::string_view url) {
    if (url.size() > longest_locator) {
        return refused("the URL is longer than " + std::to_string(longest_locator) + " bytes", longest_locator, {});
    }
    const auto u = parse_uri(url);
    if (!u) return std::unexpected{malformed(u.error(), url)};
    const std::string_view scheme = u->scheme();
    if (is_scheme_of_names(scheme)) {
        return refused(
            "a URN is a name, not a locator: a redirect to it would lead to a resolver again; other names of "
            "the resource are \"other_names\"",
            0, "RFC 8141 section 2.3.2");
    }
    if (ascii::equal_ignoring_case(scheme, "news")) return {};
    if (scheme_registry::standard().find(scheme) == nullptr) {
        return refused("the scheme \"" + std::string(scheme) + "\" is not registered", 0, "RFC 7595 section 3");
    }
    const auto host = u->host();
    if (!host || host->empty() || ascii::equal_ignoring_case(scheme, "file")) {
        return refused("a URL of the scheme \"" + std::string(scheme) + "\" names no host: it is not a locator", 0,
                       "RFC 8141 section 2.3.2");
    }
    if (ascii::equal_ignoring_case(scheme, "http") || ascii::equal_ignoring_case(scheme, "https")) {
        if (u->userinfo()) {
            return refused("a user in an http URL is not allowed", scheme.size() + 3, "RFC 9110 section 4.2.4");
        }
        if (const auto port = u->port(); port && !port->empty()) {
            unsigned number = 0;
            const char *end = port->data() + port->size();
            const auto [at, failed] = std::from_chars(port->data(), end, number);
            if (failed != std::errc{} || at != end || number == 0 || number > 65535) {
                return refused("the port must be from 1 to 65535", static_cast<std::size_t>(port->data() - url.data()),
                               "RFC 9110 section 4.2.1");
            }
        }
    }
    return {};
}

} // namespace uniform::resolver
