// RFC 2397.
#include <uniform/url/data.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "url/shown.hpp"

namespace {

using namespace uniform;
using namespace uniform::test;

TEST(data, reads) {
    const row rows[]{
        {"RFC 2397 4", {}, "data:,A%20brief%20note", "media_type=text/plain;charset=US-ASCII data=A brief note"},
        {"RFC 2397 4",
         {},
         "data:text/plain;charset=iso-8859-7,%be%fg%be",
         "invalid_percent_encoding at 38, pct-encoded"}, // the document's own slip: "%fg"
        {"RFC 2397 4",
         {},
         "data:text/plain;charset=iso-8859-7,%be%d3%be",
         "media_type=text/plain;charset=iso-8859-7 data=\\xBE\\xD3\\xBE"},
        {"RFC 2397 4",
         {},
         "data:application/vnd-xxx-query,select_vcount,fcol_from_fieldtable/local",
         "media_type=application/vnd-xxx-query data=select_vcount,fcol_from_fieldtable/local"},
        {"RFC 2397 2: the shorthand", {}, "data:;charset=UTF-8,x", "media_type=text/plain;charset=UTF-8 data=x"},
        {"RFC 2397 3", {}, "data:,", "media_type=text/plain;charset=US-ASCII data="},
        {"RFC 2397 3", {}, "DATA:;BASE64,", "media_type=text/plain;charset=US-ASCII base64=yes data="},
        {"RFC 2397 3: *urlchar", {}, "data:,a?b/c,d;e", "media_type=text/plain;charset=US-ASCII data=a?b/c,d;e"},
        {"RFC 2397 3: any value may be escaped", {}, "data:a/b;c=%22d%3Be%22,", "media_type=a/b;c=\"d;e\" data="},
        {"RFC 2397 3: base64 as a value", {}, "data:a/b;c=base64,%20", "media_type=a/b;c=base64 data= "},
        {"RFC 4648 10", {}, "data:;base64,Zm9vYmFy", "media_type=text/plain;charset=US-ASCII base64=yes data=foobar"},
        {"RFC 4648 10", {}, "data:;base64,Zm9vYmE=", "media_type=text/plain;charset=US-ASCII base64=yes data=fooba"},
        {"RFC 4648 10", {}, "data:;base64,Zm9vYg%3D%3D", "media_type=text/plain;charset=US-ASCII base64=yes data=foob"},
        {"RFC 4648 4: + and /",
         {},
         "data:image/gif;base64,+/%2B%2f",
         "media_type=image/gif base64=yes data=\\xFB\\xFF\\xBF"},
        {"RFC 2397 3: no \",\"", {}, "data:", "missing_part at 5, dataurl"},
        {"RFC 2397 3: no \",\"", {}, "data:text/plain", "missing_part at 15, dataurl"},
        {"RFC 2397 3: type \"/\" subtype", {}, "data:text,x", "invalid_character at 9, mediatype"},
        {"RFC 2397 3: type \"/\" subtype", {}, "data:/x,x", "invalid_character at 5, mediatype"},
        {"RFC 2397 3: type \"/\" subtype", {}, "data:text/,x", "invalid_character at 10, mediatype"},
        {"RFC 2397 3: parameter", {}, "data:a/b;c,x", "invalid_character at 10, mediatype"},
        {"RFC 2397 3: parameter", {}, "data:a/b;=c,x", "invalid_character at 9, mediatype"},
        {"RFC 2397 3: parameter", {}, "data:a/b;,x", "invalid_character at 9, mediatype"},
        {"RFC 2397 3: base64 comes last", {}, "data:;base64;a=b,x", "invalid_character at 12, mediatype"},
        {"RFC 2045 5.1: not closed", {}, "data:a/b;c=%22d,x", "invalid_character at 15, mediatype"},
        {"RFC 2045 5.1: tspecials", {}, "data:a/b;c=d%20e,x", "invalid_character at 12, mediatype"},
        {"RFC 2045 5.1: a delimiter is one as written", {}, "data:a%2Fb,x", "invalid_character at 6, mediatype"},
        {"RFC 4648 3.3", {}, "data:;base64,Zm9v*", "invalid_character at 17, data"},
        {"RFC 4648 3.3", {}, "data:;base64,Zm9v%20", "invalid_character at 17, data"},
        {"RFC 4648 5 is not 4", {}, "data:;base64,Zm9_", "invalid_character at 16, data"},
        {"RFC 4648 3.2: padding", {}, "data:;base64,Zm9vYg", "missing_part at 19, data"},
        {"RFC 4648 3.2: padding", {}, "data:;base64,Zm9vYg=", "missing_part at 20, data"},
        {"RFC 4648 4: no sextet alone", {}, "data:;base64,Zm9vY===", "missing_part at 18, data"},
        {"RFC 4648 3.3: after the padding", {}, "data:;base64,Zg==Zg==", "invalid_character at 17, data"},
        {"RFC 3986 3.5", {}, "data:,a#b", "unexpected_fragment at 7, data"},
        {"RFC 3986 2", {}, "data:,a b", "invalid_character at 7, data"},
    };
    for (const row &it : rows) EXPECT_EQ(reading(it.text, it.by), it.reading) << it.source << ": " << it.text;
}

TEST(data, views_are_slices_as_written) {
    const auto url = parse_dataurl("data:a/b;c=%64;base64,Zg%3d=").value();
    EXPECT_EQ(url.mediatype, "a/b;c=%64");
    EXPECT_TRUE(url.base64);
    EXPECT_EQ(url.data, "Zg%3d=");
}

TEST(data, makes) {
    EXPECT_EQ(make_dataurl({"", false, "A brief note"}).value(), "data:,A%20brief%20note");
    EXPECT_EQ(make_dataurl({"text/plain;charset=US-ASCII", true, "foob"}).value(), "data:;base64,Zm9vYg==");
    EXPECT_EQ(make_dataurl({"a/b;c=\"d;e\"", false, ","}).value(), "data:a/b;c=%22d;e%22,,");
    EXPECT_EQ(make_dataurl({"a/b;base64", false, "Zg=="}).error().code, error_code::changes_components);
    EXPECT_EQ(make_dataurl({"a", false, ""}).error().rule, rule::mediatype);
    EXPECT_EQ(make_dataurl({"a/b,c", false, ""}).error().rule, rule::mediatype);
}

RC_GTEST_PROP(data_properties, what_is_made_reads_the_same, ()) {
    const dataurl_parts parts{"a/b;charset=x", *rc::gen::arbitrary<bool>(), any_bytes()};
    const auto made = make_dataurl(parts);
    RC_ASSERT(made.has_value());
    RC_ASSERT(parts_of(parse_dataurl(*made).value()) == parts);
}

} // namespace
