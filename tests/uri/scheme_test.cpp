// The registry of schemes: IANA's facts, lookups in any case, and additions (RFC 7595; RFC 3986 3.1).

#include <uniform/uri/scheme.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace {

using namespace uniform;

TEST(scheme, ports_by_their_documents) {
    const struct {
        const char *name;
        std::uint16_t port;
    } rows[] = {{"http", 80},  {"https", 443},     {"ftp", 21}, {"gopher", 70}, {"nntp", 119},  {"telnet", 23},
                {"wais", 210}, {"prospero", 1525}, {"ws", 80},  {"wss", 443},   {"coap", 5683}, {"ldap", 389}};
    for (const auto &row : rows) {
        const scheme_info *const s = scheme_registry::standard().find(row.name);
        ASSERT_NE(s, nullptr) << row.name;
        EXPECT_EQ(s->default_port, row.port) << row.name;
        EXPECT_FALSE(s->default_port_source.empty()) << row.name;
    }
}

TEST(scheme, is_found_in_any_case) { // RFC 3986 3.1
    const scheme_registry &r = scheme_registry::standard();
    EXPECT_EQ(r.find("HTTP"), r.find("http"));
    EXPECT_EQ(r.find("machineProvisioningProgressReporter"), r.find("machineprovisioningprogressreporter"));
    ASSERT_NE(r.find("URN"), nullptr);
    EXPECT_EQ(r.find("URN")->status, scheme_status::permanent);
    EXPECT_EQ(r.find("nobody-knows"), nullptr);
    EXPECT_EQ(r.find(""), nullptr);
    EXPECT_EQ(r.find("htt"), nullptr);
    EXPECT_EQ(r.find("httpss"), nullptr);
}

TEST(scheme, every_entry_of_the_table_is_found) {
    const auto all = iana_schemes();
    EXPECT_GT(all.size(), 400U);
    EXPECT_TRUE(std::ranges::is_sorted(all, {}, &scheme_info::name));
    for (const scheme_info &s : all) EXPECT_EQ(scheme_registry::standard().find(s.name), &s) << s.name;
}

TEST(scheme, additions_replace_and_are_copied) {
    scheme_registry r;
    std::string name = "Lab";
    ASSERT_TRUE(r.add({.name = name, .reference = "a note", .default_port = 7000}));
    name = "xxx";
    ASSERT_NE(r.find("lab"), nullptr);
    EXPECT_EQ(r.find("LAB")->name, "lab");
    EXPECT_EQ(r.find("lab")->reference, "a note");
    ASSERT_TRUE(r.add({.name = "lab", .reference = r.find("lab")->reference, .default_port = 7001}));
    EXPECT_EQ(r.find("lab")->default_port, 7001);
    EXPECT_EQ(r.find("lab")->reference, "a note");
    ASSERT_TRUE(r.add({.name = "http", .default_port = 8080}));
    EXPECT_EQ(r.find("http")->default_port, 8080);
    EXPECT_EQ(scheme_registry::standard().find("http")->default_port, 80);
    scheme_registry copy = r;
    r = scheme_registry{};
    EXPECT_EQ(r.find("lab"), nullptr);
    ASSERT_NE(copy.find("lab"), nullptr);
    EXPECT_EQ(copy.find("lab")->reference, "a note");
}

TEST(scheme, names_that_are_none_are_refused) {
    scheme_registry r;
    const struct {
        const char *name;
        std::size_t offset;
    } rows[] = {{"", 0}, {"1a", 0}, {"a_b", 1}, {"a b", 1}, {"\xC3\xA9", 0}};
    for (const auto &row : rows) {
        const auto e = r.add({.name = row.name});
        ASSERT_FALSE(e) << row.name;
        EXPECT_EQ(e.error().code, error_code::invalid_scheme);
        EXPECT_EQ(e.error().offset, row.offset) << row.name;
    }
    EXPECT_TRUE(r.added().empty());
}

} // namespace
