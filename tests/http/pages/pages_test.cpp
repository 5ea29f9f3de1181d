// The pages of the service: what they show, that nothing in them is run, languages, assets.

#include <gmock/gmock.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/json/read.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/store/search.hpp>

#include "http/pages/asset.hpp"
#include "http/pages/page.hpp"
#include "http/pages/qr_code.hpp"
#include "http/pages/rendering.hpp"
#include "http/pages/texts.hpp"
#include "http/resolve/resolve_support.hpp"

namespace uniform::http {

namespace {

using pages::language;
using resolver::name_state;
using testing::HasSubstr;
using testing::Not;

const sent_fields html{{"Accept", "text/html"}};

constexpr std::string_view hostile = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{page.title}}&";

// Every attribute of a page is between quotation marks, so that a hostile text shows itself by one of these.
void expect_harmless(std::string body, std::string_view where) {
    // Data in a script element: only "<" could end it.
    if (const auto data = body.find("<script type=\"application/ld+json\">"); data != std::string::npos) {
        const auto end = body.find('<', data + 1);
        EXPECT_EQ(body.substr(end, 9), "</script>") << where;
        body.erase(data, end - data);
    }
    for (const char *const bad : {"<script>alert", "<img src=x", "onerror=alert(2)>{", "\"'><"}) {
        EXPECT_THAT(body, Not(HasSubstr(bad))) << where;
    }
    EXPECT_THAT(body, Not(HasSubstr("javascript:alert\""))) << where;
}

void expect_page(const response &r, std::string_view where, int status = 200) {
    EXPECT_EQ(r.status, status) << where;
    EXPECT_EQ(value_of(r, "Content-Type"), "text/html; charset=utf-8") << where;
    const std::string policy = value_of(r, "Content-Security-Policy");
    EXPECT_THAT(policy, HasSubstr("default-src 'none'")) << where;
    EXPECT_THAT(policy, HasSubstr("base-uri 'none'")) << where;
    EXPECT_THAT(policy, Not(HasSubstr("unsafe-inline"))) << where;
    EXPECT_EQ(value_of(r, "Referrer-Policy"), "no-referrer") << where;
    EXPECT_THAT(value_of(r, "Permissions-Policy"), HasSubstr("camera=()")) << where;
    EXPECT_THAT(value_of(r, "Vary"), HasSubstr("Cookie")) << where;
    EXPECT_FALSE(value_of(r, "Content-Language").empty()) << where;
    EXPECT_TRUE(r.body.starts_with("<!DOCTYPE html>\n<html lang=\"")) << where;
    EXPECT_THAT(r.body, HasSubstr("href=\"#main\"")) << where;
    EXPECT_THAT(r.body, HasSubstr("<main id=\"main\"")) << where;
    EXPECT_THAT(r.body, Not(HasSubstr(" style=\""))) << where;
    EXPECT_THAT(r.body, Not(HasSubstr("<style"))) << where;
    EXPECT_THAT(r.body, Not(HasSubstr("{{"))) << where;
    EXPECT_THAT(r.body, Not(HasSubstr("text."))) << "a text that does not exist: " << where;
}

request with_fields(const std::vector<field> &fields) {
    request r;
    r.fields = fields;
    return r;
}

} // namespace

TEST(pages, chooses_the_language) {
    struct row {
        const char *accept_language;
        const char *cookie;
        std::string_view expected;
    };
    constexpr row rows[] = {
        {"", "", "en"},
        {"de", "", "de"},
        {"de-AT", "", "de"},
        {"de-Latn-AT-1996", "", "de"}, // RFC 4647 3.4
        {"den", "", "en"},
        {"DE", "", "de"},
        {"qaa, de;q=0.5", "", "de"},
        {"en;q=0.3, de;q=0.7", "", "de"},
        {"de;q=0.3, en;q=0.7", "", "en"},
        {"de;q=0", "", "en"},
        {"qaa", "", "en"},
        {"*", "", "en"},
        {"de", "lang=en", "en"},
        {"en", "a=b; lang=de", "de"},
        {"de", "lang=xx", "de"},
        {"de", "xlang=en", "de"},
        {",,;;q=,de;q=x", "", "de"},
    };
    for (const row &r : rows) {
        const std::vector<field> fields{{"Accept-Language", r.accept_language}, {"Cookie", r.cookie}};
        EXPECT_EQ(pages::tag_of(pages::language_of(with_fields(fields))), r.expected)
            << r.accept_language << " " << r.cookie;
    }
}

