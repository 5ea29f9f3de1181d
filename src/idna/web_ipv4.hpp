// URL Standard, "Host parsing": the IPv4 parser and the ends-in-a-number checker, for names and for URLs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/ascii.hpp>

namespace uniform::idna::detail {

// The validation errors of the IPv4 parser, in the order of the standard.
enum class ipv4_error : std::uint8_t {
    too_many_parts,
    non_numeric_part,
    empty_part,
    too_few_parts,
    non_decimal_part,
    out_of_range_part,
};

// "a part of an IPv4 address is not a number"
constexpr std::string_view message(ipv4_error e) noexcept {
    constexpr std::array<std::string_view, 6> says{
        "an IPv4 address has more than 4 parts",
        "a part of an IPv4 address is not a number",
        "an IPv4 address ends with \".\"",
        "an IPv4 address has fewer than 4 parts",
        "a part of an IPv4 address is a hexadecimal or octal number",
        "a part of an IPv4 address is too large",
    };
    static_assert(says.size() == static_cast<std::size_t>(ipv4_error::out_of_range_part) + 1);
    return says[static_cast<std::size_t>(e)];
}

// The position at which the IPv4 parser fails.
struct ipv4_failure {
    ipv4_error error;
    std::size_t offset;
    std::size_t size; // of the part, or of the whole text
};

struct web_ipv4_number {
    std::uint64_t value; // too_large_for_ipv4 stands for every larger one
    bool validation_error;
};
inline constexpr std::uint64_t too_large_for_ipv4 = std::uint64_t{1} << 40U;

// "IPv4 number parser"
constexpr std::optional<web_ipv4_number> parse_ipv4_number(std::string_view text) noexcept {
    if (text.empty()) return std::nullopt;
    bool validation_error = false;
    unsigned radix = 10;
    if (text.starts_with("0X") || text.starts_with("0x")) {
        validation_error = true;
        text.remove_prefix(2);
        radix = 16;
    } else if (text.size() >= 2 && text.front() == '0') {
        validation_error = true;
        text.remove_prefix(1);
        radix = 8;
    }
    if (text.empty()) return web_ipv4_number{0, true};
    std::uint64_t value = 0;
    for (const char c : text) {
        const bool is_digit = radix == 16 ? ascii::is_hexdig(c) : c >= '0' && c < static_cast<char>('0' + radix);
        if (!is_digit) return std::nullopt;
        value = std::min(value * radix + ascii::hex_value(c), too_large_for_ipv4);
    }
    return web_ipv4_number{value, validation_error};
}

// "Ends in a number checker"; `text` is ASCII and not empty.
constexpr bool ends_in_a_number(std::string_view text) noexcept {
    if (text.ends_with('.')) text.remove_suffix(1);
    const auto dot = text.rfind('.');
    const auto last = dot == std::string_view::npos ? text : text.substr(dot + 1);
    if (!last.empty() && std::ranges::all_of(last, ascii::is_digit)) return true;
    return parse_ipv4_number(last).has_value();
}

// "IPv4 parser"; calls `record(error, offset)` for each validation error.
template <class Record>
constexpr std::expected<std::uint32_t, ipv4_failure> parse_ipv4(std::string_view text, Record &&record) {
    using enum ipv4_error;
    const std::size_t whole = text.size();
    if (text.ends_with('.')) {
        record(empty_part, text.size() - 1);
        text.remove_suffix(1);
    }
    const auto parts = static_cast<std::size_t>(std::ranges::count(text, '.')) + 1;
    if (parts < 4) record(too_few_parts, std::size_t{0});
    if (parts > 4) {
        record(too_many_parts, std::size_t{0});
        return std::unexpected{ipv4_failure{too_many_parts, 0, whole}};
    }
    std::array<std::uint64_t, 4> numbers{};
    std::array<std::string_view, 4> texts{};
    const auto offset_of = [&](std::size_t i) { return static_cast<std::size_t>(texts[i].data() - text.data()); };
    std::size_t from = 0;
    for (std::size_t i = 0; i < parts; ++i) {
        const auto to = std::min(text.find('.', from), text.size());
        texts[i] = text.substr(from, to - from);
        const auto number = parse_ipv4_number(texts[i]);
        if (!number) {
            record(non_numeric_part, from);
            return std::unexpected{ipv4_failure{non_numeric_part, from, to - from}};
        }
        if (number->validation_error) record(non_decimal_part, from);
        numbers[i] = number->value;
        from = to + 1;
    }
    const auto first_large =
        static_cast<std::size_t>(std::ranges::find_if(numbers, [](auto n) { return n > 255; }) - numbers.begin());
    if (first_large < parts) record(out_of_range_part, offset_of(first_large));
    const auto last = parts - 1;
    // "greater than or equal to 256 ** (5 - numbers's size)"
    if (first_large < last || numbers[last] >= std::uint64_t{1} << (8 * (5 - parts))) {
        return std::unexpected{ipv4_failure{out_of_range_part, offset_of(first_large), texts[first_large].size()}};
    }
    auto address = static_cast<std::uint32_t>(numbers[last]);
    for (std::size_t i = 0; i < last; ++i) address += static_cast<std::uint32_t>(numbers[i]) << (8 * (3 - i));
    return address;
}

// "IPv4 serializer"
inline std::string serialize_ipv4(std::uint32_t address) {
    std::string out;
    for (unsigned i = 0; i < 4; ++i) {
        if (i != 0) out += '.';
        out += std::to_string(address >> (24 - 8 * i) & 0xFFU);
    }
    return out;
}

} // namespace uniform::idna::detail
