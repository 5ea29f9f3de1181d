// References in HTML: the base by RFC 3986 5.1 and the 2003 draft's appendix D, and every reference with its place.

#include <uniform/html/references.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace uniform;
using namespace std::string_view_literals;
using html::document_references;
using html::reference;
using html::reference_options;
using text = std::string_view;
using maybe = std::optional<std::string_view>;

document_references find(text document, const reference_options &o = {}) {
    auto found = html::find_references(document, o);
    EXPECT_TRUE(found) << document;
    return found ? *std::move(found) : document_references{};
}

document_references find_from(text document, text retrieved) {
    const std::vector<text> retrieval{retrieved};
    reference_options o;
    o.around.retrieval = retrieval;
    return find(document, o);
}

std::string target_of(const reference &r) {
    return r.target ? *r.target : std::string{to_string(r.target.error().code)};
}

// 2003 draft, appendix D: the printed document, whose markup the text version lost; with the relative reference "../x".
constexpr text appendix_d = R"(<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">
<HTML><HEAD>
<TITLE>An example HTML document</TITLE>
<BASE href="http://www.ics.uci.edu/Test/a/b/c">
</HEAD><BODY>
... <A href="../x">a hypertext anchor</A> ...
</BODY></HTML>
)";

TEST(html_base, appendix_d) {
    for (const text context : {"http://elsewhere/", "ftp://h/a/b/c/d"}) {
        const auto found = find_from(appendix_d, context);
        ASSERT_EQ(found.references.size(), 2U);
        EXPECT_EQ(found.base.uri, "http://www.ics.uci.edu/Test/a/b/c");
        EXPECT_EQ(found.base.source, base_source::content);
        EXPECT_EQ(found.base.element, (html::position{appendix_d.find("http://www.ics"), 4, 13}));
        EXPECT_EQ(found.references[1].value, "../x");
        EXPECT_EQ(target_of(found.references[1]), "http://www.ics.uci.edu/Test/a/x");
    }
}

// RFC 3986 5.1.1 to 5.1.4: each of the layers wins when those inside of it are not there.
TEST(html_base, the_innermost_layer) {
    struct row {
        text document;
        std::vector<maybe> entities;
        std::vector<text> retrieval;
        maybe application;
        text base;
        base_source source;
    };
    const std::vector<maybe> both{"http://part/b", "http://message/c"};
    const std::vector<maybe> outer{std::nullopt, "http://message/c"};
    const std::vector<text> hops{"http://asked/d", "http://redirected/e/f#g"};
    const row rows[] = {
        {"<base href=http://content/a><a href=x>", both, hops, "http://app/", "http://content/a", base_source::content},
        {"<base><a href=x>", both, hops, "http://app/", "http://part/b", base_source::entity},
        {"<a href=x>", outer, hops, "http://app/", "http://message/c", base_source::entity},
        {"<a href=x>", {}, hops, "http://app/", "http://redirected/e/f", base_source::retrieval},
        {"<a href=x>", {}, {}, "http://app/", "http://app/", base_source::application},
        // A base that is relative is so to the next layer.
        {"<base href='y/z#f'><a href=x>", both, hops, {}, "http://part/y/z", base_source::content},
        {"<a href=x>", {"../q", "http://message/c/d/e"}, hops, {}, "http://message/c/q", base_source::entity},
        // HTML 4.2.3: the first with a href; not in a template, not in foreign content; anywhere in the document.
        {"<base target=t><base href=http://one/><base href=http://two/><a href=x>",
         {},
         hops,
         {},
         "http://one/",
         base_source::content},
        {"<template><base href=http://one/></template><svg><base href=http://s/></svg><a href=x>",
         {},
         hops,
         {},
         "http://redirected/e/f",
         base_source::retrieval},
        {"<body><p><a href=x><base href=http://late/>", {}, hops, {}, "http://late/", base_source::content},
        {"<!-- <base href=http://no/> --><title><base href=http://no/></title><a href=x>",
         {},
         hops,
         {},
         "http://redirected/e/f",
         base_source::retrieval},
        // HTML 4.2.3: what is no URI, data and javascript leave the base to the next layer.
        {"<base href='http://a b/'><a href=x>", {}, hops, {}, "http://redirected/e/f", base_source::retrieval},
        {"<base href='JavaScript:x'><a href=x>", {}, hops, {}, "http://redirected/e/f", base_source::retrieval},
        {"<base href='data:,x'><a href=x>", {}, hops, {}, "http://redirected/e/f", base_source::retrieval},
        {"<base href='  http://spa&#x63;e/  '><a href=x>", {}, hops, {}, "http://space/", base_source::content},
    };
    for (const row &r : rows) {
        SCOPED_TRACE(r.document);
        reference_options o;
        o.around = {std::nullopt, r.entities, r.retrieval, r.application};
        const auto found = find(r.document, o);
        EXPECT_EQ(found.base.uri, r.base);
        EXPECT_EQ(found.base.source, r.source);
        EXPECT_EQ(found.base.element.has_value(), r.source == base_source::content);
        bool relative = false;
        for (const reference &x : found.references) {
            if (x.value != "x") continue;
            relative = true;
            const auto base = parse_uri(r.base);
            ASSERT_TRUE(base);
            EXPECT_EQ(target_of(x), resolve(*base, *parse_uri_reference("x")));
        }
        EXPECT_TRUE(relative);
    }
}

