#include <uniform/idna/public_suffix.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

#include <uniform/base/ascii.hpp>
#include <uniform/idna/internationalized_name.hpp>

#include "idna/suffix_lists.hpp"

namespace uniform::idna {

namespace {

constexpr std::size_t longest_label = 63;
// Each octet of a name stands for one character at most, of four bytes that are each percent-encoded.
constexpr std::size_t longest_host = std::size_t{3} * 4 * longest_dns_name;

// Octets of eight of a name at once (SIMD within a register); each octet of a result is 0x80 or 0.
using octets = std::uint64_t;
constexpr octets each = 0x0101010101010101;
constexpr octets high = each * 0x80;

// Octets of US-ASCII that are at least `least`.
constexpr octets at_least(octets x, unsigned char least) noexcept { return (x + each * (0x80U - least)) & high; }
constexpr octets between(octets x, char first, char last) noexcept {
    return at_least(x, static_cast<unsigned char>(first)) & ~at_least(x, static_cast<unsigned char>(last + 1));
}

// The first octet's bit is the lowest.
constexpr std::uint64_t bits_of(octets marks) noexcept { return ((marks >> 7U) * 0x0102040810204080) >> 56U; }

// Whether a name is plain, and where its dots and hyphens are: a bit for each.
struct plain_marks {
    bool is_plain = true;
    std::uint64_t dots = 0;
    std::uint64_t hyphens = 0;

    // Eight octets, which begin at `at`; returns them in lower case.
    octets add(octets x, std::size_t at) noexcept {
        is_plain = is_plain && (x & high) == 0;
        x |= between(x, 'A', 'Z') >> 2U;
        const octets hyphen = between(x, '-', '-');
        const octets dot = between(x, '.', '.');
        is_plain = is_plain && (between(x, 'a', 'z') | between(x, '0', '9') | hyphen | dot) == high;
        hyphens |= bits_of(hyphen) << at;
        dots |= bits_of(dot) << at;
        return x;
    }

    // No label is empty, or has a hyphen at an end or two of them side by side.
    [[nodiscard]] bool has_plain_labels(std::size_t size) const noexcept {
        const std::uint64_t first = (dots << 1U) | 1U;
        const std::uint64_t last = (dots >> 1U) | (std::uint64_t{1} << (size - 1));
        return ((dots | hyphens) & (first | last)) == 0 && (hyphens & (hyphens << 1U)) == 0;
    }
};

// Most names have at most 63 octets, and labels of letters, digits and hyphens of which none is an A-label, which has
// two hyphens side by side: lookup_name() makes the same of them in lower case. `out` becomes that, and `dots` has a
// bit for each dot. False: lookup_name() has to be asked.
bool lower_plain_name(std::string_view host, std::string &out, std::uint64_t &dots) {
    constexpr std::size_t step = sizeof(octets);
    if constexpr (std::endian::native != std::endian::little) return false;
    if (host.empty() || host.size() > longest_label) return false;
    // The function of GCC 12 is given the capacity.
    out.resize_and_overwrite(host.size(), [&](char *, std::size_t) { return host.size(); });
    plain_marks marks;
    const auto add = [&](std::size_t at) {
        octets x = 0;
        std::memcpy(&x, host.data() + at, step);
        x = marks.add(x, at);
        std::memcpy(out.data() + at, &x, step);
    };
    if (host.size() < step) {
        octets x = each * 'a'; // the octets that are missing are plain
        std::memcpy(&x, host.data(), host.size());
        x = marks.add(x, 0);
        std::memcpy(out.data(), &x, host.size());
    } else {
        for (std::size_t at = 0; at + step < host.size(); at += step) add(at);
        add(host.size() - step); // perhaps some octets again
    }
    dots = marks.dots;
    return marks.is_plain && marks.has_plain_labels(host.size());
}

bool is_name_of_dns(std::string_view name) {
    return !name.empty() && name.size() <= longest_dns_name && !name.starts_with('.') && !name.ends_with('.') &&
           !name.starts_with('[') && !name.contains("..");
}

bool is_number(std::string_view label) { return std::ranges::all_of(label, ascii::is_digit); }

} // namespace

bool read_domain(std::string_view host, const suffix_list &by, suffix_rules which, domain_parts &into) {
    if (host.ends_with('.')) host.remove_suffix(1);
    std::string &name = into.name;
    std::uint64_t dots = 0;
    const bool is_plain = lower_plain_name(host, name, dots);
    if (!is_plain) {
        if (host.empty() || host.size() > longest_host) return false;
        auto looked_up = lookup_name(host);
        if (!looked_up) return false;
        name = *std::move(looked_up);
        if (name.ends_with('.')) name.pop_back(); // which a percent-encoding or another full stop of UTS 46 stood for
        if (!is_name_of_dns(name)) return false;
    }
    // No top-level domain is a number; what ends with one is an IPv4 address or was meant as one.
    if (ascii::is_digit(name.back()) && is_number(std::string_view{name}.substr(name.rfind('.') + 1))) return false;
    const suffix_match found = is_plain ? by.match(name, dots, which) : by.match(name, which);
    into.listed = found.listed;
    into.is_private = found.is_private;
    into.suffix_size = static_cast<std::uint8_t>(found.size);
    into.registrable_size = 0;
    if (found.size < name.size()) {
        const auto before = std::string_view{name}.substr(0, name.size() - found.size - 1);
        // rfind() is npos where the label is the first one, and npos + 1 is 0.
        into.registrable_size = static_cast<std::uint8_t>(name.size() - (before.rfind('.') + 1));
    }
    return true;
}

std::optional<domain_parts> domain_of(std::string_view host, const suffix_list &by, suffix_rules which) {
    std::optional<domain_parts> parts{std::in_place};
    if (!read_domain(host, by, which, *parts)) parts.reset();
    return parts;
}

std::optional<domain_parts> domain_of(std::string_view host, suffix_rules which) {
    return domain_of(host, current_suffix_list(), which);
}

} // namespace uniform::idna
