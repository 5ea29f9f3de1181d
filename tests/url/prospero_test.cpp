// prospero URLs: draft-ietf-uri-url-06 3.11, 5; RFC 1738 3.11, 5; RFC 4157.
#include <uniform/url/prospero.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "url/samples.hpp"

namespace {

using namespace uniform;
using namespace samples;
using enum edition;

std::string decoded_of(const prosperourl_view &u) {
    const prosperourl_parts p = parts_of(u);
    std::string text = p.host + ' ' + shown(std::optional{p.hsoname});
    for (const auto &[name, value] : p.fields) text += " [" + name + "|" + value + "]";
    return text;
}

struct reading {
    std::string_view source;
    std::string_view text;
    std::string_view expected;
    std::vector<edition> by = {url_06, rfc1738, rfc4157};
};

const reading readings[]{
    {"3.11", "prospero://host.dom//pros/name", "host.dom /pros/name"},
    {"3.11", "prospero://host.dom/a;OBJECT-VERSION=3", "host.dom a [OBJECT-VERSION|3]"},
    {"5: *[ fieldspec ]", "prospero://host.dom/a;b=c;d=;=e;=", "host.dom a [b|c] [d|] [|e] [|]"},
    {"5: ppath may be empty", "prospero://host.dom/", "host.dom ''"},
    {"3.11: \";\" is quoted in the hsoname", "PROSPERO://host.dom:1525/a%3Bb%2Fc;d%3B%3D=%3De",
     "host.dom a;b/c [d;=|=e]"},
    {"5: \"?\" is no delimiter", "prospero://host.dom/a?b;c?d=e?f", "host.dom a?b [c?d|e?f]", {url_06, rfc1738}},
    {"RFC 3986 3.3, and RFC 4157 has no query", "prospero://host.dom/a?b", "invalid_character@21 hsoname", {rfc4157}},
    {"5: \"=\" is extra", "prospero://host.dom/a=b;c=d=e", "host.dom a=b [c|d=e]", {url_06}},
    {"5: it is not", "prospero://host.dom/a=b;c=d=e", "invalid_character@27 fieldvalue", {rfc1738}},
    {"RFC 3986 3.3", "prospero://host.dom/a=b;c=d=e/f", "host.dom a=b [c|d=e/f]", {rfc4157}},
    {"5: no \"/\" in a fieldvalue",
     "prospero://host.dom/a;c=d/f",
     "invalid_character@25 fieldvalue",
     {url_06, rfc1738}},
    {"5: fieldspec has its \"=\"", "prospero://host.dom/a;b", "missing_part@23 fieldspec"},
    {"5", "prospero://host.dom/a;", "missing_part@22 fieldspec"},
    {"5", "prospero://host.dom/a;b;c=d", "missing_part@23 fieldspec"},
    {"2.2", "prospero://host.dom/a;b c=d", "invalid_character@23 fieldname", {url_06, rfc1738}},
    {"2.2", "prospero://host.dom/a b", "invalid_character@21 ppath", {url_06, rfc1738}},
    {"5: the \"/\" is demanded", "prospero://host.dom", "missing_part@19 ppath", {url_06, rfc1738}},
    {"3.11: no user or password", "prospero://u@host.dom/a", "unexpected_userinfo@11 hostport", {url_06, rfc1738}},
    {"RFC 4157 2: the same", "prospero://u:p@host.dom/a", "unexpected_userinfo@11 authority", {rfc4157}},
    {"RFC 3986 3.5", "prospero://host.dom/a#b", "unexpected_fragment@21 hsoname", {rfc4157}},
};

TEST(prospero, is_read_by_each_edition) {
    for (const reading &r : readings) {
        for (const edition e : r.by) {
            const auto url = parse_prosperourl(r.text, {.edition = e});
            EXPECT_EQ(url ? decoded_of(*url) : why(url), r.expected)
                << r.source << ": " << r.text << " " << to_string(e);
        }
    }
}

TEST(prospero, views_are_as_written) {
    const auto url = parse_prosperourl("prospero://h/a%20b;c=%20").value();
    EXPECT_EQ(url.ppath, "a%20b");
    EXPECT_EQ(url.fieldspecs, ";c=%20");
}

TEST(prospero, made_urls) {
    EXPECT_EQ(make_prosperourl({.host = "host.dom", .hsoname = "/pros/name;1", .fields = {{"OBJECT-VERSION", "3"}}}),
              "prospero://host.dom//pros/name%3B1;OBJECT-VERSION=3");
    EXPECT_EQ(make_prosperourl({.host = "h", .port = 1, .hsoname = "?", .fields = {{"a=b;", "c=d/"}}}),
              "prospero://h:1/%3F;a%3Db%3B=c%3Dd%2F");
    EXPECT_EQ(why(make_prosperourl({.hsoname = "a"})), "missing_host@0 host");
    EXPECT_EQ(why(make_prosperourl({.host = "h/x", .hsoname = "a"}, {.edition = rfc1738})), "invalid_character@0 host");
}

RC_GTEST_PROP(prospero_properties, what_is_made_is_read_as_its_parts, ()) {
    const auto e = *rc::gen::element(url_06, rfc1738, rfc4157);
    prosperourl_parts p{.host = *hosts(), .port = *ports(), .hsoname = *bytes()};
    for (const std::string &name : *rc::gen::container<std::vector<std::string>>(bytes())) {
        p.fields.emplace_back(name, *bytes());
    }
    const auto url = make_prosperourl(p, {.edition = e});
    RC_ASSERT(url.has_value());
    RC_ASSERT(parts_of(parse_prosperourl(*url, {.edition = e}).value()) == p);
}

} // namespace
