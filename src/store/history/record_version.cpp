#include "store/history/record_version.hpp"

#include <charconv>

namespace uniform::store::detail {

namespace {

constexpr std::string_view member = R"("record_version":)";
constexpr std::size_t most_digits = 20;

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

} // namespace

std::string with_version(std::string_view body, std::uint64_t version) {
    std::string out(body);
    if (version <= 1 || body.size() < 2 || !body.starts_with('{') || !body.ends_with('}')) return out;
    out.pop_back();
    if (out.size() > 1) out += ',';
    out.append(member).append(std::to_string(version)) += '}';
    return out;
}

std::pair<std::string_view, std::uint64_t> split_version(std::string_view stored) noexcept {
    constexpr std::uint64_t first = 1;
    if (!stored.starts_with('{') || !stored.ends_with('}')) return {stored, first};
    const auto end = stored.size() - 1;
    auto digits = end;
    while (digits > 0 && end - digits < most_digits && is_digit(stored[digits - 1])) --digits;
    if (digits == end || !stored.substr(0, digits).ends_with(member)) return {stored, first};
    std::uint64_t version = 0;
    const auto [stop, error] = std::from_chars(stored.data() + digits, stored.data() + end, version);
    if (error != std::errc{} || version <= first) return {stored, first};
    return {stored.substr(0, digits - member.size()), version};
}

std::string without_version(std::string_view stored, std::uint64_t &version) {
    const auto [text, number] = split_version(stored);
    version = number;
    std::string out(text);
    if (text.size() == stored.size()) return out;
    if (out.ends_with(',')) out.pop_back();
    out += '}';
    return out;
}

} // namespace uniform::store::detail
