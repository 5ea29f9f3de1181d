// The registration template of a URN namespace as a document: RFC 8141 Appendix A and 6.4, draft -16 Appendix A
// and 6.4, draft -14 Appendix A and 7.4. Reading, writing and starting one; checking is template_check.hpp.
//
//     Namespace Identifier:  example2
//
//     Version:  1
//
//     Registrant:
//        Name: Example Organization
//        Email: urn@example.com
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/json/value.hpp>
#include <uniform/syntax/edition.hpp>

namespace uniform UNIFORM_API {
namespace registry {

/// The fields of the template, in the order of RFC 8141 Appendix A.
enum class field : std::uint8_t {
    namespace_identifier, ///< "Namespace ID" in the drafts
    version,
    date,
    registrant,
    purpose,
    syntax,
    assignment,
    security_and_privacy,
    interoperability,
    resolution,
    documentation,
    additional_information, ///< not in -14
    revision_information,
};

/// The field as a key of the JSON form: "security_and_privacy".
[[nodiscard]] std::string_view to_string(field f) noexcept;

/// When a template has a field.
enum class presence : std::uint8_t { always, optional, revisions };

/// One field of an edition's template.
struct field_rule {
    field id;
    std::string_view name;    ///< as the appendix prints it
    presence when;            ///< optional: 6.4.7 of RFC 8141; revisions: from version 2 on (6.2)
    std::string_view section; ///< the section that describes the field: "6.4.1", "Appendix A"
    bool may_end = false;     ///< -16 prints "Additional Information" twice, the second time as the last field
};

/// The fields of that edition's template, in their order. Empty where the document has no template (RFC 2141 and the
/// documents of the generic syntax).
[[nodiscard]] std::span<const field_rule> template_fields(edition e) noexcept;

/// The rule of one field; nullptr if that edition's template does not have it.
[[nodiscard]] const field_rule *find_rule(edition e, field f) noexcept;

/// The field of that name, in upper or lower case and with "_" for a space, by the names of all editions.
[[nodiscard]] std::optional<field> field_from_name(std::string_view name) noexcept;

/// A position in the text form, counted from 1, columns in bytes; 0 and 0 if there is none.
struct position {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    friend auto operator<=>(const position &, const position &) = default;
};

/// The position of a byte of a text; linear. `position_of("a\nbc", 3)` is line 2, column 2.
[[nodiscard]] position position_of(std::string_view text, std::size_t offset);

/// A field of a document. Its text is in normal form (see normal_text).
struct entry {
    std::optional<field> id{}; ///< std::nullopt: no edition's template has such a field
    std::string name{};        ///< as written
    std::string text{};
    position at{};                    ///< of the name
    std::vector<position> lines_at{}; ///< of each line of the text; empty for what was not read from the text form

    /// The position of that byte of the text; that of the name if the lines are unknown.
    [[nodiscard]] position place(std::size_t offset) const noexcept;

    /// Same field and same text, regardless of position.
    friend bool operator==(const entry &a, const entry &b) noexcept {
        return a.id == b.id && (a.id || a.name == b.name) && a.text == b.text;
    }
};

/// The form that a document was read from.
enum class form : std::uint8_t { text, json };

/// The source of a document's edition.
enum class edition_source : std::uint8_t {
    given,   ///< requested, or named by the JSON form, or the default without contradiction
    labels,  ///< only that edition has these labels
    guessed, ///< the labels are those of more than one draft
};

/// A registration template, valid or not: fields in their order, including repeated and unknown ones.
struct namespace_template {
    uniform::edition edition = uniform::edition::rfc8141;
    std::vector<entry> entries{};
    form read_from = form::text;
    edition_source edition_from = edition_source::given;
    position before{}; ///< the first text before the template, which is not part of it
    position after{};  ///< the first text after it

    /// The first entry of that field; nullptr if there is none.
    [[nodiscard]] const entry *find(field f) const & noexcept UNIFORM_LIFETIMEBOUND;
    const entry *find(field f) const && = delete;
    /// Sets the text of the first entry of that field, in normal form; a new entry goes to its place in the edition's
    /// order.
    void set(field f, std::string_view text);

