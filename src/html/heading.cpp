#include "html/heading.hpp"

#include <uniform/base/ascii.hpp>

namespace uniform::html {

namespace {

// The line at i, its line break included.
std::string_view line_at(std::string_view text, std::size_t i) {
    const auto lf = text.find('\n', i);
    return text.substr(i, lf == std::string_view::npos ? lf : lf + 1 - i);
}

std::string_view without_break(std::string_view line) {
    if (line.ends_with('\n')) line.remove_suffix(1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

bool is_folded(std::string_view line) { return line.starts_with(' ') || line.starts_with('\t'); }

// Reads the value of a structured field: tokens, quoted strings, and comments, which are ignored (RFC
// 5322 3.2.2).
class words {
public:
    explicit words(std::string_view text) : text_{text} {}

    [[nodiscard]] bool at_end() {
        skip();
        return i_ == text_.size();
    }
    [[nodiscard]] bool take(char c) {
        skip();
        if (i_ == text_.size() || text_[i_] != c) return false;
        ++i_;
        return true;
    }
    // A token or a quoted string; "" for anything else.
    std::string word() {
        std::string result;
        if (take('"')) {
            for (; i_ < text_.size() && text_[i_] != '"'; ++i_) {
                if (text_[i_] == '\\' && i_ + 1 < text_.size()) ++i_;
                result += text_[i_];
            }
            if (i_ < text_.size()) ++i_;
            return result;
        }
        while (i_ < text_.size() && !is_space(text_[i_]) && specials.find(text_[i_]) == std::string_view::npos) {
            result += text_[i_++];
        }
        return result;
    }
    // To the next ";".
    void next_parameter() {
        while (!at_end() && !take(';')) {
            const std::size_t before = i_;
            (void)word();
            if (i_ == before) ++i_;
        }
    }

private:
    static constexpr std::string_view specials = "()<>@,;:\\\"/[]?=";

    void skip() {
        for (int depth = 0; i_ < text_.size(); ++i_) {
            const char c = text_[i_];
            if (c == '(') {
                ++depth;
            } else if (depth > 0) {
                if (c == ')') --depth;
                if (c == '\\' && i_ + 1 < text_.size()) ++i_;
            } else if (!is_space(c)) {
                return;
            }
        }
    }

    std::string_view text_;
    std::size_t i_ = 0;
};

} // namespace

std::size_t field_name_size(std::string_view line) noexcept {
    std::size_t size = 0;
    while (size < line.size() && line[size] > ' ' && line[size] <= '~' && line[size] != ':') ++size;
    return size < line.size() && line[size] == ':' ? size : 0;
}

heading::heading(std::string_view text) : text_{text} {
    if (text.starts_with("From ")) size_ = line_at(text, 0).size();
    while (size_ < text.size()) {
        const std::string_view line = line_at(text, size_);
        if (without_break(line).empty()) {
            text_ = text.substr(0, size_);
            size_ += line.size();
            return;
        }
        if (!is_folded(line) && field_name_size(line) == 0) break; // the body begins without an empty line
        size_ += line.size();
    }
    text_ = text.substr(0, size_);
}

std::optional<std::string> heading::value(std::string_view name) const {
    for (std::size_t i = 0; i < text_.size();) {
        std::string_view line = line_at(text_, i);
        i += line.size();
        const std::size_t colon = field_name_size(line);
        if (!is_word(line.substr(0, colon), name)) continue;
        std::string result{ascii::trim(line.substr(colon + 1))};
        while (i < text_.size() && is_folded(line = line_at(text_, i))) {
            i += line.size();
            result += ' ';
            result += ascii::trim(line);
        }
        return std::string{ascii::trim(result)};
    }
    return std::nullopt;
}

content_type::content_type(std::string_view value) {
    words w{value};
    const std::string main = w.word();
    if (w.take('/')) name = ascii::lower_copy(main + '/' + w.word());
    for (w.next_parameter(); !w.at_end(); w.next_parameter()) {
        const std::string parameter = ascii::lower_copy(w.word());
        if (!w.take('=')) continue;
        const std::string text = w.word();
        if (parameter == "boundary" && boundary.empty()) boundary = text;
        if (parameter == "charset" && charset.empty()) charset = text;
    }
}

} // namespace uniform::html