TEST(html_base, none) {
    const auto found = find("<a href=x><a href=http://a/b/../c><a href=''>");
    EXPECT_FALSE(found.base.uri);
    ASSERT_TRUE(found.base.failure);
    EXPECT_EQ(found.base.failure->error.code, error_code::no_base);
    ASSERT_EQ(found.references.size(), 3U);
    EXPECT_EQ(target_of(found.references[0]), "no_base");
    EXPECT_EQ(target_of(found.references[1]), "http://a/c"); // a reference with a scheme needs none
    EXPECT_EQ(target_of(found.references[2]), "no_base");
}

// A layer that is no URI-reference hides the outer ones (RFC 3986 5.1 has the innermost win) and is told.
TEST(html_base, an_entity_that_is_none) {
    const std::vector<maybe> entities{"http://a b/"};
    const std::vector<text> retrieval{"http://r/"};
    reference_options o;
    o.around = {std::nullopt, entities, retrieval, std::nullopt};
    const auto found = find("<a href=x>", o);
    EXPECT_FALSE(found.base.uri);
    ASSERT_TRUE(found.base.failure);
    EXPECT_EQ(found.base.failure->source, base_source::entity);
    EXPECT_EQ(found.base.failure->text, "http://a b/");
    EXPECT_EQ(found.base.failure->error.offset, 8U);
    EXPECT_EQ(target_of(found.references.at(0)), "no_base");
}

TEST(html_base, the_limit) {
    const std::string document = "<base href='http://a/" + std::string(9000, 'b') + "'><a href=x>";
    const auto found = find(document);
    EXPECT_FALSE(found.base.uri);
    ASSERT_TRUE(found.base.failure);
    EXPECT_EQ(found.base.failure->error.code, error_code::too_long);
    EXPECT_EQ(found.base.failure->source, base_source::content);
}

// References before the base element are relative to it too; its own href is relative to the outer base.
TEST(html_base, before_the_element) {
    const auto found = find_from("<link href=early><base href=in/><a href=late>", "http://r/d/doc");
    ASSERT_EQ(found.references.size(), 3U);
    EXPECT_EQ(target_of(found.references[0]), "http://r/d/in/early");
    EXPECT_EQ(target_of(found.references[1]), "http://r/d/in/");
    EXPECT_EQ(target_of(found.references[2]), "http://r/d/in/late");

    std::vector<std::string> bases;
    const std::vector<text> retrieval{"http://r/d/doc"};
    reference_options o;
    o.around.retrieval = retrieval;
    const auto base = html::visit_references(
        "<link href=early><base href=in/><a href=late>", o,
        [&](const html::document_base &b, const reference &) { bases.push_back(b.uri.value_or("none")); });
    ASSERT_TRUE(base);
    EXPECT_EQ(base->uri, "http://r/d/in/");
    EXPECT_EQ(bases, (std::vector<std::string>{"http://r/d/in/", "http://r/d/doc", "http://r/d/in/"}));
}

// RFC 3986 4.4; and HTML's question, whether it is the document that was retrieved.
TEST(html_reference, same_document) {
    struct row {
        text document;
        text value;
        text target;
        bool same_document;
        bool same_retrieved;
    };
    const row rows[] = {
        {"<a href='#s'>", "#s", "http://r/d?q#s", true, true},
        {"<a href=''>", "", "http://r/d?q", true, true},
        {"<a href>", "", "http://r/d?q", true, true},
        {"<a href='d?q#x'>", "d?q#x", "http://r/d?q#x", true, true},
        {"<a href='?'>", "?", "http://r/d?", false, false},
        {"<base href=http://b/c><a href='#s'>", "#s", "http://b/c#s", true, false},
        {"<base href=http://b/c><a href=''>", "", "http://b/c", true, false},
        {"<base href=http://b/c><a href='http://r/d?q#k'>", "http://r/d?q#k", "http://r/d?q#k", false, true},
    };
    for (const row &r : rows) {
        SCOPED_TRACE(r.document);
        const auto found = find_from(r.document, "http://r/d?q#f");
        ASSERT_FALSE(found.references.empty());
        const reference &last = found.references.back();
        EXPECT_EQ(last.value, r.value);
        EXPECT_EQ(target_of(last), r.target);
        EXPECT_EQ(last.same_document, r.same_document);
        EXPECT_EQ(last.same_retrieved, r.same_retrieved);
    }
}

