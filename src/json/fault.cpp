#include "json/fault.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <uniform/base/ascii.hpp>

#include <uniform/base/utf8.hpp>

namespace uniform::json::detail {

namespace {

constexpr std::string_view ends_early = "the text ends here, in the middle of JSON";

// A position in the text.
class cursor {
public:
    cursor(std::string_view text, std::size_t at) noexcept : text_{text}, at_{at} {}

    [[nodiscard]] std::size_t at() const noexcept { return at_; }
    [[nodiscard]] bool at_end() const noexcept { return at_ >= text_.size(); }
    [[nodiscard]] char next() const noexcept { return text_[at_]; }
    [[nodiscard]] std::string_view rest() const noexcept { return text_.substr(at_); }
    void skip_space() noexcept {
        while (!at_end() && is_space(next())) ++at_;
    }
    [[nodiscard]] bool take(char c) noexcept {
        if (at_end() || next() != c) return false;
        ++at_;
        return true;
    }
    // The number of digits that were there.
    std::size_t take_digits() noexcept {
        const std::size_t begin = at_;
        while (!at_end() && ascii::is_digit(next())) ++at_;
        return at_ - begin;
    }
    void move(std::size_t n) noexcept { at_ = std::min(at_ + n, text_.size()); }
    [[nodiscard]] std::string_view word() const noexcept {
        std::size_t n = 0;
        while (at_ + n < text_.size() && ascii::is_alpha(text_[at_ + n])) ++n;
        return text_.substr(at_, n);
    }

private:
    std::string_view text_;
    std::size_t at_;
};

// RFC 8259 section 6: "Numeric values that cannot be represented in the grammar ... are not permitted."
bool is_no_number(std::string_view word) noexcept {
    constexpr std::array<std::string_view, 6> words{"NaN", "nan", "Infinity", "infinity", "Inf", "inf"};
    return std::ranges::find(words, word) != words.end();
}

constexpr std::array<std::string_view, 3> literals{"true", "false", "null"};
constexpr std::string_view literal_names = "the literal names are true, false and null";

bool is_literal_start(std::string_view word) noexcept {
    return std::ranges::any_of(literals, [&](std::string_view l) { return l.starts_with(word); });
}

// Literals of other languages, and words that break off.
bool is_nearly_literal(std::string_view word) noexcept {
    const auto same_letter = [](char a, char b) { return a == static_cast<char>(b | 0x20); };
    const auto begins = [&](std::string_view l) {
        return word.size() <= l.size() && std::ranges::equal(l.substr(0, word.size()), word, same_letter);
    };
    return !word.empty() && (word == "None" || word == "undefined" || std::ranges::any_of(literals, begins));
}

fault at(const cursor &in, std::uint8_t section, std::string_view message, subject about) noexcept {
    return {.message = message, .offset = in.at(), .section = section, .about = about};
}
fault no_number(const cursor &in) noexcept {
    return at(in, 6, "JSON has no number NaN and no infinite number", subject::next);
}

// RFC 8259 section 7: 4HEXDIG
std::optional<unsigned> take_hexadecimal(cursor &in) noexcept {
    unsigned value = 0;
    for (int i = 0; i < 4; ++i) {
        if (in.at_end()) return std::nullopt;
        const char c = in.next();
        if (!ascii::is_hexdig(c)) return std::nullopt;
        value = value * 16 + ascii::hex_value(c);
        in.move(1);
    }
    return value;
}

// After the backslash.
std::optional<fault> fault_of_escape(cursor &in, subject about) noexcept {
    const std::size_t backslash = in.at() - 1;
    if (in.at_end()) return std::nullopt;
    if (!in.take('u')) {
        if (!std::string_view{"\"\\/bfnrt"}.contains(in.next())) {
            return at(in, 7, "this is not an escape sequence of JSON", about);
        }
        in.move(1);
        return std::nullopt;
    }
    const std::string_view digits = "four hexadecimal digits must follow \\u";
    const auto first = take_hexadecimal(in);
    if (!first) return in.at_end() ? std::nullopt : std::optional{at(in, 7, digits, about)};
    if (*first < 0xD800 || *first > 0xDFFF) return std::nullopt;
    const fault lone{.message = "a surrogate must be one of a pair: \\uD800 to \\uDBFF, then \\uDC00 to \\uDFFF",
                     .offset = backslash,
                     .section = 7,
                     .about = about};
    if (*first > 0xDBFF) return lone;
    if (in.at_end()) return std::nullopt;
    if (!in.rest().starts_with("\\u")) return in.rest() == "\\" ? std::nullopt : std::optional{lone};
    in.move(2);
    const auto second = take_hexadecimal(in);
    if (!second) return in.at_end() ? std::nullopt : std::optional{at(in, 7, digits, about)};
    return *second < 0xDC00 || *second > 0xDFFF ? std::optional{lone} : std::nullopt;
}

// After the quotation mark; nullopt: the string is closed.
std::optional<fault> fault_of_string(cursor &in, subject about) noexcept {
    while (!in.at_end()) {
        const auto c = static_cast<unsigned char>(in.next());
        if (c < 0x20) {
            return at(in, 7, "a control character in a string must be escaped: write \\n, \\t or \\u0000", about);
        }
        if (c >= 0x80) {
            const base::utf8_sequence s = base::utf8_sequence_at(in.rest());
            if (!s.valid) return at(in, 8, "this byte is not UTF-8", about);
            in.move(s.size);
            continue;
        }
        in.move(1);
        if (c == '"') return std::nullopt;
        if (c != '\\') continue;
        if (auto wrong = fault_of_escape(in, about)) return wrong;
    }
    return at(in, 7, "the text ends within a string: a closing quotation mark is missing", about);
}

// RFC 8259 section 6: the text is no number from `begin` on, or none is there.
fault fault_of_number(cursor in) noexcept {
    const bool negative = in.take('-');
    if (negative && is_no_number(in.word())) return no_number(in);
    constexpr std::string_view digit = "a digit is missing in this number";
    if (in.take('0')) {
        if (!in.at_end() && ascii::is_digit(in.next()))
            return at(in, 6, "a number must not have leading zeros", subject::next);
    } else if (in.take_digits() == 0) {
        return at(in, 6, digit, subject::next);
    }
    if (in.take('.') && in.take_digits() == 0) return at(in, 6, digit, subject::next);
    if (in.take('e') || in.take('E')) {
        (void)(in.take('+') || in.take('-'));
        if (in.take_digits() == 0) return at(in, 6, digit, subject::next);
    }
    return at(in, 6, "this is not a number of JSON", subject::next);
}

// RFC 8259 section 3: a value is expected here. `section` is that of the production that expects it.
fault fault_of_value(cursor in, std::uint8_t section) noexcept {
    constexpr subject about = subject::next;
    if (in.at_end()) return at(in, section, ends_early, about);
    const char c = in.next();
    if (c == '"') {
        in.move(1);
        return fault_of_string(in, about).value_or(at(in, section, ends_early, about));
    }
    if (c == '-' || ascii::is_digit(c)) return fault_of_number(in);
    if (c == ',' || c == ':' || c == ']' || c == '}') return at(in, section, "a value is missing here", about);
    if (static_cast<unsigned char>(c) >= 0x80 && !base::utf8_sequence_at(in.rest()).valid) {
        return at(in, 8, "this byte is not UTF-8", about);
    }
    const std::string_view word = in.word();
    if (is_no_number(word)) return no_number(in);
    if (c == '+' || c == '.') return at(in, 6, "a number begins with a digit or \"-\"", about);
    if (is_nearly_literal(word)) {
        const bool cut = word.size() == in.rest().size() && is_literal_start(word);
        if (cut) in.move(word.size());
        return at(in, 3, cut ? ends_early : literal_names, about);
    }
    return at(in, 3, "this is not a value of JSON: strings stand between quotation marks", about);
}

// RFC 8259 section 4: the name of a member is expected here.
fault fault_of_name(cursor in) noexcept {
    if (in.at_end()) return at(in, 4, ends_early, subject::container);
    if (in.take('"')) {
        return fault_of_string(in, subject::container).value_or(at(in, 4, ends_early, subject::container));
    }
    return at(in, 4, "the name of a member is missing here, between quotation marks", subject::container);
}

} // namespace

std::size_t end_of_number(std::string_view text, std::size_t begin) noexcept {
    cursor in{text, begin};
    (void)in.take('-');
    if (!in.take('0') && in.take_digits() == 0) return begin;
    std::size_t end = in.at();
    if (in.take('.')) {
        if (in.take_digits() == 0) return end;
        end = in.at();
    }
    if (in.take('e') || in.take('E')) {
        (void)(in.take('+') || in.take('-'));
        if (in.take_digits() != 0) end = in.at();
    }
    return end;
}

fault find_fault(std::string_view text, std::size_t begin, context before) noexcept {
    using enum context;
    cursor in{text, begin};
    // "01" is read as the number 0 and something behind it.
    const bool in_number = begin > 0 && !in.at_end() && ascii::is_digit(text[begin - 1]) && ascii::is_digit(in.next());
    if (in_number && (before == element || before == member || before == complete)) {
        return at(in, 6, "a number must not have leading zeros", subject::last);
    }
    const bool in_word = begin > 0 && !in.at_end() && ascii::is_alpha(text[begin - 1]) && ascii::is_alpha(in.next());
    if (in_word && (before == element || before == member || before == complete)) {
        return at(in, 3, literal_names, subject::last);
    }
    in.skip_space();
    switch (before) {
    case nothing:
        if (in.at_end()) return at(in, 2, "the text is empty", subject::container);
        return fault_of_value(in, 2);
    case complete:
        return at(in, 2, "something follows the end of the value", subject::container);
    case array_start:
        return fault_of_value(in, 5);
    case object_start:
        return fault_of_name(in);
    case name:
        if (!in.at_end() && !in.take(':')) {
            return at(in, 4, "a colon is missing between the name and its value", subject::next);
        }
        in.skip_space();
        return fault_of_value(in, 4);
    case element:
    case member: {
        const bool is_array = before == element;
        const std::uint8_t section = is_array ? 5 : 4;
        if (in.at_end()) return at(in, section, ends_early, subject::container);
        if (!in.take(',')) {
            return at(in, section,
                      is_array ? "a comma is missing before the next element, or the end of the array"
                               : "a comma is missing before the next member, or the end of the object",
                      subject::container);
        }
        in.skip_space();
        if (!in.at_end() && in.next() == (is_array ? ']' : '}')) {
            return at(in, section, "there must be no comma before the end",
                      is_array ? subject::next : subject::container);
        }
        return is_array ? fault_of_value(in, section) : fault_of_name(in);
    }
    }
    return at(in, 2, "this is not JSON", subject::container);
}

} // namespace uniform::json::detail
