#include "idna/punycode.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include <uniform/base/ascii.hpp>
#include <uniform/base/assertion.hpp>
#include <uniform/base/us_ascii.hpp>

namespace uniform::idna::detail {

namespace {

// RFC 3492 section 5; radix is its "base"
constexpr std::uint32_t radix = 36;
constexpr std::uint32_t t_min = 1;
constexpr std::uint32_t t_max = 26;
constexpr std::uint32_t skew = 38;
constexpr std::uint32_t damp = 700;
constexpr std::uint32_t initial_bias = 72;
constexpr std::uint32_t initial_n = 0x80;

constexpr std::uint64_t largest = std::numeric_limits<std::uint32_t>::max(); // RFC 3492 6.4

// RFC 3492 6.1
std::uint32_t adapted(std::uint64_t delta, std::size_t points, bool first) {
    UNIFORM_ASSERT(points != 0);
    delta = first ? delta / damp : delta / 2;
    delta += delta / points;
    std::uint32_t k = 0;
    for (; delta > (radix - t_min) * t_max / 2; k += radix) delta /= radix - t_min;
    return k + static_cast<std::uint32_t>((radix - t_min + 1) * delta / (delta + skew));
}

std::uint32_t threshold(std::uint32_t k, std::uint32_t bias) {
    return k <= bias + t_min ? t_min : k >= bias + t_max ? t_max : k - bias;
}

char digit(std::uint64_t value) {
    UNIFORM_ASSERT(value < radix);
    return static_cast<char>(value < 26 ? 'a' + value : '0' + (value - 26));
}

std::uint32_t value_of(char c) {
    if (c >= 'a' && c <= 'z') return static_cast<std::uint32_t>(c - 'a');
    if (ascii::is_digit(c)) return static_cast<std::uint32_t>(c - '0') + 26;
    return radix;
}

} // namespace

std::optional<std::string> punycode_of(std::u32string_view label) {
    std::string out;
    for (const char32_t c : label) {
        if (c < 0x80) out += static_cast<char>(c);
    }
    const std::size_t basic = out.size();
    std::size_t handled = basic;
    if (basic > 0) out += '-';
    char32_t n = initial_n;
    std::uint64_t delta = 0;
    std::uint32_t bias = initial_bias;
    while (handled < label.size()) {
        char32_t next = 0x10FFFF;
        for (const char32_t c : label) {
            if (c >= n) next = std::min(next, c);
        }
        UNIFORM_ASSERT(next >= n && handled >= basic);
        delta += std::uint64_t{next - n} * (handled + 1);
        if (delta > largest) return std::nullopt;
        n = next;
        for (const char32_t c : label) {
            if (c < n) ++delta;
            if (c != n) continue;
            std::uint64_t q = delta;
            for (std::uint32_t k = radix;; k += radix) {
                const std::uint32_t t = threshold(k, bias);
                if (q < t) break;
                out += digit(t + (q - t) % (radix - t));
                q = (q - t) / (radix - t);
            }
            out += digit(q);
            bias = adapted(delta, handled + 1, handled == basic);
            delta = 0;
            ++handled;
        }
        ++delta;
        ++n;
    }
    return out;
}

std::optional<std::u32string> punycode_decoded(std::string_view text) {
    std::u32string out;
    if (const std::size_t last = text.rfind('-'); last != std::string_view::npos && last > 0) {
        if (!base::is_us_ascii(text.substr(0, last))) return std::nullopt;
        out.assign(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(last));
        text.remove_prefix(last + 1);
    }
    char32_t n = initial_n;
    std::uint64_t i = 0;
    std::uint32_t bias = initial_bias;
    while (!text.empty()) {
        const std::uint64_t old = i;
        std::uint64_t weight = 1;
        for (std::uint32_t k = radix;; k += radix) {
            if (text.empty()) return std::nullopt;
            const std::uint32_t value = value_of(text.front());
            text.remove_prefix(1);
            if (value == radix) return std::nullopt;
            i += value * weight;
            if (i > largest) return std::nullopt;
            const std::uint32_t t = threshold(k, bias);
            if (value < t) break;
            weight *= radix - t;
            if (weight > largest) return std::nullopt;
        }
        const std::size_t size = out.size() + 1;
        bias = adapted(i - old, size, old == 0);
        if (i / size > 0x10FFFFU - n) return std::nullopt;
        n += static_cast<char32_t>(i / size);
        i %= size;
        if (n >= 0xD800 && n < 0xE000) return std::nullopt;
        UNIFORM_ASSERT(i <= out.size() && n <= 0x10FFFF);
        out.insert(out.begin() + static_cast<std::ptrdiff_t>(i), n);
        ++i;
    }
    return out;
}

} // namespace uniform::idna::detail