    friend bool operator==(const namespace_template &a, const namespace_template &b) noexcept {
        return a.edition == b.edition && a.entries == b.entries;
    }
};

/// The NID: the first line of its field, as written; empty if the field is missing.
[[nodiscard]] std::string_view nid_of(const namespace_template &t UNIFORM_LIFETIMEBOUND) noexcept;

/// Why there is no document.
struct template_error {
    enum class what : std::uint8_t {
        too_large,         ///< more bytes, lines or fields than the limits permit
        not_utf8,          ///< a byte that is not UTF-8
        no_template,       ///< no field of the template
        no_such_edition,   ///< the edition has no template
        invalid_json,      ///< not JSON (RFC 8259)
        invalid_shape,     ///< JSON, but not of the documented shape
        control_character, ///< a control character such as NUL or ESC
        other_edition,     ///< the JSON form names another edition than the requested one
    };
    what code = what::no_template;
    position at{};
    std::string pointer{};               ///< JSON Pointer (RFC 6901) of the invalid value
    std::string message{};               ///< one sentence for a person
    std::optional<std::size_t> offset{}; ///< of that value, or of what is not JSON, in its text
};

/// A stable identifier for programs ("too_large").
[[nodiscard]] std::string_view to_string(template_error::what w) noexcept;

/// Options of reading a template.
struct read_options {
    /// Without it, the edition that the JSON form names. The text form names none; there the labels decide: "Namespace
    /// ID" is the drafts' name of the first field, and "Additional Information" is not a field of -14. Without that
    /// field, -14 and -16 cannot be distinguished, and -14 is used. All else is RFC 8141.
    std::optional<uniform::edition> edition{};
    std::size_t max_size = std::size_t{1} << 20; ///< bytes
    std::size_t max_lines = 50000;               ///< of the text form
    std::size_t max_fields = 1000;
    /// Whether texts may have U+202A to U+202E and U+2066 to U+2069, which change the direction of the text after
    /// them, and characters that are not shown (Default_Ignorable_Code_Point of UAX 44), but joiners, selectors of
    /// variants and marks of direction where scripts and emoji need them. If not, they are refused as control
    /// characters are.
    bool misleading_characters = true;
};

/// Reads the text form: labels at one indentation, their text on the same line and on lines that are indented further.
/// Tolerates labels in any case, CRLF, a byte order mark, page breaks of RFC text, and a template indented as a whole
/// with other text around it, as in an Internet-Draft. The text of a field keeps its paragraphs, lists and line ends.
/// Errors: too_large, not_utf8, control_character, no_template, no_such_edition. Cost: linear.
[[nodiscard]] std::expected<namespace_template, template_error> read_template(std::string_view text,
                                                                              const read_options &options = {});

/// Reads the JSON form (docs/reference/namespace-template.schema.json). Errors: too_large, invalid_json (with its
/// place), invalid_shape and control_character (with a pointer), no_template, no_such_edition, other_edition.
[[nodiscard]] std::expected<namespace_template, template_error> read_template_json(std::string_view json,
                                                                                   const read_options &options = {});

/// Reads the JSON form from a value, for example a member of another document. The offsets of errors are those of its
/// text. Errors: the same, except invalid_json.
[[nodiscard]] std::expected<namespace_template, template_error> read_template_json(const json::value &document,
                                                                                   const read_options &options = {});

/// Reads either form: JSON if the first character is "{".
[[nodiscard]] std::expected<namespace_template, template_error> read_any_template(std::string_view text,
                                                                                  const read_options &options = {});

/// The text form. Reading it returns an equal document, if it has a namespace identifier and its first field is
/// one of the template.
[[nodiscard]] std::string write_template(const namespace_template &t);

/// The JSON form, in the order of the fields; repeated and unknown fields are in "other", at the end.
[[nodiscard]] std::string write_template_json(const namespace_template &t);

/// The text of a field as documents hold it: lines end with LF, without spaces at their ends, without empty lines
/// around the whole, tabs before a line's first character expanded, and the indentation that all lines have in common
/// removed.
[[nodiscard]] std::string normal_text(std::string_view text);

/// The contents of a new template.
struct new_template_options {
    std::string date{};                 ///< YYYY-MM-DD; guidance if it is empty
    std::uint32_t version = 1;          ///< from 2 on, the template has "Revision Information"
    bool additional_information = true; ///< also that optional field
};

/// A template to start from: every field with guidance in brackets, "[Fill in: ...]", which the check reports until it
/// is replaced. An empty NID leaves guidance. Empty for editions without a template.
[[nodiscard]] namespace_template new_template(std::string_view nid, edition e = edition::rfc8141,
                                              const new_template_options &options = {});

/// The template of the next version: the next number, guidance in place of the date and of the differences, and all
/// other fields. std::nullopt if the version is not a number from 1, or the last of 64 bits.
[[nodiscard]] std::optional<namespace_template> new_revision(const namespace_template &t);

} // namespace registry
} // namespace uniform