TEST(pages, writes_numbers_as_the_language_does) {
    EXPECT_EQ(pages::number(language::english, 0), "0");
    EXPECT_EQ(pages::number(language::english, 999), "999");
    EXPECT_EQ(pages::number(language::english, 1000), "1,000");
    EXPECT_EQ(pages::number(*pages::language_tagged("de"), 1234567), "1.234.567");
}

TEST(pages, escape_every_value) {
    json::value data = json::object{};
    for (const char *const name : {"query", "notice", "workbench", "next"}) data.set(name, hostile);
    json::value row = json::object{};
    for (const char *const name : {"href", "urn", "heading", "state", "state_label"}) row.set(name, hostile);
    json::array rows;
    rows.push_back(std::move(row));
    data.set("has_results", true).set("results", std::move(rows));
    for (const language l : pages::languages()) {
        const std::string page = pages::rendered("search", l, data);
        expect_harmless(page, "search");
        EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;&lt;img"));
        EXPECT_THAT(page, HasSubstr("{{page.title}}&amp;")) << "a value is no template";
    }
}

TEST(pages, link_to_nothing_that_runs) {
    for (const char *const safe : {"https://a.example/", "HTTP://a.example/", "ftp://a.example/", "mailto:a@b.example",
                                   "/about/urn:example:a"}) {
        EXPECT_EQ(pages::safe_link(safe), safe);
    }
    for (const char *const other : {"javascript:alert(1)", "data:text/html,x", "//a.example/", " https://a.example/",
                                    "urn:example:a", "", "vbscript:x", "JaVaScRiPt:alert(1)"}) {
        EXPECT_EQ(pages::safe_link(other), "") << other;
    }
}

// ISO/IEC 18004: finder patterns in three corners, after the quiet zone of four modules.
TEST(pages, draw_qr_codes) {
    const auto image = pages::qr_code_svg("https://urn.example.org/urn:example:a");
    ASSERT_TRUE(image);
    EXPECT_THAT(*image, HasSubstr("viewBox=\"0 0 37 37\"")) << "version 3 has 29 modules a side";
    EXPECT_THAT(*image, HasSubstr("M4 4h7v1h-7z"));
    EXPECT_THAT(*image, HasSubstr("M26 4h7v1h-7z"));
    EXPECT_THAT(*image, HasSubstr("M4 10h7v1h-7z"));
    EXPECT_FALSE(pages::qr_code_svg(std::string(3000, 'a')));
}

TEST_F(resolving, serves_assets_that_never_change) {
    const response front = ask("/");
    const std::size_t at = front.body.find("/assets/page.");
    ASSERT_NE(at, std::string::npos) << front.body;
    const std::string url = front.body.substr(at, front.body.find('"', at) - at);
    const response plain = ask(url);
    EXPECT_EQ(plain.status, 200);
    EXPECT_EQ(value_of(plain, "Content-Type"), "text/css; charset=utf-8");
    EXPECT_EQ(value_of(plain, "Cache-Control"), "public, max-age=31536000, immutable");
    EXPECT_EQ(value_of(plain, "Vary"), "Accept-Encoding");
    EXPECT_EQ(value_of(plain, "Content-Encoding"), "");
    EXPECT_THAT(plain.body, HasSubstr(":focus-visible"));
    for (const char *const accepts : {"gzip", "br, gzip;q=0.5", "*", "GZIP"}) {
        const response packed = ask(url, {{"Accept-Encoding", accepts}});
        EXPECT_EQ(value_of(packed, "Content-Encoding"), "gzip") << accepts;
        EXPECT_TRUE(packed.body.starts_with("\x1f\x8b")) << accepts;
        EXPECT_LT(packed.body.size() * 2, plain.body.size()) << accepts;
        EXPECT_NE(value_of(packed, "ETag"), value_of(plain, "ETag")) << accepts;
    }
    for (const char *const refuses : {"br", "gzip;q=0", "gzip;q=0.0, br", "identity"}) {
        EXPECT_EQ(value_of(ask(url, {{"Accept-Encoding", refuses}}), "Content-Encoding"), "") << refuses;
    }
    EXPECT_EQ(ask(url, {{"If-None-Match", value_of(plain, "ETag")}}).status, 304);
    for (const char *const none : {"/assets/page.css", "/assets/nothing", "/assets/..%2Fpage.css"}) {
        EXPECT_EQ(ask(none).status, 404) << none;
    }
}

