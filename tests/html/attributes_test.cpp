// The attributes that hold references, and several references in one.

#include <uniform/html/attributes.hpp>
#include <uniform/html/references.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace uniform;
using text = std::string_view;
using testing::ElementsAreArray;

struct listed {
    std::vector<std::string> written;
    std::vector<std::string> values;
    std::vector<std::string> targets;
};

listed find(text document) {
    const std::vector<text> retrieval{"http://r/d/e"};
    html::reference_options o;
    o.around.retrieval = retrieval;
    listed result;
    const auto found = html::find_references(document, o);
    if (!found) return result;
    for (const html::reference &r : found->references) {
        EXPECT_EQ(document.substr(r.where.offset, r.end - r.where.offset), r.written);
        result.written.emplace_back(r.written);
        result.values.push_back(r.value);
        result.targets.push_back(r.target ? *r.target : std::string{to_string(r.target.error().code)});
    }
    return result;
}

// HTML 4.01, index of attributes: every attribute of type %URI; (without script's reserved `for`), and archive.
TEST(html_attributes, of_html_4) {
    const struct {
        text attribute;
        text elements;
    } rows[] = {
        {"action", "form"},
        {"archive", "applet object"},
        {"background", "body"},
        {"cite", "blockquote q del ins"},
        {"classid", "object"},
        {"codebase", "applet object"},
        {"data", "object"},
        {"href", "a area link base"},
        {"longdesc", "img frame iframe"},
        {"profile", "head"},
        {"src", "script input frame iframe img"},
        {"usemap", "img input object"},
    };
    for (const auto &row : rows) {
        for (text rest = row.elements; !rest.empty();) {
            const text element = rest.substr(0, rest.find(' '));
            rest.remove_prefix(std::min(rest.size(), element.size() + 1));
            EXPECT_NE(html::find_url_attribute(element, row.attribute), nullptr) << element << ' ' << row.attribute;
        }
    }
}

// The HTML Living Standard, index of attributes: those with a URL, a list of them, or image candidates.
TEST(html_attributes, of_the_living_standard) {
    for (const auto &[element, attribute] : std::vector<std::pair<text, text>>{
             {"form", "action"},      {"blockquote", "cite"}, {"del", "cite"},          {"ins", "cite"},
             {"q", "cite"},           {"object", "data"},     {"button", "formaction"}, {"input", "formaction"},
             {"a", "href"},           {"area", "href"},       {"link", "href"},         {"base", "href"},
             {"link", "imagesrcset"}, {"div", "itemid"},      {"div", "itemtype"},      {"a", "ping"},
             {"area", "ping"},        {"video", "poster"},    {"audio", "src"},         {"embed", "src"},
             {"iframe", "src"},       {"img", "src"},         {"input", "src"},         {"script", "src"},
             {"source", "src"},       {"track", "src"},       {"video", "src"},         {"img", "srcset"},
             {"source", "srcset"}}) {
        EXPECT_NE(html::find_url_attribute(element, attribute), nullptr) << element << ' ' << attribute;
    }
}

TEST(html_attributes, not_of_others) {
    for (const auto &[element, attribute] : std::vector<std::pair<text, text>>{{"a", "src"},
                                                                               {"img", "href"},
                                                                               {"p", "cite"},
                                                                               {"applet", "code"},
                                                                               {"object", "name"},
                                                                               {"a", "xlink:href"},
                                                                               {"svg:a", "ping"},
                                                                               {"iframe", "srcdoc"},
                                                                               {"script", "for"},
                                                                               {"meta", "content"},
                                                                               {"", ""}}) {
        EXPECT_EQ(html::find_url_attribute(element, attribute), nullptr) << element << ' ' << attribute;
    }
}

