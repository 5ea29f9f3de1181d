// The words of the setting shared_cache.keys.
#pragma once

#include <cstddef>
#include <cstdint>

#include <uniform/base/enum_names.hpp>

namespace uniform::http {

/// The header field with the keys by which a cache in front of the service purges a response.
enum class key_field : std::uint8_t {
    none,
    surrogate_key, ///< Surrogate-Key, separated by spaces
    cache_tag,     ///< Cache-Tag, separated by commas
};
inline constexpr auto key_field_names = enum_table<key_field>(
    {{key_field::none, "none"}, {key_field::surrogate_key, "surrogate-key"}, {key_field::cache_tag, "cache-tag"}});
static_assert(key_field_names.size() == static_cast<std::size_t>(key_field::cache_tag) + 1);

} // namespace uniform::http
