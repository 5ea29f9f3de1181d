// Documents made of random references: every one is found, where it was put.

#include <uniform/html/message.hpp>
#include <uniform/html/references.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace uniform;
using text = std::string_view;

struct expected {
    std::uint64_t offset;
    std::string written;
    std::string value;
};

struct made {
    std::string document;
    std::vector<expected> references;
};

template <class T>
T any_of(const std::vector<T> &all) {
    return *rc::gen::elementOf(all);
}

// A reference as it is written and as it is read, out of pieces for which both are known.
void add_reference(made &m) {
    static const std::vector<std::pair<std::string, std::string>> pieces{{"a", "a"},
                                                                         {"/", "/"},
                                                                         {"../", "../"},
                                                                         {"?", "?"},
                                                                         {"%20", "%20"},
                                                                         {"&amp;", "&"},
                                                                         {"&#x2F;", "/"},
                                                                         {"&#59", ";"},
                                                                         {"&sol;", "/"},
                                                                         {"&x=1", "&x=1"},
                                                                         {"\n", ""},
                                                                         {"\r\n", ""},
                                                                         {"\t", ""},
                                                                         {"\u00E9", "\u00E9"},
                                                                         {"\xE9", "\xE9"},
                                                                         {"&eacute;", "\u00E9"},
                                                                         {"http://h", "http://h"},
                                                                         {"b c", "b c"},
                                                                         {"&bne;", "=\u20E5"},
                                                                         {"\x02", "\x02"}};
    std::string written = "x";
    std::string value = "x";
    const int count = *rc::gen::inRange(0, 8);
    for (int i = 0; i < count; ++i) {
        const auto piece = any_of(pieces);
        written += piece.first;
        value += piece.second;
    }
    // Something that begins with no letter, digit or "=", which would go on a character reference.
    written += "!";
    value += "!";
    m.references.push_back({m.document.size(), written, value});
    m.document += written;
}

made document() {
    static const std::vector<std::string> before{"<p>",
                                                 "text",
                                                 "</b>",
                                                 "<b>",
                                                 "<table>",
                                                 "</table>",
                                                 "<tr><td>",
                                                 "\n",
                                                 "\r\n",
                                                 "\u20AC",
                                                 "\xFF",
                                                 "<!-- <a href=no> -->",
                                                 "<title><a href=no></title>",
                                                 "<div class=x>",
                                                 "</div>",
                                                 "&amp;",
                                                 "<script>'<a href=no>'</script>",
                                                 "<i>",
                                                 "</i>",
                                                 "<ul><li>",
                                                 "</a>",
                                                 std::string(1, '\0')};
    static const std::vector<std::string> tags{"<a href=",     "<IMG id=1 SRC = ", "<form>\n<input\nformaction=",
                                               "<q cite=",     "<link href=",      "<svg><image xlink:href=",
                                               "<object data="};
    static const std::vector<std::string> after{">", " class=y>", "\n/>", "id=z>"};
    made m;
    if (*rc::gen::arbitrary<bool>()) m.document = "\xEF\xBB\xBF";
    const int count = *rc::gen::inRange(0, 12);
    for (int i = 0; i < count; ++i) {
        const int pieces = *rc::gen::inRange(0, 4);
        for (int k = 0; k < pieces; ++k) m.document += any_of(before);
        const std::string tag = any_of(tags);
        m.document += tag;
        const std::string quote = any_of<std::string>({"'", "\""});
        m.document += quote;
        m.document += any_of<std::string>({"", " ", "\n\t"});
        add_reference(m);
        m.document += any_of<std::string>({"", " ", "\f\r\n"});
        m.document += quote;
        m.document += any_of(after);
        if (tag.starts_with("<svg>")) m.document += "</svg>";
    }
    return m;
}

RC_GTEST_PROP(html_places_properties, every_reference_where_it_was_put, ()) {
    const made m = document();
    const auto found = html::find_references(m.document);
    RC_ASSERT(found.has_value());
    RC_ASSERT(found->references.size() == m.references.size());
    for (std::size_t i = 0; i < m.references.size(); ++i) {
        const html::reference &r = found->references[i];
        RC_ASSERT(r.where.offset == m.references[i].offset);
        RC_ASSERT(r.written == text{m.references[i].written});
        RC_ASSERT(r.value == m.references[i].value);
        if (!r.target && r.target.error().code != error_code::no_base) {
            RC_ASSERT(r.error_offset >= r.where.offset);
            RC_ASSERT(r.error_offset <= r.end);
        }
    }
}

// The same document as a part of a message: the same references, moved.
RC_GTEST_PROP(html_places_properties, in_a_message, ()) {
    const made m = document();
    const std::string head = "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"=_b\"\r\n\r\n"
                             "--=_b\r\nContent-Type: text/html\r\n\r\n";
    const std::string message = head + m.document + "\r\n--=_b--\r\n";
    std::vector<html::reference> found;
    const auto parts = html::visit_message(
        message, {}, [&](const auto &, const auto &, const html::reference &r) { found.push_back(r); });
    RC_ASSERT(parts.size() == 2U);
    RC_ASSERT(found.size() == m.references.size());
    for (std::size_t i = 0; i < m.references.size(); ++i) {
        RC_ASSERT(found[i].where.offset == m.references[i].offset + head.size());
        RC_ASSERT(found[i].written == text{m.references[i].written});
        RC_ASSERT(message.substr(found[i].where.offset, found[i].written.size()) == m.references[i].written);
    }
}

} // namespace