// Every row of the table is found in a document, resolved, and has its source.
TEST(html_attributes, each_row_in_a_document) {
    std::set<std::pair<text, text>> seen;
    for (const html::url_attribute &row : html::url_attributes()) {
        EXPECT_TRUE(seen.emplace(row.element, row.attribute).second);
        EXPECT_FALSE(row.source.empty());
        std::string element{row.element};
        std::string before;
        const bool svg = element.starts_with("svg:");
        const bool math = element.starts_with("math:");
        if (svg) before = "<svg>";
        if (math && element != "math:math") before = "<math>";
        if (svg || math) element.erase(0, element.find(':') + 1);
        if (element == "*") element = math ? "mi" : svg ? "g" : "p";
        if (element == "frame") before = "<frameset>";
        if (element == "tr" || element == "td" || element == "th") before = "<table><tbody><tr>";
        if (element == "tbody" || element == "thead" || element == "tfoot" || element == "tr") before = "<table>";
        const std::string value = row.form == html::form::style ? "fill:url(x)" : "x";
        const std::string document = before + '<' + element + ' ' + std::string{row.attribute} + "=\"" + value + "\">";
        SCOPED_TRACE(document);
        EXPECT_THAT(find(document).targets, ElementsAreArray({"http://r/d/x"}));
    }
}

TEST(html_attributes, names_in_any_case) {
    EXPECT_THAT(find("<IMG SRC=a SrcSet='b 1x'><SVG><Image XLINK:HREF=c></SVG>").values,
                ElementsAreArray({"a", "b", "c"}));
}

TEST(html_attributes, values_that_another_attribute_makes_references) {
    EXPECT_THAT(find("<meta content='1;url=a' http-equiv=REFRESH>").values, ElementsAreArray({"a"}));
    EXPECT_THAT(find("<meta http-equiv=content-location content=a>").values, ElementsAreArray({"a"}));
    EXPECT_THAT(find("<meta http-equiv=content-type content=a><meta content=b>").values, testing::IsEmpty());
    EXPECT_THAT(find("<object><param valuetype=Ref value=a><param value=b></object>").values, ElementsAreArray({"a"}));
}

// XML Base 3, 4.2; Namespaces in XML 3.
TEST(html_attributes, of_xml) {
    EXPECT_THAT(find("<div xml:base='http://x/y/' id=a><a href=b>c</a><p xml:base='z/'><a href=d></a></p><a href=e></a>"
                     "</div><a href=f></a>")
                    .targets,
                testing::ElementsAre("http://x/y/", "http://x/y/b", "http://x/y/z/", "http://x/y/z/d", "http://x/y/e",
                                     "http://r/d/f"));
    EXPECT_THAT(find("<p xml:base='a/'></p><p xml:base='b/'><a href=c></a></p>").targets,
                testing::ElementsAre("http://r/d/a/", "http://r/d/b/", "http://r/d/b/c"));
    EXPECT_THAT(find("<svg xml:base='s/'><image xlink:href=i /></svg>").targets,
                testing::ElementsAre("http://r/d/s/", "http://r/d/s/i"));
    EXPECT_THAT(find("<div xml:base='a b'><a href=c></a></div>").targets, testing::Contains("http://r/d/c"));
    EXPECT_THAT(find("<html xmlns:og='urn:example:og'><svg xmlns:xlink='http://www.w3.org/1999/xlink'></svg>").targets,
                testing::ElementsAre("urn:example:og", "http://www.w3.org/1999/xlink"));
}

// HTML 4.01 13.3, 13.4: codebase is the base of classid, data and archive.
TEST(html_attributes, codebase) {
    EXPECT_THAT(
        find("<object data=a codebase='http://c/d/' archive='b  e' classid=java:x usemap='#m'>").targets,
        ElementsAreArray({"http://c/d/a", "http://c/d/", "http://c/d/b", "http://c/d/e", "java:x", "http://r/d/e#m"}));
    EXPECT_THAT(find("<applet codebase=sub/ archive='a.jar, b.jar,,'>").targets,
                ElementsAreArray({"http://r/d/sub/", "http://r/d/sub/a.jar", "http://r/d/sub/b.jar"}));
    EXPECT_THAT(find("<object codebase='a b' data=x>").targets,
                ElementsAreArray({"invalid_character", "http://r/d/x"}));
}

TEST(html_lists, spaces) {
    EXPECT_THAT(find("<a ping=' a\tb\n\nc&#32;d '>").values, ElementsAreArray({"a", "b", "c", "d"}));
    EXPECT_THAT(find("<a ping='  '>").values, testing::IsEmpty());
}

