// RFC 3986 appendix C: robust entry of typed identifiers.

#include <uniform/text/typed.hpp>

#include <algorithm>
#include <utility>

#include <uniform/base/enum_names.hpp>
#include <uniform/base/hidden_characters.hpp>

#include "text/classes.hpp"
#include "text/typed_authority.hpp"
#include "text/typed_characters.hpp"

namespace uniform {

namespace {

using text::character;
using text::first_of;
using text::is_full_stop;
using text::is_invisible;
using text::is_punctuation;
using text::is_white_space;
using text::last_of;
using text::scheme_size;
using text::size_at_end;

bool begins(std::string_view t, std::string_view lower_case) noexcept {
    return text::same(lower_case, t.substr(0, lower_case.size()));
}

bool begins_as_identifier(std::string_view t) noexcept {
    const std::size_t scheme = scheme_size(t);
    return (scheme != 0 && t.substr(scheme).starts_with("://")) || begins(t, "urn:") || begins(t, "mailto:") ||
           begins(t, "www.");
}

// RFC 3986 appendix C: "URL:"; and what people write likewise. No namespace is called "urn" (RFC 2141 2.1), no scheme
// "uri".
std::size_t prefix_size(std::string_view t) noexcept {
    if (begins(t, "url:")) return 4;
    const bool before_urn = begins(t, "urn:");
    if (!before_urn && !begins(t, "uri:")) return 0;
    std::string_view rest = t.substr(4);
    for (character c = first_of(rest); c.size != 0 && (is_white_space(c.code) || is_invisible(c.code) || c.code == '<');
         c = first_of(rest)) {
        rest.remove_prefix(c.size);
    }
    return (before_urn ? begins(rest, "urn:") : scheme_size(rest) != 0) ? 4 : 0;
}

// Quotation marks that no URI has.
constexpr auto quotation_marks = std::to_array<std::string_view>(
    {"\"", "`", "\xE2\x80\x98", "\xE2\x80\x99", "\xE2\x80\x9A", "\xE2\x80\x9B", "\xE2\x80\x9C", "\xE2\x80\x9D",
     "\xE2\x80\x9E", "\xE2\x80\x9F", "\xE2\x80\xB9", "\xE2\x80\xBA", "\xC2\xAB", "\xC2\xBB", "\uFF02"});

std::size_t quote_at(std::string_view t) noexcept {
    for (const std::string_view mark : quotation_marks) {
        if (t.starts_with(mark)) return mark.size();
    }
    return 0;
}

std::size_t quote_before(std::string_view t) noexcept {
    for (const std::string_view mark : quotation_marks) {
        if (t.ends_with(mark)) return mark.size();
    }
    return 0;
}

// Brackets that are none of URIs; IRIs may have them, so only pairs are delimiters.
struct bracket_pair {
    char32_t open, close;
};
constexpr auto bracket_pairs = std::to_array<bracket_pair>({{0x3008, 0x3009},
                                                            {0x300A, 0x300B},
                                                            {0x300C, 0x300D},
                                                            {0x300E, 0x300F},
                                                            {0x3010, 0x3011},
                                                            {0x27E8, 0x27E9},
                                                            {0xFF08, 0xFF09},
                                                            {0xFF1C, 0xFF1E}});

// Whether the first and the last character, which URIs may have, are one pair.
bool is_pair_around_identifier(std::string_view t) noexcept {
    if (t.size() < 3) return false;
    const char open = t.front();
    const char close = open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : '\0';
    if (close == '\0' || t.back() != close) return false;
    std::size_t depth = 0;
    for (std::size_t i = 0; i < t.size(); ++i) {
        depth += t[i] == open ? 1U : 0U;
        depth -= t[i] == close ? 1U : 0U;
        if (depth == 0 && i + 1 < t.size()) return false;
    }
    t.remove_prefix(1);
    return depth == 0 && begins_as_identifier(t);
}

// The size of a pair's brackets, 0 if there is no pair around the text.
std::size_t pair_size(std::string_view t) noexcept {
    if (is_pair_around_identifier(t)) return 1;
    const character first = first_of(t);
    const auto pair = std::ranges::find(bracket_pairs, first.code, &bracket_pair::open);
    if (first.size == 0 || pair == bracket_pairs.end() || t.size() < 2 * first.size) return 0;
    return last_of(t).code == pair->close ? first.size : 0;
}

class cleaner {
public:
    explicit cleaner(std::string_view typed) : typed_{typed}, end_{typed.size()} {}

