// What r-components mean here. RFC 8141 2.3.1 leaves their semantics to a later specification, and asks not to use them
// before; so a namespace has to switch them on (namespace_settings), and until then they are ignored.
//
//     urn:example:a?+s=I2C&type=application/json&lang=de&country=AT
//
// Pairs "key=value" between "&", percent-encoded where needed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/services.hpp>

namespace uniform::resolver {

struct r_request {
    std::optional<resolver::service> service = {}; ///< "s": one of RFC 2483 with one operand, as in services.hpp
    std::string media_type = {};                   ///< "type"
    std::string language = {};                     ///< "lang"
    std::string country = {};                      ///< "country": two letters, made upper case
    std::vector<std::string> ignored = {};         ///< pairs that mean nothing here, as written; at most 16
    bool operator==(const r_request &) const = default;
};

/// Reads an r-component. Nothing is an error: what is not understood is ignored, and said. Of a key that is there twice
/// the first counts. Linear.
[[nodiscard]] r_request read_r_component(std::string_view r);

} // namespace uniform::resolver
