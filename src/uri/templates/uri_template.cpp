// Reading templates (RFC 6570 2) and expanding them (3, Appendix A).

#include <uniform/uri/uri_template.hpp>

#include <algorithm>
#include <optional>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>

#include "uri/templates/template_operators.hpp"

namespace uniform {

namespace {

bool is_triplet(std::string_view text, std::size_t at) noexcept {
    return at + 2 < text.size() && text[at] == '%' && ascii::is_hexdig(text[at + 1]) && ascii::is_hexdig(text[at + 2]);
}

constexpr bool is_continuation(char c) noexcept { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// The length of the character of UTF-8 at `at`: ucschar and iprivate (RFC 3987 2.2) are what is beyond US-ASCII but for
// C1 controls, surrogates and noncharacters. 0 if there is none.
std::size_t ucschar_at(std::string_view text, std::size_t at) noexcept {
    const auto first = static_cast<unsigned char>(text[at]);
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || at + length > text.size()) return 0;
    std::uint32_t value = first & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if (!is_continuation(text[at + i])) return 0;
        value = value << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
    }
    const bool shortest = length == 2 || (length == 3 ? value >= 0x800 : value >= 0x10000);
    if (!shortest || value > 0x10FFFF || value < 0xA0 || (value >= 0xD800 && value <= 0xDFFF)) return 0;
    if ((value >= 0xFDD0 && value <= 0xFDEF) || (value & 0xFFFE) == 0xFFFE || (value >= 0xFFF0 && value <= 0xFFFF))
        return 0;
    return (value >= 0xE0000 && value < 0xE1000) ? 0 : length;
}

} // namespace

// URI-Template = *( literals / expression )
class uri_template::reader {
public:
    explicit reader(std::string_view text) : text_{text} {}

    std::expected<std::vector<part>, template_error> read() {
        while (at_ < text_.size()) {
            if (!(text_[at_] == '{' ? expression() : literal())) return std::unexpected{error_};
        }
        return std::move(parts_);
    }

private:
    bool fail(std::size_t offset, std::string_view production, std::string_view message, std::string_view section) {
        error_ = {offset, production, message, section};
        return false;
    }
    [[nodiscard]] char peek() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }

    // 2.1: any Unicode character except: CTL, SP, DQUOTE, "%" (aside from pct-encoded), "<", ">", "\", "^", "`", "{",
    // "|", "}". The grammar lacks "'" as well, which the verified erratum 6937 gives back.
    bool literal() {
        constexpr char_set plain = detail::template_unreserved | detail::template_reserved;
        std::string out;
        while (at_ < text_.size() && text_[at_] != '{') {
            if (plain.contains(text_[at_])) {
                out += text_[at_++];
            } else if (is_triplet(text_, at_)) {
                out += text_.substr(at_, 3);
                at_ += 3;
            } else if (text_[at_] == '%') {
                return fail(at_, "pct-encoded", "\"%\" must be followed by two hexadecimal digits", "2.1");
            } else if (text_[at_] == '}') {
                return fail(at_, "literals", "\"}\" ends no expression", "2.1");
            } else {
                const std::size_t length = static_cast<unsigned char>(text_[at_]) < 0x80 ? 0 : ucschar_at(text_, at_);
                if (length == 0) return fail(at_, "literals", "this character is not allowed in a template", "2.1");
                for (const std::size_t end = at_ + length; at_ < end; ++at_)
                    base::append_percent_encoded(out, text_[at_]);
            }
        }
        parts_.push_back({.literal = std::move(out)});
        return true;
    }

    // expression = "{" [ operator ] variable-list "}"
    bool expression() {
        const std::size_t begin = at_++;
        part e{.is_expression = true};
        if (std::string_view{"+#./;?&"}.contains(peek()) && peek() != '\0') {
            e.op = text_[at_++];
        } else if (std::string_view{"=,!@|"}.contains(peek()) && peek() != '\0') {
            return fail(at_, "op-reserve", "this operator is reserved for future extensions", "2.2");
        }
        while (true) {
            if (!variable(e, begin)) return false;
            if (peek() != ',') break;
            ++at_;
        }
        if (at_ == text_.size()) return fail(begin, "expression", "\"}\" is missing", "2.2");
        if (peek() != '}') return fail(at_, "varspec", "this character is not allowed in an expression", "2.3");
        ++at_;
        parts_.push_back(std::move(e));
        return true;
    }

    // varspec = varname [ modifier-level4 ]; varname = varchar *( ["."] varchar )
    bool variable(part &e, std::size_t begin) {
        specification s{.offset = at_};
        bool dot = true; // none may stand here
        while (at_ < text_.size()) {
            if (ascii::is_alnum(peek()) || peek() == '_') {
                s.name += text_[at_++];
                dot = false;
            } else if (is_triplet(text_, at_)) {
                s.name += text_.substr(at_, 3);
                at_ += 3;
                dot = false;
            } else if (peek() == '%') {
                return fail(at_, "pct-encoded", "\"%\" must be followed by two hexadecimal digits", "2.3");
            } else if (peek() == '.' && !dot) {
                s.name += text_[at_++];
                dot = true;
            } else {
                break;
            }
        }
        if (at_ == text_.size()) return fail(begin, "expression", "\"}\" is missing", "2.2");
        if (dot) {
            const bool allowed = std::string_view{",}:*."}.contains(peek());
            return fail(at_, "varname",
                        allowed ? "the name of a variable is missing here"
                                : "this character is not allowed in the name of a variable",
                        "2.3");
        }
        if (peek() == '*') {
            s.explode = true;
            ++at_;
        } else if (peek() == ':' && !max_length(s)) {
            return false;
        }
        e.specifications.push_back(std::move(s));
        return true;
    }

    // max-length = %x31-39 0*3DIGIT
    bool max_length(specification &s) {
        const std::size_t begin = ++at_;
        while (ascii::is_digit(peek()) && at_ - begin < 5)
            s.prefix = s.prefix * 10 + static_cast<unsigned>(text_[at_++] - '0');
        if (at_ == begin || text_[begin] == '0' || at_ - begin > 4) {
            return fail(begin, "max-length", "a prefix has a length from 1 to 9999", "2.4.1");
        }
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<part> parts_;
    template_error error_;
};