    std::string_view strip() {
        notes_ = false;
        while (strip_once()) {
        }
        return rest();
    }

    cleaned_text clean() {
        while (strip_once()) {
        }
        take_inside();
        std::ranges::sort(done_.actions, {}, &cleaning::begin);
        omit_at_end(text::punctuation_behind_host(done_.text)); // of a host with white space in it
        return std::move(done_);
    }

private:
    using what = cleaning::what;

    [[nodiscard]] std::string_view rest() const noexcept { return typed_.substr(begin_, end_ - begin_); }

    void note(what kind, std::size_t begin, std::size_t end) {
        if (notes_) done_.actions.push_back({kind, begin, end});
    }
    bool front(what kind, std::size_t n) {
        if (n == 0) return false;
        note(kind, begin_, begin_ + n);
        begin_ += n;
        return true;
    }
    bool back(what kind, std::size_t n) {
        if (n == 0) return false;
        note(kind, end_ - n, end_);
        end_ -= n;
        return true;
    }

    // The size of the punctuation of a sentence after a closing delimiter: "<http://a/>.".
    [[nodiscard]] std::size_t punctuation_after_delimiter() const noexcept {
        const std::size_t n = size_at_end(rest(), [](char32_t c) { return is_punctuation(c) || is_full_stop(c); });
        const std::string_view delimited = rest().substr(0, rest().size() - n);
        const bool in_apostrophes = delimited.size() > 1 && delimited.starts_with('\'') && delimited.ends_with('\'');
        const bool is_delimited =
            in_apostrophes || delimited.ends_with('>') || quote_before(delimited) != 0 || pair_size(delimited) != 0;
        return is_delimited ? n : 0;
    }

    bool strip_once() {
        bool any = strip_spaces(what::white_space, is_white_space);
        any = strip_spaces(what::invisible, [](char32_t c) { return is_invisible(c) || base::is_joiner(c); }) || any;
        any = back(what::punctuation, punctuation_after_delimiter()) || any;
        any = front(what::angle_bracket, rest().starts_with('<') ? 1 : 0) || any;
        any = back(what::angle_bracket, rest().ends_with('>') ? 1 : 0) || any;
        if (rest().size() > 1 && rest().starts_with('\'') && rest().ends_with('\'')) {
            front(what::quote, 1);
            any = back(what::quote, 1);
        }
        any = front(what::quote, quote_at(rest())) || any;
        any = back(what::quote, quote_before(rest())) || any;
        if (const std::size_t n = pair_size(rest()); n != 0) {
            front(what::bracket, n);
            any = back(what::bracket, n);
        }
        any = front(what::url_prefix, prefix_size(rest())) || any;
        // Last, since it reads the whole text: once for many delimiters.
        return any || back(what::punctuation, text::punctuation_behind_host(rest()));
    }

    template <class Is>
    bool strip_spaces(what kind, Is is) {
        std::size_t n = 0;
        for (character c = first_of(rest()); c.size != 0 && is(c.code); c = first_of(rest().substr(n))) n += c.size;
        const bool any = front(kind, n);
        return back(kind, size_at_end(rest(), is)) || any;
    }

    void take_inside() {
        std::size_t i = begin_;
        while (i < end_) {
            std::size_t n = 0;
            bool breaks_line = false;
            bool is_space = false;
            for (;;) {
                const std::string_view rest = typed_.substr(i + n, end_ - i - n);
                const character c = first_of(rest);
                if (c.size == 0 || (!is_white_space(c.code) && !is_invisible(c.code))) break;
                breaks_line = breaks_line || text::is_line_end(rest.front());
                is_space = is_space || is_white_space(c.code);
                n += c.size;
            }
            // If another identifier follows, the white space stays: two identifiers stay two.
            const bool separates = is_space && begins_as_identifier(typed_.substr(i + n, end_ - i - n));
            if (n == 0 || separates) {
                done_.text += typed_.substr(i, std::max<std::size_t>(n, 1));
                i += std::max<std::size_t>(n, 1);
                continue;
            }
            if (breaks_line && done_.text.ends_with('-')) note(what::doubtful_hyphen, i - 1, i);
            note(is_space ? what::white_space : what::invisible, i, i + n);
            i += n;
        }
    }

