// Functions that delegations and transfers share.
#pragma once

#include <cstdint>
#include <string_view>

#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service::detail {

/// Withdraws the open transfers of this prefix.
void end_open_transfers(store::writing &w, const resolver::principal &who, std::string_view prefix,
                        std::string_view why);

/// Writes a delegation, and updates the lists of the prefixes of its registrars.
/// @return the revision of the delegation
store::revision write_delegation(store::writing &w, const resolver::delegation &d, std::string_view action);

} // namespace uniform::service::detail
