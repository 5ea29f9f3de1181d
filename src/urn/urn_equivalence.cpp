// URN-equivalence (RFC 8141 3.1). Normalizing never changes a length, so offsets hold on both sides.

#include <uniform/base/ascii.hpp>
#include <uniform/urn/equivalence.hpp>

#include <cstring>

#include "urn/letters.hpp"

namespace uniform {

namespace {

// A NID has letters, digits and "-" only, and of these only the two cases of a letter differ in nothing but the bit
// 0x20.
bool same_nid(std::string_view a, std::string_view b) noexcept {
    if (a.size() != b.size()) return false;
    unsigned differ = 0;
    for (std::size_t i = 0; i < a.size(); ++i) differ |= static_cast<unsigned>((a[i] ^ b[i]) & ~0x20);
    return differ == 0;
}

// The NSSs differ as texts: test whether only in the case of hexadecimal digits.
bool same_nss(std::string_view a, std::string_view b) noexcept {
    std::size_t left = 0; // hexadecimal digits of a pct-encoded still to come
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] != b[i] && (left == 0 || ascii::to_upper(a[i]) != ascii::to_upper(b[i]))) return false;
        // In a valid NSS "%" begins a pct-encoded, and it is the same on both sides up to here.
        left = a[i] == '%' ? 2 : left - (left > 0 ? 1 : 0);
    }
    return true;
}

// Whether "urn:" and a NID, five bytes or more, have a letter in upper case. Among letters, digits, "-" and ":" only
// these have the bit 0x40 and not the bit 0x20.
bool has_upper_case(const char *p, std::size_t n) noexcept {
    const auto bits = [](const char *from, auto word) {
        std::memcpy(&word, from, sizeof word);
        return static_cast<std::uint64_t>(word) & ~(static_cast<std::uint64_t>(word) << 1);
    };
    std::uint64_t any = 0;
    if (n < 8) {
        any = bits(p, std::uint32_t{}) | bits(p + n - 4, std::uint32_t{});
    } else {
        for (std::size_t i = 0; i + 8 < n; i += 8) any |= bits(p + i, std::uint64_t{});
        any |= bits(p + n - 8, std::uint64_t{});
    }
    return (any & 0x4040404040404040) != 0;
}

std::uint64_t fold(std::uint64_t a, std::uint64_t b) noexcept {
    __extension__ using wide = unsigned __int128;
    const wide product = static_cast<wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t mix(std::uint64_t h, std::uint64_t word) noexcept {
    return fold(h ^ 0x9E3779B97F4A7C15, word ^ 0xD6E8FEB86659FD93);
}

// Eight bytes a step; the last ones filled up with zero.
std::uint64_t mix_text(std::uint64_t h, const char *p, std::size_t n, std::uint64_t bit) noexcept {
    for (; n >= 8; n -= 8, p += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, p, 8);
        h = mix(h, word | bit);
    }
    std::uint64_t word = 0;
    if (n > 0) std::memcpy(&word, p, n);
    return mix(h, (word | bit) ^ n);
}

} // namespace

bool urn_equivalent(const urn_view &a, const urn_view &b) noexcept {
    const std::string_view x = a.nss();
    const std::string_view y = b.nss();
    if (x.size() != y.size() || !same_nid(a.nid(), b.nid())) return false;
    return x == y || same_nss(x, y);
}

void normalized_assigned_name_append(std::string &out, const urn_view &u) {
    const std::size_t begin = out.size();
    out += u.assigned_name();
    char *p = out.data() + begin;
    char *const nss = p + detail::nid_begin + u.nid().size() + 1;
    char *const end = out.data() + out.size();
    for (; p != nss; ++p) *p = ascii::to_lower(*p);
    while ((p = static_cast<char *>(std::memchr(p, '%', static_cast<std::size_t>(end - p)))) != nullptr) {
        p[1] = ascii::to_upper(p[1]);
        p[2] = ascii::to_upper(p[2]);
        p += 3;
    }
}

std::string normalized_assigned_name(const urn_view &u) {
    std::string out;
    normalized_assigned_name_append(out, u);
    return out;
}

bool is_normal(const urn_view &u) noexcept {
    if (has_upper_case(u.text().data(), detail::nid_begin + u.nid().size())) return false;
    const std::string_view nss = u.nss();
    for (std::size_t i = nss.find('%'); i != std::string_view::npos; i = nss.find('%', i + 3)) {
        if (nss[i + 1] != ascii::to_upper(nss[i + 1]) || nss[i + 2] != ascii::to_upper(nss[i + 2])) return false;
    }
    return true;
}

std::uint64_t urn_hash(const urn_view &u) noexcept {
    // the bit that makes the letters of a NID ascii::to_lower, in each byte
    const std::string_view nid = u.nid();
    std::uint64_t h = mix_text(0, nid.data(), nid.size(), 0x2020202020202020);
    std::string_view nss = u.nss();
    // Up to the first pct-encoded unchanged; then each pct-encoded, and what follows it.
    while (true) {
        const std::size_t percent = nss.find('%');
        if (percent == std::string_view::npos) return mix_text(h, nss.data(), nss.size(), 0);
        h = mix_text(h, nss.data(), percent, 0);
        h = mix(h, static_cast<std::uint64_t>(static_cast<unsigned char>(ascii::to_upper(nss[percent + 1]))) << 8 |
                       static_cast<unsigned char>(ascii::to_upper(nss[percent + 2])));
        nss.remove_prefix(percent + 3);
    }
}

} // namespace uniform
