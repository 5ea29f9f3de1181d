// The address of a client as text, which owns it: a proxy's field may have another form of it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_INTERNAL_API {
namespace http {

/// `address_text{"192.0.2.1"}` is a copy, of at most 64 characters: addresses have at most 45. No allocation.
class address_text {
public:
    address_text() = default;
    address_text(std::string_view text) noexcept // NOLINT(google-explicit-constructor): it stands for its text
        : size_(std::min(text.size(), text_.size())) {
        std::copy_n(text.begin(), size_, text_.begin());
    }
    operator std::string_view() const noexcept UNIFORM_LIFETIMEBOUND { // NOLINT(google-explicit-constructor)
        return {text_.data(), size_};
    }

private:
    std::array<char, 64> text_{};
    std::size_t size_ = 0;
};

} // namespace http
} // namespace uniform
