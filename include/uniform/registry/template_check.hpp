// Checks a registration template by the rules of its document: RFC 8141 5.1, 5.2, 6.2, 6.4 and Appendix A, and
// the same sections of the drafts.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/registry/template.hpp>

namespace uniform UNIFORM_API {
namespace registry {

/// error: the template cannot be registered in this form. warning: a rule seems not to be met, or a reader may be
/// misled. note: something that the documents require was not found; a person must decide.
enum class severity : std::uint8_t { error, warning, note };
/// Their names.
inline constexpr auto severity_names =
    enum_table<severity>({{severity::error, "error"}, {severity::warning, "warning"}, {severity::note, "note"}});
/// The name of a severity; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(severity s) noexcept { return severity_names.name(s); }

/// The kind of a finding.
enum class finding_code : std::uint8_t {
    missing_field,
    empty_field,
    not_filled_in, ///< guidance of new_template, or the appendix's own instruction, is still there
    unknown_field, ///< not a field of this edition's template
    repeated_field,
    wrong_order,
    other_name,   ///< the name that another edition gives the field
    text_outside, ///< text before the first field or after the last
    invalid_nid,
    unavailable_nid,      ///< reserved, or registered already
    ambiguous_nid,        ///< 5.1: may be a source of conflict
    unknown_registration, ///< a revision of an unknown registration
    invalid_version,
    invalid_date,
    no_contact,
    components_not_described,
    equivalence_not_described,
    uniqueness_not_described,
    privacy_not_described,
    resolution_not_specified,
    resolution_services_not_described,
    no_documentation,
    no_revision_information,
    unexpected_revision_information,
    not_checked,      ///< the field points to another document
    version_not_next, ///< between versions
    date_goes_back,
    other_nid,
    nothing_changed,
    edition_recognized, ///< the labels determined the edition
    label_not_seen,     ///< a line looks like the label of a field that is missing
    body_not_named,     ///< 6.3: the registrant is not the body of the fast track, nor authorized by it
    grammar_not_usable, ///< the ABNF of "Syntax" is none, or becomes no pattern
    example_not_valid,  ///< a name in the template does not match its own syntax
    date_in_future,     ///< a date that has begun nowhere on Earth
    no_contact_person,  ///< the registrant has an address, but no contact person is named
};
/// A stable identifier for programs ("missing_field").
[[nodiscard]] std::string_view to_string(finding_code c) noexcept;

/// The key word of RFC 2119 in the rule; none if it has none.
enum class requirement : std::uint8_t { none, must, should };
/// "", "MUST", "SHOULD".
[[nodiscard]] std::string_view to_string(requirement r) noexcept;

/// One finding in a template: what, where, and whose rule.
struct finding {
    severity level = severity::error;
    finding_code code = finding_code::missing_field;
    std::optional<field> about{};
    position at{};          ///< in the text form
    std::string pointer{};  ///< JSON Pointer, in the JSON form
    std::string message{};  ///< one sentence for a person
    std::string document{}; ///< "RFC 8141"; empty for a rule of this library
    std::string section{};  ///< "6.4.6"
    requirement word = requirement::none;
};

/// "RFC 8141 section 6.4.6, MUST"; "" for a rule of this library.
[[nodiscard]] std::string citation(const finding &f);

/// Options of checking a template.
struct check_options {
    /// Whether a NID is registered already. Without it, namespace_registry::standard() is asked.
    std::function<bool(std::string_view)> registered{};
    /// The last day, as YYYY-MM-DD, on which registration may have been requested. Empty: the day that it is now where
    /// it is latest, at UTC+14.
    std::string latest_date{};
};

/// Checks all rules of the edition's document, in the order of the text. A check that only searches for words states
/// that in its message ("no sentence found that ...") and is never an error. Linear; at most some hundreds of findings
/// a field.
[[nodiscard]] std::vector<finding> check_template(const namespace_template &t, const check_options &options = {});

/// Why the document was read as one of its edition, if its labels determined it; "" otherwise.
[[nodiscard]] std::string why_edition(const namespace_template &t);

/// Whether one of them is an error.
[[nodiscard]] bool has_errors(const std::vector<finding> &findings) noexcept;

} // namespace registry
} // namespace uniform
