// The functions with which every scheme is read and made: draft-ietf-uri-url-06 2.2, 3.1, 5; RFC 1738 3.1, 5; RFC 3986
// 3.2.
#include "url/reader.hpp"
#include "url/url_edition.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "url/samples.hpp"

namespace {

using namespace uniform;
using namespace samples;
using enum edition;
using detail::url_reader;

std::string read_login(std::string_view text, edition e, bool users = true, bool empty_host = false) {
    url_reader read{text, e, 0xFFFFFFFE};
    const auto login = read.login(users, empty_host);
    if (!login) return why(std::expected<int, error>{read.why()});
    return shown(login->user) + ' ' + shown(login->password) + ' ' + shown(std::optional{login->host}) + ' ' +
           shown(login->port) + " +" + std::string{read.rest()};
}

TEST(reader, logins) {
    const struct {
        std::string_view text;
        std::string_view draft;
        std::string_view of_1738;
        std::string_view later;
    } rows[]{
        {"h.x", "- - h.x - +", "- - h.x - +", "- - h.x - +"},
        {"u:p@h.x:21/a@b", "u p h.x 21 +/a@b", "u p h.x 21 +/a@b", "u p h.x 21 +/a@b"},
        {"@h/", "'' - h - +/", "'' - h - +/", "'' - h - +/"},
        {"u:@h", "u '' h - +", "u '' h - +", "u '' h - +"},
        {"u?a@h", "u?a - h - +", "u?a - h - +", "- - u - +?a@h"}, // RFC 3986 3.2: "?" ends an authority
        {"u:p:q@h", "invalid_character@3 password", "invalid_character@3 password", "u p:q h - +"},
        {"~u@h", "~u - h - +", "invalid_character@0 user", "~u - h - +"},
        {"1.2.3.4", "- - 1.2.3.4 - +", "- - 1.2.3.4 - +", "- - 1.2.3.4 - +"},
        {"999.0.0.00001", "- - 999.0.0.00001 - +", "- - 999.0.0.00001 - +", "- - 999.0.0.00001 - +"},
        {"1.2.3", "invalid_character@0 hostname", "invalid_character@4 hostname", "- - 1.2.3 - +"},
        {"1.2.3.4.5", "invalid_character@0 hostname", "invalid_character@8 hostname", "- - 1.2.3.4.5 - +"},
        {"a..b", "- - a..b - +", "empty_component@2 hostname", "- - a..b - +"},
        {"-a", "invalid_character@0 hostname", "invalid_character@0 hostname", "- - -a - +"},
        {"a_b", "- - a_b - +", "invalid_character@1 hostname", "- - a_b - +"},
        {"a%20b", "- - a%20b - +", "invalid_character@1 hostname", "- - a%20b - +"},
        {"h:", "invalid_port@2 port", "invalid_port@2 port", "- - h '' +"},
        {"h:a", "invalid_port@2 port", "invalid_port@2 port", "invalid_port@2 port"},
        {"h:1a", "invalid_port@3 port", "invalid_port@3 port", "invalid_port@3 port"},
        {"", "missing_host@0 host", "missing_host@0 host", "missing_host@0 host"},
        {"/a", "missing_host@0 host", "missing_host@0 host", "missing_host@0 host"},
        {"u@/a", "missing_host@2 host", "missing_host@2 host", "missing_host@2 host"},
        {"[::1]:1", "invalid_character@0 hostname", "invalid_character@0 hostname", "- - [::1] 1 +"},
    };
    for (const auto &r : rows) {
        EXPECT_EQ(read_login(r.text, url_06), r.draft) << r.text;
        EXPECT_EQ(read_login(r.text, rfc1738), r.of_1738) << r.text;
        EXPECT_EQ(read_login(r.text, rfc9110), r.later) << r.text;
    }
    EXPECT_EQ(read_login("/a", url_06, false, true), "- - '' - +/a");
    EXPECT_EQ(read_login("u@h", rfc1738, false), "unexpected_userinfo@0 hostport");
    EXPECT_EQ(read_login("u@h", rfc9110, false), "unexpected_userinfo@0 authority");
}

TEST(reader, stops_at_the_first_error) {
    url_reader read{"a%zz", url_06, 100};
    EXPECT_EQ(read.run(rule::fpath), "");
    EXPECT_FALSE(read.good());
    EXPECT_FALSE(read.accept('a'));
    EXPECT_EQ(read.run(rule::fpath), "");
    read.fail(0, error_code::missing_host, rule::host);
    EXPECT_EQ(why(std::expected<int, error>{read.why()}), "invalid_percent_encoding@1 escape");
}

TEST(reader, finds_what_is_escaped_and_what_is_not) {
    using detail::find_decoded;
    constexpr char_set lines{"\r\n"};
    EXPECT_EQ(find_decoded("ab%0Dc", lines), 2u);
    EXPECT_EQ(find_decoded("ab%0dc", lines), 2u);
    EXPECT_EQ(find_decoded("ab\nc%0D", lines), 2u);
    EXPECT_EQ(find_decoded("%250D", lines), std::string_view::npos);
    EXPECT_EQ(find_decoded("%8D%FF", lines), std::string_view::npos);
    EXPECT_EQ(find_decoded("", lines), std::string_view::npos);
    EXPECT_EQ(find_decoded("%00", char_set{}.add('\0')), 0u);
}

RC_GTEST_PROP(reader_properties, finds_exactly_what_decoding_shows, ()) {
    const std::string data = *bytes();
    const std::string text = encode(data, rule::segment_nz);
    const auto at = detail::find_decoded(text, char_set{"/\n"});
    RC_ASSERT((at == std::string::npos) == (data.find_first_of("/\n") == std::string::npos));
    if (at != std::string::npos) {
        RC_ASSERT(decode(text.substr(0, at)).value() == data.substr(0, data.find_first_of("/\n")));
    }
}

// 2.2: what is made is safe in every edition that reads it.
TEST(reader, made_characters_are_in_every_edition) {
    for (const rule part : {rule::user, rule::password, rule::hostname, rule::fsegment, rule::fpath, rule::gtype,
                            rule::selector, rule::search, rule::gopher_plus_string, rule::database, rule::wtype,
                            rule::ppath, rule::fieldname, rule::fieldvalue}) {
        const char_set made = detail::made_characters(part);
        EXPECT_EQ(made - url_allowed(part, url_06), char_set{}) << to_string(part);
        EXPECT_EQ(made - url_allowed(part, rfc1738), char_set{}) << to_string(part);
        EXPECT_EQ(made - allowed(rule::path), char_set{}) << to_string(part);
        EXPECT_TRUE(made.contains('a') && made.contains('$') && !made.contains('%') && !made.contains('~'));
        EXPECT_EQ(detail::made_characters(part, rfc8089), made | char_set{"~"}) << to_string(part);
    }
}

RC_GTEST_PROP(reader_properties, logins_come_back, ()) {
    const auto scheme = *rc::gen::element<std::string>("ftp", "telnet");
    const url_options o{.edition = *rc::gen::element(url_06, rfc1738, rfc4248)};
    login_parts p{.host = *rc::gen::oneOf(hosts(), bytes()), .port = *ports()};
    if (*rc::gen::arbitrary<bool>()) p.user = *bytes();
    if (p.user && *rc::gen::arbitrary<bool>()) p.password = *bytes();
    std::string text;
    if (!detail::append_login(text, p, o, scheme)) {
        RC_ASSERT(text.empty());
        return;
    }
    url_reader read{text, detail::url_edition(o, scheme), 0xFFFFFFFE};
    RC_ASSERT(read.slashes(rule::url));
    const auto login = read.login(true);
    RC_ASSERT(login.has_value());
    RC_ASSERT(read.at_end());
    RC_ASSERT(detail::decoded_login(*login) == p);
}

} // namespace
