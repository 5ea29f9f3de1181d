// RFC 4648 section 5 (alphabet) and section 10 (test vectors, here without padding).
#include "base/base64url.hpp"

#include <string_view>
#include <utility>

#include <gtest/gtest.h>

namespace {

using uniform::base::from_base64url;
using uniform::base::to_base64url;

TEST(base64url, test_vectors_of_rfc_4648) {
    constexpr std::pair<std::string_view, std::string_view> rows[]{
        {"", ""},           {"f", "Zg"},          {"fo", "Zm8"},          {"foo", "Zm9v"},
        {"foob", "Zm9vYg"}, {"fooba", "Zm9vYmE"}, {"foobar", "Zm9vYmFy"}, {"\xFB\xFF", "-_8"},
    };
    for (const auto &[bytes, text] : rows) {
        EXPECT_EQ(to_base64url(bytes), text);
        EXPECT_EQ(from_base64url(text), bytes);
    }
}

TEST(base64url, refuses_what_it_never_writes) {
    for (const std::string_view text : {"Z", "Zg=", "Zg==", "Zh", "Zm9v Yg", "+/8", "Zm9\xC3"}) {
        EXPECT_FALSE(from_base64url(text)) << text;
    }
}

} // namespace
