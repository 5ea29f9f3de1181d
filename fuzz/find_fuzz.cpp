// Any bytes as a text: what is found does not depend on the pieces in which it comes, stands in it in order, and is
// valid; and as something typed, cleaned and completed.
//
// Input: a byte of options, a byte that says how large the pieces are, the text.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/text/find.hpp>
#include <uniform/text/typed.hpp>
#include <uniform/uri/parse.hpp>

namespace {

[[noreturn]] void fail(const char *what) {
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

struct result {
    std::vector<uniform::found> all;
    std::vector<std::string> as_written;

    void add(const uniform::found &f) {
        all.push_back(f);
        as_written.emplace_back(f.as_written);
    }
    bool operator==(const result &other) const {
        if (all.size() != other.all.size() || as_written != other.as_written) return false;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const uniform::found &a = all[i];
            const uniform::found &b = other.all[i];
            if (a.begin != b.begin || a.end != b.end || a.text != b.text || a.completed != b.completed ||
                a.doubtful_hyphens != b.doubtful_hyphens || a.how != b.how || a.rule != b.rule ||
                a.cleaned != b.cleaned || a.guess != b.guess) {
                return false;
            }
        }
        return true;
    }
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    if (size < 2) return 0;
    const unsigned char bits = data[0];
    const std::size_t piece = data[1] % 16 + 1U;
    const std::string text(reinterpret_cast<const char *>(data + 2), size - 2);
    uniform::find_options o;
    o.abbreviated = (bits & 1U) != 0;
    o.join_lines = (bits & 2U) != 0;
    o.schemes = static_cast<uniform::found_schemes>((bits >> 2U) % 3);
    if ((bits & 16U) != 0) o.max_length = 32;
    if ((bits & 32U) != 0) o.edition = uniform::edition::rfc2396;
    if ((bits & 64U) != 0) o.edition = uniform::edition::rfc2396bis_01;
    if ((bits & 128U) != 0) o.edition = uniform::edition::rfc3987;

    result whole;
    uniform::uri_finder finder{o};
    finder.find(text, [&](const uniform::found &f) { whole.add(f); });
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < whole.all.size(); ++i) {
        const uniform::found &f = whole.all[i];
        if (f.begin < at || f.end <= f.begin || f.end > text.size()) fail("offsets");
        at = f.end;
        if (std::string_view{text}.substr(f.begin, f.end - f.begin) != whole.as_written[i]) fail("not what is written");
        if (!uniform::parse_uri(f.uri(), {o.edition})) fail("not valid");
        if (f.text.size() > o.max_length) fail("too long");
        for (const std::uint32_t h : f.doubtful_hyphens) {
            if (f.text.at(h) != '-') fail("no hyphen");
        }
        if (f.without_hyphens().size() != f.text.size() - f.doubtful_hyphens.size()) fail("hyphens");
    }
    result pieces;
    for (std::size_t i = 0; i < text.size(); i += piece) {
        const std::uint64_t settled = finder.settled();
        finder.feed(std::string_view{text}.substr(i, piece), [&](const uniform::found &f) {
            if (f.begin < settled) fail("settled too early");
            pieces.add(f);
        });
    }
    finder.finish([&](const uniform::found &f) { pieces.add(f); });
    if (!(pieces == whole)) fail("the pieces matter");

    const uniform::cleaned_text clean = uniform::clean_typed(text);
    std::size_t taken = clean.text.size();
    for (const uniform::cleaning &c : clean.actions) {
        if (c.kind != uniform::cleaning::what::doubtful_hyphen) taken += c.end - c.begin;
    }
    if (taken != text.size()) fail("cleaning lost something");
    if (const auto completed = uniform::complete(text)) {
        if (!uniform::parse_uri(completed->uri)) fail("completed to no URI");
    }
    return 0;
}
