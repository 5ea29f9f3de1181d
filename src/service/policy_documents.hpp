// The documents that govern a key: the settings of its namespace, and delegations.
#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service {

/// The content of a document, parsed once for several callers. Throws store::failure (damaged) when it cannot be read.
[[nodiscard]] std::shared_ptr<const resolver::namespace_settings> settings_in(const store::document &d);
[[nodiscard]] std::shared_ptr<const resolver::delegation> delegation_in(const store::document &d);
/// The active delegation with the longest prefix of this key, and its revision. Null: there is none.
[[nodiscard]] std::pair<std::shared_ptr<const resolver::delegation>, store::revision>
active_delegation(store::reading &r, std::string_view key);

} // namespace uniform::service
