// RFC 8141 2.2: what an NSS may percent-encode.
#include <uniform/urn/encoded_text.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <string_view>

#include "urn/namespace_data.hpp"

namespace {

using namespace uniform;

struct row {
    const char *document;
    std::string_view urn;
    std::optional<std::size_t> offset = std::nullopt;
    encoding_fault_kind kind = encoding_fault_kind::not_utf8;
};

constexpr auto nul = encoding_fault_kind::nul;

constexpr row rows[]{
    {"nothing is encoded", "urn:example:a"},
    {"ASCII", "urn:example:a%20b%7F%01"},
    {"RFC 8141 2.2: UTF-8", "urn:example:%C3%A4%E2%82%ac%f0%9d%84%9ez"},
    {"RFC 8141 2.2: a single octet", "urn:example:a%FF", 13},
    {"RFC 8141 2.2: ISO 8859-1", "urn:example:caf%E9%20b", 15},
    {"RFC 3629 4: the first of a sequence alone", "urn:example:%C3", 12},
    {"RFC 3629 4: a sequence that ends in a character", "urn:example:%C3A4%A4", 12},
    {"RFC 3629 4: a sequence that ends too early", "urn:example:%E2%82z", 12},
    {"RFC 3629 4: after a good one", "urn:example:%C3%A4%A4", 18},
    {"RFC 3629 3: overlong", "urn:example:%C0%80", 12},
    {"RFC 3629 3: a surrogate", "urn:example:%ED%A0%80", 12},
    {"RFC 3629 3: above U+10FFFF", "urn:example:%F4%90%80%80", 12},
    {"RFC 2141 2.3.2: NUL", "urn:example:a%00b", 13, nul},
    {"the first of two", "urn:example:%00%FF", 12, nul},
    {"RFC 8141 2.3: other components are not of the name", "urn:example:a?=%FF#%00"},
    {"the sequence does not go on in the q-component", "urn:example:%C3?=%A4", 12},
};

TEST(encoded_text, is_utf8_without_nul) {
    for (const row &r : rows) {
        const auto found = find_encoding_fault(parse_urn(r.urn).value());
        ASSERT_EQ(found.has_value(), r.offset.has_value()) << r.document;
        if (!found) continue;
        EXPECT_EQ(found->offset, *r.offset) << r.document;
        EXPECT_EQ(found->kind, r.kind) << r.document;
    }
}

TEST(encoded_text, says_what_is_wrong) {
    EXPECT_EQ(message(encoding_fault_kind::not_utf8), "the percent-encoding is not UTF-8");
    EXPECT_EQ(message(nul), "the percent-encoding contains NUL");
}

TEST(encoded_text, is_what_the_registrations_give_as_examples) {
    for (const std::string &text : namespace_data::valid()) {
        EXPECT_FALSE(find_encoding_fault(parse_urn(text).value())) << text;
    }
}

} // namespace
