// The positions at which a document is cut so that no piece is nested too deep.

#include "html/pieces.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace {

using uniform::html::deepest;
using uniform::html::pieces_of;

std::string many(std::string_view text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) all += text;
    return all;
}

// By a cut in front of the first tag that is too deep, or not at all.
TEST(html_pieces, cuts) {
    const std::string full = many("<div>", deepest);
    const struct {
        std::string document;
        std::vector<std::size_t> sizes;
    } rows[] = {
        {"", {0}},
        {"text", {4}},
        {full, {full.size()}},
        {full + "text</div><div>", {full.size() + 15}},
        {full + "<b>", {full.size(), 3}},
        {full + "text<b>x", {full.size() + 4, 4}},
        {full + full + full + "<i>", {full.size(), full.size(), full.size(), 3}},
        {many("<div></div>", 2 * deepest), {22 * deepest}},
        {many("<DIV></div>", 2 * deepest), {22 * deepest}},
        {many("<i><b></i>", 2 * deepest), {20 * deepest}}, // the end tag closes both
        // No depth: what is empty, what the next one closes, what is text.
        {full + "<br><p><li><a href=x>", {full.size() + 21}},
        {full + "<!-- <b> --><!--><!---->", {full.size() + 24}},
        {full + "</b><3 <>", {full.size() + 9}},
        {full + "<br title='<b>' x=\"<b>\" y='>", {full.size() + 28}},
        {full + "</div><script><b><i>'</script><b><i>", {full.size() + 33, 3}},
        {full + "</div><title></titl><b>", {full.size() + 23}},
        {full + "</div><plaintext><b>", {full.size() + 20}},
        {full + "<b", {full.size(), 2}},
        {full + "<", {full.size() + 1}},
        {full + "</", {full.size() + 2}},
        {full + "<!--", {full.size() + 4}},
    };
    for (const auto &row : rows) {
        std::vector<std::size_t> sizes;
        for (const auto piece : pieces_of(row.document)) sizes.push_back(piece.size());
        EXPECT_EQ(sizes, row.sizes) << row.document.substr(std::min(row.document.size(), full.size()));
    }
}

RC_GTEST_PROP(html_pieces_properties, together_they_are_the_document, ()) {
    const std::vector<std::string> parts{"<div>",    "</div>",    "<",      ">",    "/",    "<b",
                                         " x='",     "'",         "\"",     "=",    "<!--", "-->",
                                         "<script>", "</script>", "<svg/>", "text", "<x>",  many("<x>", 300)};
    std::string document;
    for (const auto &part : *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(parts))) document += part;
    std::string together;
    for (const auto piece : pieces_of(document)) together += piece;
    RC_ASSERT(together == document);
}

} // namespace
