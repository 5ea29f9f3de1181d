// The scanner on "<": the text up to the ">", without the white space inside, and whether it is a URI.
#include "text/scanner.hpp"

#include <algorithm>
#include <limits>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/scheme.hpp>

#include "text/prose.hpp"

namespace uniform::text {

// "<" of programs and of markup: no ":" behind what could be a scheme. read_between() would reject them as well, but
// later.
bool scanner::is_no_bracket(std::size_t less) const {
    std::size_t i = less + 1;
    while (i < text_.size() && is(text_[i], scheme_byte | space_byte)) ++i;
    return i < text_.size() && text_[i] != ':';
}

struct scanner::between {
    std::size_t begin = 0;                                       // of the URI, after "URL:"
    std::size_t end = 0;                                         // after its last byte
    std::size_t close = 0;                                       // the ">"
    std::size_t colon = std::numeric_limits<std::size_t>::max(); // in found_.text
    bool prefix = false;
    bool white_space = false; // around it
    bool space_in_scheme = false;
    std::vector<std::size_t> words; // where in found_.text something begins that stood after a space
};

answer scanner::read_between(std::size_t less, between &b) {
    const auto ended = [&](std::size_t i) { return last_ || i - less > options_.max_length; };
    const std::size_t limit = options_.max_length < text_.size() - less ? less + options_.max_length + 1 : text_.size();
    std::string &clean = found_.text;
    clean.clear();
    found_.doubtful_hyphens.clear();
    found_.cleaned = false;
    std::size_t i = less + 1;
    const auto skip_space = [&] {
        const std::size_t from = i;
        while (i < limit && is(text_[i], space_byte)) ++i;
        return i > from;
    };
    b.white_space = skip_space();
    if (i < limit && ascii::to_lower(text_[i]) == 'u') {
        if (text_.size() - i < 4 && !last_) return answer::need_more;
        if (is_url_prefix(text_.substr(i, 4))) {
            b.prefix = true;
            i = std::min(i + 4, limit);
            (void)skip_space();
        }
    }
    b.begin = i;
    const bool of_1994 = is_edition_of_1994(options_.edition);
    bool fragment = false;
    for (; i < limit; ++i) {
        const char c = text_[i];
        // url-06, APPENDIX: a fragment identifier is within the brackets as well; it is no part of the URL (2.2).
        fragment = fragment || (of_1994 && c == '#' && b.colon < clean.size());
        if (fragment && c != '>' && c != '<' && (is(c, uri_byte | space_byte) || is_of(c, options_.edition))) continue;
        if (is_of(c, options_.edition)) {
            if (b.colon > clean.size()) { // within the scheme
                if (c == ':') {
                    if (clean.empty()) return answer::no;
                    b.colon = clean.size();
                } else if (!is(c, clean.empty() && !of_1994 ? alpha_byte : scheme_byte) ||
                           clean.size() >= longest_scheme) {
                    return answer::no;
                }
            }
            clean += c;
            b.end = i + 1;
            continue;
        }
        if (c == '>') {
            b.close = i;
            return b.colon < clean.size() ? answer::yes : answer::no;
        }
        if (!is(c, space_byte)) return answer::no;
        const std::size_t from = i;
        (void)skip_space();
        if (i == limit) break;
        const std::string_view gap = text_.substr(from, i - from);
        --i;
        if (text_[i + 1] == '>') {
            b.white_space = true;
            continue;
        }
        found_.cleaned = true;
        b.space_in_scheme = b.space_in_scheme || b.colon >= clean.size();
        const bool breaks_line = gap.find_first_of("\r\n") != std::string_view::npos;
        if (!breaks_line) b.words.push_back(clean.size());
        // RFC 3986 appendix C: the hyphen stays, but is reported.
        if (breaks_line && clean.ends_with('-')) {
            found_.doubtful_hyphens.push_back(static_cast<std::uint32_t>(clean.size() - 1));
        }
    }
    return ended(i) ? answer::no : answer::need_more;
}

// Whether the text between brackets is a URI, apart from white space, and not ordinary text or code.
bool scanner::is_one_uri(const between &b) const {
    const std::string_view clean = found_.text;
    const std::string_view scheme = clean.substr(0, b.colon);
    const std::string_view rest = clean.substr(b.colon + 1);
    if (rest.empty() || rest.front() == ':') return false; // "<std::string>"
    // "<a:b>" of XML, "<C:dir>": no scheme of one letter is registered.
    if (scheme.size() == 1 && !b.prefix && !rest.starts_with("//") && options_.schemes != found_schemes::any)
        return false;
    const bool registered = scheme_registry::standard().find(scheme) != nullptr;
    if (b.space_in_scheme && !registered) return false; // "<see http://example.com/>"
    // With white space inside, brackets alone say little: "a < b and c: d > e".
    if ((found_.cleaned || b.white_space) && !b.prefix && !is_plausible(clean, b.colon, options_.schemes)) return false;
    for (const std::size_t word : b.words) { // "<http://example.com/ and http://example.org/>"
        std::size_t end = word;
        while (end < clean.size() && end - word <= longest_scheme && is(clean[end], scheme_byte)) ++end;
        if (clean.substr(end).starts_with("://") &&
            scheme_registry::standard().find(clean.substr(word, end - word)) != nullptr) {
            return false;
        }
    }
    return !fault_of(clean, options_.edition);
}

scanner::step scanner::angle(std::size_t less) {
    between b;
    const answer read = read_between(less, b);
    if (read == answer::need_more) return {answer::need_more, less};
    if (read == answer::no || !is_one_uri(b)) return {answer::no, less + 1};
    found_.cut_before.clear();
    give(b.begin, b.end, delimited::angle);
    return {answer::yes, b.close + 1};
}

} // namespace uniform::text
