// JSON pointers: "/locators/0/url" (RFC 6901).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/json/value.hpp>

namespace uniform UNIFORM_API {
namespace json {

/// Adds the reference token of a member, "~" and "/" escaped (RFC 6901 section 3), or of an element.
void append_token(std::string &pointer, std::string_view name);
/// @overload
void append_token(std::string &pointer, std::size_t index);

/// The pointer to a member or an element of what `parent` points to.
[[nodiscard]] std::string pointer_to(std::string_view parent, std::string_view name);
/// @overload
[[nodiscard]] std::string pointer_to(std::string_view parent, std::size_t index);

/// The value that the pointer points to (RFC 6901 section 4); nullptr when there is nothing, or when it is no pointer.
/// Cost: linear in the members of the objects on the way.
[[nodiscard]] const value *at(const value &root UNIFORM_LIFETIMEBOUND, std::string_view pointer) noexcept;
const value *at(const value &&root, std::string_view pointer) = delete;

} // namespace json
} // namespace uniform