    // The last octets of what is left, characters each; where they were lies between the actions.
    void omit_at_end(std::size_t octets) {
        std::size_t end = typed_.size();
        auto &actions = done_.actions;
        auto before = actions.size(); // of the actions, those that lie before `end`
        const std::size_t size = done_.text.size() - octets;
        while (done_.text.size() > size) {
            for (; before > 0 && actions[before - 1].end == end; --before) end = actions[before - 1].begin;
            const std::size_t n = last_of(done_.text).size;
            end -= n;
            done_.text.erase(done_.text.size() - n);
            if (before < actions.size() && actions[before] == cleaning{what::punctuation, end + n, actions[before].end})
                actions[before].begin = end;
            else
                actions.insert(actions.begin() + static_cast<std::ptrdiff_t>(before),
                               {what::punctuation, end, end + n});
        }
    }

    std::string_view typed_;
    std::size_t begin_ = 0;
    std::size_t end_;
    bool notes_ = true;
    cleaned_text done_;
};

// The offset at which white space was removed between texts that are rather words; npos if there is none.
std::size_t words_at(std::string_view typed, const cleaned_text &clean) {
    const std::string_view inside = strip_typed(typed);
    const auto begin = static_cast<std::size_t>(inside.data() - typed.data());
    std::string_view first; // up to the first white space
    for (const cleaning &c : clean.actions) {
        if (c.kind != cleaning::what::white_space || c.begin <= begin || c.end >= begin + inside.size()) continue;
        const auto at = static_cast<std::size_t>(c.begin);
        if (first.empty()) first = typed.substr(begin, at - begin);
        const auto space = typed.substr(at, static_cast<std::size_t>(c.end) - at);
        // A long URI is broken across lines; other white space may be between two words.
        const bool breaks_line = std::ranges::any_of(space, text::is_line_end);
        const bool goes_on =
            breaks_line ? first.find_first_of(".:/@[") != std::string_view::npos : text::begins_beyond_words(first);
        if (!goes_on) return at;
    }
    return std::string_view::npos;
}

} // namespace

std::string_view to_string(cleaning::what w) noexcept {
    static constexpr auto names = enum_table<cleaning::what>({{cleaning::what::white_space, "white-space"},
                                                              {cleaning::what::angle_bracket, "angle-bracket"},
                                                              {cleaning::what::url_prefix, "url-prefix"},
                                                              {cleaning::what::quote, "quote"},
                                                              {cleaning::what::doubtful_hyphen, "doubtful-hyphen"},
                                                              {cleaning::what::punctuation, "punctuation"},
                                                              {cleaning::what::invisible, "invisible"},
                                                              {cleaning::what::bracket, "bracket"}});
    return names.name(w);
}

cleaned_text clean_typed(std::string_view typed) { return cleaner{typed}.clean(); }

std::string_view strip_typed(std::string_view typed) { return cleaner{typed}.strip(); }

std::string_view typed_authority(std::string_view text) { return text::authority_in(text); }

std::size_t find_white_space(std::string_view text) noexcept {
    for (std::size_t i = 0; i < text.size();) {
        const character c = first_of(text.substr(i));
        if (c.size != 0 && is_white_space(c.code)) return i;
        i += std::max<std::size_t>(c.size, 1);
    }
    return std::string_view::npos;
}

std::size_t offset_in_typed(std::size_t offset, const std::vector<cleaning> &actions) noexcept {
    for (const cleaning &c : actions) {
        if (c.kind != cleaning::what::doubtful_hyphen && c.begin <= offset)
            offset += static_cast<std::size_t>(c.end - c.begin);
    }
    return offset;
}

std::expected<cleaned_text, no_identifier> read_typed(std::string_view typed) {
    using enum no_identifier::reason;
    cleaned_text clean = clean_typed(typed);
    if (clean.text.empty()) return std::unexpected{no_identifier{nothing, 0}};
    if (const std::size_t at = find_white_space(clean.text); at != std::string_view::npos)
        return std::unexpected{no_identifier{several, offset_in_typed(at, clean.actions)}};
    if (const std::size_t at = words_at(typed, clean); at != std::string_view::npos)
        return std::unexpected{no_identifier{several, at}};
    if (strip_typed(clean.text).size() != clean.text.size()) return std::unexpected{no_identifier{delimited_again, 0}};
    return clean;
}

} // namespace uniform
