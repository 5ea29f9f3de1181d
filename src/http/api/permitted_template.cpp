#include "http/api/permitted_template.hpp"

#include <utility>

#include <uniform/resolver/location_schemes.hpp>
#include <uniform/resolver/locator_template.hpp>

#include "http/api/router.hpp"

namespace uniform::http {

std::expected<void, resolver::problem> check_scheme_of_template(const request_context &c, std::string_view text) {
    if (text.empty()) return {};
    const auto url = resolver::locator_of_template(text, "urn:example:a", {});
    auto fine = resolver::check_schemes({.locators = {{.url = url.value_or("")}}}, location_schemes_of(c));
    if (!fine) fine.error().pointer = "/locator_template";
    return fine;
}

} // namespace uniform::http
