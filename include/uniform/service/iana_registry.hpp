// IANA's namespaces, as this release or a newer list in the store has them.
#pragma once

#include <memory>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/store/store.hpp>
#include <uniform/urn/namespace.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// IANA's namespaces as the service knows them: namespace_registry::standard(), and the list in the store if it is
/// there. One look-up; a list that was read before is not read again.
[[nodiscard]] std::shared_ptr<const namespace_registry> registry_of(store::reading &r);
/// Whether IANA has registered the NID, as the service knows. The same cost.
[[nodiscard]] bool is_registered_with_iana(store::reading &r, std::string_view nid);

} // namespace service
} // namespace uniform
