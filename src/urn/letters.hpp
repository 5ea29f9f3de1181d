// Prefixes compared without regard to case.
#pragma once

#include <span>
#include <string_view>

#include <uniform/base/ascii.hpp>

namespace uniform::detail {

/// The first of `prefixes` with which the text begins; nullptr if there is none.
constexpr const std::string_view *prefix_of(std::string_view text,
                                            std::span<const std::string_view> prefixes) noexcept {
    for (const std::string_view &p : prefixes) {
        if (ascii::starts_with_ignoring_case(text, p)) return &p;
    }
    return nullptr;
}

} // namespace uniform::detail