TEST_F(resolving, remembers_the_chosen_language) {
    const response chosen = ask("/language/de?to=%2Fabout%2Furn:example:a");
    EXPECT_EQ(chosen.status, 303);
    EXPECT_EQ(value_of(chosen, "Location"), "/about/urn:example:a");
    EXPECT_EQ(value_of(chosen, "Set-Cookie"), "lang=de; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly");
    for (const char *const elsewhere : {"https://a.example/", "//a.example/", "/\\a.example/", "/%0d%0aX:y", "x", ""}) {
        EXPECT_EQ(value_of(ask("/language/de?to=" + std::string{elsewhere}), "Location"), "/") << elsewhere;
    }
    EXPECT_EQ(ask("/language/xx").status, 404);
    const response german = ask("/", {{"Cookie", "lang=de"}});
    EXPECT_THAT(german.body, HasSubstr("<html lang=\"de\">"));
    EXPECT_EQ(value_of(german, "Content-Language"), "de");
}

TEST_F(resolving, show_the_front_page) {
    configuration.web_name = "Names of <Example>";
    configuration.web_operator = "Example & Sons";
    configuration.web_contact = "names@example.org";
    put_name("urn:example:a", "https://a.example/1");
    const response page = ask("/");
    expect_page(page, "/");
    EXPECT_THAT(page.body, HasSubstr("<form class=\"search\" action=\"/search\" method=\"get\""));
    EXPECT_THAT(page.body, HasSubstr("Example &amp; Sons"));
    EXPECT_THAT(page.body, HasSubstr("href=\"mailto:names@example.org\""));
    EXPECT_THAT(page.body, HasSubstr("Names of &lt;Example&gt;"));
    EXPECT_THAT(page.body, HasSubstr("href=\"/about/urn:example:a\""));
    EXPECT_THAT(page.body, HasSubstr("href=\"/namespaces/example?format=html\""));
}

// A namespace is managed here before it has names, and no name is ever deleted.
TEST_F(resolving, count_on_the_front_page_what_the_labels_say) {
    put_namespace({.nid = "empty"});
    put_name("urn:example:a", "https://a.example/1");
    put_name("urn:example:r", {.state = name_state::reserved});
    put_name("urn:example:w", {.state = name_state::withdrawn, .reason = "gone"});
    const std::string page = ask("/").body;
    EXPECT_THAT(page, HasSubstr("<dt>names, also reserved and withdrawn ones</dt><dd>3</dd>"));
    EXPECT_THAT(page, HasSubstr("<dt>namespaces managed here</dt><dd>2</dd>"));
    EXPECT_THAT(page, HasSubstr("<h2 id=\"namespaces\">Namespaces managed here</h2>"));
    EXPECT_THAT(page, Not(HasSubstr("with names")));
}

