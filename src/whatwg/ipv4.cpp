// URL Standard, "Host parsing" and "Host serializing": IPv4 addresses. The algorithms are those of
// src/idna/web_ipv4.hpp.

#include <cstddef>

#include "idna/web_ipv4.hpp"
#include "whatwg/host_parser.hpp"

namespace uniform::whatwg {

namespace {

error_kind kind_of(idna::detail::ipv4_error e) {
    using enum error_kind;
    constexpr std::array<error_kind, 6> kinds{ipv4_too_many_parts, ipv4_non_numeric_part, ipv4_empty_part,
                                              ipv4_too_few_parts,  ipv4_non_decimal_part, ipv4_out_of_range_part};
    static_assert(kinds.size() == static_cast<std::size_t>(idna::detail::ipv4_error::out_of_range_part) + 1);
    return kinds.at(static_cast<std::size_t>(e));
}

} // namespace

bool ends_in_a_number(std::string_view text) { return idna::detail::ends_in_a_number(text); }

std::optional<std::uint32_t> parse_ipv4(std::string_view text, std::size_t at, bool in_place, recorder &record) {
    const auto place = [&](std::size_t offset) { return in_place ? at + offset : at; };
    const auto address = idna::detail::parse_ipv4(
        text, [&](idna::detail::ipv4_error e, std::size_t offset) { record.add(kind_of(e), place(offset)); });
    if (address) return *address;
    record.failed(kind_of(address.error().error), place(address.error().offset));
    return std::nullopt;
}

std::string serialize_ipv4(std::uint32_t address) { return idna::detail::serialize_ipv4(address); }

} // namespace uniform::whatwg
