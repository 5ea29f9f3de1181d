#include "text/scanner.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/scheme.hpp>
#include <uniform/url/url.hpp>

#include "text/cut.hpp"
#include "text/host_name.hpp"
#include "text/prose.hpp"

namespace uniform::text {

namespace {

constexpr unsigned cuts_of_one_uri = 4;
constexpr std::size_t joined_lines = 8;

// The last two letters of the schemes of prose_scheme_of(): what most words before a ":" do not end with.
constexpr auto ends_prose_scheme = [] {
    std::array<std::array<bool, 26>, 26> ends{};
    for (const std::string_view e : {"rn", "to", "ws", "el", "ms", "ip", "ps", "pp", "eo", "ta", "et", "oi", "fo", "ag",
                                     "id", "rk", "dl", "kg", "le"}) {
        ends[static_cast<std::size_t>(e[0] - 'a')][static_cast<std::size_t>(e[1] - 'a')] = true;
    }
    return ends;
}();

// Whether the word before the ":" at `colon` may be a scheme of prose.
bool word_ends_like_scheme(std::string_view text, std::size_t colon) noexcept {
    const auto a = static_cast<unsigned>(ascii::to_lower(text[colon - 2])) - 'a';
    const auto b = static_cast<unsigned>(ascii::to_lower(text[colon - 1])) - 'a';
    return a < 26 && b < 26 && ends_prose_scheme[a][b];
}

// The next byte of one kind, kept until it was passed.
class needle {
public:
    explicit needle(char c) noexcept : c_{c} {}
    [[nodiscard]] std::size_t from(std::string_view text, std::size_t i) noexcept {
        if (at_ < i || !known_) {
            const void *const p = std::memchr(text.data() + i, c_, text.size() - i);
            at_ = p == nullptr ? text.size() : static_cast<std::size_t>(static_cast<const char *>(p) - text.data());
            known_ = true;
        }
        return at_;
    }

private:
    char c_;
    bool known_ = false;
    std::size_t at_ = 0;
};

bool is_url_prefix(std::string_view t) noexcept { return same("url:", t); }

// "URL:" before a scheme, with or without a space after it: how many bytes of both, 0 without it.
std::size_t prefix_before(std::string_view text, std::size_t begin) noexcept {
    const std::size_t gap = begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t') ? 1 : 0;
    if (begin < 4 + gap || !is_url_prefix(text.substr(begin - gap - 4, 4))) return 0;
    const std::size_t word = begin - gap - 4;
    return word > 0 && (is(text[word - 1], scheme_byte) || text[word - 1] == '_') ? 0 : gap + 4;
}

bool opens_quote(std::string_view before) noexcept {
    return before.ends_with('"') || before.ends_with('\'') || before.ends_with('`') || before.ends_with("\xC2\xAB") ||
           before.ends_with("\xC2\xBB") || before.ends_with("\xE2\x80\x98") || before.ends_with("\xE2\x80\x99") ||
           before.ends_with("\xE2\x80\x9A") || before.ends_with("\xE2\x80\x9C") || before.ends_with("\xE2\x80\x9D") ||
           before.ends_with("\xE2\x80\x9E") || before.ends_with("\xE2\x80\xB9") || before.ends_with("\xE2\x80\xBA") ||
           before.ends_with("&quot;");
}

bool closes_quote(std::string_view after) noexcept {
    return after.starts_with('"') || after.starts_with('\'') || after.starts_with('`') ||
           after.starts_with("\xC2\xAB") || after.starts_with("\xC2\xBB") || after.starts_with("\xE2\x80\x98") ||
           after.starts_with("\xE2\x80\x99") || after.starts_with("\xE2\x80\x9C") ||
           after.starts_with("\xE2\x80\x9D") || after.starts_with("\xE2\x80\xB9") ||
           after.starts_with("\xE2\x80\xBA") || after.starts_with("&quot;");
}
constexpr std::size_t longest_quote = 6;

// Why the text is no URI of the edition; of the documents of 1994, no URL by the grammar of its scheme.
std::optional<error> fault_of(std::string_view text, uniform::edition e) {
    if (is_edition_of_1994(e)) {
        const auto url = parse_url(text, {e});
        return url ? std::nullopt : std::optional{url.error()};
    }
    const auto uri = parse_uri(text, {e});
    return uri ? std::nullopt : std::optional{uri.error()};
}

surroundings surroundings_after(std::string_view before) noexcept {
    surroundings around{before.empty() ? '\0' : before.back(), {}};
    if (before.ends_with("&lt;")) around.entity = "&gt;";
    if (before.ends_with("&quot;")) around.entity = "&quot;";
    return around;
}

// A URI of its own: "http://".
bool begins_with_scheme_and_slashes(std::string_view text) noexcept {
    const auto end = text.find("://");
    return end != std::string_view::npos && end > 0 &&
           std::ranges::all_of(text.substr(0, end), [](char c) { return is(c, scheme_byte); });
}

} // namespace

scanner::scanner(find_options o) : options_{o} {
    if (is_edition_of_1994(o.edition)) options_.abbreviated = false; // the documents have none
    if (is_iri_edition(o.edition)) options_.completion.edition = o.edition;
}

void scanner::reset() {
    free_ = prefix_until_ = too_long_until_ = lines_noted_ = 0;
    too_long_ = false;
    with_slashes_ = without_slashes_ = abbreviated_ = {};
    indentation_ = 0;
    in_indentation_ = true;
}

std::size_t scanner::first_free() const { return free_ > base_ ? static_cast<std::size_t>(free_ - base_) : 0; }

std::size_t scanner::scan(std::string_view text, std::uint64_t base, std::size_t from, bool last, uri_finder::sink s) {
    text_ = text;
    base_ = base;
    last_ = last;
    sink_ = s;
    needle colon{':'};
    needle less{'<'};
    needle dot{'.'};
    needle at{'@'};
    std::size_t i = from;
    for (;;) {
        if (i == text.size()) break;
        const std::size_t next_colon = colon.from(text, i);
        const std::size_t next_less = less.from(text, i);
        std::size_t next = std::min(next_colon, next_less);
        if (options_.abbreviated) next = std::min({next, dot.from(text, i), at.from(text, i)});
        if (next == text.size()) {
            i = next;
            break;
        }
        if (next == next_colon ? is_no_scheme(next) : next == next_less && is_no_bracket(next)) {
            i = next + 1;
            continue;
        }
        const step done = next == next_less ? angle(next) : next == next_colon ? bare(next) : abbreviated(next);
        if (done.is == answer::need_more) {
            i = next;
            break;
        }
        i = done.next;
    }
    (void)is_in_too_long(i);
    if (options_.join_lines) note_lines(i);
    return i;
}

void scanner::give(std::size_t begin, std::size_t end, delimited how) {
    found_.begin = base_ + begin;
    found_.end = base_ + end;
    found_.as_written = text_.substr(begin, end - begin);
    found_.how = how;
    found_.guess = how == delimited::abbreviated;
    if (!found_.guess) {
        found_.completed.clear();
        found_.rule = completion_rule::none;
    }
    free_ = found_.end;
    sink_.call(sink_.context, found_);
}

// The ":" of sentences, times and programs, which are many: bare() would reject them as well, but later.
bool scanner::is_no_scheme(std::size_t colon) {
    if (colon < 3 || colon + 1 >= text_.size()) return false;
    if (ascii::to_lower(text_[colon - 1]) == 'l' && ascii::to_lower(text_[colon - 2]) == 'r' &&
        ascii::to_lower(text_[colon - 3]) == 'u') {
        prefix_until_ = base_ + colon + 2 + longest_scheme; // any scheme may follow
    }
    const char next = text_[colon + 1];
    if (!is_of(next, options_.edition)) return true;
    return options_.schemes == found_schemes::likely && next != '/' && base_ + colon > prefix_until_ &&
           !word_ends_like_scheme(text_, colon);
}

// "<" of programs and of markup: no ":" behind what could be a scheme. read_between() would reject them as well, but
// later.
bool scanner::is_no_bracket(std::size_t less) const {
    std::size_t i = less + 1;
    while (i < text_.size() && is(text_[i], scheme_byte | space_byte)) ++i;
    return i < text_.size() && text_[i] != ':';
}

// Unsuccessful looks must not accumulate: an "a:" is looked at from each of the ":" of "a:a:a:a:".
void scanner::vain::add(std::uint64_t anchor, std::uint64_t scanned) {
    if (anchor >= until) *this = {.begin = anchor};
    until = std::max(until, scanned);
    work += scanned - anchor;
}

bool scanner::vain::is_enough(std::uint64_t anchor) const {
    return anchor < until && work > 16 * (until - begin) + 4096;
}

// Whether `i` is in a run of bytes of URIs in which one is too long: only another "SCHEME://" may begin there.
bool scanner::is_in_too_long(std::size_t i) {
    if (too_long_) {
        auto end = static_cast<std::size_t>(too_long_until_ - base_);
        while (end < i && is_of(text_[end], options_.edition)) ++end;
        too_long_ = end >= i;
        too_long_until_ = base_ + end;
    }
    return too_long_ || base_ + i < too_long_until_;
}

// Keeps the indentation of the line before `upto`.
void scanner::note_lines(std::size_t upto) {
    std::size_t i = lines_noted_ > base_ ? static_cast<std::size_t>(lines_noted_ - base_) : 0;
    if (i >= upto) return;
    const auto line_end = text_.substr(i, upto - i).find_last_of("\r\n");
    if (line_end != std::string_view::npos) {
        i += line_end + 1;
        indentation_ = 0;
        in_indentation_ = true;
    }
    for (; in_indentation_ && i < upto; ++i) {
        if (text_[i] == ' ') {
            ++indentation_;
        } else if (text_[i] == '\t') {
            indentation_ += 8 - indentation_ % 8;
        } else {
            in_indentation_ = false;
        }
    }
    lines_noted_ = base_ + upto;
}

// The part of the text from `begin` that is a URI: up to `end`, or less, where the grammar wants it. `end` becomes its
// end, `fault_at` what the grammar does not allow there.
std::optional<std::string_view> scanner::cut_by_grammar(std::size_t begin, std::size_t colon, char before,
                                                        std::size_t &end, std::size_t &fault_at) const {
    for (unsigned cuts = 0; cuts < cuts_of_one_uri && end > colon + 1; ++cuts) {
        const std::string_view cut = text_.substr(begin, end - begin);
        const auto fault = fault_of(cut, options_.edition);
        if (!fault) return cut;
        fault_at = begin + static_cast<std::size_t>(fault->offset);
        end = trimmed(text_, begin, fault_at, before, options_.edition);
    }
    return std::nullopt;
}

// Notes why what comes behind the URI is no part of it.
void scanner::note_cut(std::size_t before, const extent &x, std::size_t by_extent, std::size_t fault_at) {
    const bool of_1994 = is_edition_of_1994(options_.edition);
    const bool fragment = of_1994 && text_.substr(x.end).starts_with('#'); // url-06 2.2
    if (fragment || (x.delimited && x.end == by_extent)) {
        found_.cut_before.clear();
    } else if (of_1994 && fault_at < x.scanned) {
        found_.cut_before = text_.substr(fault_at, 1); // of the grammar of the scheme: a second "?" of http
    } else {
        // what was left out at the end of an IRI need not be of US-ASCII
        const bool iri = is_iri_edition(options_.edition) && x.end == by_extent;
        found_.cut_before = cut_before(text_, {before, iri ? x.scanned : x.end, x.scanned, options_.edition});
    }
}

scanner::step scanner::bare(std::size_t colon) {
    const step no{answer::no, colon + 1};
    const step need_more{answer::need_more, colon};
    if (!last_ && text_.size() - colon <= 2) return need_more;
    if (colon + 1 == text_.size() || !is_of(text_[colon + 1], options_.edition)) return no;
    const bool slashes = text_.substr(colon + 1).starts_with("//");
    vain &looks = slashes ? with_slashes_ : without_slashes_;
    if (looks.is_enough(base_ + colon) || (!slashes && is_in_too_long(colon))) return no;
    const auto in_vain = [&](std::size_t scanned) { looks.add(base_ + colon, base_ + std::max(scanned, colon)); };
    const auto begin = scheme_before(text_, colon, std::min(first_free(), colon));
    if (!begin) return no;
    const std::size_t prefix = prefix_before(text_, *begin);
    const std::string_view scheme = text_.substr(*begin, colon - *begin);
    if (same("url", scheme)) return no; // the prefix
    if (prefix == 0 && options_.schemes == found_schemes::likely && !slashes &&
        prose_scheme_of(scheme) == prose_scheme::none) {
        return no;
    }
    const std::string_view before = text_.substr(0, *begin - prefix);
    const surroundings around = surroundings_after(before);
    extent x = extent_of(text_, *begin, colon, around, options_.max_length, options_.edition, last_);
    if (x.need_more) return need_more;
    if (x.too_long) {
        in_vain(x.scanned);
        too_long_until_ = std::max(too_long_until_, base_ + x.scanned);
        too_long_ = true;
        return no;
    }
    std::optional<std::string_view> uri;
    found_.doubtful_hyphens.clear();
    found_.cleaned = false;
    if (options_.join_lines) {
        switch (join(*begin, colon, around, x)) {
        case answer::need_more:
            return need_more;
        case answer::yes:
            uri = found_.text;
            break;
        case answer::no:
            break;
        }
    }
    // The last tests of text that may not have been read yet: the following code changes the state.
    if (!last_ && opens_quote(before) && text_.size() - x.scanned < longest_quote) return need_more;
    if (!last_ && !knows_cut(text_, before.size(), x.scanned)) return need_more;
    const std::size_t by_extent = x.end;
    std::size_t fault_at = x.scanned; // what the grammar does not allow there
    if (!uri) {
        uri = cut_by_grammar(*begin, colon, around.before, x.end, fault_at);
        if (x.scanned > x.end && x.scanned - x.end > x.end - *begin) in_vain(x.scanned);
    }
    const std::size_t in_uri = colon - *begin;
    const bool counts = uri && uri->size() <= options_.max_length && !x.cut_host &&
                        is_plausible(*uri, in_uri, prefix != 0 ? found_schemes::any : options_.schemes);
    if (!counts) {
        in_vain(x.scanned);
        return no;
    }
    if (!found_.cleaned) found_.text.assign(*uri);
    note_cut(before.size(), x, by_extent, fault_at);
    const bool quoted = opens_quote(before) && closes_quote(text_.substr(x.end));
    give(*begin, x.end, prefix != 0 ? delimited::url_prefix : quoted ? delimited::quotes : delimited::bare);
    return {answer::yes, x.end};
}

// The lines below, as far as they contain only a part of a URI and are indented further. yes: the URI is in
// found_.text, and x.end is its end in the text.
answer scanner::join(std::size_t begin, std::size_t colon, const surroundings &around, extent &x) {
    struct piece {
        std::size_t in_text; // where it begins
        std::size_t in_uri;
    };
    note_lines(begin);
    const std::size_t limit = options_.max_length < text_.size() - begin ? begin + options_.max_length : text_.size();
    // What the text ends before is unknown; what is beyond the limit does not count.
    const auto stop = [&](std::size_t i) { return i == text_.size() && !last_; };
    std::vector<piece> pieces{{begin, 0}};
    std::string joined{text_.substr(begin, x.scanned - begin)};
    std::vector<std::uint32_t> hyphens;
    std::size_t end = x.scanned; // of the last piece
    while (pieces.size() < joined_lines) {
        std::size_t i = end;
        while (i < limit && (text_[i] == ' ' || text_[i] == '\t')) ++i;
        if (stop(i)) return answer::need_more;
        if (i >= limit || !is_line_end(text_[i])) break;
        if (text_[i] == '\r' && i + 1 < limit && text_[i + 1] == '\n') ++i;
        if (text_[i] == '\r' && stop(i + 1)) return answer::need_more;
        ++i;
        std::size_t indentation = 0;
        for (; i < limit && (text_[i] == ' ' || text_[i] == '\t'); ++i) {
            indentation += text_[i] == ' ' ? 1 : 8 - indentation % 8;
        }
        if (stop(i)) return answer::need_more;
        if (i >= limit || indentation <= indentation_) break;
        const std::size_t token = i;
        while (i < limit && is_of(text_[i], options_.edition)) ++i;
        if (stop(i)) return answer::need_more;
        const std::size_t token_end = i;
        while (i < limit && (text_[i] == ' ' || text_[i] == '\t')) ++i;
        if (stop(i)) return answer::need_more;
        const std::string_view piece_text = text_.substr(token, token_end - token);
        const bool ends_line = i == text_.size() || (i < limit && is_line_end(text_[i]));
        // Another URI below the first one is not part of it.
        if (piece_text.empty() || !ends_line || begins_with_scheme_and_slashes(piece_text)) break;
        if (joined.ends_with('-')) hyphens.push_back(static_cast<std::uint32_t>(joined.size() - 1));
        pieces.push_back({token, joined.size()});
        joined += piece_text;
        end = token_end;
    }
    if (pieces.size() == 1) return answer::no;
    const std::size_t in_uri = colon - begin;
    const extent whole = extent_of(joined, 0, in_uri, around, options_.max_length, options_.edition, true);
    // Not longer than the first line: what is below is not part of it.
    if (whole.too_long || whole.end <= pieces[1].in_uri) return answer::no;
    joined.resize(whole.end);
    if (fault_of(joined, options_.edition)) return answer::no;
    const auto last =
        std::ranges::find_if(pieces.rbegin(), pieces.rend(), [&](const piece &p) { return p.in_uri < whole.end; });
    x.end = last->in_text + (whole.end - last->in_uri);
    x.scanned = std::max(x.scanned, x.end);
    x.cut_host = false;
    std::erase_if(hyphens, [&](std::uint32_t h) { return h >= whole.end - 1; });
    found_.text = std::move(joined);
    found_.doubtful_hyphens = std::move(hyphens);
    found_.cleaned = true;
    return answer::yes;
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

scanner::step scanner::abbreviated(std::size_t anchor) {
    const step no{answer::no, anchor + 1};
    if (abbreviated_.is_enough(base_ + anchor) || is_in_too_long(anchor)) return no;
    const auto in_vain = [&](std::size_t scanned) {
        abbreviated_.add(base_ + anchor, base_ + std::max(scanned, anchor));
    };
    const std::size_t from = std::min(first_free(), anchor);
    const abbreviation a = text_[anchor] == '@'
                               ? mail_address_at(text_, anchor, from, options_.edition, last_)
                               : host_at(text_, anchor, from, options_.max_length, options_.edition, last_);
    if (a.is == answer::need_more) return {answer::need_more, anchor};
    if (a.is == answer::no) {
        if (a.scanned > anchor) in_vain(a.scanned);
        return no;
    }
    const std::string_view reference = text_.substr(a.begin, a.end - a.begin);
    if (!last_ && !knows_cut(text_, a.begin, std::max(a.scanned, a.end))) return {answer::need_more, anchor};
    auto completed = complete(reference, options_.completion);
    if (!completed || reference.size() > options_.max_length) {
        in_vain(a.scanned);
        return no;
    }
    if (a.scanned > a.end && a.scanned - a.end > a.end - a.begin) in_vain(a.scanned);
    found_.text.assign(reference);
    found_.completed = std::move(completed->uri);
    found_.rule = completed->rule;
    found_.cut_before = cut_before(text_, {a.begin, a.end, std::max(a.scanned, a.end)});
    found_.doubtful_hyphens.clear();
    found_.cleaned = false;
    give(a.begin, a.end, delimited::abbreviated);
    return {answer::yes, a.end};
}

} // namespace uniform::text
