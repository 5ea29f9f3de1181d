// URL Standard, "Host parsing" and "Host serializing": IPv4 addresses.

#include <algorithm>
#include <cstddef>

#include <uniform/base/ascii.hpp>

#include "whatwg/host_parser.hpp"

namespace uniform::whatwg {

namespace {

struct ipv4_number {
    std::uint64_t value; // too_large stands for every larger one
    bool validation_error;
};
constexpr std::uint64_t too_large = std::uint64_t{1} << 40U;

bool is_digit_of(char c, unsigned radix) {
    if (radix == 16) return ascii::is_hexdig(c);
    return c >= '0' && c < static_cast<char>('0' + radix);
}

// "IPv4 number parser"
std::optional<ipv4_number> parse_ipv4_number(std::string_view text) {
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
    if (text.empty()) return ipv4_number{0, true};
    std::uint64_t value = 0;
    for (const char c : text) {
        if (!is_digit_of(c, radix)) return std::nullopt;
        value = std::min(value * radix + ascii::hex_value(c), too_large);
    }
    return ipv4_number{value, validation_error};
}

} // namespace

bool ends_in_a_number(std::string_view text) {
    if (text.ends_with('.')) text.remove_suffix(1);
    const auto dot = text.rfind('.');
    const auto last = dot == std::string_view::npos ? text : text.substr(dot + 1);
    if (!last.empty() && std::ranges::all_of(last, ascii::is_digit)) return true;
    return parse_ipv4_number(last).has_value();
}

std::optional<std::uint32_t> parse_ipv4(std::string_view text, std::size_t at, bool in_place, recorder &record) {
    using enum error_kind;
    const auto place = [&](std::size_t offset) { return in_place ? at + offset : at; };
    if (text.ends_with('.')) {
        record.add(ipv4_empty_part, place(text.size() - 1));
        text.remove_suffix(1);
    }
    const auto parts = static_cast<std::size_t>(std::ranges::count(text, '.')) + 1;
    if (parts < 4) record.add(ipv4_too_few_parts, at);
    if (parts > 4) {
        record.fail(ipv4_too_many_parts, at);
        return std::nullopt;
    }
    std::array<std::uint64_t, 4> numbers{};
    std::array<std::size_t, 4> offsets{};
    std::size_t from = 0;
    for (std::size_t i = 0; i < parts; ++i) {
        const auto to = std::min(text.find('.', from), text.size());
        offsets[i] = place(from);
        const auto number = parse_ipv4_number(text.substr(from, to - from));
        if (!number) {
            record.fail(ipv4_non_numeric_part, offsets[i]);
            return std::nullopt;
        }
        if (number->validation_error) record.add(ipv4_non_decimal_part, offsets[i]);
        numbers[i] = number->value;
        from = to + 1;
    }
    const auto first_large =
        static_cast<std::size_t>(std::ranges::find_if(numbers, [](auto n) { return n > 255; }) - numbers.begin());
    if (first_large < parts) record.add(ipv4_out_of_range_part, offsets[first_large]);
    const auto last = parts - 1;
    // "greater than or equal to 256 ** (5 - numbers's size)"
    if (first_large < last || numbers[last] >= std::uint64_t{1} << (8 * (5 - parts))) {
        record.failed(ipv4_out_of_range_part, offsets[first_large]);
        return std::nullopt;
    }
    auto address = static_cast<std::uint32_t>(numbers[last]);
    for (std::size_t i = 0; i < last; ++i) address += static_cast<std::uint32_t>(numbers[i]) << (8 * (3 - i));
    return address;
}

std::string serialize_ipv4(std::uint32_t address) {
    std::string out;
    for (unsigned i = 0; i < 4; ++i) {
        if (i != 0) out += '.';
        out += std::to_string(address >> (24 - 8 * i) & 0xFFU);
    }
    return out;
}

} // namespace uniform::whatwg
