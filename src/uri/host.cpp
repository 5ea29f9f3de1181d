// Addresses as text: dotted decimal, and RFC 5952 section 4.

#include <uniform/uri/host.hpp>

#include <charconv>

namespace uniform {

namespace {

void append(std::string &out, unsigned number, int base) {
    char digits[10];
    const auto end = std::to_chars(digits, digits + sizeof digits, number, base).ptr;
    out.append(digits, static_cast<std::size_t>(end - digits));
}

} // namespace

std::string to_string(const ip_address &address) {
    const auto b = address.bytes();
    const auto dotted = [&](std::size_t at) {
        std::string text;
        for (std::size_t i = at; i < at + 4; ++i) {
            if (i != at) text += '.';
            append(text, b[i], 10);
        }
        return text;
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
        append(out, group(i), 16); // RFC 5952 4.1, 4.3
        ++i;
    }
    if (mapped) {
        if (out.back() != ':') out += ':';
        out += dotted(12);
    }
    return out;
}

} // namespace uniform
