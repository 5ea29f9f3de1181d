#include <uniform/resolver/language.hpp>

#include <algorithm>
#include <array>
#include <optional>

#include <uniform/base/ascii.hpp>

#include "resolver/field_list.hpp"

namespace uniform::resolver {

namespace {

using detail::take_part;

constexpr std::size_t most_ranges = 64;
constexpr std::size_t longest_tag = 63;

constexpr bool is_alphanumeric(char c) noexcept { return ascii::is_alpha(c) || ascii::is_digit(c); }
bool all_letters(std::string_view s) noexcept { return std::ranges::all_of(s, ascii::is_alpha); }
bool all_digits(std::string_view s) noexcept { return std::ranges::all_of(s, ascii::is_digit); }

// RFC 5646 2.1: irregular; what is regular among the grandfathered has the form of a langtag
constexpr std::array<std::string_view, 17> irregular{
    "en-GB-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak",     "i-klingon", "i-lux",    "i-mingo",
    "i-navajo",  "i-pwn", "i-tao", "i-tay",     "i-tsu",      "sgn-BE-FR", "sgn-BE-NL", "sgn-CH-DE"};

bool is_variant(std::string_view s) noexcept {
    return (s.size() >= 5 && s.size() <= 8) || (s.size() == 4 && ascii::is_digit(s[0]));
}

// The subtags of a tag, one after the other; empty at its end.
class subtags {
public:
    explicit subtags(std::string_view tag) noexcept : rest_(tag) { next(); }
    [[nodiscard]] std::string_view now() const noexcept { return now_; }
    void next() noexcept {
        const std::size_t end = std::min(rest_.find('-'), rest_.size());
        now_ = rest_.substr(0, end);
        rest_.remove_prefix(end < rest_.size() ? end + 1 : end);
    }

private:
    std::string_view rest_;
    std::string_view now_;
};

// RFC 5646 2.1: langtag, from the subtag behind `language`
bool after_language(subtags &s, std::size_t language) noexcept {
    if (language <= 3) {
        for (int i = 0; i < 3 && s.now().size() == 3 && all_letters(s.now()); ++i) s.next(); // extlang
    }
    if (s.now().size() == 4 && all_letters(s.now())) s.next(); // script
    if ((s.now().size() == 2 && all_letters(s.now())) || (s.now().size() == 3 && all_digits(s.now()))) s.next();
    std::array<std::string_view, 12> variants{}; // a tag of 63 bytes has no more
    std::size_t count = 0;
    for (; is_variant(s.now()); s.next()) {
        const auto seen = variants.begin() + static_cast<std::ptrdiff_t>(count);
        if (std::any_of(variants.begin(), seen, [&](auto v) { return ascii::equal_ignoring_case(v, s.now()); }))
            return false;
        if (count == variants.size()) return false;
        variants[count++] = s.now();
    }
    std::array<bool, 128> singletons{};
    while (s.now().size() == 1) { // extensions
        const char singleton = ascii::to_lower(s.now()[0]);
        s.next();
        if (singleton == 'x') { // private use
            if (s.now().empty()) return false;
            while (!s.now().empty()) s.next();
            return true;
        }
        bool &seen = singletons[static_cast<unsigned char>(singleton)];
        if (seen || s.now().size() < 2) return false;
        seen = true;
        while (s.now().size() >= 2) s.next();
    }
    return s.now().empty();
}

// RFC 4647 2.1: language-range = (1*8ALPHA *("-" 1*8alphanum)) / "*"
bool is_range(std::string_view text) noexcept {
    if (text == "*") return true;
    bool first = true;
    for (std::size_t begin = 0; begin <= text.size(); first = false) {
        const std::size_t end = std::min(text.find('-', begin), text.size());
        const std::string_view part = text.substr(begin, end - begin);
        if (part.empty() || part.size() > 8 || !std::ranges::all_of(part, is_alphanumeric)) return false;
        if (first && !all_letters(part)) return false;
        begin = end + 1;
    }
    return true;
}

bool begins_with(std::string_view tag, std::string_view range) noexcept {
    return tag.size() >= range.size() && ascii::equal_ignoring_case(tag.substr(0, range.size()), range) &&
           (tag.size() == range.size() || tag[range.size()] == '-');
}

// RFC 4647 3.4: the last subtag is cut, and a single letter that would then be the last
std::string_view shortened(std::string_view range) noexcept {
    std::size_t end = range.rfind('-');
    if (end == std::string_view::npos) return {};
    if (end >= 2 && range[end - 2] == '-') end -= 2;
    return range.substr(0, end);
}

} // namespace

bool is_language_tag(std::string_view text) noexcept {
    if (text.empty() || text.size() > longest_tag) return false;
    if (std::ranges::any_of(irregular, [&](auto t) { return ascii::equal_ignoring_case(t, text); })) return true;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('-', begin), text.size());
        const std::string_view part = text.substr(begin, end - begin);
        if (part.empty() || part.size() > 8 || !std::ranges::all_of(part, is_alphanumeric)) return false;
        begin = end + 1;
    }
    subtags s{text};
    const std::string_view first = s.now();
    if (ascii::equal_ignoring_case(first, "x")) return text.size() > 2;
    if (first.size() < 2 || !all_letters(first)) return false;
    s.next();
    return after_language(s, first.size());
}

