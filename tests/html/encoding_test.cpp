// The encoding of a document: the Encoding Standard's labels, and HTML 13.2.3.

#include <uniform/html/encoding.hpp>

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/html/message.hpp>
#include <uniform/html/references.hpp>

namespace {

using namespace uniform;
using namespace std::string_view_literals;
using text = std::string_view;

struct encoding_fact {
    text document;
    text charset; // of the Content-Type
    text encoding;
};
std::ostream &operator<<(std::ostream &out, const encoding_fact &f) { return out << f.document << ' ' << f.charset; }

class html_encoding : public testing::TestWithParam<encoding_fact> {};
TEST_P(html_encoding, fact) {
    EXPECT_EQ(html::encoding_of(GetParam().document, GetParam().charset), GetParam().encoding);
}

constexpr encoding_fact facts[]{
    {"", "", "UTF-8"},
    {"<a href=x>", "", "UTF-8"},
    // 13.2.3.1: a byte order mark before the transport layer before what the document says
    {"\xEF\xBB\xBF<meta charset=latin1>", "latin1", "UTF-8"},
    {"\xFF\xFE<\0"sv, "latin1", "UTF-16LE"},
    {"\xFE\xFF\0<"sv, "", "UTF-16BE"},
    {"<meta charset=latin1>", "koi8-r", "KOI8-R"},
    {"<meta charset=latin1>", "nothing", "windows-1252"},
    // 13.2.3.2: the prescan
    {"<meta charset=iso-8859-1>", "", "windows-1252"},
    {"<META CHARSET = ' ISO-8859-1 ' >", "", "windows-1252"},
    {"<meta/charset=\"shift_jis\"/>", "", "Shift_JIS"},
    {"<meta http-equiv=content-type content='text/html; charset=iso-8859-2'>", "", "ISO-8859-2"},
    {"<meta content='text/html; charset = \"iso-8859-2\"' http-equiv=Content-Type>", "", "ISO-8859-2"},
    {"<meta content='text/html; charset=iso-8859-2'>", "", "UTF-8"},
    {"<meta http-equiv=refresh content='0; charset=iso-8859-2'>", "", "UTF-8"},
    {"<meta charset=utf-16le>", "", "UTF-8"},
    {"<meta charset=x-user-defined>", "", "windows-1252"},
    {"<meta charset=nothing><meta charset=koi8-u>", "", "KOI8-U"},
    {"<meta name=x charset=koi8-u charset=latin1>", "", "KOI8-U"},
    {"<!-- <meta charset=koi8-u> --><meta charset=gbk>", "", "GBK"},
    {"<!--><meta charset=gbk>", "", "GBK"},
    {"<a title='<meta charset=gbk>'>", "", "UTF-8"},
    {"<!doctype html><html lang=x><?x?></p><meta charset=big5>", "", "Big5"},
    {"<metadata charset=big5>", "", "UTF-8"},
    {"<meta charset=big5", "", "UTF-8"},
    {"<?xml version='1.0' encoding='iso-8859-15'?><html>", "", "ISO-8859-15"},
    {"<?xml version='1.0'?><meta charset=euc-kr>", "", "EUC-KR"},
    {"<meta charset=hz-gb-2312>", "", "replacement"},
};
INSTANTIATE_TEST_SUITE_P(facts, html_encoding, testing::ValuesIn(facts));

TEST(html_encodings, declared_within_1024_octets) {
    const std::string before = "<!--" + std::string(1000 - 7, 'x') + "-->";
    EXPECT_EQ(html::encoding_of(before + "<meta charset=gbk>"), "GBK");
    EXPECT_EQ(html::encoding_of(before + "         <meta charset=gbk>"), "UTF-8");
}

struct decoded_fact {
    std::string document;
    text value;
    text written;
    std::uint64_t offset;
    std::uint64_t line;
    std::uint64_t column;
};
std::ostream &operator<<(std::ostream &out, const decoded_fact &f) { return out << f.document; }

class html_decoded : public testing::TestWithParam<decoded_fact> {};
TEST_P(html_decoded, fact) {
    const auto &f = GetParam();
    html::reference_options o;
    o.parse.edition = edition::rfc3987;
    const auto found = html::find_references(f.document, o);
    ASSERT_TRUE(found);
    ASSERT_FALSE(found->references.empty());
    const auto &r = found->references.back();
    EXPECT_EQ(r.value, f.value);
    EXPECT_EQ(r.written, f.written);
    EXPECT_EQ(r.where, (html::position{f.offset, f.line, f.column}));
    EXPECT_EQ(r.end, f.offset + f.written.size());
    EXPECT_TRUE(r.written.data() >= f.document.data() && r.written.data() < f.document.data() + f.document.size());
}

std::string utf16(std::u16string_view characters, bool big) {
    std::string octets = big ? "\xFE\xFF" : "\xFF\xFE";
    for (const char16_t c : characters) {
        const char high = static_cast<char>(c >> 8U);
        const char low = static_cast<char>(c & 0xFFU);
        octets += big ? high : low;
        octets += big ? low : high;
    }
    return octets;
}

const std::string le = utf16(u"<p>\u00E4\U0001F600\n\u00E4<a href=\u4E00b>", false);
const std::string be = utf16(u"<p>\u00E4\U0001F600\n\u00E4<a href=\u4E00b>", true);

INSTANTIATE_TEST_SUITE_P(
    facts, html_decoded,
    testing::Values(
        decoded_fact{"<meta charset=iso-8859-1>\n\xE4\xE4<a href='/\xE4?\x80'>", "/\u00E4?\u20AC", "/\xE4?\x80", 37, 2,
                     12},
        decoded_fact{"<meta charset=windows-1252><a href=\x81x>", "\u0081x", "\x81x", 35, 1, 36},
        // a trail octet that looks like "\"
        decoded_fact{"<meta charset=shift_jis>\x95\x5C<a href=\x95\x5Cx>", "\u8868x", "\x95\x5Cx", 34, 1, 35},
        decoded_fact{"<meta charset=iso-2022-jp><a href=a\x1B$B0l\x1B(Bz>", "a\u4E00z", "a\x1B$B0l\x1B(Bz", 34, 1, 35},
        decoded_fact{"<meta charset=gb18030><a href=\x81\x30\x81\x30z>", "\u0080z", "\x81\x30\x81\x30z", 30, 1, 31},
        // characters that a converter might compose with the next one
        decoded_fact{"<meta charset=windows-1258><a href=\xE0z>", "\u00E0z", "\xE0z", 35, 1, 36},
        decoded_fact{"<meta charset=euc-kr>\xFF<a href=x>", "x", "x", 30, 1, 31},
        decoded_fact{"<meta charset=latin1><a href='x&amp;\xE4'>", "x&\u00E4", "x&amp;\xE4", 30, 1, 31},
        decoded_fact{le, "\u4E00b", text{le}.substr(34, 4), 34, 2, 19},
        decoded_fact{be, "\u4E00b", text{be}.substr(34, 4), 34, 2, 19}));

TEST(html_encodings, errors_and_bases_are_placed_in_the_document) {
    constexpr text document = "<meta charset=latin1>\xE4<base href='http://h/\xE4/'><a href='\xE4 '><a href='\xE4[x'>";
    html::reference_options o;
    o.parse.edition = edition::rfc3987;
    const auto found = html::find_references(document, o);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->base.uri, "http://h/\u00E4/");
    EXPECT_EQ(found->base.encoding, "windows-1252");
    ASSERT_TRUE(found->base.element);
    EXPECT_EQ(found->base.element->offset, document.find("http:"));
    ASSERT_EQ(found->references.size(), 3U);
    EXPECT_FALSE(found->references[2].target);
    EXPECT_EQ(found->references[2].error_offset, document.find('['));
}

