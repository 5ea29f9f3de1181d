// The link checker: its rules as tables, and the whole of it against a host of bad manners on 127.0.0.1.

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include "links/link_checker_support.hpp"
#include "links/soft_404.hpp"

namespace uniform::links {

using namespace uniform::http;
namespace {

TEST(link_rules, the_meaning_of_a_response) {
    using enum link_state;
    struct row {
        std::optional<link_found> before;
        link_answer answer;
        link_state state;
        std::int64_t failures;
        std::int64_t since;
        std::string_view says;
    };
    const link_found good{.state = alive, .since = 5, .checked = 5, .status = 200, .media_type = "text/html"};
    const link_found bad{.state = failing, .since = 6, .checked = 7, .failures = 2, .status = 404};
    const link_found gone{.state = dead, .since = 8, .checked = 9, .failures = 3, .status = 404};
    link_found changed = good;
    changed.says = "the content type was image/gif; the name record has the media type image/png";
    const row rows[]{
        {{}, {.status = 200, .media_type = "text/html"}, alive, 0, 100, ""},
        {good, {.status = 204}, alive, 0, 5, ""},
        {good, {.status = 200, .media_type = "application/pdf"}, alive, 0, 5, "the content type was text/html"},
        {{}, {.status = 401}, alive, 0, 100, "access is restricted (status 401)"},
        {{}, {.status = 403}, alive, 0, 100, "access is restricted (status 403)"},
        {{}, {.status = 404}, failing, 1, 100, "answers 404"},
        {good, {.status = 500}, failing, 1, 100, "answers 500"},
        {bad, {.status = 404}, dead, 3, 100, "answers 404"},
        {gone, {.failure = "no such host"}, dead, 4, 8, "no such host"},
        {gone, {.status = 200}, alive, 0, 100, ""},
        {{}, {.status = 200, .soft_404 = "says so"}, failing, 1, 100, "seems to be an error page: it says so"},
        {{}, {.status = 304}, failing, 1, 100, "answers 304"},
        // The record says something else, from the first check on.
        {{},
         {.status = 200, .media_type = "text/html", .recorded_type = "application/pdf"},
         alive,
         0,
         100,
         "the name record has the media type application/pdf"},
        {{},
         {.status = 200, .media_type = "text/html", .recorded_type = "Text/HTML; charset=utf-8"},
         alive,
         0,
         100,
         ""},
        {good,
         {.status = 200, .media_type = "application/pdf", .recorded_type = "image/png"},
         alive,
         0,
         5,
         "the content type was text/html; the name record has the media type image/png"},
        {changed,
         {.status = 200, .media_type = "text/html", .recorded_type = "image/png"},
         alive,
         0,
         5,
         "the content type was image/gif; the name record has the media type image/png"},
        {changed,
         {.status = 200, .media_type = "text/html", .recorded_type = "text/html"},
         alive,
         0,
         5,
         "the content type was image/gif"},
        {{},
         {.status = 403, .media_type = "text/html", .recorded_type = "image/png"},
         alive,
         0,
         100,
         "access is restricted (status 403)"},
    };
    for (const row &r : rows) {
        const link_found f = evaluate(r.before, r.answer, 100, 3);
        EXPECT_EQ(f.state, r.state) << r.says;
        EXPECT_EQ(f.failures, r.failures) << r.says;
        EXPECT_EQ(f.since, r.since) << r.says;
        EXPECT_EQ(f.says, r.says);
        EXPECT_EQ(f.checked, 100);
    }
}

TEST(link_rules, when_to_ask_again) {
    constexpr std::int64_t week = 7 * 24 * 3600;
    EXPECT_EQ(due({.state = link_state::alive, .checked = 10}, week), 10 + week);
    EXPECT_EQ(due({.state = link_state::failing, .checked = 10, .failures = 1}, week), 10 + 3600);
    EXPECT_EQ(due({.state = link_state::dead, .checked = 10, .failures = 3}, week), 10 + 4 * 3600);
    EXPECT_EQ(due({.state = link_state::dead, .checked = 10, .failures = 1000}, week), 10 + week);
}

// RFC 6890 and IANA's registries.
TEST(link_rules, addresses_that_must_not_be_checked) {
    const std::pair<const char *, bool> rows[]{
        {"0.0.0.0", true},
        {"10.1.2.3", true},
        {"100.64.0.1", true},
        {"100.128.0.1", false},
        {"127.0.0.1", true},
        {"169.254.169.254", true},
        {"172.16.0.1", true},
        {"172.32.0.1", false},
        {"192.0.2.1", true},
        {"192.168.1.1", true},
        {"198.18.0.1", true},
        {"198.20.0.1", false},
        {"224.0.0.1", true},
        {"255.255.255.255", true},
        {"9.9.9.9", false},
        {"223.255.255.255", false},
        {"::", true},
        {"::1", true},
        {"fe80::1", true},
        {"fc00::1", true},
        {"ff02::1", true},
        {"2001:db8::1", true},
        {"2620:fe::fe", false},
        {"::ffff:10.0.0.1", true},
        {"::ffff:9.9.9.9", false},
        {"64:ff9b::7f00:1", true},
        {"2002:a00:1::", true},
        {"2002:909:909::", false},
        {"2001::1", true},
        {"3fff::1", true},
    };
    for (const auto &[text, wanted] : rows) {
        sockaddr_in6 six{};
        six.sin6_family = AF_INET6;
        sockaddr_in four{};
        four.sin_family = AF_INET;
        if (inet_pton(AF_INET, text, &four.sin_addr) == 1) {
            EXPECT_EQ(private_address(reinterpret_cast<const sockaddr *>(&four)), wanted) << text;
        } else {
            ASSERT_EQ(inet_pton(AF_INET6, text, &six.sin6_addr), 1) << text;
            EXPECT_EQ(private_address(reinterpret_cast<const sockaddr *>(&six)), wanted) << text;
        }
    }
    sockaddr other{};
    other.sa_family = AF_UNIX;
    EXPECT_TRUE(private_address(&other));
}

// RFC 9309 2.2.
TEST(link_rules, robots) {
    struct row {
        std::string_view text, path;
        bool allowed;
    };
    const row rows[]{
        {"", "/a", true},
        {"User-agent: *\nDisallow: /", "/a", false},
        {"User-agent: *\nDisallow: /", "/robots.txt", true},
        {"User-agent: *\nDisallow:", "/a", true},
        {"User-agent: other\nDisallow: /", "/a", true},
        {"USER-AGENT : Checker # we\r\ndisallow : /a", "/a/b", false},
        {"User-agent: *\nDisallow: /\nUser-agent: checker\nAllow: /", "/a", true},
        {"User-agent: checker\nUser-agent: other\nDisallow: /x", "/x", false},
        {"User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b", true},
        {"User-agent: *\nAllow: /a\nDisallow: /a", "/a", true},
        {"User-agent: *\nDisallow: /*.pdf$", "/x/a.pdf", false},
        {"User-agent: *\nDisallow: /*.pdf$", "/x/a.pdf?y", true},
        {"User-agent: *\nDisallow: /a*b*c", "/a1b2c3", false},
        {"User-agent: *\nDisallow: /a*b*c", "/a1c2b3", true},
        {"User-agent: *\nDisallow: /a$", "/a", false},
        {"User-agent: *\nDisallow: /a$", "/ab", true},
        {"Disallow: /", "/a", true},
        {"\xEF\xBB\xBFUser-agent: *\nDisallow: /", "/a", false},
    };
    for (const row &r : rows) EXPECT_EQ(robots::parse(r.text, "checker").allows(r.path), r.allowed) << r.text;
}

TEST(soft_404, titles) {
    const std::pair<std::string_view, bool> rows[]{
        {"404", true},
        {"404 Not Found", true},
        {"Page not found - A Library", true},
        {"A Library | 404", true},
        {"Seite nicht gefunden", true},
        {"Error 404", true},
        {"Lost and not found: a novel", false},
        {"Room 404", false},
        {"404040", false},
        {"A history of the page not found, in twelve volumes, with plates and an index", false},
        {"", false},
    };
    for (const auto &[title, wanted] : rows) {
        const auto page = sample_of(200, "https://a.example/x", "<html><title>" + std::string{title} + "</title>");
        EXPECT_EQ(!soft_404(page, {}).empty(), wanted) << title << " -> " << page.title;
    }
}

// Pages of a few words, and headings of short pages.
TEST(soft_404, what_short_pages_say) {
    std::string long_text;
    for (int i = 0; i < 100; ++i) long_text += " word" + std::to_string(i);
    const std::pair<std::string, bool> rows[]{
        {"Page not found", true},
        {"<html><body>Page not found</body></html>", true},
        {"<title>A Library</title><body><p>Page <b>not</b> found.", true},
        {"<h1>404</h1>", true},
        {"<TITLE></TITLE><H1>Not Found</H1>", true},
        {"<p>The requested page was not found on this server.", true},
        {"<p>This item is no longer available", true},
        {"410 Gone", true},
        {"<h1>Page not found</h1><p>The address that you gave is not that of any of our pages. Go to the start page, "
         "or "
         "write to us, and we will help you to find it.",
         true},
        {"<h2>\n  Error 404 </h2><p>The address that you gave is not that of any of our pages. Go to the start page.",
         true},
        {"Room 404", false},
        {"<h1>Lost and not found: a novel</h1> by nobody, in three volumes, with a portrait of the author", false},
        {"<h1>Page not found</h1>" + long_text, false},
        {"<p>A work on pages that were not found, in three volumes, with plates and maps", false},
        {"<body><div id=app>Loading</div>", false},
        {"<script>'Page not found'</script>", false},
        {"<!-- not found --> Works", false},
        {"", false},
    };
    for (const auto &[body, wanted] : rows) {
        const std::string why = soft_404(sample_of(200, "https://a.example/x", body), {});
        EXPECT_EQ(!why.empty(), wanted) << body << " -> " << why;
    }
}

TEST(soft_404, beside_a_page_that_cannot_be_there) {
    const std::string error =
        "<h1>Sorry</h1> what you look for at /NAME is not on this server any more, and will not be, "
        "but here are many other things that we would like you to see today";
    const auto with = [&](std::string name) { return std::string{error}.replace(error.find("/NAME"), 5, name); };
    const auto probe = sample_of(200, "https://a.example/none", with("/none"));
    EXPECT_FALSE(soft_404(sample_of(200, "https://a.example/x", with("/x")), probe).empty());
    EXPECT_FALSE(soft_404(sample_of(200, "https://a.example/none", "other"), probe).empty());
    EXPECT_TRUE(soft_404(sample_of(200, "https://a.example/y",
                                   "A treatise of quarries, their stones and those who work in them, from the earliest "
                                   "times to our days, by many hands, with plates"),
                         probe)
                    .empty());
    // A host that knows 404; the empty frame of a program.
    EXPECT_TRUE(soft_404(sample_of(200, "https://a.example/x", with("/x")),
                         sample_of(404, "https://a.example/none", with("/none")))
                    .empty());
    const std::string frame = "<body><div id=app></div><script>" + error + "</script>";
    EXPECT_TRUE(soft_404(sample_of(200, "u", frame), sample_of(200, "v", frame)).empty());
}

INSTANTIATE_ON_BOTH_STORES(link_checking);

TEST_P(link_checking, finds_what_is_there_and_what_is_not) {
    using enum link_state;
    put("example:a", {"/good", "/none", "/soft", "/moved", "/loop"});
    put("example:b", {"/no-head", "/private", "/forbidden", "/big", "mailto:a@example.org"});
    put("example:c", {"/good"});
    int changes = 0;
    round(fast(), [&] { ++changes; });
    struct row {
        std::string path;
        link_state state;
        int status;
        std::string media_type, target;
    };
    const row rows[]{
        {"/good", alive, 200, "text/html", ""},
        {"/none", dead, 404, "", ""},
        {"/soft", dead, 200, "", ""},
        {"/moved", alive, 200, "text/html", base + "/good"},
        {"/loop", dead, 0, "", ""},
        {"/no-head", alive, 200, "application/pdf", ""},
        {"/private", alive, 403, "", ""},
        {"/big", alive, 200, "text/html", ""},
    };
    for (const row &r : rows) {
        const auto f = found(r.path);
        ASSERT_TRUE(f) << r.path;
        EXPECT_EQ(f->state, r.state) << r.path << ": " << f->says;
        EXPECT_EQ(f->status, r.status) << r.path;
        if (r.state == alive) {
            EXPECT_EQ(f->media_type, r.media_type) << r.path;
        }
        EXPECT_EQ(f->target, r.target) << r.path;
    }
    EXPECT_FALSE(found("/forbidden"));
    EXPECT_EQ(host.count("GET /forbidden") + host.count("HEAD /forbidden"), 0U);
    EXPECT_EQ(host.count("GET /robots.txt"), 1U); // once for a host
    EXPECT_EQ(host.count("GET /no-head"), 1U);
    EXPECT_EQ(host.most_at_once, 1); // one request at a time
    EXPECT_GE(changes, 1);

    // A locator that was checked is not due; one that comes back is alive again.
    const std::size_t before = host.count("HEAD /good");
    round(fast());
    EXPECT_EQ(host.count("HEAD /good"), before);
    const auto dead_links = s->read([&](store::reading &r) { return list_links(r.sql(), dead, {}, 10); });
    ASSERT_EQ(dead_links.size(), 3U);
    host.pages["/none"] = host.pages["/no-head"];
    auto again = fast();
    again.recheck = std::chrono::milliseconds{1000};
    clock.advance(std::chrono::seconds{3});
    round(again);
    EXPECT_EQ(found("/none")->state, alive);
    EXPECT_EQ(found("/none")->failures, 0);
}

TEST_P(link_checking, compares_the_media_type_with_the_record) {
    resolver::name_record r;
    r.locators.push_back({.url = base + "/good", .media_type = "application/pdf"});
    r.locators.push_back({.url = base + "/no-head", .media_type = "application/pdf"});
    ASSERT_TRUE(s->write({}, [&](store::writing &w) -> std::expected<int, resolver::problem> {
        EXPECT_FALSE(w.add_name("example:a", r, "assign"));
        return 0;
    }));
    round(fast());
    ASSERT_TRUE(found("/good") && found("/no-head"));
    EXPECT_EQ(found("/good")->state, link_state::alive);
    EXPECT_EQ(found("/good")->says, "the name record has the media type application/pdf");
    EXPECT_EQ(found("/no-head")->says, "");
}

TEST_P(link_checking, asks_no_private_address) {
    put("example:a", {"/good"});
    auto o = fast();
    o.allow_private = false;
    round(o);
    EXPECT_FALSE(found("/good"));
    const std::scoped_lock hold(host.lock);
    EXPECT_TRUE(host.asked.empty());
}

TEST_P(link_checking, waits_between_requests_and_leaves_a_busy_host_alone) {
    host.pages["/busy"] = [](const request &) { return response{.status = 429, .fields = {{"Retry-After", "1"}}}; };
    put("example:a", {"/busy", "/good", "/no-head"});
    auto o = fast();
    o.host_delay = std::chrono::milliseconds{100};
    round(o);
    EXPECT_FALSE(found("/busy")); // it exists, and its host refuses requests
    EXPECT_EQ(found("/good")->state, link_state::alive);
    const std::scoped_lock hold(host.lock);
    for (std::size_t i = 1; i < host.asked.size(); ++i) {
        const auto apart = host.asked[i].second - host.asked[i - 1].second;
        EXPECT_GE(apart, std::chrono::milliseconds{90}) << host.asked[i].first;
        if (host.asked[i - 1].first == "HEAD /busy") {
            EXPECT_GE(apart, std::chrono::milliseconds{950}) << host.asked[i].first;
        }
    }
}

} // namespace
} // namespace uniform::links
