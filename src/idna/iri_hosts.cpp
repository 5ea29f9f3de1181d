#include <uniform/idna/iri_hosts.hpp>

#include <optional>
#include <string_view>
#include <utility>

#include <uniform/uri/iri.hpp>

namespace uniform::idna {

std::expected<std::string, problem> uri_of_iri(const reference_view &iri, rules by) {
    std::optional<problem> refused;
    auto uri = iri_to_uri(iri, [&](std::string_view name) -> std::expected<std::string, error> {
        auto ascii = to_ascii(name, by);
        if (ascii) return *std::move(ascii);
        refused = std::move(ascii.error());
        return std::unexpected{error{refused->offset, error_code::invalid_name, rule::host, iri.edition()}};
    });
    if (uri) return *std::move(uri);
    if (!refused) refused = problem{0, 0, "the name has characters that no host of a URI has", "RFC 3986", "3.2.2"};
    refused->offset = uri.error().offset;
    return std::unexpected{*std::move(refused)};
}

std::string iri_of_uri(const reference_view &uri) {
    return uri_to_iri(uri, [](std::string_view host) -> std::optional<std::string> {
        const auto name = lookup_name(host);
        if (!name) return std::nullopt;
        std::string shown = display(*name).text;
        if (shown == host) return std::nullopt;
        return shown;
    });
}

} // namespace uniform::idna