TEST_F(resolving, lead_from_the_search_box) {
    put_name("urn:example:a",
             {.locators = {{.url = "https://a.example/1"}}, .metadata = R"({"title":"Forest lakes"})"});
    put_name("urn:example:ab", "https://a.example/2");
    const auto leads_to = [&](const std::string &q) {
        const response r = ask("/search?q=" + q);
        return r.status == 303 ? value_of(r, "Location") : std::to_string(r.status);
    };
    const std::array<std::pair<const char *, const char *>, 21> rows{{
        {"urn:example:a", "/about/urn:example:a"},
        {"URN:Example:a", "/about/urn:example:a"},
        {"%20urn:example:a+", "/about/urn:example:a"},
        {"https://urn.example.org/urn:example:a", "/about/urn:example:a"},
        {"", "/"},
        {"+", "/"},
        {"https://b.example/?x=y", "200"}, // no index: nobody can say whether a name has it
        {"mailto:a@b.example", "/workbench#mailto:a@b.example"},
        {"urn:other:thing", "/workbench#urn:other:thing"},
        {"forest+lakes", "200"},
        {"%3Curn:example:a%3E", "/about/urn:example:a"}, // RFC 3986 appendix C
        {"%22URL:urn:example:a%22", "/about/urn:example:a"},
        {"/urn:example:a", "/about/urn:example:a"},
        {"example:a", "/about/urn:example:a"},
        {"urn:example:zzz", "/about/urn:example:zzz"}, // managed here: its page says whom to ask
        {"urn:exa+mple:x", "/about/urn:example:x"},    // RFC 3986 appendix C: white space inside is removed
        {"urn:exa_mple:x", "/about/urn:exa_mple:x"},   // the page says where the error is
        {"urn:example", "200"},
        {"(https://b.example/)", "200"},
        {"urn:example:", "200"},
        {"example:", "200"},
    }};
    for (const auto &[q, to] : rows) EXPECT_EQ(leads_to(q), to) << q;
    const response begun = ask("/search?q=example:");
    expect_page(begun, "/search");
    EXPECT_THAT(begun.body, HasSubstr("<a href=\"/about/urn:example:ab\">"));
    EXPECT_THAT(begun.body, HasSubstr("Forest lakes"));
    const response similar = ask("/search?q=urn:example:");
    expect_page(similar, "/search");
    const response words = ask("/search?q=%3Cscript%3Ealert(1)%3C/script%3E");
    expect_page(words, "/search");
    expect_harmless(words.body, "/search");
    EXPECT_THAT(words.body, HasSubstr("no index of words"));
    EXPECT_EQ(ask("/search?q=%ff").status, 400);
    EXPECT_EQ(ask("/search?q=" + std::string(8193, 'a')).status, 422);
    EXPECT_EQ(ask("/search?q=" + std::string(8192, 'a')).status, 200);
    const response address = ask("/search?q=https://b.example/?x=y");
    EXPECT_THAT(address.body, AllOf(HasSubstr("no index of words"), HasSubstr("href=\"/workbench#https://b.example/")));
    EXPECT_THAT(address.body, Not(HasSubstr("maxlength"))); // which cuts what is pasted, without a word
}

// The address of a resource and words of a title, with the index.
TEST_F(resolving, lead_from_the_search_box_to_what_the_index_has) {
    store::make_search_index(*s);
    put_name("urn:example:a",
             {.locators = {{.url = "https://a.example/1"}}, .metadata = R"({"title":"Forest lakes"})"});
    EXPECT_EQ(value_of(ask("/search?q=https%3A%2F%2Fa.example%2F1"), "Location"), "/about/urn:example:a");
    EXPECT_THAT(ask("/search?q=lakes").body, HasSubstr("href=\"/about/urn:example:a\""));
    // Another address leads to the workbench, however long it is; an IRI finds the locator that is its URI.
    put_name("urn:example:size", "https://a.example/gr%C3%B6%C3%9Fe");
    const std::pair<std::string, std::string> rows[]{
        {"https://b.example/?x=y", "/workbench#https://b.example/?x%3Dy"},
        {"(https://b.example/)", "/workbench#https://b.example/"},
        {"https://b.example%E2%80%A6", "/workbench#https://b.example"}, // as `uniform complete` reads it
        {"https://b.example/" + std::string(3000, 'a'), "/workbench#https://b.example/" + std::string(3000, 'a')},
        {"https://a.example/gr%C3%B6%C3%9Fe", "/about/urn:example:size"},
        {"http://m%C3%BCnchen.example/", "/workbench#http://m%C3%BCnchen.example/"},
    };
    for (const auto &[q, to] : rows) EXPECT_EQ(value_of(ask("/search?q=" + q), "Location"), to) << q;
    EXPECT_EQ(ask("/search?q=gr%C3%B6%C3%9Fe:+alles").status, 200); // words
    EXPECT_EQ(ask("/search?q=tree:+a+word").status, 200);
}