std::expected<uri_template, template_error> uri_template::parse(std::string_view text) {
    if (text.size() > longest_template) {
        return std::unexpected{template_error{longest_template, {}, "the template is longer than 64 KiB", {}}};
    }
    auto parts = reader{text}.read();
    if (!parts) return std::unexpected{parts.error()};
    uri_template t;
    t.text_ = text;
    t.parts_ = *std::move(parts);
    return t;
}

std::vector<std::string_view> uri_template::variables() const & {
    std::vector<std::string_view> all;
    std::map<std::string_view, bool> seen;
    for (const part &p : parts_) {
        for (const specification &s : p.specifications) {
            if (seen.emplace(s.name, true).second) all.push_back(s.name);
        }
    }
    return all;
}

uri_template::level uri_template::needs() const noexcept {
    level needed = level::one;
    for (const part &p : parts_) {
        if (!p.is_expression) continue;
        if (p.op == '+' || p.op == '#') needed = std::max(needed, level::two);
        if (p.specifications.size() > 1 || std::string_view{"./;?&"}.contains(p.op)) {
            if (p.op != '\0' || p.specifications.size() > 1) needed = std::max(needed, level::three);
        }
        for (const specification &s : p.specifications) {
            if (s.prefix != 0 || s.explode) needed = level::four;
        }
    }
    return needed;
}

class uri_template::expander {
public:
    expander(const lookup &variables, std::size_t limit) : variables_{variables}, limit_{limit} {}

    std::expected<std::string, template_error> expand(const std::vector<part> &parts) {
        for (const part &p : parts) {
            if (!p.is_expression) {
                out_ += p.literal;
            } else {
                op_ = &detail::template_operator_of(p.op);
                any_ = false;
                for (const specification &s : p.specifications) {
                    if (!expand(s)) return std::unexpected{error_};
                }
            }
            if (out_.size() > limit_) return std::unexpected{too_long(p)};
        }
        return std::move(out_);
    }

private:
    [[nodiscard]] template_error too_long(const part &p) const {
        return too_long(p.is_expression ? p.specifications.front().offset : 0);
    }
    [[nodiscard]] template_error too_long(std::size_t offset) const {
        static_assert(longest_result == std::size_t{1} << 20);
        return {offset,
                {},
                limit_ == longest_result ? "the expansion is longer than 1 MiB"
                                         : "the expansion is longer than the limit",
                {}};
    }

