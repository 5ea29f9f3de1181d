// RFC 6455 3.
#include <uniform/url/ws.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "url/shown.hpp"

namespace {

using namespace uniform;
using namespace uniform::test;

TEST(ws, reads) {
    const row rows[]{
        {"RFC 6455 3", {}, "ws://example.com/chat", "host=example.com port=80 resource_name=/chat"},
        {"RFC 6455 3",
         {},
         "wss://example.com/foo?bar=baz",
         "host=example.com port=443 secure=yes resource_name=/foo?bar=baz"},
        {"RFC 6455 3: \"/\" if the path component is empty",
         {},
         "ws://example.com?a",
         "host=example.com port=80 resource_name=/?a"},
        {"RFC 6455 3: \"/\" if the path component is empty",
         {},
         "WS://example.com:81",
         "host=example.com port=81 resource_name=/"},
        {"RFC 6455 3: if the query component is not empty", {}, "ws://h/a?", "host=h port=80 resource_name=/a"},
        {"RFC 6455 3: as written", {}, "ws://h/%2F?%23", "host=h port=80 resource_name=/%2F?%23"},
        {"RFC 6455 3: no fragments", {}, "ws://h/a#b", "unexpected_fragment at 8, path-abempty"},
        {"RFC 6455 3: no fragments", {}, "ws://h/a?b#", "unexpected_fragment at 10, query"},
        {"RFC 6455 3: \"//\" host", {}, "ws:/a", "missing_part at 3, ws-URI"},
        {"RFC 6455 3: \"//\" host", {}, "ws:///a", "missing_host at 5, host"},
        {"RFC 6455 3", {}, "ws://h/a b", "invalid_character at 8, path-abempty"},
    };
    for (const row &it : rows) EXPECT_EQ(reading(it.text, it.by), it.reading) << it.source << ": " << it.text;
    EXPECT_EQ(parse_wsurl("ws://u@h/").error().code, error_code::unexpected_userinfo);
}

TEST(ws, makes) {
    EXPECT_EQ(make_wsurl({true, "h", 8443, "/a?b"}).value(), "wss://h:8443/a?b");
    EXPECT_EQ(make_wsurl({false, "h", {}, "a"}).error().code, error_code::changes_components);
    EXPECT_EQ(make_wsurl({false, "h", {}, ""}).error().code, error_code::changes_components);
    EXPECT_EQ(make_wsurl({false, "h", {}, "/#"}).error().code, error_code::unexpected_fragment);
    EXPECT_EQ(make_wsurl({false, "", {}, "/"}).error().code, error_code::missing_host);
}

RC_GTEST_PROP(ws_properties, what_is_made_reads_the_same, ()) {
    std::string path = "/";
    encode_append(path, any_bytes(), allowed(rule::path));
    const wsurl_parts parts{*rc::gen::arbitrary<bool>(), any_name(), *rc::gen::arbitrary<std::uint16_t>(), path};
    const auto made = make_wsurl(parts);
    RC_ASSERT(made.has_value());
    RC_ASSERT(parts_of(parse_wsurl(*made).value()) == parts);
}

} // namespace
