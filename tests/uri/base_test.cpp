// Establishing a base URI: RFC 3986 5.1.1 to 5.1.4, layer by layer.

#include <uniform/uri/base.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <string_view>
#include <vector>

namespace {

using namespace uniform;
using text = std::string_view;
using maybe = std::optional<std::string_view>;

// A document in a part of a message that was retrieved by way of a redirect: every layer is there.
struct layers {
    maybe content = "http://content/a";
    std::vector<maybe> entities{"http://part/b", "http://message/c"};
    std::vector<text> retrieval{"http://asked/d", "http://answered/e"};
    maybe application = "http://application/f";

    [[nodiscard]] std::expected<established_base, base_failure> establish(const parse_options &o = {}) const {
        return establish_base({content, entities, retrieval, application}, o);
    }
};

void expect(const layers &l, text uri, text where) {
    const auto base = l.establish();
    ASSERT_TRUE(base) << uri;
    EXPECT_EQ(base->uri, uri);
    EXPECT_EQ(section(base->source), where);
}

TEST(base, the_innermost_that_is_defined) {
    layers l;
    expect(l, "http://content/a", "5.1.1");
    l.content.reset();
    expect(l, "http://part/b", "5.1.2");
    l.entities[0].reset();
    expect(l, "http://message/c", "5.1.2");
    l.entities[1].reset();
    expect(l, "http://answered/e", "5.1.3"); // the last URI used
    l.retrieval.clear();
    expect(l, "http://application/f", "5.1.4");
    l.application.reset();
    const auto none = l.establish();
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().error.code, error_code::no_base);
    EXPECT_EQ(none.error().error.section(), "5.1");
}

TEST(base, converted_to_absolute_form) {
    layers l;
    l.content = "x/y#f";
    expect(l, "http://part/x/y", "5.1.1");
    l.entities[0] = "../p/q";
    expect(l, "http://message/p/x/y", "5.1.1");
    l.entities = {};
    l.retrieval[1] = "/moved/here?now#then";
    expect(l, "http://asked/moved/x/y", "5.1.1");
    l.content.reset();
    expect(l, "http://asked/moved/here?now", "5.1.3");
    l.retrieval = {"g"};
    expect(l, "http://application/g", "5.1.3");
}

TEST(base, stripped_of_the_fragment) {
    layers l;
    l.content = "http://h/p?q#f";
    expect(l, "http://h/p?q", "5.1.1");
    l.content = "#f";
    expect(l, "http://part/b", "5.1.1");
}

TEST(base, failures_name_their_source) {
    layers l;
    l.entities[0] = "http://a b/";
    l.content = "g";
    const auto bad = l.establish();
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().source, base_source::entity);
    EXPECT_EQ(bad.error().text, "http://a b/");
    EXPECT_EQ(bad.error().error.offset, 8U);

    layers relative{"a", {"b"}, {"c"}, "d"};
    const auto nowhere = relative.establish();
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().error.code, error_code::no_base);
    EXPECT_EQ(nowhere.error().text, "a");
    EXPECT_EQ(nowhere.error().source, base_source::content);

    // Sources outside of an absolute one are not looked at.
    layers hidden;
    hidden.application = "not a URI";
    EXPECT_TRUE(hidden.establish());
}

TEST(base, older_editions) {
    layers l;
    l.content = "";
    l.entities = {};
    EXPECT_EQ(l.establish({edition::rfc2396bis_01})->uri, "http://answered/e") << "the current document's own base";
    l.content = "g";
    l.retrieval = {"mailto:a@b"};
    const auto opaque = l.establish({edition::rfc2396bis_01});
    ASSERT_FALSE(opaque);
    EXPECT_EQ(opaque.error().error.code, error_code::opaque_base);
    EXPECT_EQ(l.establish()->uri, "mailto:g") << "RFC 3986 has no opaque URIs";
}

} // namespace
