// RFC 3986 appendix C: robust entry of typed identifiers.

#include <uniform/text/typed.hpp>

#include <algorithm>
#include <array>

#include "text/classes.hpp"

namespace uniform {

namespace {

// White space of one character at the beginning: its bytes, 0 when there is none. Beyond US-ASCII what Unicode calls
// white space, and what is invisible and comes from the clipboard: zero-width space, word joiner, byte order mark.
std::size_t space_at(std::string_view t) noexcept {
    if (t.empty()) return 0;
    if (text::is(t.front(), text::space_byte)) return 1;
    if (static_cast<unsigned char>(t.front()) < 0x80) return 0;
    if (t.starts_with("\xC2\xA0") || t.starts_with("\xC2\x85")) return 2;
    constexpr auto three =
        std::to_array<std::string_view>({"\xE1\x9A\x80", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\x9F",
                                         "\xE2\x81\xA0", "\xE3\x80\x80", "\xEF\xBB\xBF"});
    if (std::ranges::any_of(three, [&](std::string_view s) { return t.starts_with(s); })) return 3;
    const bool general = t.starts_with("\xE2\x80") && t.size() > 2; // U+2000-200B
    return general && static_cast<unsigned char>(t[2]) <= 0x8B ? 3 : 0;
}

std::size_t space_before(std::string_view t) noexcept {
    for (std::size_t n = 1; n <= 3 && n <= t.size(); ++n) {
        if (space_at(t.substr(t.size() - n)) == n) return n;
    }
    return 0;
}

// Quotation marks that no URI has.
constexpr auto quotation_marks = std::to_array<std::string_view>(
    {"\"", "`", "\xE2\x80\x98", "\xE2\x80\x99", "\xE2\x80\x9A", "\xE2\x80\x9B", "\xE2\x80\x9C", "\xE2\x80\x9D",
     "\xE2\x80\x9E", "\xE2\x80\x9F", "\xE2\x80\xB9", "\xE2\x80\xBA", "\xC2\xAB", "\xC2\xBB"});

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

    // Of a sentence, behind a closing delimiter: "<http://a/>.".
    [[nodiscard]] std::size_t punctuation_after_delimiter() const noexcept {
        const auto last = rest().find_last_not_of(".,;:!?");
        if (last == std::string_view::npos) return 0;
        const std::string_view delimited = rest().substr(0, last + 1);
        const bool in_apostrophes = last > 0 && delimited.starts_with('\'') && delimited.ends_with('\'');
        return in_apostrophes || delimited.ends_with('>') || quote_before(delimited) != 0 ? rest().size() - last - 1
                                                                                          : 0;
    }

    bool strip_once() {
        std::size_t n = 0;
        while (const std::size_t more = space_at(rest().substr(n))) n += more;
        bool any = front(what::white_space, n);
        n = 0;
        while (const std::size_t more = space_before(rest().substr(0, rest().size() - n))) n += more;
        any = back(what::white_space, n) || any;
        any = back(what::punctuation, punctuation_after_delimiter()) || any;
        any = front(what::angle_bracket, rest().starts_with('<') ? 1 : 0) || any;
        any = back(what::angle_bracket, rest().ends_with('>') ? 1 : 0) || any;
        if (rest().size() > 1 && rest().starts_with('\'') && rest().ends_with('\'')) {
            front(what::quote, 1);
            any = back(what::quote, 1);
        }
        any = front(what::quote, quote_at(rest())) || any;
        any = back(what::quote, quote_before(rest())) || any;
        any = front(what::url_prefix, text::same("url:", rest().substr(0, 4)) ? 4 : 0) || any;
        return any;
    }

    void take_inside() {
        std::size_t i = begin_;
        while (i < end_) {
            std::size_t n = 0;
            bool breaks_line = false;
            while (const std::size_t more = space_at(typed_.substr(i + n, end_ - i - n))) {
                breaks_line = breaks_line || text::is_line_end(typed_[i + n]);
                n += more;
            }
            if (n == 0) {
                done_.text += typed_[i++];
                continue;
            }
            if (breaks_line && done_.text.ends_with('-')) note(what::doubtful_hyphen, i - 1, i);
            note(what::white_space, i, i + n);
            i += n;
        }
    }

    std::string_view typed_;
    std::size_t begin_ = 0;
    std::size_t end_;
    bool notes_ = true;
    cleaned_text done_;
};

} // namespace

std::string_view to_string(cleaning::what w) noexcept {
    constexpr std::array<std::string_view, 6> names{"white-space", "angle-bracket",   "url-prefix",
                                                    "quote",       "doubtful-hyphen", "punctuation"};
    return names[static_cast<std::size_t>(w)];
}

cleaned_text clean_typed(std::string_view typed) { return cleaner{typed}.clean(); }

std::string_view strip_typed(std::string_view typed) { return cleaner{typed}.strip(); }

} // namespace uniform
