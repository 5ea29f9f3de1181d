#include "http/metadata/xml_text.hpp"

#include <algorithm>

#include <uniform/base/utf8.hpp>

namespace uniform::http {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

// The length of the character of several bytes at the beginning; 0 if it is not UTF-8, or not a character of XML.
std::size_t length_of_character(std::string_view text) noexcept {
    const base::utf8_sequence s = base::utf8_sequence_at(text);
    const bool is_character = s.valid && s.size > 1;
    const std::string_view sequence = text.substr(0, s.size);
    return is_character && sequence != "\xEF\xBF\xBE" && sequence != "\xEF\xBF\xBF" ? s.size : 0;
}

struct string_writer final : pugi::xml_writer {
    std::string text = {};
    void write(const void *data, std::size_t size) override {
        // XML 1.0 2.11: a parser reads CR as LF, unless it is a character reference; pugixml writes it as it is.
        for (std::string_view rest{static_cast<const char *>(data), size}; !rest.empty();) {
            const std::size_t end = std::min(rest.find('\r'), rest.size());
            text += rest.substr(0, end);
            if (end < rest.size()) text += "&#13;";
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
};

bool is_plain(char c) noexcept { return (c >= ' ' && c <= '~') || c == '\t' || c == '\n' || c == '\r' || c == '\x7f'; }

} // namespace

std::string xml_text(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const auto *const rest = text.begin() + i;
        const auto plain = static_cast<std::size_t>(std::find_if_not(rest, text.end(), is_plain) - rest);
        out += text.substr(i, plain);
        i += plain;
        if (i == text.size()) break;
        if (const std::size_t n = length_of_character(text.substr(i)); n > 0) {
            out += text.substr(i, n);
            i += n;
            continue;
        }
        out += replacement;
        i += text.substr(i, 2) == "\xEF\xBF" && i + 2 < text.size() ? 3 : 1; // U+FFFE and U+FFFF are one character
    }
    return out;
}

pugi::xml_node add_element(pugi::xml_node parent, const char *name, std::string_view text) {
    pugi::xml_node element = parent.append_child(name);
    element.text().set(xml_text(text).c_str());
    return element;
}

std::string text_of(const pugi::xml_document &document) {
    string_writer out;
    document.save(out, "", pugi::format_indent, pugi::encoding_utf8);
    return std::move(out.text);
}

} // namespace uniform::http
