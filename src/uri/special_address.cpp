// The ranges are those of IANA's registries of special-purpose addresses (RFC 6890), and of multicast.
#include <uniform/uri/special_address.hpp>

#include <algorithm>
#include <charconv>

#include <uniform/base/ascii.hpp>
#include <uniform/base/enum_names.hpp>

namespace uniform {

namespace {

constexpr ip_address v4(unsigned a, unsigned b = 0, unsigned c = 0, unsigned d = 0) {
    std::array<std::uint8_t, 16> bytes{};
    bytes[0] = static_cast<std::uint8_t>(a);
    bytes[1] = static_cast<std::uint8_t>(b);
    bytes[2] = static_cast<std::uint8_t>(c);
    bytes[3] = static_cast<std::uint8_t>(d);
    return {bytes, false};
}

consteval ip_address v6(const char *text) { return parse_ipv6address(text).value(); }

namespace by_use {

using enum address_use;

// The first that matches: more specific ones come first.
constexpr special_range ranges[]{
    // clang-format off
    {v4(169, 254, 169, 254), 32, link_local, "the address of the metadata service of clouds, which has a machine's credentials", "RFC 3927", "2"},
    {v4(0), 32, unspecified, "the unspecified address, which many systems use for themselves", "RFC 1122", "3.2.1.3"},
    {v4(0), 8, unspecified, "an address of \"this network\", which some systems use for themselves", "RFC 1122", "3.2.1.3"},
    {v4(10), 8, private_network, "an address of a private network", "RFC 1918", "3"},
    {v4(100, 64), 10, private_network, "a shared address inside the network of a carrier", "RFC 6598", "7"},
    {v4(127), 8, loopback, "a loopback address: the machine that reads the identifier", "RFC 1122", "3.2.1.3"},
    {v4(169, 254), 16, link_local, "an address of the local link", "RFC 3927", "2"},
    {v4(172, 16), 12, private_network, "an address of a private network", "RFC 1918", "3"},
    {v4(192, 0, 2), 24, reserved, "an address for documentation", "RFC 5737", "3"},
    {v4(192, 0, 0), 24, reserved, "an address for protocols of the IETF", "RFC 6890", "2.1"},
    {v4(192, 168), 16, private_network, "an address of a private network", "RFC 1918", "3"},
    {v4(198, 18), 15, reserved, "an address for measuring network devices", "RFC 2544", "C.2.2"},
    {v4(198, 51, 100), 24, reserved, "an address for documentation", "RFC 5737", "3"},
    {v4(203, 0, 113), 24, reserved, "an address for documentation", "RFC 5737", "3"},
    {v4(224), 4, multicast, "a multicast address", "RFC 5771", "3"},
    {v4(255, 255, 255, 255), 32, multicast, "the broadcast address of the local network", "RFC 919", "7"},
    {v4(240), 4, reserved, "an address that is reserved for the future", "RFC 1112", "4"},
    {v6("::"), 128, unspecified, "the unspecified address, which many systems use for themselves", "RFC 4291", "2.5.2"},
    {v6("::1"), 128, loopback, "the loopback address: the machine itself that reads the identifier", "RFC 4291", "2.5.3"},
    {v6("fd00:ec2::254"), 128, private_network, "the address at which a cloud tells a machine its credentials", "RFC 4193", "3"},
    {v6("100::"), 64, reserved, "an address that discards", "RFC 6666", "4"},
    {v6("2001:db8::"), 32, reserved, "an address for documentation", "RFC 3849", "2"},
    {v6("3fff::"), 20, reserved, "an address for documentation", "RFC 9637", "2"},
    {v6("fc00::"), 7, private_network, "a unique local address, of a private network", "RFC 4193", "3"},
    {v6("fe80::"), 10, link_local, "an address of the local link", "RFC 4291", "2.5.6"},
    {v6("fec0::"), 10, private_network, "a site-local address, of a private network", "RFC 3879", "4"},
    {v6("ff00::"), 8, multicast, "a multicast address", "RFC 4291", "2.7"},
    // clang-format on
};

} // namespace by_use

bool begins_with(const ip_address &address, const ip_address &prefix, unsigned bits) noexcept {
    if (address.is_v6() != prefix.is_v6()) return false;
    const auto a = address.bytes();
    const auto b = prefix.bytes();
    for (std::size_t i = 0; bits != 0; ++i) {
        const unsigned take = std::min(bits, 8U);
        const auto mask = 0xFFU << (8 - take);
        if (((a[i] ^ b[i]) & mask & 0xFFU) != 0) return false;
        bits -= take;
    }
    return true;
}

std::optional<std::uint64_t> number_of_part(std::string_view text) noexcept {
    int base = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        base = 16;
        text.remove_prefix(2);
        if (text.empty()) return 0; // as browsers read it
    } else if (text.size() > 1 && text[0] == '0') {
        base = 8;
    }
    std::uint64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (text.empty() || problem != std::errc{} || end != text.data() + text.size() || value > 0xFFFFFFFF) return {};
    return value;
}

} // namespace

