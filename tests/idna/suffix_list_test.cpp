// Public Suffix Lists: their format (https://github.com/publicsuffix/list/wiki/Format) and the algorithm over them.

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include <uniform/idna/internationalized_name.hpp>
#include <uniform/idna/public_suffix.hpp>
#include <uniform/idna/suffix_list.hpp>

namespace {

using namespace uniform::idna;

constexpr std::string_view sample = "// VERSION: 2026-01-02_03-04-05_UTC\n"
                                    "// COMMIT: 0123456789abcdef\n"
                                    "// ===BEGIN ICANN DOMAINS===\n"
                                    "com\n"
                                    "uk // what is after white space is no rule\r\n"
                                    "co.uk\n"
                                    "  \n"
                                    "*.ck\n"
                                    "!www.ck\n"
                                    "*.kobe.jp\n"
                                    "!city.kobe.jp\n"
                                    "jp\n"
                                    "\u516C\u53F8.cn\n"
                                    "// ===END ICANN DOMAINS===\n"
                                    "// ===BEGIN PRIVATE DOMAINS===\n"
                                    "blogspot.com\n"
                                    "*.compute.example.com\n"
                                    "!status.compute.example.com\n"
                                    "co.uk\n";

TEST(suffix_list, facts) {
    const auto list = suffix_list::read(sample, "sample");
    ASSERT_TRUE(list) << list.error().says;
    EXPECT_EQ(list->version(), "2026-01-02_03-04-05_UTC");
    EXPECT_EQ(list->commit(), "0123456789abcdef");
    EXPECT_EQ(list->source(), "sample");
    EXPECT_EQ(list->size(), 13U);
}

TEST(suffix_list, the_algorithm) {
    const auto list = suffix_list::read(sample).value();
    struct row {
        std::string_view name, all, icann;
        bool listed = true, is_private = false;
    };
    for (const row &r : {
             row{"a.com", "com", "com"},
             row{"com", "com", "com"},
             row{"a.b.co.uk", "co.uk", "co.uk"}, // in both sections
             row{"b.uk", "uk", "uk"},
             row{"x.y.blogspot.com", "blogspot.com", "com", true, true},
             row{"blogspot.com", "blogspot.com", "com", true, true},
             row{"notblogspot.com", "com", "com"},
             row{"a.b.ck", "b.ck", "b.ck"},
             row{"b.ck", "b.ck", "b.ck"},
             row{"ck", "ck", "ck", false}, // "*.ck" is about names with a label more
             row{"www.ck", "ck", "ck"},
             row{"a.www.ck", "ck", "ck"},
             row{"kobe.jp", "jp", "jp"},
             row{"c.kobe.jp", "c.kobe.jp", "c.kobe.jp"},
             row{"a.city.kobe.jp", "kobe.jp", "kobe.jp"},
             row{"a.xn--55qx5d.cn", "xn--55qx5d.cn", "xn--55qx5d.cn"},
             row{"a.b.compute.example.com", "b.compute.example.com", "com", true, true},
             row{"compute.example.com", "com", "com"},
             row{"a.status.compute.example.com", "compute.example.com", "com", true, true},
             row{"a.unknown", "unknown", "unknown", false},
         }) {
        const suffix_match all = list.match(r.name);
        EXPECT_EQ(r.name.substr(r.name.size() - all.size), r.all) << r.name;
        EXPECT_EQ(all.listed, r.listed) << r.name;
        EXPECT_EQ(all.is_private, r.is_private) << r.name;
        const suffix_match icann = list.match(r.name, suffix_rules::icann);
        EXPECT_EQ(r.name.substr(r.name.size() - icann.size), r.icann) << r.name;
        EXPECT_FALSE(icann.is_private) << r.name;
    }
}

TEST(suffix_list, refuses) {
    struct row {
        std::string_view text;
        std::size_t line;
        std::string_view says;
    };
    const std::string long_rule = std::string(130, 'a') + "." + std::string(130, 'b') + "\n";
    for (const row &r : {
             row{"", 0, "the list has no rule"},
             row{"// nothing\n\n", 0, "the list has no rule"},
             row{"com\n\xFF\n", 0, "the list is not UTF-8"},
             row{"com\na..b\n", 2, "the rule \"a..b\" has an empty label"},
             row{"com\n.b\n", 2, "the rule \".b\" has an empty label"},
             row{"b.\n", 1, "the rule \"b.\" has an empty label"},
             row{"!\n", 1, "the rule \"!\" has an empty label"},
             row{"*.\n", 1, "the rule \"*.\" has an empty label"},
             row{"a.*.b\n", 1, "the rule \"a.*.b\" has \"*\" that is not its first label alone"},
             row{"a*.b\n", 1, "the rule \"a*.b\" has \"*\" that is not its first label alone"},
             row{"com\n!com\n", 2, "the rule \"!com\" excepts a top-level domain, which no rule is about"},
         }) {
        const auto list = suffix_list::read(r.text);
        ASSERT_FALSE(list) << r.text;
        EXPECT_EQ(list.error().line, r.line) << r.text;
        EXPECT_EQ(list.error().says, r.says);
    }
    EXPECT_EQ(suffix_list::read("a b.c\n<html>\n").error().line, 2U); // only the first word is a rule
    EXPECT_EQ(suffix_list::read(long_rule).error().line, 1U);
}

TEST(suffix_list, the_built_in_list) {
    const suffix_list &list = current_suffix_list();
    EXPECT_GE(list.version(), "2026-10");
    EXPECT_EQ(list.commit().size(), 40U);
    EXPECT_GT(list.size(), 10'000U);
    // A list of its rules, read as a file is, says the same.
    EXPECT_EQ(domain_of("a.b.example.co.uk")->registrable(), "example.co.uk");
    EXPECT_TRUE(domain_of("user.github.io")->is_private);
    EXPECT_EQ(domain_of("user.github.io", suffix_rules::icann)->registrable(), "github.io");
}

TEST(suffix_list, a_list_in_use) {
    const suffix_list before = current_suffix_list();
    std::vector<std::jthread> readers;
    std::atomic<bool> ends = false;
    std::atomic<int> wrong = 0;
    for (int i = 0; i < 2; ++i) {
        readers.emplace_back([&] {
            while (!ends) {
                const auto parts = domain_of("a.b.example");
                if (!parts || (parts->registrable() != "b.example" && parts->registrable() != "a.b.example")) ++wrong;
            }
        });
    }
    for (int i = 0; i < 20; ++i) {
        use_suffix_list(suffix_list::read("b.example\n").value());
        EXPECT_EQ(domain_of("a.b.example")->registrable(), "a.b.example");
        use_suffix_list(before);
        EXPECT_EQ(domain_of("a.b.example")->registrable(), "b.example");
    }
    ends = true;
    readers.clear();
    EXPECT_EQ(wrong, 0);
}

TEST(suffix_list, files) {
    const auto file = std::filesystem::temp_directory_path() / ("suffixes-" + std::to_string(::getpid()));
    std::ofstream{file} << sample;
    const auto list = load_suffix_list(file.string());
    ASSERT_TRUE(list) << list.error().says;
    EXPECT_EQ(list->source(), file.string());
    std::filesystem::remove(file);
    EXPECT_EQ(load_suffix_list(file.string()).error().says, "the file cannot be read");
    EXPECT_EQ(load_suffix_list("/dev/zero").error().says, "the file has more than 16 MiB");
    EXPECT_FALSE(load_suffix_list("/"));
}

// Names in US-ASCII take a short way. It says what the long one does.
TEST(suffix_list, plain_names_are_read_as_all_others) {
    std::mt19937 random{8141};
    constexpr std::string_view some = "aAzZ09-..x_%4\x7F";
    const suffix_list &list = current_suffix_list();
    std::size_t good = 0;
    for (int i = 0; i < 200'000; ++i) {
        std::string host(random() % 70, 'a');
        for (char &c : host) c = some[random() % (random() % 3 == 0 ? some.size() : 4)];
        if (random() % 2 == 0) host += random() % 2 == 0 ? ".co.uk" : ".COM.";
        domain_parts parts;
        const bool has_parts = read_domain(host, list, suffix_rules::all, parts);
        std::string_view rest = host;
        if (rest.ends_with('.')) rest.remove_suffix(1);
        auto name = lookup_name(rest);
        if (name && name->ends_with('.')) name->pop_back();
        const bool is_name = name && !name->empty() && name->size() <= 253 && !name->starts_with('.') &&
                             !name->ends_with('.') && !name->contains("..") && !name->starts_with('[');
        const bool is_number =
            is_name && name->find_first_not_of("0123456789", name->rfind('.') + 1) == std::string::npos;
        ASSERT_EQ(has_parts, is_name && !is_number) << host;
        if (!has_parts) continue;
        ++good;
        ASSERT_EQ(parts.name, *name) << host;
        const suffix_match found = list.match(*name);
        ASSERT_EQ(parts.suffix().size(), found.size) << host;
        // The parts are the name.
        std::string whole{parts.subdomain()};
        for (const std::string_view part : {parts.label(), parts.suffix()}) {
            if (!whole.empty() && !part.empty()) whole += '.';
            whole += part;
        }
        ASSERT_EQ(whole, *name) << host;
    }
    EXPECT_GT(good, 10'000U);
}

} // namespace
