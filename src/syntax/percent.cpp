// Percent-encoding (RFC 3986 2.1, 2.4).
#include <uniform/syntax/percent.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>

#include <uniform/base/assertion.hpp>
#include <uniform/base/hex.hpp>

#include "base/text.hpp"

namespace uniform {

namespace {

// The value of a hex digit; 0x80 for anything else.
constexpr std::array<std::uint8_t, 256> hex_values = [] {
    std::array<std::uint8_t, 256> values{};
    values.fill(0x80);
    for (std::uint8_t i = 0; i < 16; ++i) {
        values[static_cast<unsigned char>(base::upper_hex[i])] = i;
        values[static_cast<unsigned char>(base::lower_hex[i])] = i;
    }
    return values;
}();

std::uint8_t hex(char c) { return hex_values[static_cast<unsigned char>(c)]; }

bool is_triplet(const char *percent, const char *end) {
    return end - percent > 2 && ((hex(percent[1]) | hex(percent[2])) & 0x80) == 0;
}

const char *find_percent(const char *first, const char *last) {
    if (first == last) return last;
    const void *found = std::memchr(first, '%', static_cast<std::size_t>(last - first));
    return found != nullptr ? static_cast<const char *>(found) : last;
}

// Decodes text that has been measured. `out` may be the text itself: writing never overtakes reading.
char *decode_measured(std::string_view text, plus spaces, char *out) {
    const char *first = text.data();
    const char *const last = first + text.size();
    while (first != last) {
        const char *const percent = find_percent(first, last);
        const auto run = static_cast<std::size_t>(percent - first);
        if (run != 0 && out != first) std::memmove(out, first, run);
        if (spaces == plus::as_space) std::replace(out, out + run, '+', ' ');
        out += run;
        first = percent;
        if (first != last) {
            UNIFORM_ASSERT(is_triplet(first, last));
            *out++ = static_cast<char>(hex(first[1]) << 4 | hex(first[2]));
            first += 3;
        }
    }
    return out;
}

void append_encoded(std::string &out, std::string_view data, char_set keep, bool space_as_plus) {
    keep = keep - char_set{"%"};
    const std::array<std::uint64_t, 4> words{keep.low, keep.high, 0, 0}; // no branch for bytes above 0x7F
    const auto stays = [&words](char c) {
        const auto u = static_cast<unsigned char>(c);
        return (words[u >> 6] >> (u & 63) & 1) != 0;
    };
    const auto *const end = data.data() + data.size();
    const char *from = std::find_if_not(data.data(), end, stays);
    if (from == end) {
        out.append(data);
        return;
    }
    // `data` may be a part of `out`, which is about to move.
    const std::less<> before;
    if (!before(data.data(), out.data()) && !before(out.data() + out.size(), data.data())) {
        const std::string own(data);
        return append_encoded(out, std::string_view{own}, keep, space_as_plus);
    }
    std::size_t triplets = 0;
    for (const char *c = from; c != end; ++c) triplets += static_cast<std::size_t>(!stays(*c));
    if (space_as_plus) triplets -= static_cast<std::size_t>(std::count(from, end, ' '));
    const std::size_t old = out.size();
    out.resize(old + data.size() + 2 * triplets);
    char *to = out.data() + old;
    const char *run = data.data();
    for (;;) {
        to = std::copy(run, from, to);
        if (from == end) return;
        if (space_as_plus && *from == ' ') {
            *to++ = '+';
        } else {
            const auto u = static_cast<unsigned char>(*from);
            *to++ = '%';
            *to++ = base::upper_hex[u >> 4];
            *to++ = base::upper_hex[u & 15];
        }
        run = from + 1;
        from = std::find_if_not(run, end, stays);
    }
}

} // namespace

void encode_append(std::string &out, std::string_view data, char_set keep) { append_encoded(out, data, keep, false); }

std::string encode(std::string_view data, rule component, edition e) {
    std::string out;
    encode_append(out, data, allowed(component, e));
    return out;
}

std::string encode_segment(std::string_view data, edition e) { return encode(data, rule::segment, e); }

void encode_query_data_append(std::string &out, std::string_view data, plus spaces, edition e) {
    append_encoded(out, data, query_data(e), spaces == plus::as_space);
}

std::string encode_query_data(std::string_view data, plus spaces, edition e) {
    std::string out;
    encode_query_data_append(out, data, spaces, e);
    return out;
}

std::string encode_query(std::string_view data, plus spaces, edition e) {
    const bool form = spaces == plus::as_space;
    std::string out;
    append_encoded(out, data, allowed(rule::query, e) - char_set{form ? "+" : ""}, form);
    return out;
}

std::expected<std::size_t, error> decoded_size(std::string_view text) noexcept {
    const char *first = text.data();
    const char *const last = first + text.size();
    std::size_t triplets = 0;
    while ((first = find_percent(first, last)) != last) {
        if (!is_triplet(first, last)) {
            const auto offset = static_cast<std::uint64_t>(first - text.data());
            return std::unexpected{error{offset, error_code::invalid_percent_encoding, rule::pct_encoded}};
        }
        ++triplets;
        first += 3;
    }
    return text.size() - 2 * triplets;
}

std::expected<void, error> decode_append(std::string &out, std::string_view text, plus spaces) {
    const auto size = decoded_size(text);
    if (!size) return std::unexpected{size.error()};
    const std::size_t old = out.size();
    const std::less<> before;
    if (!before(text.data(), out.data()) && !before(out.data() + old, text.data())) {
        std::string own(*size, '\0');
        decode_measured(text, spaces, own.data());
        out.append(own);
        return {};
    }
    out.resize(old + *size);
    decode_measured(text, spaces, out.data() + old);
    return {};
}

std::expected<std::string, error> decode(std::string_view text, plus spaces) {
    std::string out;
    if (auto done = decode_append(out, text, spaces); !done) return std::unexpected{done.error()};
    return out;
}

std::expected<std::string_view, error> decode_to(std::span<char> buffer, std::string_view text, plus spaces) noexcept {
    const auto size = decoded_size(text);
    if (!size) return std::unexpected{size.error()};
    if (*size > buffer.size()) return std::unexpected{error{0, error_code::buffer_too_small, rule::none}};
    decode_measured(text, spaces, buffer.data());
    return std::string_view{buffer.data(), *size};
}

bool is_utf8(std::string_view text) noexcept { return !base::find_invalid_utf8(text); }

} // namespace uniform
