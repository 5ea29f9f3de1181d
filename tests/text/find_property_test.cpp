// The properties of every text: pieces do not matter, offsets rise, each result is valid, and time is linear.
#include <uniform/text/find.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <uniform/uri/parse.hpp>

#include "base/share.hpp"

namespace uniform {
namespace {

// Texts made of what the finder decides by.
rc::Gen<std::string> texts() {
    const auto word = rc::gen::element<std::string>(
        "http://", "a", "b.c", "www.", "example.org", ":", "://", "<", ">", "URL:", "url: ", "\n", "\r\n", "  ", " ",
        "-", "-\n", "(", ")", "[", "]", "'", "\"", ".", ",", "?", "#", "%", "%41", "@", "a@b.org", "/", "//",
        "urn:", "urn:ab:c", "mailto:", "&lt;", "&gt;", "&quot;", "*", "\\n", "\xC3\xBC", "{", "|", "\\", "\xE2\x80\x9C",
        "\xE3\x80\x82", "1.2.3.4", ":80", "_", "http://[::1]", "x+y", std::string(1, '\0'), "file:/", "tel:+123",
        "data:,", "\t", "`", "\xE9", "\xE2\x80\x9D", "\xE2\x80\x99", "\xEF\xBC\x88", "\xEF\xBC\x89", "\xE3\x80\x8C",
        "\xE2\x80\x8C", "\xEE\x80\x80", "\xF0\x9F\x98\x80", "\xEF\xBF\xBE", "\" http://a/b c\"", "\"http://a/b c",
        std::string(200, 'y'));
    return rc::gen::map(rc::gen::container<std::vector<std::string>>(word), [](const std::vector<std::string> &words) {
        std::string text;
        for (const std::string &w : words) text += w;
        return text;
    });
}

find_options options_by(unsigned bits) {
    find_options o;
    o.abbreviated = (bits & 1U) != 0;
    o.join_lines = (bits & 2U) != 0;
    o.schemes = (bits & 4U) != 0   ? found_schemes::any
                : (bits & 8U) != 0 ? found_schemes::registered
                                   : found_schemes::likely;
    if ((bits & 16U) != 0) o.max_length = 24;
    if ((bits & 32U) != 0) o.edition = edition::rfc3987;
    return o;
}

using fact = std::tuple<std::uint64_t, std::uint64_t, std::string, std::string, std::string, delimited, bool,
                        std::vector<std::uint32_t>, std::string>;

fact of(const found &f) {
    return {f.begin, f.end,     std::string{f.as_written}, f.text,      f.completed,
            f.how,   f.cleaned, f.doubtful_hyphens,        f.cut_before};
}

RC_GTEST_PROP(find_properties, pieces_do_not_matter, ()) {
    const std::string text = *texts();
    const find_options o = options_by(*rc::gen::inRange(0U, 64U));
    std::vector<fact> whole;
    for (const found &f : find_uris(text, o)) whole.push_back(of(f));
    std::vector<fact> parts;
    const auto keep = [&](const found &f) { parts.push_back(of(f)); };
    uri_finder finder{o};
    std::string_view rest = text;
    while (!rest.empty()) {
        const auto n = *rc::gen::inRange(std::size_t{1}, rest.size() + 1);
        finder.feed(rest.substr(0, n), keep);
        rest.remove_prefix(n);
    }
    RC_ASSERT(finder.size() == text.size());
    finder.finish(keep);
    RC_ASSERT(parts == whole);
    // It can be used again.
    parts.clear();
    for (const char &byte : text) finder.feed({&byte, 1}, keep);
    finder.finish(keep);
    RC_ASSERT(parts == whole);
}

RC_GTEST_PROP(find_properties, offsets_rise_and_all_is_valid, ()) {
    const std::string text = *texts();
    const find_options o = options_by(*rc::gen::inRange(0U, 64U));
    std::uint64_t at = 0;
    for (const found &f : find_uris(text, o)) {
        RC_ASSERT(f.begin >= at);
        RC_ASSERT(f.end > f.begin);
        RC_ASSERT(f.end <= text.size());
        at = f.end;
        RC_ASSERT(f.as_written == std::string_view{text}.substr(f.begin, f.end - f.begin));
        RC_ASSERT(parse_uri(f.uri(), {.edition = o.edition}).has_value());
        RC_ASSERT(f.cleaned == (f.text != f.as_written));
        RC_ASSERT(f.text.size() <= o.max_length);
        RC_ASSERT(f.guess == (f.how == delimited::abbreviated));
        for (const std::uint32_t h : f.doubtful_hyphens) RC_ASSERT(f.text.at(h) == '-');
    }
}

// Anything valid is found between angle brackets, whatever stands around.
RC_GTEST_PROP(find_properties, angle_brackets_hold_any_uri, ()) {
    const auto segment = rc::gen::nonEmpty(
        rc::gen::container<std::string>(rc::gen::elementOf(std::string{"abc019-._~!$&'()*+,;=:@/?"})));
    const std::string uri = "foo:x" + *segment;
    const std::string before = *texts();
    const std::string text = before + "\"\n<" + uri + ">";
    const auto all = find_uris(text);
    RC_ASSERT(!all.empty());
    RC_ASSERT(all.back().text == uri);
    RC_ASSERT(all.back().how == delimited::angle);
}

// The processor's time of one run, the best of three: other programs do not count.
double seconds(const std::string &text, const find_options &o) {
    double best = 1e9;
    for (int i = 0; i < 3; ++i) {
        const std::clock_t begin = std::clock();
        uri_finder finder{o};
        std::size_t n = 0;
        finder.feed(text, [&](const found &f) { n += f.text.size(); });
        finder.finish([&](const found &f) { n += f.text.size(); });
        best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
        EXPECT_LE(n, text.size()) << "more was found than there is";
    }
    return best;
}

std::string repeated(std::string_view what, std::size_t size) {
    std::string text;
    while (text.size() < size) text += what;
    return text;
}

TEST(find, time_is_linear_on_hostile_texts) {
    const char *const bad[]{"<",
                            "<a:",
                            "< a:",
                            "a:",
                            "((((",
                            "http://",
                            "http://(",
                            "-\n",
                            "<a:-\n",
                            "a:b@",
                            "mailto:",
                            "urn:",
                            "urn:a:",
                            "data:",
                            ":",
                            "://",
                            "'http://a'",
                            "http://a:b/",
                            "x://a#b#",
                            "a.",
                            "a.b@",
                            "www.",
                            "a@b.c",
                            "URL:",
                            "<URL:",
                            "http://a)",
                            "&lt;a://b&",
                            "\n http://a\n  b",
                            "x://[",
                            "x://a@b@",
                            "tag:a,",
                            "http://a%",
                            "a.com/(",
                            "a.com/)",
                            "<a:b c:d ",
                            "http://a/.",
                            "http://a/'",
                            "file:/",
                            "\"http://a ",
                            "1.2.3.4/",
                            "http://a\n   b"};
    std::uint64_t n = 0;
    for (const char *what : bad) {
        for (const unsigned bits : {0U, 1U, 2U, 4U, 3U, 7U, 8U}) {
            if (!test::in_share(n++, 4)) continue;
            const find_options o = options_by(bits);
            const double small = seconds(repeated(what, 30'000), o);
            const double large = seconds(repeated(what, 300'000), o);
            // Ten times the text; the rest is a busy machine. A square would take many seconds.
            if (large < 0.02) continue;
            EXPECT_LT(large, 40 * small + 0.5)
                << what << " with options " << bits << ": " << small << " s, " << large << " s";
        }
    }
}

// Texts in which one look may be long, and many may be taken.
TEST(find, time_is_linear_on_long_looks) {
    const auto words_in_brackets = [](std::size_t size) { return "<http://a/" + repeated(" :", size) + " ://z>"; };
    const auto names_in_brackets = [](std::size_t size) { return "<http://a/" + repeated(" a", size) + " ://z>"; };
    const auto deeper_and_deeper = [](std::size_t size) {
        std::string text = "end\n";
        for (std::size_t k = 1; text.size() < size; ++k)
            text += std::string(k / 8, '\t') + std::string(k % 8, ' ') + "(a://b\n";
        return text;
    };
    const auto run_of = [](std::string_view what) {
        return [what](std::size_t size) { return "mailto:" + repeated(what, size); };
    };
    using make = std::function<std::string(std::size_t)>;
    const std::pair<const char *, make> bad[]{
        {"words in brackets", words_in_brackets},
        {"names in brackets", names_in_brackets},
        {"each line is indented further", deeper_and_deeper},
        {"URIs without addresses", run_of("mailto:")},
        {"prefixes", run_of("url://a/")},
        {"an edition's forbidden character", run_of("http://a/~")},
        {"longer than max_length", run_of("http://")},
    };
    for (const auto &[name, text] : bad) {
        for (const unsigned bits : {0U, 2U, 4U, 7U}) {
            find_options o = options_by(bits);
            o.max_length = name[0] == 'l' ? 1000 : 10'000'000;
            if (name[0] == 'a') o.edition = edition::url_06;
            const double small = seconds(text(60'000), o);
            const double large = seconds(text(600'000), o);
            if (large < 0.02) continue;
            EXPECT_LT(large, 40 * small + 0.5)
                << name << " with options " << bits << ": " << small << " s, " << large << " s";
        }
    }
}

// Each result without guesses is found with them too, or is a part of one.
RC_GTEST_PROP(find_properties, guesses_hide_nothing, ()) {
    const std::string text = *texts();
    find_options o = options_by(*rc::gen::inRange(0U, 16U));
    o.abbreviated = false;
    const auto without = find_uris(text, o);
    o.abbreviated = true;
    const auto with = find_uris(text, o);
    for (const found &f : without) {
        RC_ASSERT(std::ranges::any_of(with, [&](const found &g) { return g.begin < f.end && f.begin < g.end; }));
    }
}

} // namespace
} // namespace uniform
