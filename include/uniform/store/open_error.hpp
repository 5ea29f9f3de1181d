// Whether a store can be opened for writing, without changing anything.
#pragma once

#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace store {

/// Tries what store::open() with the same options would do, but makes and migrates nothing. At most a few seconds.
/// @return the reason why the store cannot be opened, a sentence; empty when it can, as far as can be told without
/// making it
[[nodiscard]] std::string open_error(std::string_view location, const store_options &o);

} // namespace store
} // namespace uniform
