// Owning references and their edits of whole components.
#include <uniform/uri/uri.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <type_traits>
#include <utility>

namespace {

using namespace uniform;
using namespace uniform::literals;

static_assert(std::is_nothrow_move_constructible_v<uri> && std::is_nothrow_move_assignable_v<uri>);
static_assert(std::is_nothrow_move_constructible_v<reference> && std::is_nothrow_swappable_v<reference>);
static_assert(std::is_copy_constructible_v<uri> && !std::is_default_constructible_v<uri>);
static_assert(std::is_convertible_v<uri, uri_view> && std::is_convertible_v<uri, reference_view>);
static_assert(std::is_convertible_v<uri, reference> && std::is_convertible_v<reference, reference_view>);
static_assert(!std::is_convertible_v<reference, uri> && !std::is_convertible_v<const char *, decoded>);
static_assert(!std::is_copy_constructible_v<editable>, "nothing is sliced");

using edit = std::function<std::expected<void, error>(reference &)>;

reference owned(std::string_view text, parse_options o = {}) { return reference::parse(std::string{text}, o).value(); }

struct edit_case {
    std::string_view before;
    const char *name;
    edit apply;
    std::string_view after;
    parse_options options{};
};

#define EDIT(call) #call, [](reference &r) { return r.call; }

const edit_case edits[]{
    // RFC 3986 3.1
    {"http://h/a", EDIT(set_scheme("HTTPS")), "HTTPS://h/a"},
    {"//h/a", EDIT(set_scheme("s")), "s://h/a"},
    {"a/b", EDIT(set_scheme("s")), "s:a/b"},
    {"http://h/a", EDIT(remove_scheme()), "//h/a"},
    {"s:a/b", EDIT(remove_scheme()), "a/b"},
    {"a/b", EDIT(remove_scheme()), "a/b"},
    // 3.2
    {"http://u@h:1/a", EDIT(set_authority("x:2")), "http://x:2/a"},
    {"/a", EDIT(set_authority("h")), "//h/a"},
    {"", EDIT(set_authority("")), "//"},
    {"http://u@h:1/a?#", EDIT(remove_authority()), "http:/a?#"},
    {"a", EDIT(remove_authority()), "a"},
    // 3.2.1
    {"http://h/", EDIT(set_userinfo("u:p")), "http://u:p@h/"},
    {"http://h/", EDIT(set_userinfo("")), "http://@h/"},
    {"http://u:p@h/", EDIT(set_userinfo(decoded{"a@b:%"})), "http://a%40b:%25@h/"},
    {"http://u:p@h/", EDIT(remove_userinfo()), "http://h/"},
    {"http://u:p@h/", EDIT(set_user("v")), "http://v:p@h/"},
    {"http://u@h/", EDIT(set_user(decoded{"a:b"})), "http://a%3Ab@h/"},
    {"http://u@h/", EDIT(set_password("p:q")), "http://u:p:q@h/"},
    {"http://h/", EDIT(set_password(decoded{"p@"})), "http://:p%40@h/"},
    {"http://u:p@h/", EDIT(remove_password()), "http://u@h/"},
    {"http://u@h/", EDIT(remove_password()), "http://u@h/"},
    // 3.2.2
    {"http://u@h:1/a", EDIT(set_host("[::1]")), "http://u@[::1]:1/a"},
    {"http://u@h:1/a", EDIT(set_host("")), "http://u@:1/a"},
    {"/a", EDIT(set_host("h")), "//h/a"},
    {"s:", EDIT(set_host("h")), "s://h"},
    {"http://h/",
     EDIT(set_host(decoded{"b\xC3\xBC"
                           "cher"})),
     "http://b%C3%BCcher/"},
    {"http://h/", EDIT(set_host(decoded{"a:b"})), "http://a%3Ab/"},
    {"http://h/", EDIT(set_host(decoded{"::1"})), "http://[::1]/"},
    {"http://h/", EDIT(set_host(decoded{"fe80::1%eth0"})), "http://[fe80::1%25eth0]/", {.zone_ids = true}},
    {"http://h/", EDIT(set_host(decoded{"[v1.x]"})), "http://[v1.x]/"},
    {"http://h/", EDIT(set_host(decoded{"[fe80::1%eth0]"})), "http://[fe80::1%25eth0]/", {.zone_ids = true}},
    {"http://a_b/c", EDIT(set_host("h")), "http://h/c", {edition::rfc2396bis_01}}, // was a registry-based name
    // 3.2.3
    {"http://h/", EDIT(set_port(8080)), "http://h:8080/"},
    {"http://h:1/", EDIT(set_port("")), "http://h:/"},
    {"http://h:1/", EDIT(set_port("00099999")), "http://h:00099999/"},
    {"http://h:/", EDIT(remove_port()), "http://h/"},
    // 3.3
    {"http://h/a?q#f", EDIT(set_path("/b//c")), "http://h/b//c?q#f"},
    {"http://h/a?q#f", EDIT(set_path("")), "http://h?q#f"},
    {"http://h", EDIT(set_path("//x")), "http://h//x"},
    {"mailto:a@b", EDIT(set_path("c@d")), "mailto:c@d"},
    {"http://h/", EDIT(set_path(decoded{"/a b/100%"})), "http://h/a%20b/100%25"},
    {"x", EDIT(set_path(decoded{"a:b/c:d"})), "a%3Ab/c:d"},
    {"s:x", EDIT(set_path(decoded{"a:b/c:d"})), "s:a:b/c:d"},
    // 3.4, 3.5
    {"a#f", EDIT(set_query("")), "a?#f"},
    {"a?#", EDIT(remove_query()), "a#"},
    {"a", EDIT(set_query(decoded{"k=%#&[]"})), "a?k=%25%23&%5B%5D"},
    {"a?", EDIT(set_fragment("")), "a?#"},
    {"a?#", EDIT(remove_fragment()), "a?"},
    {"a", EDIT(set_fragment(decoded{"x#y?"})), "a#x%23y?"},
    {"", EDIT(set_fragment("f")), "#f"},
    // The 2003 draft 3: opaque-part
    {"mailto:a@b?c", EDIT(set_path("[x]")), "mailto:[x]?c", {edition::rfc2396bis_01}},
    {"http://a_b:c/d", EDIT(set_query("q")), "http://a_b:c/d?q", {edition::rfc2396bis_01}},
};

TEST(edit, does_what_it_says) {
    for (const auto &c : edits) {
        reference r = owned(c.before, c.options);
        const auto done = c.apply(r);
        EXPECT_TRUE(done) << c.before << ' ' << c.name << ": " << (done ? "" : to_string(done.error().code));
        EXPECT_EQ(r.text(), c.after) << c.before << ' ' << c.name;
        EXPECT_EQ(r.options().zone_ids, c.options.zone_ids);
    }
}

struct refused_case {
    std::string_view before;
    const char *name;
    edit apply;
    error why;
    parse_options options{};
};

constexpr auto draft = edition::rfc2396bis_01;

const refused_case refused[]{
    // Values that would read as another component
    {"/a", EDIT(set_path("//x")), {0, error_code::changes_components, rule::authority}},
    {"s:/a", EDIT(set_path("//x")), {0, error_code::changes_components, rule::authority}},
    {"a", EDIT(set_path("b:c")), {0, error_code::changes_components, rule::scheme}},
    {"s:b:c", EDIT(remove_scheme()), {0, error_code::changes_components, rule::scheme}},
    {"s:1:c", EDIT(remove_scheme()), {0, error_code::colon_in_first_segment, rule::path_noscheme}},
    {"http://h//x", EDIT(remove_authority()), {0, error_code::changes_components, rule::authority}},
    {"a/b", EDIT(set_host("h")), {0, error_code::changes_components, rule::host}},
    {"s:a", EDIT(set_authority("")), {0, error_code::changes_components, rule::authority}},
    {"http://h/", EDIT(set_path("a")), {0, error_code::changes_components, rule::host}},
    // Characters that the component does not admit, by its offset in the argument
    {"a", EDIT(set_scheme("")), {0, error_code::empty_component, rule::scheme}},
    {"a", EDIT(set_scheme("1a")), {0, error_code::invalid_scheme, rule::scheme}},
    {"a", EDIT(set_scheme("a/b")), {1, error_code::invalid_scheme, rule::scheme}},
    {"http://h/", EDIT(set_authority("h:x")), {2, error_code::invalid_port, rule::port}},
    {"http://h/", EDIT(set_authority("h/x")), {1, error_code::invalid_character, rule::authority}},
    {"http://h/", EDIT(set_userinfo("a@b")), {1, error_code::invalid_character, rule::userinfo}},
    {"http://h/", EDIT(set_user("a:b")), {1, error_code::invalid_character, rule::userinfo}},
    {"http://h/", EDIT(set_password("p/")), {1, error_code::invalid_character, rule::userinfo}},
    {"http://h/", EDIT(set_port("8o")), {1, error_code::invalid_port, rule::port}},
    {"http://h/", EDIT(set_port("1/2")), {1, error_code::invalid_port, rule::port}},
    {"http://h/", EDIT(set_path("/a?b")), {2, error_code::invalid_character, rule::path}},
    {"http://h/", EDIT(set_path("/a%2")), {2, error_code::invalid_percent_encoding, rule::pct_encoded}},
    {"http://h/", EDIT(set_query("a#b")), {1, error_code::invalid_character, rule::query}},
    {"http://h/", EDIT(set_fragment("#")), {0, error_code::invalid_character, rule::fragment}},
    {"http://h/", EDIT(set_fragment("a b")), {1, error_code::invalid_character, rule::fragment}},
    // Components that are not there
    {"/a", EDIT(set_port(80)), {0, error_code::not_found, rule::host}},
    {"/a", EDIT(set_user("u")), {0, error_code::not_found, rule::host}},
    {"/a", EDIT(set_password("u")), {0, error_code::not_found, rule::host}},
    {"/a", EDIT(set_userinfo(decoded{"u"})), {0, error_code::not_found, rule::host}},
    {"http://a_b/", EDIT(set_port(80)), {0, error_code::not_found, rule::host, draft}, {draft}},
};

TEST(edit, or_nothing) {
    for (const auto &c : refused) {
        reference r = owned(c.before, c.options);
        const reference old = r;
        const auto done = c.apply(r);
        ASSERT_FALSE(done) << c.before << ' ' << c.name << " -> " << r.text();
        EXPECT_EQ(to_string(done.error().code), to_string(c.why.code)) << c.before << ' ' << c.name;
        EXPECT_EQ(to_string(done.error().rule), to_string(c.why.rule)) << c.before << ' ' << c.name;
        EXPECT_EQ(done.error().offset, c.why.offset) << c.before << ' ' << c.name;
        EXPECT_EQ(done.error().edition, c.why.edition);
        EXPECT_EQ(r.text(), old.text());
        EXPECT_EQ(r.view().where(rule::path), old.view().where(rule::path));
    }
}

TEST(edit, a_host_that_is_none) {
    for (const std::string_view host : {"a b", "h:1", "u@h", "[", "[::1", "[::1]x", "[1::2::3]", "a/b", "a%4"}) {
        reference r = owned("http://h/p");
        const auto done = r.set_host(host);
        ASSERT_FALSE(done) << host;
        EXPECT_NE(done.error().code, error_code::changes_components) << host;
        EXPECT_LT(done.error().offset, host.size()) << host;
        EXPECT_EQ(r.text(), "http://h/p");
    }
}

TEST(edit, names_what_does_not_fit) {
    reference r = owned("http://h");
    EXPECT_EQ(r.set_path("b:c").error(), (error{0, error_code::changes_components, rule::path}));
    EXPECT_EQ(r.set_host("::1").error(), (error{0, error_code::invalid_character, rule::host}));
    EXPECT_EQ(r.text(), "http://h");
}

TEST(edit, data_for_a_host_is_utf8) { // RFC 3986 3.2.2
    reference r = owned("http://h/p");
    EXPECT_FALSE(r.set_host(decoded{"b\xFF"}));
    EXPECT_EQ(r.text(), "http://h/p");
    ASSERT_TRUE(r.set_host(decoded{"b\xC3\xBC"}));
    EXPECT_EQ(r.text(), "http://b%C3%BC/p");
}

TEST(edit, keeps_the_options_of_the_parse) {
    reference r = owned("http://h/", {.max_length = 10});
    EXPECT_TRUE(r.set_path("/"));
    EXPECT_EQ(r.set_path("/ab").error().code, error_code::too_long);
    EXPECT_EQ(r.text(), "http://h/");

    reference strict = owned("http://h/");
    EXPECT_FALSE(strict.set_host("[fe80::1%25eth0]"));

    // A view with a zone identifier was parsed by somebody who asked for them.
    const auto view = parse_uri("http://[fe80::1%25eth0]/", {.zone_ids = true}).value();
    uri zoned{view};
    EXPECT_TRUE(zoned.set_port(1));
    EXPECT_EQ(zoned.text(), "http://[fe80::1%25eth0]:1/");
}

TEST(edit, arguments_may_be_parts_of_the_text) {
    reference r = owned("http://user@host/path?query#fragment");
    EXPECT_TRUE(r.set_path(std::string_view{r.text()}.substr(5, 0)));
    r = owned("http://user@host/path?query#fragment");
    EXPECT_TRUE(r.set_user(*r.host()));
    EXPECT_TRUE(r.set_host(*r.fragment()));
    EXPECT_TRUE(r.set_query(r.path()));
    EXPECT_TRUE(r.set_fragment(decoded{r.text()}));
    EXPECT_TRUE(r.append_segment(decoded{*r.query()}));
    EXPECT_TRUE(r.append_parameter(*r.host(), *r.user()));
    EXPECT_TRUE(r.set_scheme(r.scheme()->substr(0, 2)));
    EXPECT_EQ(r.text(), "ht://host@fragment/path/%2Fpath?/path&fragment=host"
                        "#http://host@fragment/path?/path%23fragment");
}

TEST(owning, is_made_from_text_or_views) {
    const auto bad = uri::parse("a b");
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error(), parse_uri("a b").error());
    EXPECT_EQ(reference::parse("a b").error(), parse_uri_reference("a b").error());

