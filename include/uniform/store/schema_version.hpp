// The version of a store's schema.
#pragma once

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace store {

/// The version of the schema that this library writes.
[[nodiscard]] int schema_version() noexcept;

} // namespace store
} // namespace uniform