    bool expand(const specification &s) {
        const template_value *const value = variables_(s.name);
        if (value == nullptr) return true;
        if (const auto *const text = std::get_if<std::string>(value)) {
            begin();
            append_name(s.name, text->empty());
            append(prefix_of(*text, s.prefix));
            return fits(s);
        }
        const auto *const list = std::get_if<template_list>(value);
        const auto *const pairs = std::get_if<template_pairs>(value);
        if (list != nullptr ? list->empty() : pairs->empty()) return true; // 2.3: undefined
        if (s.prefix != 0) {
            error_ = {s.offset, "prefix", "a prefix modifier is not applicable to a list or an associative array",
                      "2.4.1"};
            return false;
        }
        if (s.explode) return list != nullptr ? explode(s, *list) : explode(s, *pairs);
        begin();
        const bool is_empty = list != nullptr && list->size() == 1 && list->front().empty();
        append_name(s.name, is_empty);
        bool comma = false;
        const auto add = [&](const std::string &text) {
            if (comma) out_ += ',';
            comma = true;
            append(text);
            return fits(s);
        };
        if (list != nullptr) return std::ranges::all_of(*list, add);
        return std::ranges::all_of(*pairs, [&](const auto &pair) { return add(pair.first) && add(pair.second); });
    }

    bool explode(const specification &s, const template_list &list) {
        return std::ranges::all_of(list, [&](const std::string &text) {
            begin();
            append_name(s.name, text.empty());
            append(text);
            return fits(s);
        });
    }
    bool explode(const specification &s, const template_pairs &pairs) {
        return std::ranges::all_of(pairs, [&](const auto &pair) {
            begin();
            append(pair.first);
            // 3.2.1: ""name=value" or, if the value is the empty string and the expression type does not indicate
            // form-style parameters (i.e., not a "?" or "&" type), simply "name""; Appendix A is not normative.
            if (!pair.second.empty() || !op_->empty.empty()) out_ += '=';
            append(pair.second);
            return fits(s);
        });
    }

    bool fits(const specification &s) {
        if (out_.size() <= limit_) return true;
        error_ = too_long(s.offset);
        return false;
    }

    void begin() {
        if (any_) {
            out_ += op_->separator;
        } else {
            out_ += op_->first;
        }
        any_ = true;
    }
    void append_name(std::string_view name, bool value_is_empty) {
        if (!op_->named) return;
        out_ += name; // of characters that a literal has
        out_ += value_is_empty ? op_->empty : std::string_view{"="};
    }

    // 2.4.1: characters, not octets; a pct-encoded that is passed on is part of one.
    [[nodiscard]] std::string_view prefix_of(std::string_view text, std::uint32_t length) const {
        if (length == 0) return text;
        std::size_t at = 0;
        for (std::uint32_t n = 0; at < text.size();) {
            const bool triplet = op_->reserved && is_triplet(text, at);
            const char octet =
                triplet ? static_cast<char>(ascii::hex_value(text[at + 1]) * 16 + ascii::hex_value(text[at + 2]))
                        : text[at];
            if (!is_continuation(octet) && n++ == length) break;
            at += triplet ? 3 : 1;
        }
        return text.substr(0, at);
    }

    // 3.2.1
    void append(std::string_view text) {
        for (std::size_t at = 0; at < text.size() && out_.size() <= limit_; ++at) {
            const char c = text[at];
            if (detail::template_unreserved.contains(c) || (op_->reserved && detail::template_reserved.contains(c))) {
                out_ += c;
            } else if (op_->reserved && is_triplet(text, at)) {
                out_ += text.substr(at, 3);
                at += 2;
            } else {
                base::append_percent_encoded(out_, c);
            }
        }
    }

    const lookup &variables_;
    std::size_t limit_;
    const detail::template_operator *op_ = nullptr;
    bool any_ = false; // a variable of the expression is defined
    std::string out_;
    template_error error_;
};

std::expected<std::string, template_error> uri_template::expand(const lookup &variables, std::size_t limit) const {
    return expander{variables, limit}.expand(parts_);
}

std::expected<std::string, template_error> uri_template::expand(const template_variables &variables,
                                                                std::size_t limit) const {
    return expand(
        [&](std::string_view name) -> const template_value * {
            const auto known = variables.find(name);
            return known == variables.end() ? nullptr : &known->second;
        },
        limit);
}

} // namespace uniform
