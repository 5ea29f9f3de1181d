#include "lint/lint_runs.hpp"

#include <algorithm>
#include <limits>

#include <uniform/base/ascii.hpp>

namespace uniform::cli {

namespace {

constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();
constexpr std::size_t longest_run = std::size_t{64} << 10;
constexpr std::size_t longest_scheme = 64;

bool in_scheme(char c) noexcept { return ascii::is_alnum(c) || c == '+' || c == '-' || c == '.'; }

// A character of UTF-8 at `at`: what it is, and its length; a byte that begins none is itself, of length 1.
struct character {
    char32_t value = 0;
    std::size_t length = 1;
    bool whole = true;
};

character character_at(std::string_view text, std::size_t at) noexcept {
    const auto first = static_cast<unsigned char>(text[at]);
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1;
    if (length == 1) return {first < 0x80 ? first : char32_t{0xFFFD}};
    char32_t value = first & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if (at + i >= text.size()) return {0xFFFD, 1, false};
        const auto next = static_cast<unsigned char>(text[at + i]);
        if ((next & 0xC0) != 0x80) return {0xFFFD};
        value = value << 6 | (next & 0x3F);
    }
    return {value, length};
}

// Whether IDNA2003 reads the character as a dot (RFC 3490 3.1).
bool is_wide_dot(char32_t c) noexcept { return c == 0x3002 || c == 0xFF0E || c == 0xFF61; }

// White space, controls, quotation marks, dashes, arrows and other signs between which URIs stand in prose; those that
// look like "/", "@" or other delimiters go on.
bool ends_beyond_ascii(char32_t c) noexcept {
    if (c == 0x2044 || c == 0x2215 || c == 0x2571 || c == 0x29F8 || c == 0xFF0F || c == 0xFF20) return false;
    const auto within = [c](char32_t first, char32_t last) { return first <= c && c <= last; };
    return within(0x80, 0xA0) || c == 0xAB || c == 0xB7 || c == 0xBB || c == 0x1680 || within(0x2000, 0x200A) ||
           within(0x2010, 0x2029) || within(0x202F, 0x205F) || within(0x2190, 0x2BFF) || within(0x3000, 0x303F) ||
           within(0xFF01, 0xFF0E) || within(0xFF1A, 0xFF1F) || within(0xFF3B, 0xFF40) || within(0xFF5B, 0xFF65);
}

// Marks that end what a mark before the URI began, or do nothing where nothing follows.
bool is_closing_mark(char32_t c) noexcept {
    return c == 0x200B || c == 0x200E || c == 0x200F || c == 0x202C || c == 0x2069 || c == 0xFEFF;
}

// "\n" of a string literal, "\." of a regular expression.
bool is_escape(char next) noexcept { return std::string_view{"nrt0xuN\"'`\\/.$sSdDwW()[]{}+*?|^-"}.contains(next); }

class reader {
public:
    reader(std::string_view text, std::size_t begin, bool last) : text_{text}, begin_{begin}, last_{last} {
        before_ = begin > 0 ? text[begin - 1] : '\0';
    }

    // Whether there is an odd run; its end is end().
    odd_runs::longer read(std::size_t from, bool in_authority) {
        authority_ = in_authority;
        odd_ = nowhere;
        const std::size_t limit = std::min(text_.size(), begin_ + longest_run);
        std::size_t i = from;
        while (i < limit) {
            const std::size_t length = step(i);
            if (need_more_) return odd_runs::longer::need_more;
            if (length == 0) break;
            i += length;
        }
        if (i == text_.size() && !last_ && i < begin_ + longest_run) return odd_runs::longer::need_more;
        stop_ = std::min(i, text_.size());
        end_ = stop_;
        drop_tail(from);
        return odd_ < end_ ? odd_runs::longer::yes : odd_runs::longer::no;
    }
    [[nodiscard]] std::size_t end() const noexcept { return end_; }
    [[nodiscard]] std::size_t stop() const noexcept { return stop_; } // with the tail

private:
    // The number of bytes of the next character of the run; 0 at its end.
    std::size_t step(std::size_t i) {
        const char c = text_[i];
        if (static_cast<unsigned char>(c) >= 0x80) return beyond_ascii(i);
        if (c == '/' || c == '?' || c == '#') authority_ = false;
        if (c == '\'') return before_ == '\'' ? 0 : 1;
        if (c == '\\' || c == '|' || c == '^') {
            if (c == '\\' && i + 1 == text_.size() && !last_) need_more_ = true;
            const bool mild = c != '\\' || (i + 1 < text_.size() && is_escape(text_[i + 1]));
            if (mild && !(authority_ && user_ends_behind(i))) return 0;
            odd_ = std::min(odd_, i);
            return 1;
        }
        if (c <= ' ' || c == 0x7F || std::string_view{"\"<>`{}"}.contains(c)) return 0;
        return 1;
    }