std::string canonical_language_tag(std::string_view tag) {
    std::string out;
    bool first = true;
    bool singleton = false; // behind one, everything is in lower case
    for (std::size_t begin = 0; begin <= tag.size(); first = false) {
        const std::size_t end = std::min(tag.find('-', begin), tag.size());
        const std::string_view part = tag.substr(begin, end - begin);
        if (!first) out += '-';
        const std::size_t at = out.size();
        std::ranges::transform(part, std::back_inserter(out), ascii::to_lower);
        const auto raise = [&](std::size_t i) {
            if (ascii::is_alpha(out[i])) out[i] = static_cast<char>(out[i] & ~0x20);
        };
        if (!first && !singleton && part.size() == 2) {
            raise(at);
            raise(at + 1);
        } else if (!first && !singleton && part.size() == 4) {
            raise(at);
        }
        singleton = singleton || part.size() == 1;
        begin = end + 1;
    }
    return out;
}

std::vector<language_range> parse_accept_language(std::string_view field) {
    std::vector<language_range> ranges;
    while (!field.empty() && ranges.size() < most_ranges) {
        std::string_view rest = take_part(field, ',');
        language_range r{.range = take_part(rest, ';')};
        if (!is_range(r.range)) continue;
        if (!rest.empty()) {
            const std::string_view weight = ascii::trim(rest);
            if (weight.size() < 2 || ascii::to_lower(weight[0]) != 'q' || weight[1] != '=') continue;
            const auto q = detail::quality(weight.substr(2));
            if (!q) continue;
            r.quality = *q;
        }
        ranges.push_back(r);
    }
    return ranges;
}

std::uint32_t language_fit(std::string_view tag, const std::vector<language_range> &ranges) noexcept {
    std::uint32_t best = 0;
    std::size_t refused = 0; // the length of the longest range with quality 0 that the tag matches
    std::size_t matched = 0; // and of the longest that accepts it
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const language_range &r = ranges[i];
        // the closeness to the range: 15 is equal, 14 is narrower than the range, then one less for each subtag that is
        // cut
        std::uint32_t closeness = 0;
        if (r.range == "*") {
            closeness = 1;
        } else if (begins_with(tag, r.range)) {
            if (r.quality == 0) refused = std::max(refused, r.range.size());
            matched = r.quality == 0 ? matched : std::max(matched, r.range.size());
            closeness = tag.size() == r.range.size() ? 15 : 14;
        } else {
            std::uint32_t level = 13;
            for (auto cut = shortened(r.range); !cut.empty() && closeness == 0; cut = shortened(cut)) {
                if (ascii::equal_ignoring_case(tag, cut)) closeness = level;
                if (level > 2) --level;
            }
        }
        if (closeness == 0 || r.quality == 0) continue;
        const auto order = static_cast<std::uint32_t>(most_ranges - std::min(i, most_ranges - 1));
        best = std::max(best, (static_cast<std::uint32_t>(r.quality) << 16U) | (closeness << 8U) | order);
    }
    return refused > matched ? 0 : best;
}

} // namespace uniform::resolver
