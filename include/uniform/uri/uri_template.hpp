// URI templates (RFC 6570), all four levels: expanding, and finding the values again in a URI.
//
//     const auto t = uri_template::parse("https://archive.example{/nss}{?format}");
//     t->expand({{"nss", "a/7"}})                        -> "https://archive.example/a%2F7"
//     t->match("https://archive.example/a%2F7")->value("nss")       -> "a/7"
//     uri_template::parse("{a").error().message          -> "\"}\" is missing", with its offset and production
//
// A text of a value is UTF-8. Nothing here needs more than the standard library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace uniform {

/// RFC 6570 2.3: a list of values; undefined if it has none.
using template_list = std::vector<std::string>;
/// RFC 6570 2.3: an associative array of names and values, in this order; undefined if it has none.
using template_pairs = std::vector<std::pair<std::string, std::string>>;
/// The value of a variable.
using template_value = std::variant<std::string, template_list, template_pairs>;
/// Variables by name. One that is not among them is undefined.
using template_variables = std::map<std::string, template_value, std::less<>>;

/// Why a text is no template, an expansion impossible, or a URI no expansion.
struct template_error {
    std::size_t offset = 0;        ///< in the template; of match() in the URI
    std::string_view production{}; ///< of RFC 6570 section 2: "varname", "max-length"; empty for a limit
    std::string_view message{};    ///< a sentence for a person; lasts for ever
    std::string_view section{};    ///< of RFC 6570: "2.4.1"; empty for a limit
    bool operator==(const template_error &) const = default;
};

/// The values that expand to a URI.
struct template_match {
    /// In the order of the template. A variable that is not among them is undefined, or empty where that makes no
    /// difference.
    std::vector<std::pair<std::string, template_value>> values{};
    /// Whether other values expand to the same URI: those of {a}{b} share their characters in many ways. Then earlier
    /// expressions have as many characters as possible, and earlier variables are defined.
    bool ambiguous = false;

    /// The string of that variable; nullptr if there is none, or it is no string.
    [[nodiscard]] const std::string *value(std::string_view name) const noexcept;
};

/// A template that was read.
class uri_template {
public:
    static constexpr std::size_t longest_template = std::size_t{1} << 16; ///< bytes
    static constexpr std::size_t longest_result = std::size_t{1} << 20;   ///< bytes, unless the caller says so
    static constexpr std::size_t longest_matched = std::size_t{1} << 13;  ///< bytes

    /// What RFC 6570 1.2 calls the levels.
    enum class level : std::uint8_t { one = 1, two, three, four };

    /// RFC 6570 2: URI-Template = *( literals / expression ). Errors: the first character that the grammar does not
    /// have there; an operator that is reserved (2.2). Linear.
    [[nodiscard]] static std::expected<uri_template, template_error> parse(std::string_view text);

    /// The variables, each once, in the order of the template.
    [[nodiscard]] std::vector<std::string_view> variables() const;
    /// The lowest level that has all expressions of the template (1.2).
    [[nodiscard]] level needs() const noexcept;
    /// As it was read.
    [[nodiscard]] const std::string &text() const noexcept { return text_; }

    /// RFC 6570 3: the URI reference. Octets that are not allowed are percent-encoded, also those of a value that is
    /// not UTF-8. Errors: a prefix modifier on a list or pairs (2.4.1); a result longer than `limit`. Linear in the
    /// result. Example: "{/list*}" with ("red", "blue") is "/red/blue".
    [[nodiscard]] std::expected<std::string, template_error> expand(const template_variables &variables,
                                                                    std::size_t limit = longest_result) const;

    /// Gives the value of a variable; nullptr if it is undefined. It must stay the same during an expansion.
    using lookup = std::function<const template_value *(std::string_view name)>;
    /// The same, with values from a function.
    [[nodiscard]] std::expected<std::string, template_error> expand(const lookup &variables,
                                                                    std::size_t limit = longest_result) const;

    /// The values with which the template expands to that URI reference, up to the case and the choice of
    /// percent-encoding. A variable with a prefix modifier has the characters that are there (2.4.1); one that occurs
    /// again must have the same value. Errors: the offset of the first byte with which no expansion goes on; a text
    /// that is too long, or has too many readings. At most quadratic in the length of the text.
    [[nodiscard]] std::expected<template_match, template_error> match(std::string_view uri) const;

private:
    struct specification {
        std::string name{};
        std::uint32_t prefix = 0; // 0: none
        bool explode = false;
        std::size_t offset = 0;
    };
    struct part {
        std::string literal{}; // percent-encoded
        char op = '\0';        // of an expression; '\0': none, a literal is then not empty
        bool is_expression = false;
        std::vector<specification> specifications{};
    };
    class reader;
    class expander;
    class matcher;

    std::string text_;
    std::vector<part> parts_;
};

} // namespace uniform