    std::size_t beyond_ascii(std::size_t i) {
        const character c = character_at(text_, i);
        if (!c.whole && !last_) need_more_ = true;
        if (is_wide_dot(c.value)) {
            const std::size_t next = i + c.length;
            if (next >= text_.size() && !last_) need_more_ = true;
            if (!authority_ || next >= text_.size() || !ascii::is_alnum(text_[next])) return 0;
        } else if (ends_beyond_ascii(c.value)) {
            return 0;
        }
        odd_ = std::min(odd_, i);
        return c.length;
    }

    // Whether there is an "@" after `i` in the same authority.
    bool user_ends_behind(std::size_t i) {
        if (!looked_for_user_) {
            looked_for_user_ = true;
            const std::size_t limit = std::min(text_.size(), begin_ + longest_run);
            std::size_t k = i;
            for (; k < limit; ++k) {
                const char c = text_[k];
                if (static_cast<unsigned char>(c) <= 0x20 || std::string_view{"/?#\"<>`"}.contains(c)) break;
                if (c == '@') user_end_ = k;
            }
            if (k == text_.size() && !last_ && k < begin_ + longest_run) need_more_ = true;
        }
        return user_end_ != nowhere && user_end_ > i;
    }

    // Removes the end of a sentence or a line, which is no part of an identifier.
    void drop_tail(std::size_t from) {
        const bool open = text_.substr(begin_, end_ - begin_).contains('(');
        while (end_ > from) {
            const char c = text_[end_ - 1];
            if (std::string_view{".,;:!?'*\\"}.contains(c) || (!open && c == ')') || c == ']') {
                --end_;
                continue;
            }
            std::size_t k = end_ - 1;
            while (k > from && (static_cast<unsigned char>(text_[k]) & 0xC0) == 0x80) --k;
            if (static_cast<unsigned char>(text_[k]) < 0x80 || !is_closing_mark(character_at(text_, k).value)) break;
            end_ = k;
        }
    }

    std::string_view text_;
    std::size_t begin_;
    bool last_;
    char before_ = '\0';
    bool authority_ = false;
    bool need_more_ = false;
    bool looked_for_user_ = false;
    std::size_t user_end_ = nowhere;
    std::size_t odd_ = nowhere;
    std::size_t end_ = 0;
    std::size_t stop_ = 0;
};

// The offset of the scheme before `colon`; `colon` when there is none of two or more characters.
std::size_t begin_of_scheme(std::string_view text, std::size_t colon) {
    std::size_t begin = colon;
    const std::size_t first = colon > longest_scheme ? colon - longest_scheme : 0;
    while (begin > first && in_scheme(text[begin - 1])) --begin;
    // "\nhttp://" in a string literal
    if (begin < colon && begin > 0 && text[begin - 1] == '\\' && std::string_view{"nrtbfv"}.contains(text[begin])) {
        ++begin;
    }
    while (begin < colon && !ascii::is_alpha(text[begin])) ++begin;
    return colon - begin < 2 ? colon : begin;
}

} // namespace

void odd_runs::feed(std::string_view piece, bool last, std::vector<odd_run> &found) {
    text_ += piece;
    last_ = last;
    for (;;) {
        const std::size_t colon = text_.find("://", at_);
        if (colon == std::string::npos) {
            constexpr std::size_t ahead = 2; // of "://"
            at_ = std::max(at_, text_.size() > ahead ? text_.size() - ahead : 0);
            settled_ = std::max(settled_, at_ > longest_scheme ? at_ - longest_scheme : 0);
            break;
        }
        const std::size_t begin = begin_of_scheme(text_, colon);
        if (begin == colon) {
            at_ = colon + 3;
            continue;
        }
        reader r{text_, begin, last_};
        const longer is = r.read(colon + 3, true);
        if (is == longer::need_more) {
            settled_ = std::max(settled_, begin);
            at_ = colon;
            break;
        }
        if (is == longer::yes) {
            found.push_back({base_ + begin, base_ + r.end(), text_.substr(begin, r.end() - begin)});
        }
        at_ = std::max(r.stop(), colon + 3); // a run inside belongs to it
    }
    if (last) settled_ = text_.size();
}

odd_runs::longer odd_runs::look_behind(std::uint64_t begin, std::uint64_t end, odd_run &run) const {
    if (begin < base_) return longer::no;
    const auto b = static_cast<std::size_t>(begin - base_);
    const auto e = static_cast<std::size_t>(end - base_);
    if (e >= text_.size()) return last_ ? longer::no : longer::need_more;
    if (text_[e] != '\\' && static_cast<unsigned char>(text_[e]) < 0x80) return longer::no;
    reader r{text_, b, last_};
    const longer is = r.read(e, false);
    if (is == longer::yes) run = {begin, base_ + r.end(), text_.substr(b, r.end() - b)};
    return is;
}

void odd_runs::drop_before(std::uint64_t keep_from) {
    if (keep_from <= base_) return;
    // The character before a scheme is examined.
    const std::size_t upto = std::min({static_cast<std::size_t>(keep_from - base_), settled_, at_});
    const std::size_t n = upto > 1 ? upto - 1 : 0;
    text_.erase(0, n);
    base_ += n;
    at_ -= n;
    settled_ -= n;
}

} // namespace uniform::cli
