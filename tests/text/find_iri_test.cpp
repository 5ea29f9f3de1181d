// IRIs in text: RFC 3987 7.3, "a non-ASCII character should not be taken as the indication of the end of an IRI", and
// where the text around them goes on.
#include <uniform/text/find.hpp>
#include <uniform/uri/parse.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace uniform {
namespace {

const find_options iris{.edition = edition::rfc3987};

struct find_row {
    std::string_view source, text, iri;
    std::string_view cut_before = "";
    delimited how = delimited::bare;
};
const find_row rows[]{
    {"RFC 3987 7.3", "see http://résumé.example.org/über/納豆?q=é#ñ now", "http://résumé.example.org/über/納豆?q=é#ñ"},
    {"RFC 3987 7.3", "http://例え.jp/路径", "http://例え.jp/路径"},
    {"RFC 3987 7.3: beyond the BMP", "http://h/\U00010300\U00010301 x", "http://h/\U00010300\U00010301"},
    {"RFC 3987 2.2: iprivate in iquery", "http://h/?\uE000 x", "http://h/?\uE000"},
    {"RFC 3987 2.2: iprivate only there", "http://h/a\uE000b", "http://h/a", "\uE000"},
    {"RFC 3987 2.2: not ucschar", "http://h/é\uFFFEb", "http://h/é", "\uFFFE"},
    {"RFC 3629 3", "http://h/é\xFF", "http://h/é", "\xFF"},
    {"RFC 3986 appendix C: angle brackets", "<http://é/ü>", "http://é/ü", "", delimited::angle},
    {"RFC 3986 appendix C: angle brackets", "<URL:http://é/ü\nö>", "http://é/üö", "", delimited::angle},
    {"RFC 3986 appendix C: quotes", "\"http://é/ü\"", "http://é/ü", "", delimited::quotes},
    {"RFC 3986 appendix C: quotes", "„http://é/ü“", "http://é/ü", "", delimited::quotes},
    {"RFC 3986 appendix C: quotes", "«http://é/ü»", "http://é/ü", "", delimited::quotes},
    {"White_Space", "http://é/ü\u3000x", "http://é/ü"},
    {"White_Space", "http://é/ü\u00A0x", "http://é/ü"},
    {"White_Space", "http://é/ü\u2028x", "http://é/ü"},
    {"Default_Ignorable_Code_Point", "http://é/ü\u200Bx", "http://é/ü", "\u200B"},
    {"Default_Ignorable_Code_Point", "http://é/ü\u200Bö", "http://é/ü"},
    {"RFC 3987 4.1: bidirectional formatting", "\u202Ahttp://é/ü\u202C x", "http://é/ü"},
    {"RFC 3987 4.1: bidirectional formatting inside", "http://a.exam\u202Eple/x", "http://a.exam", "\u202E"},
    {"RFC 3987 4.1: bidirectional formatting inside", "http://h/é\u2066ü", "http://h/é", "\u2066"},
    {"UTS 46 4.5: full stops inside a host", "http://例え。テスト/x", "http://例え", "。"},
    {"UTS 46 4.5: full stops inside a host", "http://www。example.jp/", "http://www", "。"},
    {"UTS 46 4.5: full stops inside a host", "http://例え\uFF61jp x", "http://例え", "\uFF61"},
    {"a full stop after a host", "见http://例え.jp。 次", "http://例え.jp"},
    {"a full stop after a host", "见http://例え.jp。", "http://例え.jp"},
    {"a full stop after a host", "「见http://例え.jp。」", "http://例え.jp"},
    {"a byte order mark", "http://é/ü\uFEFF", "http://é/ü"},
    {"Terminal_Punctuation: US-ASCII", "http://é/ü.", "http://é/ü"},
    {"Terminal_Punctuation: US-ASCII", "http://é/ü, ", "http://é/ü"},
    {"Terminal_Punctuation: ideographic full stop", "请看http://例え.jp/路径。然后", "http://例え.jp/路径"},
    {"Terminal_Punctuation: full-width comma", "请看http://例え.jp/路径，然后", "http://例え.jp/路径"},
    {"Terminal_Punctuation: ideographic comma", "http://例え.jp/路径、http://例え.jp/二", "http://例え.jp/路径"},
    {"Terminal_Punctuation: full-width question mark", "见http://例え.jp/路径？", "http://例え.jp/路径"},
    {"Terminal_Punctuation: full-width colon", "http://例え.jp/路径：", "http://例え.jp/路径"},
    {"Terminal_Punctuation: Arabic", "http://h/سلام، x", "http://h/سلام"},
    {"Terminal_Punctuation: Arabic", "http://h/سلام؟", "http://h/سلام"},
    {"Terminal_Punctuation: Devanagari", "http://h/नमस्ते। x", "http://h/नमस्ते"},
    {"Terminal_Punctuation: Greek ano teleia", "http://παράδειγμα.gr/α\u00B7 x", "http://παράδειγμα.gr/α"},
    {"Terminal_Punctuation: Greek ano teleia", "http://παράδειγμα.gr/α\u0387 x", "http://παράδειγμα.gr/α"},
    {"a middle dot inside", "http://h/col\u00B7lecció", "http://h/col\u00B7lecció"},
    {"Terminal_Punctuation: ellipsis", "http://h/é… x", "http://h/é"},
    {"Terminal_Punctuation: inside", "http://h/a…b", "http://h/a…b"},
    {"Pd: a dash at the end", "http://h/é– x", "http://h/é"},
    {"Pd: a dash inside", "http://h/1914–1918", "http://h/1914–1918"},
    {"Ps, Pe: full-width brackets around", "（http://例え.jp/路径）", "http://例え.jp/路径"},
    {"Ps, Pe: full-width brackets inside", "https://zh.example/北京_（消歧义）", "https://zh.example/北京_（消歧义）"},
    {"Ps, Pe: both", "（https://zh.example/北京_（消歧义））", "https://zh.example/北京_（消歧义）"},
    {"Ps, Pe: corner brackets", "「http://例え.jp/路径」を", "http://例え.jp/路径"},
    {"Ps, Pe: lenticular brackets", "【http://例え.jp/路径】", "http://例え.jp/路径"},
    {"Ps, Pe: an opening one at the end", "http://例え.jp/路径（見よ ", "http://例え.jp/路径（見よ"},
    {"Ps, Pe: an opening one at the end", "http://例え.jp/路径（ 見よ", "http://例え.jp/路径"},
    {"Ps, Pe: another partner", "http://例え.jp/（路径」", "http://例え.jp/（路径"},
    {"Quotation_Mark: an apostrophe", "http://h/L’Avare x", "http://h/L’Avare"},
    {"Quotation_Mark: an apostrophe", "http://h/d’été x", "http://h/d’été"},
    {"Quotation_Mark: at the end", "‘http://h/é’ x", "http://h/é", "", delimited::quotes},
    {"joiners inside words", "http://h/می\u200Cخواهم x", "http://h/می\u200Cخواهم"},
    {"joiners not at the end", "http://h/می\u200C x", "http://h/می"},
    {"US-ASCII delimits as in URIs", "(http://é/ü)", "http://é/ü"},
    {"US-ASCII delimits as in URIs", "http://é/ü{", "http://é/ü", "{"},
    {"US-ASCII delimits as in URIs", "http://é/ü##", "http://é/ü#", "#"},
};

TEST(find_iri, where_they_end) {
    for (const find_row &r : rows) {
        const auto all = find_uris(r.text, iris);
        ASSERT_FALSE(all.empty()) << r.source << ": " << r.text;
        EXPECT_EQ(all[0].text, r.iri) << r.source;
        EXPECT_EQ(all[0].cut_before, r.cut_before) << r.source << ": " << r.text;
        EXPECT_EQ(all[0].how, r.how) << r.text;
        EXPECT_TRUE(parse_iri(all[0].text)) << r.iri;
        // in pieces of every size
        for (std::size_t size = 1; size < 12; ++size) {
            std::vector<std::string> texts;
            std::vector<std::string> cuts;
            uri_finder finder{iris};
            const auto keep = [&](const found &f) {
                texts.push_back(f.text);
                cuts.push_back(f.cut_before);
            };
            for (std::size_t at = 0; at < r.text.size(); at += size) finder.feed(r.text.substr(at, size), keep);
            finder.finish(keep);
            ASSERT_EQ(texts.size(), all.size()) << size << ": " << r.text;
            EXPECT_EQ(texts[0], r.iri) << size;
            EXPECT_EQ(cuts[0], r.cut_before) << size;
        }
    }
}

TEST(find_iri, all_of_a_text) {
    std::vector<std::string> texts;
    for (const found &f : find_uris("http://例え.jp/一、http://例え.jp/二。", iris)) texts.push_back(f.text);
    EXPECT_EQ(texts, (std::vector<std::string>{"http://例え.jp/一", "http://例え.jp/二"}));
}

// Hosts without a scheme, in pieces of every size.
TEST(find_iri, abbreviated) {
    const struct {
        std::string_view text;
        std::vector<std::string> completed;
    } hosts[]{
        {"see www.münchen.de/x and münchen.de and jim@münchen.de",
         {"http://www.münchen.de/x", "http://münchen.de", "mailto:jim@münchen.de"}},
        {"(bücher.example.org:8080/ü).", {"http://bücher.example.org:8080/ü"}},
        {"пример.рф, www.例え.テスト и", {"http://пример.рф", "http://www.例え.テスト"}},
        {"请看 www.example.cn然后", {"http://www.example.cn"}},
        {"„münchen.de“ münchen.de…", {"http://münchen.de", "http://münchen.de"}},
        {"bob@例え.jp。", {"mailto:bob@例え.jp"}},
        {"конец.Начало", {}},
        {"été.Là", {}},
        {"-é.de é-.de ü..de", {}},
        {"example.org and é", {"http://example.org"}},
    };
    find_options o = iris;
    o.abbreviated = true;
    for (const auto &[text, completed] : hosts) {
        for (std::size_t size = 1; size <= text.size(); ++size) {
            std::vector<std::string> found_ones;
            uri_finder finder{o};
            const auto keep = [&](const found &f) { found_ones.push_back(f.completed); };
            for (std::size_t at = 0; at < text.size(); at += size) finder.feed(text.substr(at, size), keep);
            finder.finish(keep);
            ASSERT_EQ(found_ones, completed) << size << ": " << text;
        }
    }
    EXPECT_TRUE(find_uris("münchen.de", {.abbreviated = true}).empty());
}

TEST(find_iri, not_by_other_editions) {
    const auto all = find_uris("http://h/é");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].text, "http://h/");
    EXPECT_EQ(all[0].cut_before, "é");
}

// Linear: the brackets that are open are limited.
TEST(find_iri, long_texts) {
    std::string text = "http://h/";
    for (int i = 0; i < 20'000; ++i) text += "（";
    text += "a";
    find_options o = iris;
    o.max_length = 1U << 20;
    const auto all = find_uris(text, o);
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].text, text);
}

} // namespace
} // namespace uniform
