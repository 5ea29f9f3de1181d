// Gopher+ strings: draft-ietf-uri-url-06 3.4.4-3.4.9; RFC 4266 2.4-2.9.

#include <uniform/url/gopher.hpp>

#include <uniform/base/enum_names.hpp>

namespace uniform {

namespace {

// 3.4.9: the beginning and the end of form data.
constexpr std::string_view form_begin = "+\t1\r\n+-1\r\n";
constexpr std::string_view form_end = ".\r\n";

constexpr std::string_view separators{" \t\r\n"};
constexpr std::string_view line_ends{"\r\n"};

bool is_word(std::string_view s) noexcept {
    return !s.empty() && s.find_first_of(separators) == std::string_view::npos;
}

std::optional<std::vector<std::string>> read_words(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        if (!is_word(word)) return std::nullopt;
        words.emplace_back(word);
        text.remove_prefix(word.size());
        if (text == " ") return std::nullopt;
        if (!text.empty()) text.remove_prefix(1);
    }
    return words;
}

// The lines between the beginning and the end of form data; std::nullopt if it is not form data.
std::optional<std::vector<std::string>> read_answers(std::string_view text) {
    if (!text.starts_with(form_begin)) return std::nullopt;
    text.remove_prefix(form_begin.size());
    std::vector<std::string> answers;
    while (text != form_end) {
        const auto end = text.find(line_ends);
        if (end == std::string_view::npos) return std::nullopt;
        std::string_view line = text.substr(0, end);
        // Another kind of line end, or a missing end: the rest is not form data.
        if (line == "." || line.find_first_of(line_ends) != std::string_view::npos) return std::nullopt;
        if (line.starts_with("..")) line.remove_prefix(1);
        answers.emplace_back(line);
        text.remove_prefix(end + line_ends.size());
    }
    return answers;
}

} // namespace

std::string_view to_string(gopher_plus::kind k) noexcept {
    static constexpr auto names = enum_table<gopher_plus::kind>({{gopher_plus::kind::view, "view"},
                                                                 {gopher_plus::kind::form, "form"},
                                                                 {gopher_plus::kind::attributes, "attributes"},
                                                                 {gopher_plus::kind::form_response, "form-response"},
                                                                 {gopher_plus::kind::unknown, "unknown"}});
    return names.name(k);
}

gopher_plus read_gopher_plus(std::string_view decoded) {
    using enum gopher_plus::kind;
    gopher_plus found;
    if (decoded == "?") { // 3.4.4
        found.what = form;
    } else if (decoded.starts_with('!') || decoded.starts_with('$')) { // 3.4.6, 3.4.7
        if (auto names = read_words(decoded.substr(1))) {
            found.what = attributes;
            found.of = decoded[0] == '!' ? gopher_plus::scope::item : gopher_plus::scope::directory;
            found.names = std::move(*names);
        }
    } else if (auto answers = read_answers(decoded)) { // 3.4.9
        found.what = form_response;
        found.answers = std::move(*answers);
    } else if (decoded.starts_with('+')) { // 3.4.4, 3.4.8
        const auto words = read_words(decoded.substr(1));
        if (words && words->size() <= 2) {
            found.what = view;
            if (!words->empty()) found.view = words->front();
            if (words->size() == 2) found.language = words->back();
        }
    }
    return found;
}

std::expected<std::string, error> write_gopher_plus(const gopher_plus &g) {
    using enum gopher_plus::kind;
    const auto wrong = [](error_code code) {
        return std::unexpected{error{0, code, rule::gopher_plus_string, edition::url_06}};
    };
    std::string text;
    switch (g.what) {
    case form:
        return "?";
    case attributes:
        text += g.of == gopher_plus::scope::item ? '!' : '$';
        for (const std::string &name : g.names) {
            if (!is_word(name)) return wrong(error_code::invalid_character);
            if (text.size() > 1) text += ' ';
            text += name;
        }
        return text;
    case view:
        text += '+';
        if (g.view) {
            if (!is_word(*g.view)) return wrong(error_code::invalid_character);
            text += *g.view;
        }
        if (g.language) {
            if (!g.view) return wrong(error_code::missing_part);
            if (!is_word(*g.language)) return wrong(error_code::invalid_character);
            text += ' ' + *g.language;
        }
        return text;
    case form_response:
        text += form_begin;
        for (const std::string &answer : g.answers) {
            if (answer.find_first_of(line_ends) != std::string::npos) return wrong(error_code::invalid_character);
            if (answer.starts_with('.')) text += '.';
            text += answer;
            text += line_ends;
        }
        return text += form_end;
    case unknown:
        break;
    }
    return wrong(error_code::invalid_character);
}

} // namespace uniform
