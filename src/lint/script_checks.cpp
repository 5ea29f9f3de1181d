// Words of several scripts, and words that look like others, in the decoded form.

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/urn/display.hpp>

#include "lint/pass.hpp"
#include <uniform/base/utf8.hpp>

namespace uniform::linting {

namespace {

// The rest of a long word adds no information.
constexpr std::size_t longest_word = 512;

// By the core's table: the scripts that languages write together are Latin with the Japanese, the Chinese and the
// Korean ones.
unicode_checks::spoofing by_table(std::string_view word) {
    unicode_checks::spoofing found;
    std::uint32_t scripts = 0;
    std::string plain;
    bool alike = true;
    for (std::size_t i = 0; i < word.size();) {
        const character c = character_at(word, i);
        if (c.length == 0) return {};
        const script s = script_of(c.value);
        if (s != script::common) scripts |= 1U << static_cast<unsigned>(s);
        if (c.value < 0x80) {
            plain += static_cast<char>(c.value);
        } else if (const char like = ascii_look_alike(c.value); like != 0) {
            plain += like;
        } else {
            alike = false;
        }
        i += c.length;
    }
    const auto bit = [](script s) { return 1U << static_cast<unsigned>(s); };
    const std::uint32_t together[]{bit(script::latin) | bit(script::han) | bit(script::kana),
                                   bit(script::latin) | bit(script::han) | bit(script::hangul)};
    const bool one = (scripts & (scripts - 1)) == 0;
    found.mixed_scripts = !one && std::ranges::none_of(together, [&](auto set) { return (scripts & ~set) == 0; });
    for (unsigned s = 0; found.mixed_scripts && s <= static_cast<unsigned>(script::other); ++s) {
        if ((scripts >> s & 1) == 0) continue;
        if (!found.scripts.empty()) found.scripts += ", ";
        found.scripts += to_string(static_cast<script>(s));
    }
    if (alike) found.looks_like = plain;
    return found;
}

class words {
public:
    explicit words(pass &p) : p_{p} {}

    void look_at(range part) {
        for (std::uint32_t i = part.begin; i < part.end;) {
            const bool encoded = p_.text[i] == '%';
            character c{static_cast<unsigned char>(p_.text[i]), 1}; // nearly always
            if (encoded) {
                c = encoded_character_at(p_.text.substr(0, part.end), i);
            } else if (c.value >= 0x80) {
                c = character_at(p_.text.substr(0, part.end), i);
            }
            const bool letter = c.length != 0 && belongs_to_word(c.value);
            if (!letter) {
                end();
                i += c.length != 0 ? c.length : 1;
                continue;
            }
            if (word_.empty()) where_.begin = i;
            i += c.length;
            where_.end = i;
            if (word_.size() < longest_word) base::append_utf8(word_, c.value);
            beyond_ascii_ = beyond_ascii_ || c.value >= 0x80;
        }
        end();
    }

    // A word that is not in the text as it is: a U-label.
    void look_at(std::string_view word, range where) {
        where_ = where;
        word_ = word.substr(0, longest_word);
        beyond_ascii_ = true;
        end();
    }

private:
    static bool belongs_to_word(char32_t c) {
        if (c >= 0x80)
            return kind_of(c) != character_kind::space && !(c >= 0x2010 && c <= 0x2027) && c != 0x3001 && c != 0x3002;
        return ascii::is_alnum(static_cast<char>(c));
    }

    void end() {
        if (beyond_ascii_) check_label();
        word_.clear();
        beyond_ascii_ = false;
    }

    void check_label() {
        const auto found = p_.options.unicode != nullptr ? p_.options.unicode->spoofing_of(word_) : by_table(word_);
        if (found.mixed_scripts || found.mixed_numbers) {
            std::string says = in_quotes(word_) + " mixes ";
            says += found.mixed_scripts ? "scripts that no language combines" : "digits of several scripts";
            if (found.mixed_scripts && !found.scripts.empty()) says += " (" + found.scripts + ")";
            p_.find(lint_check::mixed_scripts, where_, std::move(says));
        } else if (found.invisible) {
            p_.find(lint_check::invisible_character, where_, in_quotes(word_) + " has invisible marks");
        }
        if (!found.looks_like.empty() && found.looks_like != word_) {
            p_.find(lint_check::confusable, where_,
                    in_quotes(word_) + " is easily confused with " + in_quotes(found.looks_like) + "");
        }
    }

    pass &p_;
    std::string word_;
    range where_{};
    bool beyond_ascii_ = false;
};

// Whether there is a "%" before a digit of more than seven.
bool has_encoded_beyond_ascii(std::string_view text) {
    for (auto at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
        if (encoded_byte(text, at) >= 0x80) return true;
    }
    return false;
}

} // namespace

void check_scripts(pass &p) {
    const auto is_plain = [](char c) { return c != '%' && static_cast<unsigned char>(c) < 0x80; };
    // A valid URI is US-ASCII, and a word of US-ASCII is of one script.
    const bool plain = p.parsed && !is_iri_edition(p.options.edition)
                           ? !p.has_percent || !has_encoded_beyond_ascii(p.text)
                           : std::ranges::all_of(p.text, is_plain);
    words w{p};
    // A label with "xn--" in front
    if (p.options.unicode != nullptr && p.host.contains("--") && p.at.host && is_network_scheme(p)) {
        for_each_label(p.host, [&](std::string_view label) {
            if (label.size() <= 4 || !ascii::equal_ignoring_case(label.substr(0, 4), "xn--")) return;
            const auto *const forms = p.forms_of(label);
            if (forms != nullptr && !forms->unicode.empty()) w.look_at(forms->unicode, *p.at.host);
        });
    }
    if (plain) return;
    if (p.scheme == "data") return;
    for (const auto &part : {p.at.userinfo, p.at.host, std::optional{p.at.path}, p.at.query, p.at.fragment}) {
        if (part) w.look_at(*part);
    }
}

} // namespace uniform::linting
