#include "text/host_name.hpp"

#include <algorithm>
#include <string>

#include <uniform/base/ascii.hpp>
#include <uniform/base/utf8.hpp>
#include <uniform/uri/parse.hpp>

#include "text/extent.hpp"
#include "text/iri_characters.hpp"

namespace uniform::text {

namespace {

constexpr std::size_t longest_label = 63; // RFC 1035 2.3.4
constexpr std::size_t longest_host = 255;

// Lists of words separated by spaces.
bool lists(std::string_view words, std::string_view word) noexcept {
    for (std::size_t i = words.find(word); i != std::string_view::npos; i = words.find(word, i + 1)) {
        const std::size_t end = i + word.size();
        if ((i == 0 || words[i - 1] == ' ') && (end == words.size() || words[end] == ' ')) return true;
    }
    return false;
}

// Endings that a word with a dot in it has only as a host name.
constexpr std::string_view generic_endings = "com org net edu gov mil info biz";
// Endings that are words of program texts too: object.name, something.app.
constexpr std::string_view wordy_endings =
    "int arpa name pro aero coop museum jobs mobi travel tel cat asia post xxx app dev xyz online site shop blog cloud "
    "tech store wiki news live space world today page link club art";
// ISO 3166-1, and further ones in the registries.
constexpr std::string_view country_endings =
    "ac ad ae af ag al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf "
    "cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf "
    "gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki "
    "km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx "
    "my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc "
    "sd se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us "
    "uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw";
// Those of them that end file names, or are words after a full stop without its space ("end.It").
constexpr std::string_view doubtful_endings =
    "ai am as at be by cc do gs hm id in is it la lc me md mk ml mm ms my no pl pm pn ps pt py re rs sa sb sc sh so st "
    "sv tc td tf th tk to us va vi ws";

// The top-level domains beyond US-ASCII of the countries of ISO 3166-1.
constexpr std::string_view internationalized_endings =
    "рф укр бел срб мон қаз мкд бг ею ελ ευ հայ გე 中国 中國 香港 台湾 台灣 澳門 新加坡 한국 ไทย भारत ලංකා ישראל مصر "
    "السعودية امارات ایران الاردن المغرب تونس قطر عمان";

// The number of bytes of the letter at the beginning, if it is beyond US-ASCII; 0 if not.
std::size_t size_of_letter(std::string_view text) noexcept {
    const base::utf8_sequence s = base::utf8_sequence_at(text);
    if (!s.valid || s.size < 2) return 0;
    return iri_part_of(base::character_of(text.substr(0, s.size))) == iri_part::inside ? s.size : 0;
}

// The beginning of the label that ends at `end`, not before `limit`.
std::size_t begin_of_label(std::string_view text, std::size_t limit, std::size_t end, bool iris) noexcept {
    while (end > limit) {
        if (is(text[end - 1], label_byte)) {
            --end;
            continue;
        }
        if (!iris || !is_high(text[end - 1])) break;
        const last_character last = last_character_of(text.substr(limit, end - limit));
        if (last.size == 0 || iri_part_of(last.value) != iri_part::inside) break;
        end -= last.size;
    }
    return end;
}

bool is_ascii_name(std::string_view name) noexcept { return std::ranges::none_of(name, is_high); }

bool may_precede(std::string_view text, std::size_t begin) noexcept {
    if (begin == 0) return true;
    const char c = text[begin - 1];
    if (is(c, space_byte) || std::string_view{"([{<>\"'`,;:!|=*~^"}.contains(c)) return true;
    // Punctuation beyond US-ASCII: U+2000-203F, U+3000-303F, U+FF00-FF3F, no-break space and guillemets.
    const std::string_view before = text.substr(0, begin);
    if (before.size() >= 3) {
        const std::string_view lead = before.substr(before.size() - 3, 2);
        if (lead == "\xE2\x80" || lead == "\xE3\x80" || lead == "\xEF\xBC") return true;
    }
    return before.ends_with("\xC2\xA0") || before.ends_with("\xC2\xAB") || before.ends_with("\xC2\xBB");
}

// The end of the host name that begins there; longest_host + 1 bytes at most.
std::size_t end_of_host(std::string_view text, std::size_t begin, bool iris, bool last) noexcept {
    constexpr std::size_t longest_character = 4;
    const std::size_t limit = std::min(text.size(), begin + longest_host + 1);
    std::size_t i = begin;
    while (i < limit) {
        if (is(text[i], label_byte) || text[i] == '.') {
            ++i;
            continue;
        }
        if (!iris || !is_high(text[i])) break;
        // The text may end in the middle of a character.
        if (!last && text.size() - i < longest_character) return text.size();
        const std::size_t size = size_of_letter(text.substr(i));
        if (size == 0) break;
        i += size;
    }
    return i;
}

std::size_t without_full_stop(std::string_view text, std::size_t begin, std::size_t end) noexcept {
    while (end > begin && (text[end - 1] == '.' || text[end - 1] == '-')) --end;
    return end;
}

bool same_case(std::string_view ending) noexcept {
    return std::ranges::all_of(ending, ascii::is_lower) || std::ranges::all_of(ending, ascii::is_upper);
}

abbreviation name_at(std::string_view text, std::size_t dot, std::size_t from, std::size_t max_length,
                     uniform::edition e, bool iris, bool last) {
    abbreviation a;
    const std::size_t limit = dot - from > longest_label ? dot - longest_label : from;
    const std::size_t begin = begin_of_label(text, limit, dot, iris);
    // In the middle of "a.b.c" stands a "." before the label: one forward look for each name.
    if (begin == dot || text[begin] == '-' || !may_precede(text, begin)) return a;
    const std::size_t run = end_of_host(text, begin, iris, last);
    a.scanned = run;
    if (run == text.size() && !last && run - begin <= longest_host) {
        a.is = answer::need_more;
        return a;
    }
    std::size_t end = without_full_stop(text, begin, run);
    const std::string_view host = text.substr(begin, end - begin);
    char next = run < text.size() ? text[run] : ' ';
    if (host.size() > longest_host || std::string_view{"@_%(\\"}.contains(next)) return a;
    const bool address = matches(rule::ipv4address, host);
    if (end == run && next == ':') { // a port?
        std::size_t i = run + 1;
        unsigned port = 0;
        while (i < text.size() && i - run <= 6 && is(text[i], digit_byte)) {
            port = port * 10 + static_cast<unsigned>(text[i++] - '0');
        }
        if (i == text.size() && !last) {
            a.is = answer::need_more;
            return a;
        }
        if (i - run > 6 || port > 0xFFFF) return a;
        if (i > run + 1) end = i;
        if (i == run + 1 && i < text.size() && text[i] == '/') return a; // "name.org:/", "name.org://"
        next = i < text.size() ? text[i] : ' ';
        a.scanned = i;
    }
    bool goes_on = end == a.scanned && (next == '/' || next == '?' || next == '#');
    const bool has_port = end > begin + host.size();
    if (goes_on) {
        const surroundings around{begin > 0 ? text[begin - 1] : '\0', {}};
        const extent x = extent_of(text, begin, end - 1, around, max_length, e, last);
        a.scanned = x.scanned;
        if (x.need_more) {
            a.is = answer::need_more;
            return a;
        }
        if (x.too_long) return a;
        const std::string_view path = text.substr(end, std::max(x.end, end) - end);
        // A file's name and a line of it, a network's length: "10.0.0.0/8".
        if (address && path.find_first_not_of("/0123456789") == std::string_view::npos) return a;
        goes_on = !path.empty();
        end = std::max(x.end, end);
    }
    // Four numbers are a version more often than an address.
    if (address ? !(has_port || goes_on) : !is_likely_host(host, goes_on || has_port, iris)) return a;
    std::string whole = "http://";
    whole += text.substr(begin, end - begin);
    if (!parse_uri(whole, {e})) return a;
    a.is = answer::yes;
    a.begin = begin;
    a.end = end;
    return a;
}

abbreviation mailbox_at(std::string_view text, std::size_t at, std::size_t from, bool iris, bool last) {
    abbreviation a;
    std::size_t begin = at;
    const auto is_local = [](char c) { return is(c, label_byte) || std::string_view{"._+"}.contains(c); };
    const std::size_t limit = at - from > longest_local_part ? at - longest_local_part : from;
    while (begin > limit && is_local(text[begin - 1])) --begin;
    if (begin > from && is_local(text[begin - 1])) return a;
    if (begin == at || !is_alnum(text[begin]) || !is_alnum(text[at - 1]) || !may_precede(text, begin)) return a;
    const std::size_t run = end_of_host(text, at + 1, iris, last);
    a.scanned = run;
    if (run == text.size() && !last && run - at <= longest_host) {
        a.is = answer::need_more;
        return a;
    }
    const std::size_t end = without_full_stop(text, at + 1, run);
    const char next = run < text.size() ? text[run] : ' ';
    if (next == '@' || next == '_') return a;
    if (next == ':' && end == run) { // "git@host.org:path", as in copy programs
        if (run + 1 == text.size() && !last) {
            a.is = answer::need_more;
            return a;
        }
        if (run + 1 < text.size() && (is_alnum(text[run + 1]) || text[run + 1] == '/')) return a;
    }
    const std::string_view host = text.substr(at + 1, end - at - 1);
    if (!is_likely_host(host, true, iris)) return a;
    a.is = answer::yes;
    a.begin = begin;
    a.end = end;
    return a;
}

// The name of an IRI, or else that of US-ASCII in it, which scripts without spaces may surround.
template <class Find>
abbreviation iri_or_ascii(uniform::edition e, Find find) {
    if (!is_iri_edition(e)) return find(false);
    const abbreviation a = find(true);
    if (a.is != answer::no) return a;
    abbreviation b = find(false);
    b.scanned = std::max(a.scanned, b.scanned);
    return b;
}

} // namespace

bool is_host_name(std::string_view host, bool iris) noexcept {
    if (host.empty() || host.size() > longest_host) return false;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= host.size(); ++i) {
        if (i < host.size() && host[i] != '.') {
            if (is(host[i], label_byte)) continue;
            const std::size_t size = iris ? size_of_letter(host.substr(i)) : 0;
            if (size == 0) return false;
            i += size - 1;
            continue;
        }
        if (i == begin || i - begin > longest_label || host[begin] == '-' || host[i - 1] == '-') return false;
        begin = i + 1;
    }
    return true;
}

