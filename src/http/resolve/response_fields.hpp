// The header fields of the resolver's responses: those that every response has, and the lists of fields in the OpenAPI
// document.
//
// To add a field to every response of the resolver, add a row to `common_fields`.
#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string>

#include <uniform/resolver/correction.hpp>

#include "http/api/parameters.hpp"
#include "http/api/route.hpp"

namespace uniform::http {

/// A field of every response of the resolver, from the response cache or not. It depends on the request and on the
/// name, but not on the time: the response cache stores it.
struct common_field {
    response_field row;                                          ///< for the OpenAPI document
    std::string (*value)(std::span<const resolver::correction>); ///< empty: the field is left out
};

inline constexpr std::array common_fields{
    common_field{{"Uniform-Corrected",
                  "the corrections that turned the request into the URN that is meant: white-space, nested-resolver, "
                  "encoding, double-encoding, added-query, added-suffix"},
                 [](std::span<const resolver::correction> c) { return resolver::list_of(c); }},
};

using field_list = bounded_list<const response_field *, 8>;

/// The fields, and the common ones.
constexpr field_list with_common_fields(std::initializer_list<const response_field *> fields = {}) {
    field_list all{fields};
    for (const common_field &f : common_fields) all.push_back(&f.row);
    return all;
}

inline constexpr response_field cache_control_field{
    "Cache-Control", "how long the response may be cached; with shared_cache.stale_if_error also for how long after "
                     "that while the service "
                     "does not answer (stale-if-error, RFC 5861)"};
inline constexpr response_field vary_field{"Vary", "the request fields that the response depends on"};

/// For caches in front of the service (docs/caches.md).
inline constexpr response_field cdn_cache_control_field{
    "CDN-Cache-Control",
    "how long shared caches may keep the response (RFC 9213), if not as long as Cache-Control says: with the setting "
    "shared_cache.max_age. nginx is told the same as X-Accel-Expires, \"@\" and the second in Unix time until which it "
    "may send the response"};
inline constexpr response_field surrogate_key_field{
    "Surrogate-Key",
    "the keys by which a cache purges the response, separated by spaces: \"uniform\", \"urn:NID\", \"by-accept\" if "
    "Accept decides between locators, and \"name-\" with 16 hexadecimal digits; with shared_cache.keys = "
    "surrogate-key"};
inline constexpr response_field cache_tag_field{
    "Cache-Tag", "the same keys, separated by commas; with shared_cache.keys = cache-tag"};

/// The fields, those for shared caches, and the common ones.
constexpr field_list with_shared_cache_fields(std::initializer_list<const response_field *> fields) {
    field_list all = with_common_fields(fields);
    for (const auto *const f : {&cdn_cache_control_field, &surrogate_key_field, &cache_tag_field}) {
        all.push_back(f);
    }
    return all;
}

/// The header fields of redirects.
inline constexpr field_list redirect_fields =
    with_shared_cache_fields({&location_field, &cache_control_field, &vary_field});
/// The header fields of representations of a name.
inline constexpr field_list negotiated_fields =
    with_shared_cache_fields({&etag_field, &cache_control_field, &vary_field, &next_link_field});
/// The header fields of JSON results with an entity-tag.
inline constexpr field_list result_fields = with_shared_cache_fields({&etag_field, &cache_control_field, &vary_field});
/// The header fields of other JSON results.
inline constexpr field_list uncached_fields = with_common_fields({&cache_control_field});
/// The header fields of the page and the links of a withdrawn name.
inline constexpr field_list tombstone_fields = with_shared_cache_fields({&etag_field});
/// The header fields of problem details.
inline constexpr field_list problem_fields = with_shared_cache_fields({&cache_control_field});

} // namespace uniform::http
