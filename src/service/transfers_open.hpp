// Transfers that wait for an answer, for those who end what they are about.
#pragma once

#include <string_view>

#include <uniform/resolver/permission.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service::detail {

/// Withdraws the requests that are open for this prefix.
void end_open_transfers(store::writing &w, const resolver::principal &who, std::string_view prefix,
                        std::string_view why);

} // namespace uniform::service::detail
