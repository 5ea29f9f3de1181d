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

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {

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
    bool is_limit = false;         ///< a limit of match(); the offset then says nothing
    bool operator==(const template_error &) const = default;
};

/// The values that expand to a URI.
struct template_match {
    /// In the order of the template. A variable that is not among them is undefined, or empty where that makes no
    /// difference. Of a variable of which the URI has only a prefix, that (2.4.1).
    std::vector<std::pair<std::string, template_value>> values{};
    /// Whether other values expand to the same URI: those of {a}{b} share their characters in many ways, {a} is "k,v"
    /// of a list and of an associative array, {a:2} is "ab" of all values that begin with it. Then earlier variables
    /// are defined and have as many characters as possible. Not counted are a list of one value for that value, an
    /// associative array of empty values for the list of its names, and an empty string for an undefined variable
    /// where that makes no difference. Also true if the limit of steps was reached before another one was found.
    bool ambiguous = false;

    /// The string of that variable; nullptr if there is none, or it is no string.
    [[nodiscard]] const std::string *value(std::string_view name) const & noexcept UNIFORM_LIFETIMEBOUND;
    const std::string *value(std::string_view name) const && = delete;
};

/// A template that was read.
class uri_template {
public:
    static constexpr std::size_t longest_template = std::size_t{1} << 16; ///< bytes
    static constexpr std::size_t longest_result = std::size_t{1} << 20;   ///< bytes, unless the caller says so
    static constexpr std::size_t longest_matched = std::size_t{1} << 13;  ///< bytes

    /// The levels of RFC 6570 1.2.
    enum class level : std::uint8_t { one = 1, two, three, four };

    /// RFC 6570 2: URI-Template = *( literals / expression ). Errors: the first character that the grammar does not
    /// have there; an operator that is reserved (2.2). Linear.
    [[nodiscard]] static std::expected<uri_template, template_error> parse(std::string_view text);

    /// The variables, each once, in the order of the template.
    [[nodiscard]] std::vector<std::string_view> variables() const &UNIFORM_LIFETIMEBOUND;
    std::vector<std::string_view> variables() const && = delete;
    /// The lowest level that has all expressions of the template (1.2).
    [[nodiscard]] level needs() const noexcept;
    /// As it was read.
    [[nodiscard]] const std::string &text() const & noexcept UNIFORM_LIFETIMEBOUND { return text_; }
    [[nodiscard]] std::string text() && noexcept { return std::move(text_); }

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

    /// The values with which the template expands to exactly that URI reference, byte for byte: "VAL%55E" is no
    /// expansion of {var}, since that of "VALUE" is VALUE (3.2.1). A variable that occurs again has the same value, or
    /// is undefined, everywhere. An associative array has no name twice. Errors: the offset that the search reached, if
    /// there are no such values; with `is_limit`, if that is not known: a text of more than `longest_matched` bytes
    /// (8192; a template has 65536), or a search of more than 4194304 steps, which is some tenths of a second.
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
