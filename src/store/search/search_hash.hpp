// By what the index of search finds a locator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <uniform/resolver/search_terms.hpp>

#include "store/history/event_encoding.hpp"

namespace uniform::store::detail {

/// The first 64 bits of the SHA-256 of its normal form. Whoever searches compares the locators, too.
[[nodiscard]] inline std::int64_t locator_hash(std::string_view url) {
    const digest d = sha256(resolver::normal_locator(url));
    std::uint64_t h = 0;
    for (std::size_t i = 0; i < 8; ++i) h = h << 8U | std::to_integer<std::uint64_t>(d.at(i));
    return static_cast<std::int64_t>(h);
}

} // namespace uniform::store::detail
