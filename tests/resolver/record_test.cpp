#include <uniform/resolver/record.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "resolver/records.hpp"

using namespace uniform::resolver;
using namespace std::string_literals;

TEST(record, one_locator_costs_little_more_than_its_url) {
    for (const std::string &url : {"https://example.org/a/b/1"s, "http://example.org/"s + std::string(100, 'x'),
                                   "ftp://example.org/"s + std::string(8000, 'x')}) {
        name_record r;
        r.locators.push_back({.url = url});
        EXPECT_LE(encode(r).size(), url.size() + 5) << url.substr(0, 40);
        EXPECT_EQ(decode(encode(r)), r);
    }
}

RC_GTEST_PROP(record_properties, decoding_gives_back_what_was_encoded, ()) {
    const name_record r = any_record();
    RC_ASSERT(decode(encode(r)) == r);
}

// Equal records are equal bytes: what is read is what would be written.
RC_GTEST_PROP(record_properties, there_is_one_way_to_write_a_record, ()) {
    std::string bytes = encode(any_record());
    const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
    bytes[at] = *rc::gen::arbitrary<char>();
    const auto r = decode(bytes);
    if (r) RC_ASSERT(encode(*r) == bytes);
}

RC_GTEST_PROP(record_properties, a_cut_record_is_another_one_or_none, ()) {
    const std::string bytes = encode(any_record());
    const auto size = *rc::gen::inRange<std::size_t>(0, bytes.size());
    const auto r = decode(std::string_view{bytes}.substr(0, size));
    if (r) RC_ASSERT(encode(*r) == bytes.substr(0, size));
}

TEST(record, refuses_what_it_did_not_write) {
    struct row {
        const char *why;
        std::string bytes;
    };
    const row rows[] = {
        {"nothing", ""},
        {"no such state", "\x04"s},
        {"state 0", "\0"s},
        {"a tag of a later version", "\x02\x0e\x01x"s},
        {"a version of 1", "\x02\x0d\x01\x01"s},
        {"a version of 0", "\x02\x0d\x01\x00"s},
        {"a version that is no number", "\x02\x0d\x00"s},
        {"tag 0", "\x02\x00\x00"s},
        {"a length beyond the end", "\x02\x03\x05http"s},
        {"a length that never ends", "\x02\x03\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"s},
        {"a length longer than needed", "\x02\x03\x81\x00x"s},
        {"tags in disorder", "\x02\x02\x01x\x01\x01y"s},
        {"a tag twice", "\x02\x01\x01x\x01\x01y"s},
        {"an empty text", "\x02\x01\x00"s},
        {"a plain locator that should be without https://", "\x02\x03\x08https://"s},
        {"a full locator with nothing but a URL", "\x02\x05\x02\x01x"s},
        {"a weight of 1", "\x02\x05\x05\x01x\x04\x01\x01"s},
        {"an unknown field of a locator", "\x02\x05\x05\x01x\x07\x01\x01"s},
    };
    for (const row &r : rows) EXPECT_FALSE(decode(r.bytes)) << r.why;
}

TEST(record, states_have_names) {
    for (const auto &[s, name] : name_state_names) {
        EXPECT_EQ(name_state_names.find(to_string(s)), s);
    }
    EXPECT_FALSE(name_state_names.find("deleted"));
    EXPECT_FALSE(name_state_names.find(""));
}
