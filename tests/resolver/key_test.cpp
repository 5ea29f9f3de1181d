#include <uniform/resolver/record.hpp>

#include <gtest/gtest.h>

using namespace uniform::resolver;

TEST(key, is_the_normalized_assigned_name) {
    struct row {
        const char *document;
        std::string urn;
        const char *key;
    };
    const row rows[] = {
        {"RFC 8141 3.1: scheme and NID", "URN:EXAMPLE:a123,z456", "example:a123,z456"},
        {"RFC 8141 3.1: case of the NSS stays", "urn:example:A123,z456", "example:A123,z456"},
        {"RFC 8141 3.1: percent-encoded in upper case", "urn:example:a123%2cz456", "example:a123%2Cz456"},
        {"RFC 8141 3.1: percent-encoded stays", "urn:example:%61", "example:%61"},
        {"RFC 8254: ISBN-10", "urn:isbn:951-0-18435-7", "isbn:9789510184356"},
        {"RFC 8254: ISBN-13", "urn:ISBN:978-951-0-18435-6", "isbn:9789510184356"},
        {"RFC 8254: without hyphens", "urn:isbn:9789510184356", "isbn:9789510184356"},
        {"RFC 9562 7.4: case of a UUID", "urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
         "uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
        {"RFC 8458: the country's part of an NBN", "urn:nbn:FI-fe201003181510", "nbn:fi-fe201003181510"},
        {"RFC 8141 2: slash", "urn:example:1/406/47452/2", "example:1/406/47452/2"},
    };
    for (const row &r : rows) {
        const auto key = key_of(r.urn);
        ASSERT_TRUE(key) << r.document << ": " << key.error().detail;
        EXPECT_EQ(*key, r.key) << r.document;
        EXPECT_EQ(key_of(urn_of(*key)), *key) << r.document << ": idempotent";
    }
}

TEST(key, reports_why_there_is_none) {
    struct row {
        const char *document;
        std::string urn;
        problem_type type;
        std::size_t offset;
    };
    const row rows[] = {
        {"RFC 8141 2.3.1: r-component", "urn:example:a?+r", problem_type::malformed, 13},
        {"RFC 8141 2.3.2: q-component", "urn:example:a?=q", problem_type::malformed, 13},
        {"RFC 8141 2.3.3: f-component", "urn:example:a#f", problem_type::malformed, 13},
        {"RFC 8141 2.3.3: empty f-component", "urn:example:a#", problem_type::malformed, 13},
        {"RFC 8141 2: not a URN", "http://example.org/", problem_type::malformed, 0},
        {"RFC 8141 2: a space", "urn:example:a b", problem_type::malformed, 13},
        {"RFC 8141 2.1: NID", "urn:-x:a", problem_type::malformed, 4},
        {"too long", "urn:example:" + std::string(2048, 'a'), problem_type::invalid, 2048},
    };
    for (const row &r : rows) {
        const auto key = key_of(r.urn);
        ASSERT_FALSE(key) << r.document;
        EXPECT_EQ(key.error().type, r.type) << r.document;
        EXPECT_EQ(key.error().offset, r.offset) << r.document;
        EXPECT_FALSE(key.error().detail.empty()) << r.document;
    }
}
