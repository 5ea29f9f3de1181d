#include <uniform/resolver/search_terms.hpp>

#include <algorithm>
#include <iterator>
#include <set>

#include <uniform/base/ascii.hpp>
#include <uniform/base/utf8.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>

namespace uniform::resolver {

namespace {

// Lower case of the letters whose upper case is at a constant distance, or beside them (Unicode, Simple_Case_Folding).
char32_t folded(char32_t c) noexcept {
    if ((c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x391 && c <= 0x3AB && c != 0x3A2) ||
        (c >= 0x410 && c <= 0x42F)) {
        return c + 0x20;
    }
    if (c >= 0x400 && c <= 0x40F) return c + 0x50;
    if (c >= 0x531 && c <= 0x556) return c + 0x30;
    if (c == 0x178) return 0xFF;
    const bool upper_is_odd = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
    if (upper_is_odd) return c % 2 == 1 ? c + 1 : c;
    const bool upper_is_even = (c >= 0x100 && c <= 0x12F) || (c >= 0x132 && c <= 0x137) || (c >= 0x14A && c <= 0x177) ||
                               (c >= 0x460 && c <= 0x481) || (c >= 0x48A && c <= 0x4BF) || (c >= 0x4D0 && c <= 0x52F) ||
                               (c >= 0x1E00 && c <= 0x1E95) || (c >= 0x1EA0 && c <= 0x1EFF);
    return upper_is_even && c % 2 == 0 ? c + 1 : c;
}

// Scripts that write words without spaces between them.
bool is_word_itself(char32_t c) noexcept {
    return (c >= 0x2E80 && c <= 0x2FDF) || (c >= 0x3041 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7A3) ||
           (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x3FFFF);
}

// Punctuation and symbols outside of ASCII, and characters for private use; what is not listed is taken for a letter.
bool separates(char32_t c) noexcept {
    return c < 0xAA || (c > 0xAA && c < 0xB5) || (c > 0xB5 && c < 0xBA) || (c > 0xBA && c < 0xC0) || c == 0xD7 ||
           c == 0xF7 || (c >= 0x2000 && c <= 0x206F) || (c >= 0x20A0 && c <= 0x20CF) || (c >= 0x2190 && c <= 0x2BFF) ||
           (c >= 0x2E00 && c <= 0x2E7F) || (c >= 0x3000 && c <= 0x3040) || (c >= 0xE000 && c <= 0xF8FF) ||
           (c >= 0xFE00 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF0F) || (c >= 0xFFE0 && c <= 0xFFFF);
}

class word_collector {
public:
    explicit word_collector(std::size_t most) noexcept : most_(most) {}

    void add(std::string_view text) {
        for (std::size_t i = 0; i < text.size() && words_.size() < 4 * most_;) {
            const char c = text[i];
            if (static_cast<unsigned char>(c) < 0x80) {
                if (ascii::is_alnum(c)) {
                    if (word_.size() < longest_word) word_ += ascii::to_lower(c);
                } else {
                    end_word();
                }
                ++i;
                continue;
            }
            const base::utf8_sequence s = base::utf8_sequence_at(text.substr(i));
            const char32_t character = s.valid ? base::character_of(text.substr(i, s.size)) : U'\0';
            i += std::max<std::size_t>(s.size, 1);
            if (!s.valid || separates(character)) {
                end_word();
            } else if (is_word_itself(character)) {
                end_word();
                base::append_utf8(word_, character);
                end_word();
            } else if (word_.size() + 4 <= longest_word) {
                base::append_utf8(word_, folded(character));
            }
        }
        end_word();
    }
    void add(const json::value &v) {
        if (const std::string *const text = v.if_string()) add(std::string_view{*text});
        for (const json::value &each : v.elements()) add(each);
        for (const json::member &each : v.members()) add(each.value);
    }
    [[nodiscard]] std::vector<std::string> take() {
        std::set<std::string> kept; // the first ones of the text
        for (std::string &w : words_) {
            if (kept.size() == most_) break;
            kept.insert(std::move(w));
        }
        return {std::make_move_iterator(kept.begin()), std::make_move_iterator(kept.end())};
    }

private:
    void end_word() {
        if (!word_.empty()) words_.push_back(std::move(word_));
        word_.clear();
    }

    std::size_t most_;
    std::string word_ = {};
    std::vector<std::string> words_ = {};
};

} // namespace

std::vector<std::string> search_words(std::string_view text, std::size_t most) {
    word_collector all{most};
    all.add(text);
    return all.take();
}

std::vector<std::string> search_words_of(std::string_view key, const name_record &r) {
    word_collector all{most_words_of_name - 2};
    all.add(key);
    all.add(r.name.starts_with("urn:") ? std::string_view{r.name}.substr(4) : std::string_view{r.name});
    all.add(r.metadata.value());
    for (const locator &l : r.locators) all.add(l.url);
    for (const std::string &other : r.other_names) all.add(other);
    for (const typed_value &v : r.values) all.add(v.value);
    std::vector<std::string> words = all.take();
    words.push_back(namespace_word(key));
    words.push_back(state_word(r.state));
    std::ranges::sort(words);
    return words;
}

// U+E000 and U+E001 are for private use: no text has such a word.
std::string namespace_word(std::string_view key) { return "\uE000" + std::string(key.substr(0, key.find(':'))); }
std::string state_word(name_state s) { return "\uE001" + std::string(to_string(s)); }

std::string normal_locator(std::string_view url) {
    const auto u = parse_uri(url.substr(0, url.find('#')));
    return u ? normalize(*u, {.level = comparison_level::scheme}) : std::string{url};
}

} // namespace uniform::resolver
