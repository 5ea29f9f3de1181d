#include "text/extent.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include <uniform/base/hidden_characters.hpp>
#include <uniform/base/utf8.hpp>
#include <uniform/syntax/ucs.hpp>
#include <uniform/uri/parse.hpp>

#include "text/iri_characters.hpp"

namespace uniform::text {

namespace {

constexpr std::size_t most_brackets = 64; // open at a time
constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

// Quotation marks in a URI: "'a'" are two that belong together, "I'm" has an apostrophe.
struct quotes {
    bool open = false;
    std::size_t last_closed = nowhere;

    void at(std::string_view text, std::size_t begin, std::size_t i) noexcept {
        if (open) {
            open = false;
            last_closed = i;
        } else if (i > begin && !is_alnum(text[i - 1])) {
            open = true;
        }
    }
};

std::size_t without_tail(std::string_view text, std::size_t begin, std::size_t end, char before,
                         std::size_t last_closed, bool iris) noexcept {
    while (end > begin) {
        const char c = text[end - 1];
        if (iris && is_high(c)) {
            const last_character last = last_character_of(text.substr(begin, end - begin));
            const iri_part part = iri_part_of(last.value);
            if (last.size == 0 || (part != iri_part::tail && part != iri_part::opens)) break;
            end -= last.size;
            continue;
        }
        const bool left_out = std::string_view{".,;:!?("}.contains(c) || (c == '\'' && end - 1 != last_closed) ||
                              (c == '*' && before == '*');
        if (!left_out) break;
        --end;
    }
    return end;
}

// Lead bytes of U+00C0 to U+07FF: letters of scripts that put spaces between words.
bool is_spaced_letter(char c) noexcept {
    const auto u = static_cast<unsigned char>(c);
    return u >= 0xC3 && u <= 0xDF;
}

bool is_iri_character(std::string_view text) {
    const base::utf8_sequence s = base::utf8_sequence_at(text);
    return s.valid && is_ucschar(base::character_of(text.substr(0, s.size)));
}

// The number of bytes of the character at the beginning of `text` that belong to an IRI before it; 0 when it ends
// there. `open`: the brackets beyond US-ASCII that it opened.
std::size_t size_in_iri(std::string_view text, std::u32string &open) {
    const base::utf8_sequence s = base::utf8_sequence_at(text);
    if (!s.valid) return 0;
    const char32_t c = base::character_of(text.substr(0, s.size));
    switch (iri_part_of(c)) {
    case iri_part::ends:
        return 0;
    case iri_part::quote: {
        const std::string_view rest = text.substr(s.size);
        if (rest.empty()) return 0;
        if (!is_high(rest.front())) return is_alnum(rest.front()) ? s.size : 0;
        const base::utf8_sequence next = base::utf8_sequence_at(rest);
        const bool goes_on =
            next.valid && iri_part_of(base::character_of(rest.substr(0, next.size))) == iri_part::inside;
        return goes_on ? s.size : 0;
    }
    case iri_part::opens:
        if (open.size() < most_brackets) open += c;
        return s.size;
    case iri_part::closes: {
        const auto partner = open.rfind(opening_of(c));
        if (partner == std::u32string::npos) return 0;
        open.erase(partner, 1);
        return s.size;
    }
    default:
        return s.size;
    }
}

// Whether an IRI may be meant to go on behind the character that ends it: a format character, which nobody sees, or in
// the host an ideographic full stop, which IDNA reads as "." (UTS 46 4.5), between characters of IRIs.
bool is_doubtful_end(std::string_view rest, bool in_authority) {
    const std::size_t size = base::utf8_sequence_at(rest).size;
    const char32_t c = base::character_of(rest.substr(0, size));
    const bool full_stop = c == 0x3002 || c == 0xFF61;
    if (size == rest.size() || c == 0x200B || !(full_stop ? in_authority : base::is_hidden(c))) return false;
    const std::string_view next = rest.substr(size, base::utf8_sequence_at(rest.substr(size)).size);
    if (next.size() == 1) return is(next.front(), scheme_byte) && next.front() != '.';
    return iri_part_of(base::character_of(next)) == iri_part::inside;
}

// Whether what ends an IRI delimits it. A zero width space separates words of some scripts. Before US-ASCII, nobody
// sees that it ends the IRI.
bool delimits_iri(std::string_view rest, bool in_authority) {
    const bool unseen = rest.starts_with("\u200B") && rest.size() > 3 && is(rest[3], uri_byte);
    return !unseen && is_iri_character(rest) && !is_doubtful_end(rest, in_authority);
}

// The state of the characters before one that may end the URI.
class uri_so_far {
public:
    enum class verdict : std::uint8_t { goes_on, ends, ends_in_authority, need_more };