    const uri u{"http://u:p@h:80/a?q#f"_uri};
    EXPECT_EQ(u.scheme(), "http");
    EXPECT_EQ(u.user(), "u");
    EXPECT_EQ(u.password(), "p");
    EXPECT_EQ(u.host(), "h");
    EXPECT_EQ(u.port(), "80");
    EXPECT_EQ(u.path(), "/a");
    EXPECT_EQ(u.query(), "q");
    EXPECT_EQ(u.fragment(), "f");
    EXPECT_EQ(u.authority(), "u:p@h:80");
    EXPECT_EQ(u.view().text().data(), u.text().data());

    const reference r = u;
    EXPECT_EQ(r, u);
    EXPECT_EQ(r.scheme(), "http");
    EXPECT_EQ(uri::from(r), u);
    EXPECT_FALSE(uri::from(reference{"a/b"_uri_reference}));
    EXPECT_EQ(reference{}.text(), "");
    EXPECT_EQ(reference{}.path(), "");
}

TEST(owning, moves_leave_the_empty_reference) {
    for (const std::string text : {"a:b", "http://example.com/a/path/that/is/longer/than/a/small/string"}) {
        reference a = owned(text);
        reference b = std::move(a);
        EXPECT_EQ(b.text(), text);
        EXPECT_EQ(a.text(), ""); // NOLINT(bugprone-use-after-move): it is promised
        EXPECT_FALSE(a.scheme());
        EXPECT_TRUE(a.set_path("x"));
        std::swap(a, b);
        EXPECT_EQ(a.text(), text);
        EXPECT_EQ(b.text(), "x");
        a = std::move(b);
        EXPECT_EQ(a.text(), "x");
        EXPECT_EQ(std::move(a).release(), "x");
        EXPECT_EQ(a.text(), ""); // NOLINT(bugprone-use-after-move)
        EXPECT_TRUE(a.path().empty());
    }
}

