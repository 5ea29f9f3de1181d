// What a location of a store says, before anything is opened.
#pragma once

#include <string>
#include <string_view>

namespace uniform::store {

/// Whether it is a connection URI of PostgreSQL (RFC 3986 3.1: in any case).
[[nodiscard]] bool is_postgresql(std::string_view location) noexcept;

/// The path of a location that is not one of PostgreSQL's.
[[nodiscard]] std::string_view path_of(std::string_view location) noexcept;

/// Why nothing can be opened there, as far as the text alone tells; empty when nothing is wrong with it. Has nothing in
/// it of what may be a password.
[[nodiscard]] std::string what_is_wrong(std::string_view location);

/// The location without what may be a password, for messages: also of one that is wrong, so rather too little of it.
[[nodiscard]] std::string without_password(std::string_view location);

} // namespace uniform::store