// 2003 draft 4.2: an empty reference is the current document, whatever the base.
TEST(html_reference, current_document_of_the_older_editions) {
    const std::vector<text> retrieval{"http://r/d"};
    reference_options o;
    o.around.retrieval = retrieval;
    o.parse.edition = edition::rfc2396bis_01;
    const auto found = find("<base href=http://b/c><a href='#s'>", o);
    ASSERT_EQ(found.references.size(), 2U);
    EXPECT_EQ(target_of(found.references[1]), "(current document)#s");
    EXPECT_TRUE(found.references[1].same_document);
    EXPECT_TRUE(found.references[1].same_retrieved);
}

// The value as it is written and what is made of it.
// 2003 draft 4.2: "in the case of HTML's FORM element, then an empty URI reference represents the base URI"
TEST(html_reference, an_empty_one_of_a_form_is_the_base) {
    struct row {
        text document;
        text target;
        bool same_retrieved;
    };
    const row rows[] = {
        {"<form action=''>", "http://r/d?q", true},
        {"<base href=http://b/c><form action>", "http://b/c", false},
        {"<base href=http://b/c><form><button formaction=''>", "http://b/c", false},
        {"<base href=http://b/c><form><input formaction=' '>", "http://b/c", false},
        {"<base href=http://b/c><form action='#s'>", "(current document)#s", true},
        {"<base href=http://b/c><a href=''>", "(current document)", true},
    };
    const std::vector<text> retrieval{"http://r/d?q"};
    for (const edition e : {edition::rfc2396bis_01, edition::rfc2396}) {
        reference_options o;
        o.around.retrieval = retrieval;
        o.parse.edition = e;
        for (const row &r : rows) {
            SCOPED_TRACE(r.document);
            const auto found = find(r.document, o);
            ASSERT_FALSE(found.references.empty());
            EXPECT_EQ(target_of(found.references.back()), r.target);
            EXPECT_TRUE(found.references.back().same_document);
            EXPECT_EQ(found.references.back().same_retrieved, r.same_retrieved);
        }
    }
}

TEST(html_reference, written_and_value) {
    struct row {
        text attribute; // as in "<a href=" attribute ">"
        text written;
        text value;
        bool decoded;
        bool trimmed;
        bool joined;
    };
    const row rows[] = {
        {"x", "x", "x", false, false, false},
        {"'x'", "x", "x", false, false, false},
        {"\"x'\"", "x'", "x'", false, false, false},
        {" = '' ", "=", "=", false, false, false}, // HTML 13.2.5.37: unquoted, "=" is a part of it
        {"'\f x\t'", "x", "x", false, true, false},
        {"'a\nb\r\nc\td'", "a\nb\r\nc\td", "abcd", false, false, true},
        {"'\r\na\r\n'", "a", "a", false, true, false},
        {"'a&amp;b'", "a&amp;b", "a&b", true, false, false},
        {"'a&ampb'", "a&ampb", "a&ampb", false, false, false}, // HTML 13.2.5.73: in an attribute, no reference
        {"'a&amp=b'", "a&amp=b", "a&amp=b", false, false, false},
        {"'a&amp'", "a&amp", "a&", true, false, false},
        {"'a&amp;amp;'", "a&amp;amp;", "a&amp;", true, false, false},
        {"'a&AMP;b&AMP'", "a&AMP;b&AMP", "a&b&", true, false, false},
        {"'a&b&&c=&'", "a&b&&c=&", "a&b&&c=&", false, false, false},
        {"'?a=1&copy=2'", "?a=1&copy=2", "?a=1&copy=2", false, false, false},
        {"'&#47;&#x2F;&#X2f&#47'", "&#47;&#x2F;&#X2f&#47", "////", true, false, false},
        {"'&#38;amp;'", "&#38;amp;", "&amp;", true, false, false},
        {"'&#;&#x;'", "&#;&#x;", "&#;&#x;", false, false, false},
        {"'&sol;&colon;&lpar;'", "&sol;&colon;&lpar;", "/:(", true, false, false},
        {"'&fjlig;x'", "&fjlig;x", "fjx", true, false, false},
        {"'&Tab;x&NewLine;'", "x", "x", false, true, false},
        {"'x&Tab;y'", "x&Tab;y", "xy", true, false, true},
        {"'&eacute;'", "&eacute;", "\u00E9", true, false, false},
        {"'\u00E9'", "\u00E9", "\u00E9", false, false, false},
        {"'\xE9&amp;\xFF'", "\xE9&amp;\xFF", "\xE9&\xFF", true, false, false}, // not UTF-8: as it is written
        {"'a\0b'"sv, "a\0b"sv, "a\0b"sv, false, false, false},
        {"'a\x01&amp;'", "a\x01&amp;", "a\x01&", true, false, false},
    };
    for (const row &r : rows) {
        const std::string document = "<p>\xC3\xA9<a href=" + std::string{r.attribute} + ">";
        SCOPED_TRACE(document);
        const auto found = find(document);
        ASSERT_EQ(found.references.size(), 1U);
        const reference &x = found.references[0];
        EXPECT_EQ(x.written, r.written);
        EXPECT_EQ(x.where.offset, document.find(r.written, 13));
        EXPECT_EQ(x.end - x.where.offset, r.written.size());
        EXPECT_EQ(x.value, r.value);
        EXPECT_EQ(x.decoded, r.decoded);
        EXPECT_EQ(x.trimmed, r.trimmed);
        EXPECT_EQ(x.joined, r.joined);
    }
}