TEST(html_encodings, the_charset_of_a_message_part) {
    constexpr text message = "Content-Type: text/html; charset=\"ISO-8859-7\"\r\n\r\n<a href='\xE1'>";
    std::vector<std::string> values;
    std::uint64_t offset = 0;
    html::message_options o;
    o.html.parse.edition = edition::rfc3987;
    const auto parts = html::visit_message(
        message, o, [&](const html::message_part &, const html::document_base &, const html::reference &r) {
            values.push_back(r.value);
            offset = r.where.offset;
        });
    EXPECT_EQ(values, std::vector<std::string>{"\u03B1"});
    EXPECT_EQ(offset, message.find('\xE1'));
}

TEST(html_encodings, what_cannot_be_decoded_is_refused) {
    for (const text document : {"<meta charset=iso-2022-kr><a href=x>"sv, "\xFF\xFE\0\0<\0\0\0"sv, "\0\0\xFE\xFF"sv}) {
        const auto found = html::find_references(document);
        ASSERT_FALSE(found);
        EXPECT_EQ(found.error(), html::refusal::encoding);
    }
}

// Encoding Standard 4.2: the system has each of them.
TEST(html_encodings, each_can_be_decoded) {
    for (const text label : {"866",    "latin2",  "latin3", "latin4",      "cyrillic",    "arabic", "greek",
                             "hebrew", "logical", "latin6", "iso-8859-13", "iso-8859-14", "l9",     "iso-8859-16",
                             "koi8-r", "koi8-u",  "mac",    "tis-620",     "cp1250",      "cp1251", "latin1",
                             "cp1253", "latin5",  "cp1255", "cp1256",      "cp1257",      "cp1258", "x-mac-cyrillic",
                             "gbk",    "gb18030", "big5",   "euc-jp",      "iso-2022-jp", "sjis",   "korean"}) {
        const std::string document = "<meta charset=" + std::string{label} + "><a href=x>";
        const auto found = html::find_references(document);
        EXPECT_TRUE(found) << label;
    }
}

// HTML 2.4.2
TEST(html_encodings, queries_are_in_the_encoding_of_the_document) {
    EXPECT_EQ(html::with_encoded_query("/\u00E4?q=\u00E4\u20AC\u4E00#\u00E4", "windows-1252"),
              "/\u00E4?q=%E4%80%26%2319968%3B#\u00E4");
    EXPECT_EQ(html::with_encoded_query("?\u8868", "Shift_JIS"), "?%95\\");
    EXPECT_EQ(html::with_encoded_query("?\u00E4", "UTF-8"), "?\u00E4");
    EXPECT_EQ(html::with_encoded_query("?\u00E4", "UTF-16LE"), "?\u00E4");
    EXPECT_EQ(html::with_encoded_query("#?\u00E4", "windows-1252"), "#?\u00E4");
    EXPECT_EQ(html::with_encoded_query("?\u00E4", "no encoding"), "?\u00E4");
}

} // namespace