TEST(build, puts_components_together) {
    const auto built = [](const components &c, parse_options o = {}) {
        const auto r = build(c, o);
        return r ? r->text()
                 : std::string{to_string(r.error().code)} + " " + std::string{to_string(r.error().rule)} + " " +
                       std::to_string(r.error().offset);
    };
    EXPECT_EQ(built({}), "");
    EXPECT_EQ(
        built({.scheme = "http", .userinfo = "u", .host = "h", .port = "", .path = "/", .query = "", .fragment = ""}),
        "http://u@h:/?#");
    EXPECT_EQ(built({.scheme = "s", .host = ""}), "s://");
    EXPECT_EQ(built({.path = "//x", .authority = ""}), "////x");
    EXPECT_EQ(built({.scheme = "s", .path = "/x", .authority = "u@h:1"}), "s://u@h:1/x");
    EXPECT_EQ(built({.authority = "a_b:x"}, {draft}), "//a_b:x");
    EXPECT_EQ(built({.scheme = "mailto", .path = "a@b"}), "mailto:a@b");
    // Refused
    EXPECT_EQ(built({.path = "//x"}), "changes_components authority 0");
    EXPECT_EQ(built({.path = "a:b"}), "changes_components scheme 0");
    EXPECT_EQ(built({.host = "h", .path = "a"}), "changes_components host 0");
    EXPECT_EQ(built({.port = "1"}), "changes_components authority 0");
    EXPECT_EQ(built({.host = "h", .authority = "h"}), "changes_components authority 0");
    EXPECT_EQ(built({.scheme = "s", .host = "a b"}), "invalid_character reg-name 1");
    EXPECT_EQ(built({.scheme = "s", .host = "h", .path = "/a#"}), "invalid_character path 2");
    EXPECT_EQ(built({.scheme = "s", .path = "/a", .query = "%x"}), "invalid_percent_encoding pct-encoded 0");
    EXPECT_EQ(built({.scheme = "a b"}), "invalid_scheme scheme 1");
    EXPECT_EQ(built({.path = "abc"}, {.max_length = 2}), "too_long  2");

    EXPECT_EQ(build_uri({.scheme = "a", .path = "b"})->text(), "a:b");
    EXPECT_EQ(build_uri({.path = "b"}).error().code, error_code::missing_scheme);
    EXPECT_EQ(build(components_of("http://u@h:1/p?q#f"_uri))->text(), "http://u@h:1/p?q#f");
}

