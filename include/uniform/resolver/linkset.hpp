// Links about a name: the fields of HTTP (RFC 8288) and application/linkset+json (RFC 9264), with the relations that
// Signposting recommends.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/record.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// A link: its relation type, target and target attributes (RFC 8288).
struct web_link {
    std::string relation = {}; ///< "item"
    std::string target = {};   ///< a URI
    std::string media_type = {};
    std::string language = {};
    bool operator==(const web_link &) const = default;
};

/// The URLs of the service's own representations of a name.
struct own_urls {
    std::string page = {};    ///< text/html
    std::string record = {};  ///< application/json
    std::string linkset = {}; ///< application/linkset+json
};

/// FAIR Signposting: the type of a landing page itself.
inline constexpr std::string_view about_page = "https://schema.org/AboutPage";

/// The links of a name, `locators` being those that are valid now: cite-as (the URN), describedby (the name record),
/// item (each locator), linkset, alternate (other names), type (metadata's "type" when it is a URI, or the class of
/// schema.org that its word means: "book" is https://schema.org/Book), license (when metadata has one that is a URI),
/// predecessor-version, successor-version.
[[nodiscard]] std::vector<web_link> links_of(std::string_view urn, const name_record &r,
                                             std::span<const locator *const> locators, const own_urls &at);

/// RFC 8288 3: `<https://...>; rel="item"; type="text/html"`, separated by ", ". The targets are URIs, so that nothing
/// needs quoting. What would make it longer than `limit` is left out: the linkset has all of them.
[[nodiscard]] std::string link_field(std::span<const web_link> links, std::size_t limit = 4096);

/// RFC 9264 4.2: {"linkset":[{"anchor":...,"item":[{"href":...,"type":...}]}]}.
[[nodiscard]] std::string linkset_json(std::string_view anchor, std::span<const web_link> links);

} // namespace resolver
} // namespace uniform
