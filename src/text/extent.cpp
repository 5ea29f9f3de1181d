#include "text/extent.hpp"

#include <algorithm>
#include <limits>
#include <string>

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

// How many bytes of the character at the beginning of `text` belong to an IRI that came so far; 0 when it ends there.
// `open`: the brackets beyond US-ASCII that it opened.
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
    const auto wants_more = [&](std::size_t ahead) { return !last && text.size() - i <= ahead; };
    std::size_t host = nowhere; // where an authority begins
    if (wants_more(1)) {
        x.need_more = true;
        return x;
    }
    // The grammar of a scheme of 1994 decides about its login: see parsed_fault().
    const bool of_1994 = is_edition_of_1994(e);
    if (text.substr(i).starts_with("//")) i = host = colon + 3;
    bool in_authority = host != nowhere && !of_1994;
    bool fragment = false;
    bool ip_literal = false;
    std::size_t open = 0;           // "(" without ")"
    std::size_t open_national[2]{}; // "[" without "]", "{" without "}": data in the draft of 1994
    const bool iris = is_iri_edition(e);
    std::u32string open_brackets; // those beyond US-ASCII, without partners
    quotes q;

    // Where the authority that ends before `end` stops being valid.
    const auto end_of_authority = [&](std::size_t end) {
        const auto a = parse_authority(text.substr(host, end - host), {e});
        return a ? end : host + static_cast<std::size_t>(a.error().offset);
    };
    for (;; ++i) {
        if (i >= limit) {
            x.need_more = i == text.size() && !last && i - begin <= max_length;
            x.too_long = i < text.size() && is_of(text[i], e);
            break;
        }
        const char c = text[i];
        if (iris && is_high(c)) {
            // the character, and the one after it
            if (wants_more(7)) {
                x.need_more = true;
                x.scanned = i;
                return x;
            }
            const std::size_t size = size_in_iri(text.substr(i), open_brackets);
            if (size == 0) {
                // A zero width space separates words of some scripts. Before US-ASCII, nobody sees that it ends the
                // IRI.
                const std::string_view rest = text.substr(i);
                const bool unseen = rest.starts_with("\u200B") && rest.size() > 3 && is(rest[3], uri_byte);
                x.delimited = !unseen && is_iri_character(rest) && !is_doubtful_end(rest, in_authority);
                break;
            }
            i += size - 1;
            continue;
        }
        if (!is_of(c, e)) break;
        if (is(c, scheme_byte)) continue; // most of them
        bool ends = false;
        switch (c) {
        case '%':
            if (wants_more(2)) {
                x.need_more = true;
                x.scanned = i;
                return x;
            }
            ends = text.size() - i <= 2 || !is(text[i + 1], hex_byte) || !is(text[i + 2], hex_byte);
            break;
        case '#':
        case '/':
        case '?':
            if (in_authority) {
                in_authority = false;
                if (const std::size_t stop = end_of_authority(i); stop != i) {
                    x.scanned = i;
                    x.end = without_tail(text, begin, std::min(stop, i), around.before, nowhere, iris);
                    return x;
                }
            }
            if (c == '#') {
                ends = fragment;
                fragment = true;
            }
            break;
        case '{':
        case '}':
            ends = c == '}' && open_national[1] == 0;
            if (c == '{')
                ++open_national[1];
            else if (!ends)
                --open_national[1];
            break;
        case '[': // RFC 3986 3.2.2: IP-literal
            if (of_1994) {
                ++open_national[0];
                break;
            }
            ends = !in_authority || ip_literal || (i != host && text[i - 1] != '@');
            ip_literal = true;
            break;
        case ']':
            if (of_1994) {
                ends = open_national[0] == 0;
                open_national[0] -= ends ? 0 : 1;
                break;
            }
            ends = !in_authority || !ip_literal;
            break;
        case '(':
            ++open;
            break;
        case ')':
            ends = open == 0;
            open -= ends ? 0 : 1;
            break;
        case '\'':
            if (around.before == '\'') {
                if (wants_more(1)) {
                    x.need_more = true;
                    x.scanned = i;
                    return x;
                }
                ends = i + 1 == text.size() || !is_alnum(text[i + 1]);
            } else {
                q.at(text, begin, i);
            }
            break;
        case '&':
            if (!around.entity.empty()) {
                if (wants_more(around.entity.size())) {
                    x.need_more = true;
                    x.scanned = i;
                    return x;
                }
                ends = text.substr(i).starts_with(around.entity);
            }
            break;
        default:
            break;
        }
        if (ends) break;
    }
    x.scanned = i;
    if (x.need_more || x.too_long) return x;
    if (in_authority) {
        if (wants_more(0)) {
            x.need_more = true;
            return x;
        }
        x.cut_host = !iris && i < text.size() && is_spaced_letter(text[i]);
        i = std::min(i, end_of_authority(i));
    }
    x.end = without_tail(text, begin, i, around.before, q.last_closed, iris);
    return x;
}

} // namespace uniform::text
