// Values beside locators: stored as they were given, limited in number and size.
#include <gtest/gtest.h>

#include <uniform/json/read.hpp>
#include <uniform/resolver/record.hpp>

namespace uniform::resolver {
namespace {

TEST(typed_values, are_stored_and_written) {
    const auto r = read_json(R"({"values":[{"type":"HS_PUBKEY","value":"a b\n"},{"value":"","type":"urn:x:y"},)"
                             R"({"type":"HS_PUBKEY","value":"c"}]})",
                             record_from_json);
    ASSERT_TRUE(r) << r.error().detail;
    EXPECT_EQ(r->values, (std::vector<typed_value>{{"HS_PUBKEY", "a b\n"}, {"urn:x:y", ""}, {"HS_PUBKEY", "c"}}));
    const std::string bytes = encode(*r);
    EXPECT_EQ(decode(bytes), *r);
    for (std::size_t n = 1; n + 1 < bytes.size(); ++n) EXPECT_NE(decode(bytes.substr(0, n)), *r);
    EXPECT_EQ(to_json(*r, "x:a"),
              R"({"name":"urn:x:a","key":"x:a","state":"active","values":[{"type":"HS_PUBKEY",)"
              R"("value":"a b\n"},{"type":"urn:x:y","value":""},{"type":"HS_PUBKEY","value":"c"}]})");
    EXPECT_EQ(value_of(*r, "x:a"), *json::read(to_json(*r, "x:a")));
    // A type is not empty.
    EXPECT_FALSE(decode(std::string{"\x02\x0E\x01\x00", 4}));
    EXPECT_FALSE(decode(std::string{"\x02\x0E\x02\x03"
                                    "a",
                                    5}));
}

TEST(typed_values, refused) {
    std::string many = R"({"values":[)";
    for (int i = 0; i < 101; ++i) many += std::string(i == 0 ? "" : ",") + R"({"type":"a","value":"b"})";
    struct row {
        std::string text;
        std::string_view pointer;
    };
    const row rows[]{
        {R"({"values":{}})", "/values"},
        {R"({"values":["a"]})", "/values/0"},
        {R"({"values":[{"type":"a"}]})", "/values/0/value"},
        {R"({"values":[{"value":"a"}]})", "/values/0/type"},
        {R"({"values":[{"type":"","value":"a"}]})", "/values/0/type"},
        {R"({"values":[{"type":"a b","value":"a"}]})", "/values/0/type"},
        {R"({"values":[{"type":"a","value":7}]})", "/values/0/value"},
        {R"({"values":[{"type":"a","value":"b","x":1}]})", "/values/0/x"},
        {R"({"values":[{"type":"a","value":")" + std::string(4097, 'b') + R"("}]})", "/values/0/value"},
        {R"({"values":[{"type":")" + std::string(256, 'b') + R"(","value":"a"}]})", "/values/0/type"},
        {many + "]}", "/values"},
    };
    for (const row &r : rows) {
        const auto got = read_json(r.text, record_from_json);
        ASSERT_FALSE(got) << r.text.substr(0, 80);
        EXPECT_EQ(got.error().pointer, r.pointer) << r.text.substr(0, 80);
    }
}

} // namespace
} // namespace uniform::resolver