TEST_F(resolving, show_a_name_on_its_page) {
    put_name("urn:example:old", "https://a.example/old");
    put_name("urn:example:a",
             {.locators = {{.url = "https://a.example/1", .media_type = "text/html", .language = "de"}},
              .metadata = R"({"title":"Forest lakes","creator":"Aalto, Ida"})",
              .predecessor = "urn:example:old"});
    put_name("urn:example:a",
             {.locators = {{.url = "https://a.example/2", .media_type = "text/html", .language = "de"}},
              .metadata = R"({"title":"Lakes","creator":"Aalto, Ida"})",
              .predecessor = "urn:example:old"});
    const response page = ask("/about/urn:example:a");
    expect_page(page, "/about");
    for (const char *const shown :
         {"<h1>Lakes</h1>", "<code>urn:example:a</code>", "<a href=\"https://a.example/2\">https://a.example/2</a>",
          "text/html · de", "Aalto, Ida", "Predecessor", "urn:example:old", "BibTeX", "<del>Forest lakes</del>",
          "<ins>Lakes</ins>", "<del>https://a.example/1 · text/html · de</del>", "src=\"/about/urn:example:a/qr.svg\"",
          "<link rel=\"cite-as\" href=\"urn:example:a\">", "<script type=\"application/ld+json\">",
          "<code>Aalto, I. (n.d.). Lakes. https://urn.example.org/urn:example:a\n</code>",
          "<button type=\"button\" class=\"quiet copy\" hidden", "src=\"/assets/copy."}) {
        EXPECT_THAT(page.body, HasSubstr(shown));
    }
    // The page loads and links to paths, as the service may be asked by another name; what is shared has the public
    // URL.
    constexpr std::string_view own = "\"https://urn.example.org/";
    for (const char *const path :
         {"href=\"/about/urn:example:old\"", "href=\"/api/v1/names/urn:example:a\"",
          "href=\"/about/urn:example:a?format=ris\"", "href=\"/api/v1/names/urn:example:a/history\""}) {
        EXPECT_THAT(page.body, HasSubstr(path));
    }
    const std::string main = page.body.substr(page.body.find("<main"));
    EXPECT_THAT(main, HasSubstr("<a href=\"https://urn.example.org/urn:example:a\">"));
    EXPECT_EQ(main.find(own, main.find(own) + 1), std::string::npos) << "only the link to share";
    EXPECT_THAT(page.body, HasSubstr("rel=\"linkset\" type=\"application/linkset+json\" href=\"https://"));
    const response image = ask("/about/urn:example:a/qr.svg");
    EXPECT_EQ(image.status, 200);
    EXPECT_EQ(value_of(image, "Content-Type"), "image/svg+xml");
    const response german = ask("/about/urn:example:a", {{"Accept-Language", "de"}});
    EXPECT_THAT(german.body, HasSubstr("Vorgänger"));
    EXPECT_NE(value_of(german, "ETag"), value_of(page, "ETag"));
}

// RFC 8141 5: whom to ask about the names of a registrar.
TEST_F(resolving, name_whom_to_ask) {
    const resolver::principal admin{.id = "token:admin", .role = resolver::role::administrator};
    const auto done = s->write({.who = "test"}, [&](store::writing &w) -> std::expected<void, resolver::problem> {
        auto added = service::add_registrar(
            w, admin,
            {.id = "library", .name = "Library", .contact = "secret@a.example", .public_contact = "ask@a.example"});
        if (!added) return std::unexpected{added.error()};
        auto given = service::put_delegation(w, admin, {.prefix = "example:lib-", .registrar = "library"});
        if (!given) return std::unexpected{given.error()};
        return {};
    });
    ASSERT_TRUE(done) << done.error().detail;
    put_name("urn:example:lib-1", {.registrar = "library", .locators = {{.url = "https://a.example/1"}}});
    for (const char *const target : {"/urn:example:lib-2", "/about/urn:example:lib-1"}) {
        const response page = ask(target, html);
        EXPECT_THAT(page.body, HasSubstr("Library · <a href=\"mailto:ask@a.example\">ask@a.example</a>")) << target;
        EXPECT_THAT(page.body, Not(HasSubstr("secret@a.example"))) << target;
    }
}