// HTML 4.8.4.2.2.
TEST(html_lists, srcset) {
    const struct {
        text value;
        std::vector<std::string> references;
    } rows[] = {
        {"a", {"a"}},
        {"a 1x, b 2x", {"a", "b"}},
        {"a,b", {"a,b"}}, // a comma inside belongs to the URL
        {"a, b", {"a", "b"}},
        {"a,, , b", {"a", "b"}},
        {",a", {"a"}},
        {"a 1x,b 2x", {"a", "b"}},
        {"a (1,2) x, b", {"a", "b"}},
        {"a (1, b", {"a"}},
        {"data:,x 1x, data:,y", {"data:,x", "data:,y"}},
        {"a?x&amp;y 100w,\n\tb", {"a?x&y", "b"}},
        {" , ", {}},
        {"", {}},
    };
    for (const auto &row : rows) {
        EXPECT_THAT(find("<img srcset=\"" + std::string{row.value} + "\">").values, ElementsAreArray(row.references))
            << row.value;
    }
}

// HTML 4.2.5.3.
TEST(html_lists, refresh) {
    const struct {
        text value;
        std::vector<std::string> references;
    } rows[] = {
        {"5", {}},
        {"5;", {}},
        {"5; url=a", {"a"}},
        {"5;URL = a ", {"a"}},
        {"5, a", {"a"}},
        {"5 a", {"a"}},
        {".5;a", {"a"}},
        {"5.9.;url='a;b' c", {"a;b"}},
        {"5;url='a", {"a"}},
        {"5;url=&quot;a&quot;", {"a"}},
        {"5;urls", {"urls"}},
        {"5;url", {"url"}},
        {"x;url=a", {}},
        {";url=a", {}},
        {"5x;url=a", {}},
        {"", {}},
    };
    for (const auto &row : rows) {
        EXPECT_THAT(find("<meta http-equiv=refresh content=\"" + std::string{row.value} + "\">").values,
                    ElementsAreArray(row.references))
            << row.value;
    }
}

// CSS Syntax 3, 4.3.
TEST(html_lists, style) {
    const struct {
        text css;
        std::vector<std::string> references;
    } rows[] = {
        {"a{b:url(x)}", {"x"}},
        {"a{b:URL( \n x\t)}", {"x"}},
        {"a{b:url('x y') url(\"z\")}", {"x y", "z"}},
        {"a{b:\\75 rl(x)}", {"x"}},
        {"a{b:u\\72l(x)}", {"x"}},
        {"a{b:curl(x) url-x(y) url (z)}", {}},
        {"/* url(x) */ a{b:url(y/*z*/)}", {"y/*z*/"}},
        {"a{content:'url(x)'} b{c:url(y)}", {"y"}},
        {"@import 'x'; @import \"y\" screen;@IMPORT url(z);", {"x", "y", "z"}},
        {"@import/**/ 'x'", {"x"}},
        {"@charset 'x'; 'y'", {}},
        {"a{b:url(x\\29 y\\)z)}", {"x)y)z"}},
        {"a{b:url('x\\\ny')}", {"xy"}},
        {"a{b:url(\\0 \\110000 )}", {"\uFFFD\uFFFD"}},
        {"a{b:url(\\e9 \\1F600)}", {"\u00E9\U0001F600"}},
        {"a{b:url()}", {""}},
        {"a{b:url(x", {"x"}},
        {"a{b:url('x", {"x"}},
        {"a{b:url(x\\", {"x"}},
        {"<!-- a{b:url(x)} -->", {"x"}},
        {"a{b:url(a b)}", {"a b"}},
    };
    for (const auto &row : rows) {
        EXPECT_THAT(find("<style>" + std::string{row.css} + "</style>").values, ElementsAreArray(row.references))
            << row.css;
    }
    EXPECT_THAT(find("<p style='b:url(&quot;x&amp;y&quot;)'>").values, ElementsAreArray({"x&y"}));
    EXPECT_THAT(find("<svg><style>a{b:url(x)}</style><g fill='url(#g)'/></svg>").targets,
                ElementsAreArray({"http://r/d/x", "http://r/d/e#g"}));
    html::reference_options o;
    o.styles = false;
    const auto none = html::find_references("<style>a{b:url(x)}</style><p style='b:url(x)'>", o);
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->references.empty());
}

} // namespace
