#include "http/engine/date.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

#include <uniform/base/assertion.hpp>

namespace uniform::http {
namespace {

void two_digits(char *to, unsigned value) noexcept {
    to[0] = static_cast<char>('0' + value / 10 % 10);
    to[1] = static_cast<char>('0' + value % 10);
}

} // namespace

void date_text::set(std::time_t at) noexcept {
    if (at == at_) return;
    at_ = at;
    // RFC 9110 5.6.7: IMF-fixdate = day-name "," SP day SP month SP year SP hour ":" minute ":" second SP GMT
    constexpr std::time_t first = -62167219200; // 0000-01-01
    constexpr std::time_t last = 253402300799;  // 9999-12-31T23:59:59
    const std::chrono::sys_seconds second{std::chrono::seconds{std::clamp(at, first, last)}};
    const auto day = std::chrono::floor<std::chrono::days>(second);
    const std::chrono::year_month_day date{day};
    const auto rest = static_cast<unsigned>((second - day).count());
    const auto year = static_cast<unsigned>(static_cast<int>(date.year()));
    const auto month = static_cast<unsigned>(date.month());
    UNIFORM_ASSERT(date.ok() && rest < 86'400 && month >= 1 && month <= 12);
    char *to = text_.data();
    std::memcpy(to, &"SunMonTueWedThuFriSat"[std::size_t{3} * std::chrono::weekday{day}.c_encoding()], 3);
    std::memcpy(to + 3, ", ", 2);
    two_digits(to + 5, static_cast<unsigned>(date.day()));
    to[7] = ' ';
    std::memcpy(to + 8, &"JanFebMarAprMayJunJulAugSepOctNovDec"[std::size_t{3} * (month - 1)], 3);
    to[11] = ' ';
    two_digits(to + 12, year / 100);
    two_digits(to + 14, year % 100);
    to[16] = ' ';
    two_digits(to + 17, rest / 3600);
    to[19] = ':';
    two_digits(to + 20, rest / 60 % 60);
    to[22] = ':';
    two_digits(to + 23, rest % 60);
    std::memcpy(to + 25, " GMT", 4);
}

} // namespace uniform::http
