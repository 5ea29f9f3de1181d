// A text is a sequence of parts that begin with characters which combine with nothing before them: a part is normal,
// which the quick check tells for nearly all, or is decomposed, ordered and composed alone (UAX 15 sections 9 and 13).

#include "ucd/normal_forms.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <uniform/base/utf8.hpp>

#include "ucd/properties.hpp"

namespace uniform::ucd {

namespace {

bool begins_part(const properties &p) { return p.combining_class == 0 && p.nfc == quick_check::yes; }

// Whether the characters of a part are already in order and in Form C; "maybe" is no.
class quick_checker {
public:
    [[nodiscard]] bool accepts(const properties &p) {
        const bool ordered = p.combining_class == 0 || p.combining_class >= last_;
        last_ = p.combining_class;
        return ordered && p.nfc == quick_check::yes;
    }

private:
    std::uint8_t last_ = 0;
};

void append_decomposed(std::u32string &out, char32_t c) {
    const decomposition d = decomposition_of(c);
    if (d.first == c) {
        out += c;
        return;
    }
    append_decomposed(out, d.first);
    if (d.second != 0) append_decomposed(out, d.second);
}

// Canonical Ordering (The Unicode Standard 3.11, D109), of what follows `from`.
void order(std::u32string &text, std::size_t from) {
    std::vector<std::pair<std::uint8_t, std::size_t>> marks;
    std::u32string ordered;
    for (std::size_t i = from; i <= text.size(); ++i) {
        const std::uint8_t ccc = i == text.size() ? 0 : properties_of(text[i]).combining_class;
        if (ccc != 0) {
            marks.emplace_back(ccc, i);
            continue;
        }
        if (marks.size() > 1) {
            std::ranges::sort(marks); // those of one class stay in their order, by their places
            ordered.clear();
            for (const auto &m : marks) ordered += text[m.second];
            std::ranges::copy(ordered, text.begin() + static_cast<std::ptrdiff_t>(i - marks.size()));
        }
        marks.clear();
    }
}

// Canonical Composition (D117), of an ordered decomposition.
void compose(std::u32string &text, std::size_t from) {
    std::size_t out = from;
    std::size_t starter = text.size(); // where the last starter is; none yet
    std::uint8_t last = 0;             // the class of what is between it and here; 0 when there is nothing
    for (std::size_t i = from; i < text.size(); ++i) {
        const char32_t c = text[i];
        const std::uint8_t ccc = properties_of(c).combining_class;
        if (starter < out && (out == starter + 1 || (last != 0 && last < ccc))) {
            if (const char32_t made = composite_of(text[starter], c); made != 0) {
                text[starter] = made;
                continue;
            }
        }
        if (ccc == 0) starter = out;
        last = ccc;
        text[out++] = c;
    }
    text.resize(out);
}

void append_normal(std::u32string &out, std::u32string_view part) {
    const std::size_t from = out.size();
    for (const char32_t c : part) append_decomposed(out, c);
    order(out, from);
    compose(out, from);
}

} // namespace

std::u32string nfd(std::u32string_view text) {
    std::u32string out;
    for (const char32_t c : text) append_decomposed(out, c);
    order(out, 0);
    return out;
}

bool is_nfc(std::u32string_view text) {
    quick_checker checker;
    for (const char32_t c : text) {
        if (!checker.accepts(properties_of(c))) return nfc(std::u32string{text}) == text;
    }
    return true;
}

std::u32string nfc(std::u32string text) {
    std::u32string out;
    std::size_t copied = 0; // the size of the text that `out` has
    for (std::size_t begin = 0; begin < text.size();) {
        quick_checker checker;
        bool normal = true;
        std::size_t end = begin;
        for (; end < text.size(); ++end) {
            const properties p = properties_of(text[end]);
            if (end > begin && begins_part(p)) break;
            normal = checker.accepts(p) && normal;
        }
        if (!normal) {
            out.append(text, copied, begin - copied);
            append_normal(out, std::u32string_view{text}.substr(begin, end - begin));
            copied = end;
        }
        begin = end;
    }
    if (copied == 0) return text;
    out.append(text, copied);
    return out;
}

std::u32string characters_of(std::string_view text) {
    std::u32string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const auto [size, valid] = base::utf8_sequence_at(text);
        out += valid ? base::character_of(text.substr(0, size)) : U'\uFFFD';
        text.remove_prefix(size);
    }
    return out;
}

std::string utf8_of(std::u32string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char32_t c : text) base::append_utf8(out, c);
    return out;
}

std::string nfc_of_utf8(std::string_view text) {
    // As above, with octets: characters are made of those parts alone that are not normal.
    std::string out;
    std::size_t copied = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        quick_checker checker;
        bool normal = true;
        std::size_t end = begin;
        while (end < text.size()) {
            std::size_t size = 1;
            properties p{};
            if (static_cast<unsigned char>(text[end]) >= 0x80) {
                size = base::utf8_sequence_at(text.substr(end)).size;
                p = properties_of(base::character_of(text.substr(end, size)));
            }
            if (end > begin && begins_part(p)) break;
            normal = checker.accepts(p) && normal;
            end += size;
        }
        if (!normal) {
            out.append(text, copied, begin - copied);
            std::u32string part;
            append_normal(part, characters_of(text.substr(begin, end - begin)));
            out += utf8_of(part);
            copied = end;
        }
        begin = end;
    }
    if (copied == 0) return std::string{text};
    return out.append(text, copied);
}

} // namespace uniform::ucd