// Lines end with LF, or CR LF; columns count bytes.
TEST(html_reference, lines_and_columns) {
    struct row {
        text before;
        std::uint64_t line;
        std::uint64_t column; // of the reference in `<a href=x>`
    };
    const row rows[] = {
        {"", 1, 9},
        {"\n", 2, 9},
        {"\r", 1, 10},
        {"\r\n", 2, 9},
        {"\n\r", 2, 10},
        {"\n\n\t", 3, 10},
        {"\u00E9", 1, 11},
        {"\U0001F600\n", 2, 9},
        {"\U0001F600", 1, 13},
        {"\xFF\xFE\xE9", 1, 12},
        {"\xE2\x82", 1, 11},
        {"\xEF\xBB\xBF", 1, 12},
    };
    for (const row &r : rows) {
        const std::string document = "<p>" + std::string{r.before} + "<a href=x>";
        const auto found = find(document);
        ASSERT_EQ(found.references.size(), 1U);
        const std::uint64_t extra = r.line == 1 ? 3 : 0; // "<p>"
        EXPECT_EQ(found.references[0].where.line, r.line) << document;
        EXPECT_EQ(found.references[0].where.column, r.column + extra) << document;
        EXPECT_EQ(found.references[0].where.offset, document.size() - 2);
    }
    const auto marked = find("\xEF\xBB\xBF<a href=x>");
    ASSERT_EQ(marked.references.size(), 1U);
    EXPECT_EQ(marked.references[0].where.offset, 11U);
}

// Invalid references are reported, with the rule and the place in the value and in the document.
TEST(html_reference, invalid) {
    struct row {
        text attribute;
        error_code code;
        rule broken;
        std::uint64_t offset; // in the value
        text at;              // the text of the document there
    };
    const row rows[] = {
        {"'a b'", error_code::invalid_character, rule::path_noscheme, 1, " b'"},
        {"'http://a[b/'", error_code::invalid_character, rule::reg_name, 8, "[b/'"},
        {"'  x/%zz '", error_code::invalid_percent_encoding, rule::pct_encoded, 2, "%zz '"},
        {"'&amp;&lt;x'", error_code::invalid_character, rule::path_noscheme, 1, "&lt;x'"},
        {"'a\nb&#32;c'", error_code::invalid_character, rule::path_noscheme, 2, "&#32;c'"},
        {"'1:'", error_code::colon_in_first_segment, rule::path_noscheme, 1, ":'"},
        {"'\u00E9'", error_code::invalid_character, rule::path_noscheme, 0, "\u00E9'"},
        {"'//[::1'", error_code::unterminated_ip_literal, rule::ip_literal, 2, "[::1'"},
    };
    for (const row &r : rows) {
        const std::string document = "<a href=" + std::string{r.attribute} + ">";
        SCOPED_TRACE(document);
        const auto found = find_from(document, "http://r/");
        ASSERT_EQ(found.references.size(), 1U);
        const reference &x = found.references[0];
        ASSERT_FALSE(x.target);
        EXPECT_EQ(x.target.error().code, r.code);
        EXPECT_EQ(x.target.error().rule, r.broken) << to_string(x.target.error().rule);
        EXPECT_EQ(x.target.error().offset, r.offset);
        EXPECT_EQ(document.substr(x.error_offset), std::string{r.at} + '>');
    }
}

