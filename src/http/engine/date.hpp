// The date of HTTP's fields: IMF-fixdate. RFC 9110 5.6.7.
#pragma once

#include <array>
#include <ctime>
#include <limits>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_INTERNAL_API {
namespace http {

/// "Sun, 06 Nov 1994 08:49:37 GMT" for seconds since 1970, for years 0 to 9999 (others are moved to the nearest).
/// Writes 29 characters. Cost: some divisions, no allocation, no time zone.
class date_text {
public:
    date_text() noexcept { set(0); }
    explicit date_text(std::time_t at) noexcept { set(at); }

    /// Writes another second. Free if it is the same as before.
    void set(std::time_t at) noexcept;
    [[nodiscard]] std::string_view view() const noexcept UNIFORM_LIFETIMEBOUND { return {text_.data(), text_.size()}; }

private:
    std::array<char, 29> text_{};
    std::time_t at_ = std::numeric_limits<std::time_t>::min();
};

} // namespace http
} // namespace uniform
