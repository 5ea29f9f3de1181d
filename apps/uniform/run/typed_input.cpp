#include "run/typed_input.hpp"

#include <algorithm>
#include <cstring>

#include <uniform/base/ascii.hpp>
#include <uniform/base/us_ascii.hpp>
#include <uniform/text/git_remote.hpp>
#include <uniform/text/typed.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/urn/display.hpp>
#include <uniform/urn/urn.hpp>

namespace uniform::cli {

namespace {

// Writes inputs one after the other into the buffer that they come from. None becomes longer.
class cleaning_writer {
public:
    cleaning_writer(char *out, std::vector<problem> &notes) : out_{out}, notes_{notes} {}

    void field(std::string_view text, std::uint64_t index) {
        const std::string_view stripped = strip_typed(text);
        const cleaned_text clean = clean_typed(stripped);
        // Nothing is left of "<>": it stays, so that it is reported.
        const bool keep = clean.text.empty() && !text.empty() && !only_spaces(text);
        const std::string_view written = keep ? text : std::string_view{clean.text};
        std::memmove(out_, written.data(), written.size());
        if (!keep && clean.text.size() != stripped.size()) {
            const auto gap = std::ranges::find(clean.actions, cleaning::what::white_space, &cleaning::kind);
            const std::size_t at = gap == clean.actions.end() ? 0 : static_cast<std::size_t>(gap->begin);
            notes_.push_back({.input = index,
                              .why = error{at, error_code::not_found, rule::none},
                              .message = "note: white space inside was removed",
                              .text = {out_, written.size()},
                              .harmless = true});
        }
        out_ += written.size();
    }
    void put(char c) { *out_++ = c; }
    [[nodiscard]] const char *end() const { return out_; }

private:
    static bool only_spaces(std::string_view text) {
        return std::ranges::all_of(text, [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); });
    }

    char *out_;
    std::vector<problem> &notes_;
};

// RFC 8141 4.4: the form for people, with characters beyond US-ASCII.
bool is_shown_urn(std::string_view text, edition e) {
    return ascii::starts_with_ignoring_case(text, "urn:") && !base::is_us_ascii(text) &&
           urn_from_display(text, {e}).has_value();
}

constexpr std::string_view git_reads_it =
    "it is a remote path as git and scp write it, which --git reads as ssh://USER@HOST/PATH";
constexpr std::string_view guess_converts_it = "`uniform urn guess` writes it as a URN";

} // namespace

std::vector<problem> clean_inputs(const batch_options &o, work &w) {
    block &b = w.in;
    std::vector<problem> notes;
    cleaning_writer out{b.buffer.get(), notes};
    const char *p = b.buffer.get();
    const char *const end = p + b.size;
    for (std::uint64_t index = 0; p != end; ++index) {
        const auto *stop = static_cast<const char *>(std::memchr(p, b.separator, static_cast<std::size_t>(end - p)));
        const std::string_view text{p, static_cast<std::size_t>(stop - p)};
        p = stop + 1;
        const char *const begin = out.end();
        const auto tab = b.lines && o.pairs ? text.find('\t') : std::string_view::npos;
        out.field(text.substr(0, tab), index);
        if (tab != std::string_view::npos) {
            out.put('\t');
            out.field(text.substr(tab + 1), index);
        }
        const std::size_t given = text.size() - (b.lines && text.ends_with('\r') ? 1 : 0);
        if (static_cast<std::size_t>(out.end() - begin) < given) w.cleaned.push_back(index);
        out.put(b.separator);
    }
    b.size = static_cast<std::size_t>(out.end() - b.buffer.get());
    return notes;
}

void read_git_remotes(const batch_options &o, work &w) {
    block &b = w.in;
    std::string read;
    read.reserve(b.size + b.size / 4);
    const auto field = [&](std::string_view text) {
        const auto uri = ssh_uri_of_git_remote(text);
        read += uri ? std::string_view{*uri} : text;
    };
    for (std::string_view rest = b.text(); !rest.empty();) {
        std::string_view text = rest.substr(0, rest.find(b.separator));
        rest.remove_prefix(text.size() + 1);
        if (b.lines && text.ends_with('\r')) text.remove_suffix(1);
        const auto tab = b.lines && o.pairs ? text.find('\t') : std::string_view::npos;
        field(text.substr(0, tab));
        if (tab != std::string_view::npos) {
            read += '\t';
            field(text.substr(tab + 1));
        }
        read += b.separator;
    }
    if (b.capacity < read.size()) {
        b.buffer = std::make_unique_for_overwrite<char[]>(read.size());
        b.capacity = read.size();
    }
    std::ranges::copy(read, b.buffer.get());
    b.size = read.size();
}

void add_notes(const batch_options &o, std::vector<problem> &problems, std::vector<problem> notes) {
    if (o.quiet) return; // with --json as well: "input" is the text without the white space
    for (problem &note : notes) {
        const auto next = std::ranges::upper_bound(problems, note.input, {}, &problem::input);
        note.after = next == problems.begin() ? 0 : std::prev(next)->after;
        problems.insert(next, std::move(note));
    }
}

std::string_view typed_hint(const error &why, std::string_view text) {
    if (why.code == error_code::not_found && why.rule == rule::none) return {};
    const std::string_view stripped = strip_typed(text);
    if (is_urn_edition(why.edition) && is_shown_urn(text, why.edition)) return guess_converts_it;
    if (text.contains('@') && !is_urn_edition(why.edition) && !parse_uri_reference(text) && ssh_uri_of_git_remote(text))
        return git_reads_it;
    if (stripped.empty() || stripped.size() == text.size()) return {};
    const bool of_urns = is_urn_edition(why.edition) && why.rule != rule::nid && why.code != error_code::invalid_name;
    const bool good =
        of_urns ? parse_urn(stripped, {why.edition}).has_value() : parse_uri_reference(stripped).has_value();
    return good ? typed_removes : std::string_view{};
}

void suggest_typed(const batch_options &o, problem &p) {
    if (p.silent || !p.hint.empty()) return;
    const std::string_view hint = typed_hint(p.why, p.text);
    if (!o.typed || hint != typed_removes) p.hint = hint;
}

} // namespace uniform::cli