TEST(redacted, hides_the_password) {
    // RFC 3986 3.2.1, 7.5
    EXPECT_EQ(redacted("http://u:p@h/"_uri), "http://u:***@h/");
    EXPECT_EQ(redacted("http://u:p:q%40@h:1/?u:p@h#u:p@h"_uri), "http://u:***@h:1/?u:p@h#u:p@h");
    EXPECT_EQ(redacted("//:p@h"_uri_reference), "//:***@h");
    EXPECT_EQ(redacted("http://u@h/"_uri), "http://u@h/");
    EXPECT_EQ(redacted("http://u:@h/"_uri), "http://u:@h/"); // no password
    EXPECT_EQ(redacted("http://h:80/a:b@c"_uri), "http://h:80/a:b@c");
    EXPECT_EQ(redacted("mailto:a:b@c"_uri), "mailto:a:b@c");
    EXPECT_EQ(redacted(reference_view{}), "");
    const uri secret{"http://u:p@h/"_uri};
    EXPECT_EQ(redacted(secret), "http://u:***@h/");
    // A registry-based name of the 2003 draft 3.2.1
    EXPECT_EQ(redacted(parse_uri("x://u:p@my_host/", {draft}).value()), "x://u:***@my_host/");
    EXPECT_EQ(redacted(parse_uri("x://u:p@q:r@h/", {draft}).value()), "x://u:***@***@h/");
}

} // namespace