bool begins_like_www(std::string_view host) noexcept {
    const auto dot = host.find('.');
    if (dot == std::string_view::npos || host.find('.', dot + 1) == std::string_view::npos) return false;
    const std::string_view label = host.substr(0, dot);
    return label.size() >= 3 && same("www", label.substr(0, 3)) &&
           std::ranges::all_of(label.substr(3), [](char c) { return is(c, digit_byte); });
}

bool is_likely_host(std::string_view host, bool goes_on, bool iris) {
    if (!is_host_name(host, iris)) return false;
    const auto last_dot = host.rfind('.');
    if (last_dot == std::string_view::npos) return false;
    const std::string_view ending = host.substr(last_dot + 1);
    if (ending.size() < 2 || ending.size() > longest_label) return false;
    if (same("xn--", ending.substr(0, 4))) return true; // RFC 5890: they have no other use
    if (!is_ascii_name(ending)) // with US-ASCII in it, it is an ending and the text after it: "cn" and a word
        return std::ranges::all_of(ending, is_high) &&
               (begins_like_www(host) || lists(internationalized_endings, ending));
    if (!same_case(ending)) return false;
    const std::string known = ascii::lower_copy(ending);
    const auto labels = static_cast<std::size_t>(std::ranges::count(host, '.')) + 1;
    if (begins_like_www(host)) return true;
    if (lists(generic_endings, known)) return true;
    const bool more = labels > 2 || goes_on;
    if (lists(wordy_endings, known)) return more;
    if (!lists(country_endings, known)) return false;
    const auto first = host.substr(0, host.find('.'));
    const bool service = labels > 2 && (same("ftp", first) || same("gopher", first));
    return service || !lists(doubtful_endings, known) || (labels > 2 && goes_on);
}

abbreviation host_at(std::string_view text, std::size_t dot, std::size_t from, std::size_t max_length,
                     uniform::edition e, bool last) {
    return iri_or_ascii(e, [&](bool iris) { return name_at(text, dot, from, max_length, e, iris, last); });
}

abbreviation mail_address_at(std::string_view text, std::size_t at, std::size_t from, uniform::edition e, bool last) {
    return iri_or_ascii(e, [&](bool iris) { return mailbox_at(text, at, from, iris, last); });
}

} // namespace uniform::text
