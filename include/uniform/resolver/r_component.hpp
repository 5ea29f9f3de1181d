// The r-components that Uniform interprets. RFC 8141 2.3.1 leaves their semantics to a later specification and advises
// against using them before; so a namespace must enable them (namespace_settings), and otherwise they are ignored.
//
//     urn:example:a?+s=I2C&type=application/json&lang=de&country=AT
//
// Pairs "key=value" between "&", percent-encoded where needed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/services.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// The parameters of an r-component for the resolver.
struct r_request {
    std::optional<resolver::service> service = {}; ///< "s": one of RFC 2483 with one operand, as in services.hpp
    std::string media_type = {};                   ///< "type"
    std::string language = {};                     ///< "lang"
    std::string country = {};                      ///< "country": two letters, made upper case
    std::vector<std::string> ignored = {};         ///< pairs that are not interpreted, as written; at most 16
    bool operator==(const r_request &) const = default;
};

/// Parses an r-component. There are no errors: pairs that are not understood are listed in `ignored`. The first one of
/// a duplicate key is used. Linear.
[[nodiscard]] r_request read_r_component(std::string_view r);

} // namespace resolver
} // namespace uniform
