// Punycode of all short texts against RFC 3492 6.2 and 6.3 in numbers that do not overflow.

#include "idna/punycode.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "bounded/enumeration.hpp"

namespace {

using uniform::idna::detail::punycode_decoded;
using uniform::idna::detail::punycode_of;

__extension__ using wide = unsigned __int128;

unsigned naive_adapt(wide delta, wide points, bool first) {
    delta = first ? delta / 700 : delta / 2;
    delta += delta / points;
    unsigned k = 0;
    while (delta > ((36 - 1) * 26) / 2) {
        delta /= 36 - 1;
        k += 36;
    }
    return k + static_cast<unsigned>((36 - 1 + 1) * delta / (delta + 38));
}

unsigned naive_threshold(unsigned k, unsigned bias) { return k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias; }

std::optional<std::u32string> naive_decode(std::string_view text) {
    constexpr std::string_view digits = "abcdefghijklmnopqrstuvwxyz0123456789";
    std::u32string out;
    const std::size_t delimiter = text.rfind('-');
    const std::size_t basic = delimiter == std::string_view::npos ? 0 : delimiter;
    for (const char c : text.substr(0, basic)) {
        if (static_cast<unsigned char>(c) >= 0x80) return std::nullopt;
        out += static_cast<char32_t>(c);
    }
    wide n = 128;
    wide i = 0;
    unsigned bias = 72;
    for (std::size_t at = basic > 0 ? basic + 1 : 0; at < text.size();) {
        const wide before = i;
        wide weight = 1;
        for (unsigned k = 36;; k += 36) {
            if (at == text.size()) return std::nullopt;
            const std::size_t digit = digits.find(text[at++]);
            if (digit == std::string_view::npos) return std::nullopt;
            i += digit * weight;
            const unsigned t = naive_threshold(k, bias);
            if (digit < t) break;
            weight *= 36 - t;
        }
        const wide points = out.size() + 1;
        bias = naive_adapt(i - before, points, before == 0);
        n += i / points;
        i %= points;
        if (n > 0x10FFFF || (n >= 0xD800 && n <= 0xDFFF)) return std::nullopt;
        out.insert(static_cast<std::size_t>(i), 1, static_cast<char32_t>(n));
        ++i;
    }
    return out;
}

TEST(bounded_punycode, decodes_each_short_text_as_6_2_says) {
    std::size_t labels = 0;
    const auto check = [&](std::string_view text) {
        const auto label = punycode_decoded(text);
        ASSERT_EQ(label, naive_decode(text)) << text;
        if (!label) return;
        ++labels;
        ASSERT_EQ(punycode_of(*label), text);
    };
    EXPECT_EQ(bounded::each_text("ak9-", 9, check), 349525U);
    EXPECT_EQ(bounded::each_text("abz09-", 7, check), 335923U);
    EXPECT_EQ(bounded::each_text("a9-\x80", 6, check), 5461U);
    EXPECT_GT(labels, 1000U);
}

TEST(bounded_punycode, encodes_each_short_label_so_that_it_comes_back) {
    constexpr std::u32string_view characters = U"a-\u0080\u00FC\u20AC\uFFFF\U0010FFFF";
    const std::size_t labels = bounded::each_text("0123456", 6, [&](std::string_view digits) {
        std::u32string label;
        for (const char d : digits) label += characters[static_cast<std::size_t>(d - '0')];
        const auto text = punycode_of(label);
        ASSERT_TRUE(text);
        ASSERT_EQ(naive_decode(*text), label);
        ASSERT_EQ(punycode_decoded(*text), label);
    });
    EXPECT_EQ(labels, 137257U);
}

} // namespace
