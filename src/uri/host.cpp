// Addresses as text: dotted decimal, and RFC 5952 section 4.

#include <uniform/uri/host.hpp>

#include <cstdio>

namespace uniform {

std::string to_string(const ip_address &address) {
    const auto b = address.bytes();
    char text[16];
    const auto dotted = [&](std::size_t at) {
        std::snprintf(text, sizeof text, "%u.%u.%u.%u", b[at], b[at + 1], b[at + 2], b[at + 3]);
        return std::string{text};
    };
    if (!address.is_v6()) return dotted(0);

    // RFC 5952 5: an IPv4-mapped address (::ffff:0:0/96) keeps its dotted part.
    bool mapped = b[10] == 0xFF && b[11] == 0xFF;
    for (std::size_t i = 0; mapped && i < 10; ++i) mapped = b[i] == 0;
    const std::size_t groups = mapped ? 6 : 8;
    const auto group = [&](std::size_t i) { return static_cast<unsigned>(b[2 * i] << 8 | b[2 * i + 1]); };

    // RFC 5952 4.2: "::" for the longest run of at least two zero groups, the first of equal ones.
    std::size_t best = groups;
    std::size_t best_length = 1;
    for (std::size_t i = 0; i < groups;) {
        std::size_t j = i;
        while (j < groups && group(j) == 0) ++j;
        if (j - i > best_length) {
            best = i;
            best_length = j - i;
        }
        i = j == i ? i + 1 : j;
    }
    std::string out;
    for (std::size_t i = 0; i < groups;) {
        if (i == best) {
            out += "::";
            i += best_length;
            continue;
        }
        if (!out.empty() && out.back() != ':') out += ':';
        std::snprintf(text, sizeof text, "%x", group(i)); // RFC 5952 4.1, 4.3
        out += text;
        ++i;
    }
    if (mapped) {
        if (out.back() != ':') out += ':';
        out += dotted(12);
    }
    return out;
}

} // namespace uniform
