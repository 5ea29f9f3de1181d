// Requests to register a scheme, as a whole: the template of RFC 7595 7.4, and section 4 of draft-ietf-uri-url-06.
//
//     const auto request = uniform::read_scheme_request(text);
//     for (const auto &f : uniform::check_scheme_request(request)) std::cout << f.line << ": " << f.says << '\n';
//
//     // 3: Status is one of Permanent, Provisional and Historical
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/uri/scheme.hpp>

namespace uniform UNIFORM_API {

/// The fields of a request. Those from `syntax` on were in the template of RFC 4395 and belong in the specification of
/// the scheme since RFC 7595; a request may still have them.
enum class scheme_field : std::uint8_t {
    scheme_name,
    status,
    applications,
    contact,
    change_controller,
    references,
    syntax,
    semantics,
    encoding,
    interoperability,
    security,
};
inline constexpr std::size_t scheme_field_count = 11; ///< the number of fields
/// The number of fields that RFC 7595 7.4 requires: "fields that MUST be supplied".
inline constexpr std::size_t required_scheme_fields = 6;

/// "Scheme name", "Applications/protocols that use this scheme name", ..., as in the template.
[[nodiscard]] std::string_view to_string(scheme_field f) noexcept;

/// A field of a request.
struct scheme_request_field {
    scheme_field what{};
    std::string text{};     ///< without the label, and without white space around it and around each of its lines
    std::uint32_t line = 0; ///< of the label, from 1
};

/// The fields of a request that a text has.
struct scheme_request {
    std::vector<scheme_request_field> fields{}; ///< in the order of the text; one may occur twice
    std::optional<std::uint32_t> stray{};       ///< the first line that has text before any field

    /// The first field of that kind; nullptr if there is none.
    [[nodiscard]] const scheme_request_field *find(scheme_field f) const & noexcept UNIFORM_LIFETIMEBOUND;
    const scheme_request_field *find(scheme_field f) const && = delete;
};

/// Reads a request: a field begins with its label and ":" at the beginning of a line, in any case, and ends before the
/// next one. The labels are those of RFC 7595 7.4 and RFC 4395 5.4, also with "URI" before "scheme". Never fails;
/// linear.
[[nodiscard]] scheme_request read_scheme_request(std::string_view text);

/// The severity of a finding.
enum class scheme_severity : std::uint8_t {
    error,   ///< IANA would reject the request, or a rule forbids it
    warning, ///< a rule with SHOULD, or one whose fulfilment the request does not show
};

/// One finding about a request.
struct scheme_finding {
    scheme_severity severity{};
    std::optional<scheme_field> field{};
    std::uint32_t line = 0; ///< from 1; 0: of the whole request
    std::string says{};     ///< a sentence
    std::string_view document{};
    std::string_view section{};
};

/// Checks a request for completeness (RFC 7595 7.2, step 1 of IANA's: "if required sections [...] are missing or any
/// citations are not correct, IANA will reject") and by what each field requires; the name as classify_scheme_name()
/// does. Whether the scheme is useful, people decide. In the order of the text; linear.
[[nodiscard]] std::vector<scheme_finding>
check_scheme_request(const scheme_request &r, const scheme_registry &registry = scheme_registry::standard());

/// An empty request: the labels of RFC 7595 7.4, each with what belongs there in brackets, which check_scheme_request()
/// takes for no answer.
[[nodiscard]] std::string empty_scheme_request();

} // namespace uniform
