#include <uniform/resolver/timestamp.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

using namespace uniform::resolver;

TEST(timestamp, reads_date_times) {
    struct row {
        const char *document;
        const char *text;
        const char *printed; // null: refused
    };
    constexpr row rows[] = {
        {"RFC 3339 5.8: a fraction", "1985-04-12T23:20:50.52Z", "1985-04-12T23:20:50.520000Z"},
        {"RFC 3339 5.8: an offset", "1996-12-19T16:39:57-08:00", "1996-12-20T00:39:57Z"},
        {"RFC 3339 5.8: a leap second", "1990-12-31T23:59:60Z", "1991-01-01T00:00:00Z"},
        {"RFC 3339 5.8: a leap second with an offset", "1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00Z"},
        {"RFC 3339 5.8: 20 minutes", "1937-01-01T12:00:27.87+00:20", "1937-01-01T11:40:27.870000Z"},
        {"RFC 3339 5.6: letters in lower case", "2026-11-21t10:00:00z", "2026-11-21T10:00:00Z"},
        {"RFC 3339 5.6: full-date", "2026-11-21", "2026-11-21T00:00:00Z"},
        {"RFC 3339 5.7: February of a leap year", "2024-02-29", "2024-02-29T00:00:00Z"},
        {"before 1970, with a fraction", "1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999999Z"},
        {"the first year", "0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"},
        {"RFC 3339 5.7: February of another year", "2026-02-29", nullptr},
        {"no such month", "2026-13-01", nullptr},
        {"a leap second in the middle of a day", "2026-11-21T10:00:60Z", nullptr},
        {"no offset", "2026-11-21T10:00:00", nullptr},
        {"hour 24", "2026-11-21T24:00:00Z", nullptr},
        {"a space", "2026-11-21 10:00:00Z", nullptr},
        {"seven digits of a fraction", "2026-11-21T10:00:00.1234567Z", nullptr},
        {"a fraction without digits", "2026-11-21T10:00:00.Z", nullptr},
        {"more behind it", "2026-11-21T10:00:00Zx", nullptr},
        {"a sign", "+026-11-21", nullptr},
        {"empty", "", nullptr},
    };
    for (const row &r : rows) {
        const auto t = parse_timestamp(r.text);
        ASSERT_EQ(t.has_value(), r.printed != nullptr) << r.document;
        if (t) {
            EXPECT_EQ(to_string(*t), r.printed) << r.document;
        }
    }
}

RC_GTEST_PROP(timestamp_properties, comes_back, ()) {
    const auto day = *rc::gen::inRange<std::int64_t>(-62'000'000'000, 250'000'000'000);
    const timestamp t{std::chrono::microseconds{day * 1'000'000 + *rc::gen::inRange<std::int64_t>(0, 1'000'000)}};
    RC_ASSERT(parse_timestamp(to_string(t)) == t);
}

TEST(timestamp, now_is_after_this_was_written) { EXPECT_GT(now(), *parse_timestamp("2025-01-01")); }
