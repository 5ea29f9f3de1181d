// Percent-decoding of all short texts against a version that takes one octet after the other (RFC 3986 2.1).

#include <uniform/syntax/percent.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bounded/enumeration.hpp"

namespace {

using namespace uniform;

std::optional<unsigned> naive_hexdig(char c) {
    constexpr std::string_view digits = "0123456789abcdef";
    constexpr std::string_view capitals = "0123456789ABCDEF";
    if (const auto at = digits.find(c); at != std::string_view::npos) return static_cast<unsigned>(at);
    if (const auto at = capitals.find(c); at != std::string_view::npos) return static_cast<unsigned>(at);
    return std::nullopt;
}

struct naive_result {
    std::string data;
    std::optional<std::size_t> fault; // the offset of a "%" without two HEXDIG
};

naive_result naive_decode(std::string_view text, plus spaces) {
    naive_result r;
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '%') {
            const auto high = i + 1 < text.size() ? naive_hexdig(text[i + 1]) : std::nullopt;
            const auto low = i + 2 < text.size() ? naive_hexdig(text[i + 2]) : std::nullopt;
            if (!high || !low) {
                r.fault = i;
                return r;
            }
            c = static_cast<char>(*high * 16 + *low);
            i += 2;
        } else if (c == '+' && spaces == plus::as_space) {
            c = ' ';
        }
        r.data += c;
    }
    return r;
}

bool same(std::string_view text, plus spaces) {
    const naive_result naive = naive_decode(text, spaces);
    const auto size = decoded_size(text);
    const auto all = decode(text, spaces);
    std::string longer = "x";
    const bool appended = decode_append(longer, text, spaces).has_value();
    if (naive.fault) {
        return !size && size.error().offset == *naive.fault && !all && all.error().offset == *naive.fault &&
               !appended && longer == "x" && !decodes_to(text, naive.data, spaces);
    }
    if (size != naive.data.size() || all != naive.data || !appended || longer != "x" + naive.data) return false;
    if (!decodes_to(text, naive.data, spaces) || decodes_to(text, naive.data + "x", spaces)) return false;
    // into memory of exactly the size, into less, and in place
    const auto exact = std::make_unique<char[]>(*size);
    if (decode_to({exact.get(), *size}, text, spaces) != naive.data) return false;
    if (*size > 0 && decode_to({exact.get(), *size - 1}, text, spaces)) return false;
    const auto place = std::make_unique<char[]>(text.size());
    std::copy(text.begin(), text.end(), place.get());
    return decode_to({place.get(), text.size()}, {place.get(), text.size()}, spaces) == naive.data;
}

TEST(bounded_percent, decodes_each_short_text_as_one_octet_after_the_other) {
    const std::size_t texts = bounded::each_text("%4aF+g", 7, [](std::string_view text) {
        ASSERT_TRUE(same(text, plus::as_written) && same(text, plus::as_space)) << text;
    });
    EXPECT_EQ(texts, 335923U);
    // longer ones over what makes and breaks a triplet
    EXPECT_EQ(
        bounded::each_text("%4g", 9, [](std::string_view text) { ASSERT_TRUE(same(text, plus::as_written)) << text; }),
        29524U);
}

TEST(bounded_percent, encodes_so_that_each_short_text_comes_back) {
    bounded::each_text(std::string_view{"%a/ \xC3\0", 6}, 6, [](std::string_view data) {
        const std::string text = encode_segment(data);
        ASSERT_EQ(decode(text), data);
        ASSERT_TRUE(text.find_first_of(std::string_view{"/ \xC3\0", 4}) == std::string::npos);
    });
}

} // namespace