TEST_F(resolving, explain_on_the_page_what_is_no_name_here) {
    put_name("urn:example:forest-1", "https://a.example/1");
    const response unknown = ask("/urn:example:forest-2", html);
    expect_page(unknown, "unknown", 404);
    EXPECT_THAT(unknown.body, HasSubstr("This name does not exist"));
    EXPECT_THAT(unknown.body,
                HasSubstr("<a href=\"/about/urn:example:forest-1\"><code>urn:example:forest-1</code></a>"));
    EXPECT_THAT(unknown.body, HasSubstr("href=\"/workbench#urn:example:forest-2\""));
    const response malformed = ask("/urn:example:a^b", html);
    expect_page(malformed, "malformed", 400);
    EXPECT_THAT(malformed.body, HasSubstr("<code>urn:example:a<mark>^</mark>b</code>"));
    EXPECT_THAT(malformed.body, HasSubstr("The error is at character 14."));
    const response ended = ask("/urn:example:", html);
    expect_page(ended, "malformed", 400);
    EXPECT_THAT(ended.body, HasSubstr("The error is at the end"));
    const response german = ask("/urn:example:a^b", {{"Accept", "text/html"}, {"Accept-Language", "de"}});
    EXPECT_THAT(german.body, HasSubstr("Der Fehler ist bei Zeichen 14."));
    const response nothing = ask("/urn:%3Cscript%3Ealert(1)%3C/script%3E", html);
    expect_page(nothing, "malformed", 400);
    expect_harmless(nothing.body, "malformed");
}

// RFC 3986 7.1: what a name record says is somebody else's text, and nothing of it is run.
TEST_F(resolving, show_hostile_texts_of_a_record_as_texts) {
    const std::string text{hostile};
    std::string quoted;
    for (const char c : text) quoted += c == '"' ? "\\\"" : std::string(1, c);
    const std::string metadata = R"({"title":")" + quoted + R"(","creator":[")" + quoted + R"("],"date":")" + quoted +
                                 R"(","type":")" + quoted + R"(","publisher":")" + quoted + R"(",")" + quoted +
                                 R"(":")" + quoted + R"(","nested":{"a":")" + quoted + R"("}})";
    resolver::name_record r{
        .registrar = text,
        .locators = {{.url = "javascript:alert(1)", .media_type = text, .language = text, .country = text},
                     {.url = "https://a.example/" + text}},
        .other_names = {text},
        .successor = text,
        .predecessor = text,
        .reason = text,
        .values = {{.type = text, .value = text}}};
    ASSERT_TRUE(json::read(metadata)) << metadata;
    r.metadata = metadata;
    put_name("urn:example:a", "https://a.example/before");
    put_name("urn:example:a", r);
    r.state = name_state::withdrawn;
    r.withdrawn = resolver::parse_timestamp("2026-01-02");
    put_name("urn:example:w", r);
    r.state = name_state::reserved;
    put_name("urn:example:r", r);
    for (const char *const target :
         {"/about/urn:example:a", "/about/urn:example:w", "/about/urn:example:r", "/urn:example:w", "/urn:example:r",
          "/search?q=example:", "/uri-res/I2Ls?urn:example:a", "/uri-res/I2Ns?urn:example:a", "/"}) {
        for (const language l : pages::languages()) {
            const std::string tag{pages::tag_of(l)};
            const response page = ask(target, {{"Accept", "text/html"}, {"Accept-Language", tag}});
            expect_harmless(page.body, target);
            EXPECT_EQ(value_of(page, "Content-Language"), tag) << target << page.body;
        }
    }
}

