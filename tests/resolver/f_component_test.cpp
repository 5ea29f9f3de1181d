// RFC 8141 2.3.3: f-components, which clients keep and apply.
#include <uniform/resolver/f_component.hpp>

#include <gtest/gtest.h>

namespace {

using namespace uniform::resolver;

TEST(f_component, is_applied_verbatim) {
    struct row {
        const char *document;
        const char *locator;
        std::optional<std::string_view> f;
        const char *result;
    };
    constexpr row rows[]{
        {"RFC 8141 2.3.3", "https://a.example/1", "part", "https://a.example/1#part"},
        {"draft -14 3.3.3: verbatim", "https://a.example/1?q", "a%2fb?/", "https://a.example/1?q#a%2fb?/"},
        {"RFC 3986 3.5: empty", "https://a.example/1", "", "https://a.example/1#"},
        {"none", "https://a.example/1", std::nullopt, "https://a.example/1"},
        {"RFC 9110 10.2.2: the locator has one", "https://a.example/1#own", "part", "https://a.example/1#own"},
    };
    for (const row &r : rows) EXPECT_EQ(with_f_component(r.locator, r.f), r.result) << r.document;
}

TEST(f_component, is_copied_by_the_drafts) {
    using uniform::edition;
    struct row {
        const char *document;
        edition e;
        const char *locator;
        std::optional<std::string_view> f;
        const char *result;
    };
    constexpr row rows[]{
        {"RFC 9110 10.2.2", edition::rfc8141, "https://a.example/1#own", "part", "https://a.example/1#own"},
        {"draft -16 4.3: copied", edition::urnbis_16, "https://a.example/1#own", "part", "https://a.example/1#part"},
        {"draft -14 3.3: copied", edition::urnbis_14, "https://a.example/1?q#own", "a%2fb?/",
         "https://a.example/1?q#a%2fb?/"},
        {"draft -14 3.3.3: empty", edition::urnbis_14, "https://a.example/1#own", "", "https://a.example/1#"},
        {"draft -14 3.3.3: none", edition::urnbis_14, "https://a.example/1#own", std::nullopt,
         "https://a.example/1#own"},
        {"draft -14 3.3.3: the locator has none", edition::urnbis_14, "https://a.example/1", "part",
         "https://a.example/1#part"},
    };
    for (const row &r : rows) EXPECT_EQ(with_f_component(r.locator, r.f, r.e), r.result) << r.document;
}

TEST(f_component, is_not_sent) {
    struct row {
        const char *document;
        std::string_view text;
        std::string_view sent;
        std::optional<std::string_view> f;
    };
    constexpr row rows[]{
        {"RFC 8141 2.3.3", "urn:example:a#part", "urn:example:a", "part"},
        {"the other components are", "urn:example:a?+r?=q#", "urn:example:a?+r?=q", ""},
        {"none", "urn:example:a?=q", "urn:example:a?=q", std::nullopt},
        {"not a URN: a space", "urn:example:a#b c", "urn:example:a#b c", std::nullopt},
        {"not a URN", "https://a.example/#b", "https://a.example/#b", std::nullopt},
    };
    for (const row &r : rows) {
        const split_urn parts = split_f_component(r.text);
        EXPECT_EQ(parts.sent, r.sent) << r.document;
        EXPECT_EQ(parts.f_component, r.f) << r.document;
    }
}

} // namespace
