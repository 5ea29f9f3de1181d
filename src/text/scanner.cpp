#include "text/scanner.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/url/url.hpp>

#include "text/cut.hpp"
#include "text/host_name.hpp"
#include "text/prose.hpp"

namespace uniform::text {

namespace {

constexpr unsigned cuts_of_one_uri = 4;

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

// "URL:" before a scheme, with or without a space after it: how many bytes of both, 0 without it.
std::size_t prefix_before(std::string_view text, std::size_t begin) noexcept {
    const std::size_t gap = begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t') ? 1 : 0;
    if (begin < 4 + gap || !same("url:", text.substr(begin - gap - 4, 4))) return 0;
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

surroundings surroundings_after(std::string_view before) noexcept {
    surroundings around{before.empty() ? '\0' : before.back(), {}};
    if (before.ends_with("&lt;")) around.entity = "&gt;";
    if (before.ends_with("&quot;")) around.entity = "&quot;";
    return around;
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

bool scanner::is_url_prefix(std::string_view t) noexcept { return same("url:", t); }

std::optional<error> scanner::fault_of(std::string_view text, uniform::edition e) {
    if (is_edition_of_1994(e)) {
        const auto url = parse_url(text, {e});
        return url ? std::nullopt : std::optional{url.error()};
    }
    const auto uri = parse_uri(text, {e});
    return uri ? std::nullopt : std::optional{uri.error()};
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

// Unsuccessful looks must not accumulate: an "a:" is looked at from each of the ":" of "a:a:a:a:".
void scanner::unsuccessful_looks::add(std::uint64_t anchor, std::uint64_t scanned) {
    if (anchor >= until) *this = {.begin = anchor};
    until = std::max(until, scanned);
    work += scanned - anchor;
}

bool scanner::unsuccessful_looks::is_enough(std::uint64_t anchor) const {
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
        // the text that was left out at the end of an IRI need not be of US-ASCII
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
    unsuccessful_looks &looks = slashes ? with_slashes_ : without_slashes_;
    if (looks.is_enough(base_ + colon) || (!slashes && is_in_too_long(colon))) return no;
    const auto note_unsuccessful = [&](std::size_t scanned) {
        looks.add(base_ + colon, base_ + std::max(scanned, colon));
    };
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
        note_unsuccessful(x.scanned);
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
    std::size_t fault_at = x.scanned; // the position that the grammar does not allow
    if (!uri) {
        uri = cut_by_grammar(*begin, colon, around.before, x.end, fault_at);
        if (x.scanned > x.end && x.scanned - x.end > x.end - *begin) note_unsuccessful(x.scanned);
    }
    const std::size_t in_uri = colon - *begin;
    const bool counts = uri && uri->size() <= options_.max_length && !x.cut_host &&
                        is_plausible(*uri, in_uri, prefix != 0 ? found_schemes::any : options_.schemes);
    if (!counts) {
        note_unsuccessful(x.scanned);
        return no;
    }
    if (!found_.cleaned) found_.text.assign(*uri);
    note_cut(before.size(), x, by_extent, fault_at);
    const bool quoted = opens_quote(before) && closes_quote(text_.substr(x.end));
    give(*begin, x.end, prefix != 0 ? delimited::url_prefix : quoted ? delimited::quotes : delimited::bare);
    return {answer::yes, x.end};
}

scanner::step scanner::abbreviated(std::size_t anchor) {
    const step no{answer::no, anchor + 1};
    if (abbreviated_.is_enough(base_ + anchor) || is_in_too_long(anchor)) return no;
    const auto note_unsuccessful = [&](std::size_t scanned) {
        abbreviated_.add(base_ + anchor, base_ + std::max(scanned, anchor));
    };
    const std::size_t from = std::min(first_free(), anchor);
    const abbreviation a = text_[anchor] == '@'
                               ? mail_address_at(text_, anchor, from, options_.edition, last_)
                               : host_at(text_, anchor, from, options_.max_length, options_.edition, last_);
    if (a.is == answer::need_more) return {answer::need_more, anchor};
    if (a.is == answer::no) {
        if (a.scanned > anchor) note_unsuccessful(a.scanned);
        return no;
    }
    const std::string_view reference = text_.substr(a.begin, a.end - a.begin);
    if (!last_ && !knows_cut(text_, a.begin, std::max(a.scanned, a.end))) return {answer::need_more, anchor};
    auto completed = complete(reference, options_.completion);
    if (!completed || reference.size() > options_.max_length) {
        note_unsuccessful(a.scanned);
        return no;
    }
    if (a.scanned > a.end && a.scanned - a.end > a.end - a.begin) note_unsuccessful(a.scanned);
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