TEST_F(resolving, try_names_by_the_rules_of_their_namespace) {
    struct row {
        const char *target;
        const char *shown;
    };
    constexpr row rows[]{
        {"isbn?format=html&name=978-951-0-18435-6", "This is a name by the rules"},
        {"isbn?format=html&name=978-951-0-18435-6", "<code>urn:isbn:9789510184356</code>"},
        {"isbn?format=html&name=urn:isbn:978-951-0-18435-7", "wrong: “7” instead of “6”"},
        {"isbn?format=html&name=urn:isbn:97x", "<mark>x</mark>"},
        {"isbn?format=html&name=urn:issn:1234-5679", "This is a name of another namespace:"},
        {"isbn?format=html&name=urn:isbn:a%5Eb", "<mark>^</mark>"},
        {"example?format=html&name=urn:example:a%2Bb", "<a href=\"/about/urn:example:a+b\">"},
        {"isbn?format=html&name=%3Cscript%3Ealert(1)%3C/script%3E", "&lt;"},
        {"isbn?format=html", "http://urn.fi/URN:ISBN:{nss}"}, // its known resolver
        {"isbn?format=html", "isbn-13-mod10"},
    };
    for (const row &r : rows) {
        const response page = ask(std::string{"/namespaces/"} + r.target);
        expect_page(page, r.target);
        expect_harmless(page.body, r.target);
        EXPECT_THAT(page.body, HasSubstr(r.shown)) << r.target;
        // A trial without terms does not repeat those of the namespace.
        constexpr std::string_view date = "<dt>Registered</dt>";
        EXPECT_THAT(page.body, HasSubstr(date)) << r.target;
        EXPECT_EQ(page.body.find(date), page.body.rfind(date)) << r.target;
    }
    EXPECT_EQ(ask("/namespaces/isbn?format=html&name=" + std::string(3000, 'a')).status, 422);
}

// A namespace that is kept here has its rules and its names on its page, too.
TEST_F(resolving, show_the_rules_of_a_namespace_of_this_service) {
    const json::value syntax = *json::read(R"({"pattern":"^[0-9]{4}$"})");
    const auto rules = resolver::namespace_rules::read("quarry", &syntax, nullptr, nullptr);
    ASSERT_TRUE(rules);
    put_namespace({.nid = "quarry", .origin = "local", .rules = *rules});
    put_name("urn:quarry:0001", "https://a.example/1");
    const response page = ask("/namespaces/quarry?format=html&name=urn:quarry:1");
    expect_page(page, "quarry");
    EXPECT_THAT(page.body, HasSubstr("<code>^[0-9]{4}$</code>"));
    EXPECT_THAT(page.body, HasSubstr("<code>urn:quarry:0001</code>"));
    EXPECT_THAT(page.body, HasSubstr("This is no name by the rules"));
    const auto lists = [&](const char *filter) {
        return ask(std::string{"/namespaces?format=html&limit=1000&"} + filter).body;
    };
    EXPECT_THAT(lists("managed=true"), HasSubstr("/namespaces/quarry?"));
    EXPECT_THAT(lists("managed=true"), Not(HasSubstr("/namespaces/isbn?")));
    EXPECT_THAT(lists("kind=informal"), HasSubstr("/namespaces/urn-1?"));
    EXPECT_THAT(lists("kind=informal"), Not(HasSubstr("/namespaces/isbn?")));
    EXPECT_EQ(ask("/namespaces?format=html&kind=x").status, 422);
}

TEST_F(resolving, show_each_kind_of_page_with_its_policies) {
    for (const char *const target : {"/", "/workbench", "/search?q=nothing", "/namespaces?format=html",
                                     "/namespaces/isbn?format=html", "/namespaces/example?format=html"}) {
        expect_page(ask(target), target);
        for (const language l : pages::languages()) {
            expect_page(ask(target, {{"Accept-Language", std::string{pages::tag_of(l)}}}), target);
        }
    }
    for (const char *const target : {"/problems", "/problems/gone"}) expect_page(ask(target, html), target);
    EXPECT_THAT(value_of(ask("/workbench"), "Content-Security-Policy"),
                HasSubstr("script-src 'self' 'wasm-unsafe-eval'"));
    EXPECT_THAT(value_of(ask("/"), "Content-Security-Policy"), Not(HasSubstr("script-src")));
    EXPECT_THAT(ask("/namespaces?format=html&q=isbn").body, HasSubstr("href=\"/namespaces/isbn?format=html\""));
    const response none = ask("/namespaces?format=html&q=%3Cscript%3Ealert(1)");
    expect_harmless(none.body, "registry");
    EXPECT_THAT(none.body, HasSubstr("There is no such namespace."));
}

} // namespace uniform::http
