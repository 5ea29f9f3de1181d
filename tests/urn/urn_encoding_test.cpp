// RFC 8141 2.2: what a name of another identifier system becomes in a NSS, octet by octet.
#include <uniform/urn/name.hpp>

#include <gtest/gtest.h>

#include <string_view>

namespace {

using namespace uniform;
using text = std::string_view;

struct row {
    text source;
    text name;
    text urn; ///< "" when it is refused
    std::size_t offset = 0;
};

const row rows[]{
    {"2.2: UTF-8", "10.1000/\xC3\xA4", "urn:doi:10.1000/%C3%A4"},
    {"2.2: UTF-8", "10.1000/\xE2\x82\xAC\xF0\x9D\x84\x9E", "urn:doi:10.1000/%E2%82%AC%F0%9D%84%9E"},
    {"2.2: outside pchar", "10.1000/a#b?c[d]", "urn:doi:10.1000/a%23b%3Fc%5Bd%5D"},
    {"2.2: a percent sign is data", "10.1000/50%25", "urn:doi:10.1000/50%2525"},
    {"2.2: only UTF-8", "10.1000/a\xFF", "", 9},
    {"2.2: only UTF-8, no surrogates", "10.1000/\xED\xA0\x80", "", 8},
    {"2.2: only UTF-8, no longer form", "10.1000/\xC3\xA4\xC0\x80", "", 10},
    {"2.2: only UTF-8, cut off", "10.1000/\xE2\x82", "", 8},
};

TEST(urn_encoding, takes_unicode_in_utf8_alone) {
    for (const row &r : rows) {
        SCOPED_TRACE(r.source);
        const auto made = urn_from_name("doi", r.name);
        ASSERT_EQ(made.has_value(), !r.urn.empty());
        if (made) {
            EXPECT_EQ(made->text(), r.urn);
        } else {
            EXPECT_EQ(made.error().code, error_code::invalid_name);
            EXPECT_EQ(made.error().offset, r.offset);
        }
    }
}

} // namespace