    // `host`: where an authority begins, or nowhere.
    uri_so_far(std::string_view text, std::size_t begin, std::size_t host, const surroundings &around,
               uniform::edition e, bool last) noexcept
        : text_{text},
          begin_{begin},
          host_{host},
          around_{around},
          edition_{e},
          last_{last},
          of_1994_{is_edition_of_1994(e)},
          in_authority_{host != nowhere && !of_1994_} {}

    [[nodiscard]] bool in_authority() const noexcept { return in_authority_; }
    [[nodiscard]] std::size_t last_closed() const noexcept { return quotes_.last_closed; }

    // Whether `ahead` more bytes than the one at `i` are to be read first.
    [[nodiscard]] bool wants_more(std::size_t i, std::size_t ahead) const noexcept {
        return !last_ && text_.size() - i <= ahead;
    }

    // The end of the valid part of the authority that ends before `end`.
    [[nodiscard]] std::size_t end_of_authority(std::size_t end) const {
        const auto a = parse_authority(text_.substr(host_, end - host_), {edition_});
        return a ? end : host_ + static_cast<std::size_t>(a.error().offset);
    }

    // The byte at `i`, which a URI may have.
    verdict read(std::size_t i) {
        switch (text_[i]) {
        case '%':
            return percent(i);
        case '#':
        case '/':
        case '?':
            return delimiter(i);
        case '{':
        case '}':
        case '[':
        case ']':
        case '(':
        case ')':
            return bracket(i) ? verdict::ends : verdict::goes_on;
        case '\'':
            return apostrophe(i);
        case '&':
            if (around_.entity.empty()) return verdict::goes_on;
            if (wants_more(i, around_.entity.size())) return verdict::need_more;
            return ends_if(text_.substr(i).starts_with(around_.entity));
        default:
            return verdict::goes_on;
        }
    }

private:
    static verdict ends_if(bool ends) noexcept { return ends ? verdict::ends : verdict::goes_on; }

    [[nodiscard]] verdict percent(std::size_t i) const noexcept {
        if (wants_more(i, 2)) return verdict::need_more;
        return ends_if(text_.size() - i <= 2 || !is(text_[i + 1], hex_byte) || !is(text_[i + 2], hex_byte));
    }

    verdict delimiter(std::size_t i) {
        if (in_authority_) {
            in_authority_ = false;
            if (end_of_authority(i) != i) return verdict::ends_in_authority;
        }
        if (text_[i] != '#') return verdict::goes_on;
        return ends_if(std::exchange(fragment_, true));
    }

    // Whether the URI ends before the bracket.
    bool bracket(std::size_t i) noexcept {
        const auto closes = [](std::size_t &open) {
            if (open == 0) return true;
            --open;
            return false;
        };
        switch (text_[i]) {
        case '(':
            ++open_;
            return false;
        case ')':
            return closes(open_);
        case '{':
            ++open_braces_;
            return false;
        case '}':
            return closes(open_braces_);
        case '[': { // RFC 3986 3.2.2: IP-literal
            if (of_1994_) {
                ++open_brackets_;
                return false;
            }
            const bool ends = !in_authority_ || ip_literal_ || (i != host_ && text_[i - 1] != '@');
            ip_literal_ = true;
            return ends;
        }
        default:
            return of_1994_ ? closes(open_brackets_) : !in_authority_ || !ip_literal_;
        }
    }

