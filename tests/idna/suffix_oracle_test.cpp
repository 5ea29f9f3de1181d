// Public suffixes by libpsl, of all rules of Debian's list: an implementation of others.

#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <libpsl.h>

#include <uniform/idna/public_suffix.hpp>
#include <uniform/idna/suffix_list.hpp>

namespace {

using namespace uniform::idna;

TEST(suffix_oracle, says_the_same_of_each_rule) {
    const char *const file = psl_dist_filename();
    ASSERT_TRUE(file != nullptr && *file != '\0') << "libpsl does not know where Debian's list is";
    const auto list = load_suffix_list("/usr/share/publicsuffix/public_suffix_list.dat");
    ASSERT_TRUE(list) << "the package publicsuffix is missing: " << list.error().says;
    const std::unique_ptr<psl_ctx_t, decltype(&psl_free)> oracle{psl_load_file(list->source().c_str()), &psl_free};
    ASSERT_NE(oracle, nullptr);
    std::size_t asked = 0;
    std::ifstream in{list->source()};
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line.starts_with("//")) continue;
        std::string rule = line.substr(0, line.find_first_of(" \t"));
        // libpsl takes the name in "*.name" for a public suffix, which the list's algorithm does not.
        const bool is_wildcard = rule.starts_with("*.");
        if (rule.starts_with("!")) rule.erase(0, 1);
        if (is_wildcard) rule.erase(0, 2);
        for (const std::string_view before : {"", "a.", "b.a.", "c.b.a."}) {
            if (is_wildcard && before.empty()) continue;
            const auto parts = domain_of(std::string{before} + rule, *list);
            if (!parts) continue; // a name that UTS 46 does not have
            ++asked;
            const char *const registrable = psl_registrable_domain(oracle.get(), parts->name.c_str());
            ASSERT_EQ(parts->suffix(), psl_unregistrable_domain(oracle.get(), parts->name.c_str())) << parts->name;
            ASSERT_EQ(parts->registrable(), registrable == nullptr ? "" : registrable) << parts->name;
            const int icann = psl_is_public_suffix2(oracle.get(), std::string{parts->suffix()}.c_str(),
                                                    PSL_TYPE_ICANN | PSL_TYPE_NO_STAR_RULE);
            ASSERT_EQ(parts->listed && !parts->is_private, icann == 1) << parts->name;
        }
    }
    EXPECT_GT(asked, 30'000U);
}

} // namespace
