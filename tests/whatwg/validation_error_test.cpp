// URL Standard, "Writing": the examples of the table of validation errors, and where the errors are.

#include <uniform/whatwg/validation_error.hpp>

#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include <uniform/whatwg/web_url.hpp>

namespace {

using namespace uniform::whatwg;

struct error_test_row {
    std::string_view text;
    std::string_view base;
    std::string_view errors; // "NAME@OFFSET NAME@OFFSET"
    bool fails = false;
};
std::ostream &operator<<(std::ostream &out, const error_test_row &r) { return out << r.text; }

class validation_errors_of : public testing::TestWithParam<error_test_row> {};

TEST_P(validation_errors_of, row) {
    const auto &r = GetParam();
    validation_errors errors;
    const auto u = r.base.empty() ? parse(r.text, nullptr, &errors) : parse(r.text, r.base, &errors);
    std::string found;
    for (const auto &e : errors) {
        if (!found.empty()) found += ' ';
        found.append(name(e.kind)).append("@").append(std::to_string(e.offset));
    }
    EXPECT_EQ(found, r.errors);
    EXPECT_EQ(!u.has_value(), r.fails);
}

INSTANTIATE_TEST_SUITE_P(
    examples, validation_errors_of,
    testing::Values(
        error_test_row{"https://exa%23mple.org", "", "domain-percent-encoded@11 domain-to-ASCII@8", true},
        error_test_row{"https://exam%70le.org", "", "domain-percent-encoded@12"},
        error_test_row{"foo://exa[mple.org", "", "host-invalid-code-point@9", true},
        error_test_row{"https://127.0.0.1./", "", "IPv4-empty-part@17"},
        error_test_row{"https://1.2.3/", "", "IPv4-too-few-parts@8"},
        error_test_row{"https://1.2.3.4.5/", "", "IPv4-too-many-parts@8", true},
        error_test_row{"https://test.42", "", "IPv4-too-few-parts@8 IPv4-non-numeric-part@8", true},
        error_test_row{"https://127.0.0x0.1", "", "IPv4-non-decimal-part@14"},
        error_test_row{"https://255.255.4000.1", "", "IPv4-out-of-range-part@16", true},
        error_test_row{"https://[::1", "", "IPv6-unclosed@12", true},
        error_test_row{"https://[:1]", "", "IPv6-invalid-compression@9", true},
        error_test_row{"https://[1:2:3:4:5:6:7:8:9]", "", "IPv6-too-many-pieces@25", true},
        error_test_row{"https://[1::1::1]", "", "IPv6-multiple-compression@14", true},
        error_test_row{"https://[1:2:3!:4]", "", "IPv6-invalid-code-point@14", true},
        error_test_row{"https://[1:2:3:]", "", "IPv6-invalid-code-point@15", true},
        error_test_row{"https://[1:2:3]", "", "IPv6-too-few-pieces@14", true},
        error_test_row{"https://[::01]", "", "IPv6-piece-leading-zero@11"},
        error_test_row{"https://[1:1:1:1:1:1:1:127.0.0.1]", "", "IPv4-in-IPv6-too-many-pieces@23", true},
        error_test_row{"https://[ffff::.0.0.1]", "", "IPv4-in-IPv6-invalid-code-point@15", true},
        error_test_row{"https://[ffff::127.0.xyz.1]", "", "IPv4-in-IPv6-invalid-code-point@21", true},
        error_test_row{"https://[ffff::127.0xyz]", "", "IPv4-in-IPv6-invalid-code-point@20", true},
        error_test_row{"https://[ffff::127.00.0.1]", "", "IPv4-in-IPv6-invalid-code-point@20", true},
        error_test_row{"https://[ffff::127.0.0.1.2]", "", "IPv4-in-IPv6-invalid-code-point@24", true},
        error_test_row{"https://[ffff::127.0.0.4000]", "", "IPv4-in-IPv6-out-of-range-part@25", true},
        error_test_row{"https://[ffff::127.0.0]", "", "IPv4-in-IPv6-too-few-parts@22", true},
        error_test_row{"https://example.org/>", "", "invalid-URL-unit@20"},
        error_test_row{" https://example.org ", "", "invalid-URL-unit@0"},
        error_test_row{"ht\ntps://example.org", "", "invalid-URL-unit@2"},
        error_test_row{"https://example.org/%s", "", "invalid-URL-unit@20"},
        error_test_row{"file:c:/my-secret-folder", "", "special-scheme-missing-following-solidus@4"},
        error_test_row{"https:example.org", "", "special-scheme-missing-following-solidus@6"},
        error_test_row{"https:foo.html", "https://example.org/", "special-scheme-missing-following-solidus@6"},
        error_test_row{"\U0001F4A9", "", "missing-scheme-non-relative-URL@0", true},
        error_test_row{"\U0001F4A9", "mailto:user@example.org", "missing-scheme-non-relative-URL@0", true},
        error_test_row{"https://example.org\\path\\to\\file", "",
                       "invalid-reverse-solidus@19 invalid-reverse-solidus@24 invalid-reverse-solidus@27"},
        error_test_row{"https://user@example.org", "", "invalid-credentials@12"},
        error_test_row{"ssh://user@example.org", "", "invalid-credentials@10"},
        error_test_row{"https://#fragment", "", "host-missing@8", true},
        error_test_row{"https://:443", "", "host-missing@8", true},
        error_test_row{"https://user:pass@", "", "invalid-credentials@17 host-missing@18", true},
        error_test_row{"https://example.org:70000", "", "port-out-of-range@20", true},
        error_test_row{"https://example.org:7z", "", "port-invalid@21", true},
        error_test_row{"/c:/path/to/file", "file:///c:/", ""},
        error_test_row{"c|/path/to/file", "file:///c:/", "file-invalid-Windows-drive-letter@0 invalid-URL-unit@1"},
        error_test_row{"file://c:", "", "file-invalid-Windows-drive-letter-host@7"}));

INSTANTIATE_TEST_SUITE_P(
    offsets, validation_errors_of,
    testing::Values(
        error_test_row{"https://example.org/", "", ""}, error_test_row{"https://example.com/%25?%25#%25", "", ""},
        error_test_row{"https://example/%?%#%", "", "invalid-URL-unit@16 invalid-URL-unit@18 invalid-URL-unit@20"},
        error_test_row{"https://example.com/[]?[]#[]", "",
                       "invalid-URL-unit@20 invalid-URL-unit@21 invalid-URL-unit@23 invalid-URL-unit@24 "
                       "invalid-URL-unit@26 invalid-URL-unit@27"},
        error_test_row{"  ht\ttp://h/\na b", "", "invalid-URL-unit@0 invalid-URL-unit@4 invalid-URL-unit@14"},
        error_test_row{"http://h/ ", "", "invalid-URL-unit@9"},
        error_test_row{"http://h/\u00E9 \uFDD0", "", "invalid-URL-unit@11 invalid-URL-unit@12"},
        error_test_row{"http://h/\xFF\xFF|", "", "invalid-URL-unit@11"},
        error_test_row{"http://h/\u0080", "", "invalid-URL-unit@9"},
        error_test_row{"https://///h/", "",
                       "special-scheme-missing-following-solidus@8 special-scheme-missing-following-solidus@9 "
                       "special-scheme-missing-following-solidus@10"},
        error_test_row{"http://a_b/", "", "domain-to-ASCII@7"}, error_test_row{"http://-a/", "", "domain-to-ASCII@7"},
        error_test_row{"http://xn--8i7caa/", "", "domain-to-ASCII@7"},
        error_test_row{"http://a..b/", "", "domain-to-ASCII@7"},
        error_test_row{"file://C|/", "", "file-invalid-Windows-drive-letter-host@7"},
        error_test_row{"file:///C|/", "", "invalid-URL-unit@9"}, error_test_row{"foo:a b", "", "invalid-URL-unit@5"},
        error_test_row{"foo://a%\"/", "", "invalid-URL-unit@8 invalid-URL-unit@7"},
        error_test_row{"file:\\\\h\\a", "",
                       "special-scheme-missing-following-solidus@4 invalid-reverse-solidus@5 "
                       "invalid-reverse-solidus@6 invalid-reverse-solidus@8"},
        error_test_row{"http://0x7f.256/", "",
                       "IPv4-too-few-parts@7 IPv4-non-decimal-part@7 IPv4-out-of-range-part@12"},
        error_test_row{"http://\u00E9\u00E9.0.", "", "IPv4-empty-part@7 IPv4-too-few-parts@7 IPv4-non-numeric-part@7",
                       true},
        error_test_row{"http://%31.0x1/", "", "domain-percent-encoded@7 IPv4-too-few-parts@7 IPv4-non-decimal-part@7"},
        error_test_row{"http://4294967296/", "", "IPv4-too-few-parts@7 IPv4-out-of-range-part@7", true}));

TEST(validation_errors_with_a_limit, keep_the_first_and_count_the_others) {
    validation_errors errors{2};
    ASSERT_TRUE(parse("http://@@@@h/", nullptr, &errors));
    EXPECT_EQ(errors.size(), 2U);
    EXPECT_EQ(errors.more(), 2U);
    EXPECT_EQ(errors.back(), (validation_error{error_kind::invalid_credentials, 8}));
    errors.clear();
    EXPECT_TRUE(errors.empty());
    ASSERT_TRUE(parse("http://h/", nullptr, &errors));
    EXPECT_TRUE(errors.empty());
}

TEST(validation_error_kinds, have_names_and_messages) {
    for (std::size_t i = 0; i < error_kinds; ++i) {
        EXPECT_FALSE(name(static_cast<error_kind>(i)).empty());
        EXPECT_FALSE(message(static_cast<error_kind>(i)).empty());
    }
}

} // namespace
