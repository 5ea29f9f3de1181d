// The list of IANA's that the store has.
#pragma once

#include <string_view>

#include <uniform/registry/iana_list.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service::stored_iana_list {

inline constexpr std::string_view kind = "registry";
inline constexpr std::string_view id = "iana";

/// Throws store::failure (damaged).
[[nodiscard]] registry::iana_list list_in(const store::document &d);

} // namespace uniform::service::stored_iana_list