std::optional<ip_address> rare_address(std::string_view name) noexcept {
    if (name.empty() || !ascii::is_digit(name.front())) return std::nullopt; // as most are names
    if (parse_ipv4address(name)) return std::nullopt;
    if (name.ends_with('.')) name.remove_suffix(1);
    std::uint64_t value = 0;
    unsigned parts = 0;
    for (;;) {
        const auto dot = name.find('.');
        const auto part = number_of_part(name.substr(0, dot));
        if (!part || ++parts > 4) return std::nullopt;
        const bool last = dot == std::string_view::npos;
        const std::uint64_t greatest = last ? 0xFFFFFFFFULL >> (8 * (parts - 1)) : 255;
        if (*part > greatest) return std::nullopt;
        value |= last ? *part : *part << (8 * (4 - parts));
        if (last) break;
        name.remove_prefix(dot + 1);
    }
    const auto byte = [&](unsigned shift) { return static_cast<unsigned>(value >> shift & 0xFF); };
    return v4(byte(24), byte(16), byte(8), byte(0));
}

std::optional<ip_address> embedded_address(const ip_address &address) noexcept {
    if (!address.is_v6()) return std::nullopt;
    const auto b = address.bytes();
    const auto from = [&](std::size_t i) { return v4(b[i], b[i + 1], b[i + 2], b[i + 3]); };
    if (begins_with(address, v6("::ffff:0:0"), 96) || begins_with(address, v6("64:ff9b::"), 96)) return from(12);
    if (begins_with(address, v6("2002::"), 16)) return from(2);
    // RFC 4291 2.5.5.1: "::" and "::1" are no IPv4-compatible addresses.
    if (begins_with(address, v6("::"), 96) && (b[12] != 0 || b[13] != 0)) return from(12);
    return std::nullopt;
}

const special_range *special_range_of(const ip_address &address) noexcept {
    const auto *const it = std::ranges::find_if(
        by_use::ranges, [&](const special_range &r) { return begins_with(address, r.prefix, r.bits); });
    return it == std::end(by_use::ranges) ? nullptr : it;
}

std::string_view to_string(address_use u) noexcept {
    static constexpr auto names = enum_table<address_use>({{address_use::loopback, "loopback"},
                                                           {address_use::private_network, "private"},
                                                           {address_use::link_local, "link-local"},
                                                           {address_use::unspecified, "unspecified"},
                                                           {address_use::multicast, "multicast"},
                                                           {address_use::reserved, "reserved"}});
    return names.name(u);
}

address_in_host address_of_host(std::string_view host) noexcept {
    address_in_host found;
    found.address = host_address(host);
    if (!found.address) {
        found.address = rare_address(host);
        found.rare = found.address.has_value();
    }
    if (!found.address) {
        if (host.ends_with('.')) host.remove_suffix(1);
        constexpr std::string_view local = "localhost";
        const auto end = host.size() > local.size() ? host.substr(host.size() - local.size() - 1) : std::string_view{};
        if (!ascii::equal_ignoring_case(host, local) &&
            !(end.starts_with('.') && ascii::equal_ignoring_case(end.substr(1), local))) {
            return found;
        }
        found.address = v4(127, 0, 0, 1);
    }
    const auto inner = embedded_address(*found.address);
    found.special = special_range_of(inner ? *inner : *found.address);
    return found;
}

} // namespace uniform
