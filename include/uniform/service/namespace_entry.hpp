// A namespace that is managed here, as it is read (namespaces.hpp).
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/json/value.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace json {
class writer;
} // namespace json
} // namespace uniform

namespace uniform UNIFORM_API {
namespace service {

/// A namespace and its version.
struct namespace_entry {
    resolver::namespace_settings settings = {};
    std::uint64_t event = 0;   ///< of the last change
    std::uint64_t version = 1; ///< the number of its versions, for ETag and If-Match
};

/// The namespace of that NID, in any case of letters; std::nullopt if it is not managed here. One look-up.
[[nodiscard]] std::optional<namespace_entry> find_namespace(store::reading &r, std::string_view nid);

/// The problem not_found for a namespace that is not managed here, with the members "namespace", "similar" and
/// "add_with", the request that adds it. `similar`, if not empty, is the NID that may have been meant; then there is no
/// "add_with", because a namespace is permanent.
[[nodiscard]] resolver::problem namespace_not_managed(std::string_view nid, std::string_view similar = {});
/// The NID that differs least from this one, of a namespace that is managed here or registered with IANA; empty if none
/// is similar. Looks at up to 50 managed ones with the same first letter, and at all of IANA's.
[[nodiscard]] std::string similar_namespace(store::reading &r, std::string_view nid);

/// The same as find_namespace(), or the problem not_found.
[[nodiscard]] std::expected<namespace_entry, resolver::problem> namespace_of(store::reading &r, std::string_view nid);

/// Writes a namespace as an object, with its "version".
void write(json::writer &w, const namespace_entry &n);
/// The same as a value.
[[nodiscard]] json::value value_of(const namespace_entry &n);

} // namespace service
} // namespace uniform
