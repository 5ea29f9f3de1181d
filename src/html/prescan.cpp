#include "html/prescan.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <uniform/html/encoding_label.hpp>

#include "html/source_text.hpp"

namespace uniform::html {

namespace {

// HTML 2.4.5: "extracting a character encoding from a meta element".
std::optional<std::string_view> charset_in(std::string_view content) {
    constexpr std::string_view word = "charset";
    for (std::size_t at = 0; at + word.size() <= content.size(); ++at) {
        if (!begins_with_word(content.substr(at), word)) continue;
        auto rest = content.substr(at + word.size());
        const auto skip_spaces = [&] {
            while (!rest.empty() && is_space(rest.front())) rest.remove_prefix(1);
        };
        skip_spaces();
        if (!rest.starts_with('=')) continue;
        rest.remove_prefix(1);
        skip_spaces();
        if (rest.empty()) return std::nullopt;
        if (const char quote = rest.front(); quote == '"' || quote == '\'') {
            const auto end = rest.find(quote, 1);
            if (end == std::string_view::npos) return std::nullopt;
            return encoding_of_label(rest.substr(1, end - 1));
        }
        return encoding_of_label(rest.substr(0, rest.find_first_of("\t\n\f\r ;")));
    }
    return std::nullopt;
}

class prescan {
public:
    explicit prescan(std::string_view text) noexcept : text_{text} {}

    std::optional<std::string_view> run() {
        if (text_.starts_with("<?xml"))
            if (const auto e = xml_encoding()) return e;
        for (; at_ < text_.size(); ++at_) {
            const auto rest = text_.substr(at_);
            if (rest.starts_with("<!--")) {
                skip_to("-->", 2);
            } else if (begins_with_word(rest, "<meta") && rest.size() > 5 && (is_space(rest[5]) || rest[5] == '/')) {
                at_ += 5;
                if (const auto e = meta()) return e;
            } else if (is_tag(rest)) {
                at_ = std::min(text_.find_first_of("\t\n\f\r >", at_), text_.size());
                attribute a;
                while (next(a)) {
                }
            } else if (rest.starts_with("<!") || rest.starts_with("</") || rest.starts_with("<?")) {
                skip_to(">", 0);
            }
        }
        return std::nullopt;
    }

private:
    struct attribute {
        std::string name;
        std::string value;
    };

    static bool is_tag(std::string_view rest) noexcept {
        const std::size_t at = rest.starts_with("</") ? 2 : 1;
        return rest.starts_with('<') && rest.size() > at && ascii::is_alpha(rest[at]);
    }

    // To the last octet of `end`.
    void skip_to(std::string_view end, std::size_t from) {
        const auto found = text_.find(end, at_ + from);
        at_ = found == std::string_view::npos ? text_.size() : found + end.size() - 1;
    }

    std::optional<std::string_view> meta() {
        std::vector<std::string> seen;
        bool got_pragma = false;
        std::optional<bool> need_pragma;
        std::optional<std::string_view> charset;
        attribute a;
        while (next(a)) {
            if (std::ranges::find(seen, a.name) != seen.end()) continue;
            seen.push_back(a.name);
            if (a.name == "http-equiv") {
                got_pragma = got_pragma || a.value == "content-type";
            } else if (a.name == "content") {
                if (const auto e = charset_in(a.value); e && !charset) {
                    charset = e;
                    need_pragma = true;
                }
            } else if (a.name == "charset") {
                charset = encoding_of_label(a.value);
                need_pragma = false;
            }
        }
        if (!need_pragma || (*need_pragma && !got_pragma) || !charset) return std::nullopt;
        return in_ascii(*charset);
    }

    // A declaration that is written in ASCII is not in UTF-16.
    static std::string_view in_ascii(std::string_view encoding) noexcept {
        if (encoding.starts_with("UTF-16")) return "UTF-8";
        return encoding == "x-user-defined" ? "windows-1252" : encoding;
    }

    // "Get an attribute". False at the end of the tag.
    bool next(attribute &a) {
        a.name.clear();
        a.value.clear();
        const auto skip_spaces = [&] {
            while (at_ < text_.size() && is_space(text_[at_])) ++at_;
        };
        while (at_ < text_.size() && (is_space(text_[at_]) || text_[at_] == '/')) ++at_;
        if (at_ >= text_.size() || text_[at_] == '>') return false;
        for (; at_ < text_.size() && !(text_[at_] == '=' && !a.name.empty()); ++at_) {
            const char c = text_[at_];
            if (is_space(c)) break;
            if (c == '/' || c == '>') return true;
            a.name += ascii::to_lower(c);
        }
        skip_spaces();
        if (at_ >= text_.size() || text_[at_] != '=') return at_ < text_.size();
        ++at_;
        skip_spaces();
        if (at_ >= text_.size()) return false;
        if (const char quote = text_[at_]; quote == '"' || quote == '\'') {
            for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) a.value += ascii::to_lower(text_[at_]);
            if (at_ >= text_.size()) return false;
            ++at_;
            return true;
        }
        for (; at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '>'; ++at_)
            a.value += ascii::to_lower(text_[at_]);
        return at_ < text_.size();
    }

    // "Get an XML encoding".
    std::optional<std::string_view> xml_encoding() const {
        const auto declaration = text_.substr(0, text_.find('>'));
        auto at = declaration.find("encoding");
        if (declaration.size() == text_.size() || at == std::string_view::npos) return std::nullopt;
        auto rest = declaration.substr(at + 8);
        const auto skip_controls = [&] {
            while (!rest.empty() && static_cast<unsigned char>(rest.front()) <= 0x20) rest.remove_prefix(1);
        };
        skip_controls();
        if (!rest.starts_with('=')) return std::nullopt;
        rest.remove_prefix(1);
        skip_controls();
        if (rest.empty() || (rest.front() != '"' && rest.front() != '\'')) return std::nullopt;
        const auto end = rest.find(rest.front(), 1);
        if (end == std::string_view::npos) return std::nullopt;
        const auto found = encoding_of_label(rest.substr(1, end - 1));
        return found && found->starts_with("UTF-16") ? "UTF-8" : found;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

} // namespace

std::optional<std::string_view> declared_encoding(std::string_view beginning) { return prescan{beginning}.run(); }

} // namespace uniform::html
