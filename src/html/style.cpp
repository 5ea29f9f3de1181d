// References in CSS, using the part of CSS Syntax 3 (section 4.3) that distinguishes url tokens, strings and comments
// .

#include <cstdint>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>

#include "html/lists.hpp"
#include <uniform/base/utf8.hpp>

namespace uniform::html {

namespace {

constexpr bool is_name(char c) noexcept {
    const auto u = static_cast<unsigned char>(c);
    return ascii::is_alpha(c) || ascii::is_digit(c) || c == '-' || c == '_' || u >= 0x80;
}

void append_character(source_text &out, std::uint32_t c, std::uint64_t from) {
    // CSS Syntax 3, 4.3.7: zero, surrogates and what is beyond Unicode are U+FFFD.
    if (c == 0 || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = 0xFFFD;
    std::string text;
    base::append_utf8(text, c);
    out.append(text, from);
}

class scanner {
public:
    explicit scanner(const source_text &css) : css_{css}, text_{css.text} {}

    std::vector<source_text> all() {
        bool import = false; // "@import" came last
        while (i_ < text_.size()) {
            const char c = text_[i_];
            if (text_.substr(i_).starts_with("/*")) {
                const auto end = text_.find("*/", i_ + 2);
                i_ = end == std::string_view::npos ? text_.size() : end + 2;
                continue;
            }
            if (is_space(c)) {
                ++i_;
                continue;
            }
            if (c == '"' || c == '\'') {
                source_text string = quoted();
                if (import) found_.push_back(std::move(string));
            } else if (c == '@') {
                ++i_;
                import = is_word(name(), "import");
                continue;
            } else if (is_name(c) || c == '\\') {
                if (is_word(name(), "url") && i_ < text_.size() && text_[i_] == '(') {
                    ++i_;
                    url();
                }
            } else {
                ++i_;
            }
            import = false;
        }
        return std::move(found_);
    }

private:
    // A name with its escapes decoded; those make no difference but for "url" and "import".
    std::string name() {
        source_text result;
        while (i_ < text_.size() && (is_name(text_[i_]) || text_[i_] == '\\')) one_of(result);
        return result.text;
    }

    source_text begun() const { return {{}, css_.offset(i_), css_.offset(i_), {}}; }

    // Appends the character at i, or the one an escape there stands for (4.3.7).
    void one_of(source_text &out) {
        if (text_[i_] != '\\') {
            out.append(text_.substr(i_, 1), css_.offset(i_));
            ++i_;
            return;
        }
        const std::uint64_t from = css_.offset(i_++);
        if (i_ == text_.size()) return;
        if (text_[i_] == '\n' || text_[i_] == '\f' || text_[i_] == '\r') { // a line goes on
            i_ += text_.substr(i_).starts_with("\r\n") ? 2 : 1;
            return;
        }
        if (base::hex_value_or(text_[i_], -1) < 0) {
            out.append(text_.substr(i_, 1), from);
            ++i_;
            return;
        }
        std::uint32_t value = 0;
        for (int digits = 0; digits < 6 && i_ < text_.size() && base::hex_value_or(text_[i_], -1) >= 0;
             ++digits, ++i_) {
            value = value * 16 + static_cast<std::uint32_t>(base::hex_value_or(text_[i_], -1));
        }
        if (i_ < text_.size() && is_space(text_[i_])) i_ += text_.substr(i_).starts_with("\r\n") ? 2 : 1;
        append_character(out, value, from);
    }

    // 4.3.5: to the same quote, or to the end of the line, which makes it a bad string.
    source_text quoted() {
        const char quote = text_[i_++];
        source_text result = begun();
        while (i_ < text_.size() && text_[i_] != quote && text_[i_] != '\n' && text_[i_] != '\f') one_of(result);
        result.end = css_.offset(i_);
        if (i_ < text_.size() && text_[i_] == quote) ++i_;
        return result;
    }

    // 4.3.6: after "url(". What the grammar calls a bad url is reported unchanged up to ")": it is not a URI either.
    void url() {
        while (i_ < text_.size() && is_space(text_[i_])) ++i_;
        if (i_ < text_.size() && (text_[i_] == '"' || text_[i_] == '\'')) {
            found_.push_back(quoted());
            return;
        }
        source_text result = begun();
        while (i_ < text_.size() && text_[i_] != ')') one_of(result);
        std::size_t last = i_;
        while (last > 0 && is_space(text_[last - 1]) && !result.text.empty() && is_space(result.text.back())) {
            --last;
            result.text.pop_back();
            result.at.pop_back();
        }
        result.end = css_.offset(last);
        found_.push_back(std::move(result));
        if (i_ < text_.size()) ++i_;
    }

    const source_text &css_;
    std::string_view text_;
    std::size_t i_ = 0;
    std::vector<source_text> found_;
};

} // namespace

std::vector<source_text> references_of_style(const source_text &css) { return scanner{css}.all(); }

} // namespace uniform::html