    verdict apostrophe(std::size_t i) noexcept {
        if (around_.before != '\'') {
            quotes_.at(text_, begin_, i);
            return verdict::goes_on;
        }
        if (wants_more(i, 1)) return verdict::need_more;
        return ends_if(i + 1 == text_.size() || !is_alnum(text_[i + 1]));
    }

    std::string_view text_;
    std::size_t begin_;
    std::size_t host_;
    const surroundings &around_;
    uniform::edition edition_;
    bool last_;
    bool of_1994_; // the grammar of a scheme of 1994 decides about its login: see parsed_fault()
    bool in_authority_;
    bool fragment_ = false;
    bool ip_literal_ = false;
    std::size_t open_ = 0;          // "(" without ")"
    std::size_t open_brackets_ = 0; // "[" without "]", and
    std::size_t open_braces_ = 0;   // "{" without "}": data in the draft of 1994
    quotes quotes_;
};

} // namespace

std::size_t trimmed(std::string_view text, std::size_t begin, std::size_t end, char before, uniform::edition e) {
    quotes q;
    for (std::size_t i = begin; i < end; ++i) {
        if (text[i] == '\'') q.at(text, begin, i);
    }
    return without_tail(text, begin, end, before, q.last_closed, is_iri_edition(e));
}

extent extent_of(std::string_view text, std::size_t begin, std::size_t colon, const surroundings &around,
                 std::size_t max_length, uniform::edition e, bool last) {
    extent x;
    std::size_t i = colon + 1;
    const std::size_t limit = max_length < text.size() - begin ? begin + max_length : text.size();
    std::size_t host = nowhere;
    if (!last && text.size() - i <= 1) {
        x.need_more = true;
        return x;
    }
    if (text.substr(i).starts_with("//")) i = host = colon + 3;
    uri_so_far uri{text, begin, host, around, e, last};
    const bool iris = is_iri_edition(e);
    std::u32string open_brackets; // those beyond US-ASCII, without partners
    auto verdict = uri_so_far::verdict::goes_on;
    for (;; ++i) {
        if (i >= limit) {
            x.need_more = i == text.size() && !last && i - begin <= max_length;
            x.too_long = i < text.size() && is_of(text[i], e);
            break;
        }
        const char c = text[i];
        if (iris && is_high(c)) {
            if (uri.wants_more(i, 7)) { // the character, and the one after it
                verdict = uri_so_far::verdict::need_more;
                break;
            }
            const std::size_t size = size_in_iri(text.substr(i), open_brackets);
            if (size == 0) {
                x.delimited = delimits_iri(text.substr(i), uri.in_authority());
                break;
            }
            i += size - 1;
            continue;
        }
        if (!is_of(c, e)) break;
        if (is(c, scheme_byte)) continue; // most of them
        verdict = uri.read(i);
        if (verdict != uri_so_far::verdict::goes_on) break;
    }
    x.scanned = i;
    x.need_more = x.need_more || verdict == uri_so_far::verdict::need_more;
    if (x.need_more || x.too_long) return x;
    if (verdict == uri_so_far::verdict::ends_in_authority) {
        x.end = without_tail(text, begin, std::min(uri.end_of_authority(i), i), around.before, nowhere, iris);
        return x;
    }
    if (uri.in_authority()) {
        if (uri.wants_more(i, 0)) {
            x.need_more = true;
            return x;
        }
        x.cut_host = !iris && i < text.size() && is_spaced_letter(text[i]);
        i = std::min(i, uri.end_of_authority(i));
    }
    x.end = without_tail(text, begin, i, around.before, uri.last_closed(), iris);
    return x;
}

} // namespace uniform::text