TEST(html_document, refused) {
    const auto refusal_of = [](text document, const reference_options &o = {}) {
        const auto found = html::find_references(document, o);
        return found ? std::string{"read"} : std::string{to_string(found.error())};
    };
    reference_options small;
    small.max_size = 10;
    EXPECT_EQ(refusal_of("<a href=x>", small), "read");
    EXPECT_EQ(refusal_of("<a href=xy>", small), "too_large");
    EXPECT_EQ(refusal_of("\0\0\xFE\xFF"sv), "encoding");
    EXPECT_EQ(refusal_of(""), "read");
    EXPECT_EQ(refusal_of("\0\0\0"sv), "read");
    for (const auto why : {html::refusal::too_large, html::refusal::too_costly, html::refusal::encoding}) {
        EXPECT_FALSE(html::message(why).empty());
    }

    // Texts for which the parser takes time or memory with the square of the size.
    std::string reopened;
    for (int i = 0; i < 20000; ++i) reopened += "<p><font size=" + std::to_string(i) + '>';
    EXPECT_EQ(refusal_of(reopened), "too_costly");
    reference_options little;
    little.max_memory = 100000;
    EXPECT_EQ(refusal_of("<p>x", little), "too_costly"); // less than a chunk
}

// Elements that are nested deeper than browsers nest them are found as well, in time that is linear: the parser's own
// is not, and it refuses such documents as too costly.
TEST(html_document, nested_deeply) {
    for (const text element : {"<div>"sv, "<b>"sv, "<i><b><u>"sv, "<font size=1>"sv, "<svg>"sv, "<ul><li>"sv,
                               "<table><tr><td>"sv, "<object data=x>"sv, "<x-y>"sv, "<span><p>"sv, "<template>"sv}) {
        SCOPED_TRACE(element);
        const bool refers = element.contains("data");
        std::string document = "<base href=http://a.example/>";
        constexpr int depth = 60000;
        for (int i = 0; i < depth; ++i) {
            if (i % 10000 == 0) document += "<a href=" + std::to_string(i) + ">x</a>";
            document += element;
        }
        document += "<a href=last>";
        const auto found = html::find_references(document);
        ASSERT_TRUE(found) << html::message(found.error());
        ASSERT_EQ(found->references.size(), 8U + (refers ? depth : 0));
        EXPECT_EQ(found->references[1].target, "http://a.example/0");
        EXPECT_EQ(found->references.back().target, "http://a.example/last");
    }
}

// The parser's copies of an element it reopens, and of one that it moves, are not found twice.
TEST(html_document, each_once_and_in_order) {
    for (const text document : {
             "<p><b><a href=1>x<p>y</a></b><a href=2>z"sv,
             "<table><a href=1><tr><td><a href=2></table>"sv,
             "<a href=1><p><a href=2></p></a>"sv,
             "<form action=1><div></form><a href=2></div>"sv,
             "<b><img src=1><p></b><img src=2>"sv,
         }) {
        SCOPED_TRACE(document);
        const auto found = find(document);
        ASSERT_EQ(found.references.size(), 2U);
        EXPECT_EQ(found.references[0].value, "1");
        EXPECT_EQ(found.references[1].value, "2");
    }
}

TEST(html_document, looks_like_html) {
    for (const text yes : {"<!DOCTYPE html>", " \n<!doctype HTML PUBLIC", "<html>", "<HTML lang=en>",
                           "<!-- c --> <html >", "\xEF\xBB\xBF<html>", "<head>", "<body/>",
                           "<?xml version='1.0'?>\n<!DOCTYPE html>", "<p>x", "<!-- a --><!-- b --><title>t",
                           "<section>", "<svg xmlns='http://www.w3.org/2000/svg'>", "<MAIN id=x>", "<span>"}) {
        EXPECT_TRUE(html::looks_like_html(yes)) << yes;
    }
    for (const text no :
         {"", "html", "<", "<html", "<http://a/>", "<!doctype svg>", "<?xml version='1.0'?><rss>", "a <p>",
          "<URL:http://a/>", "<!-- <html>", "<mailto:a@b>", "<pre-x>", "<feed>", "<a:b>", "<i, j>"}) {
        EXPECT_FALSE(html::looks_like_html(no)) << no;
    }
}

} // namespace
