// A finding of the linter: a risk, at one position of an identifier, by a section of a document.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/lint/check.hpp>
#include <uniform/uri/reference.hpp>

namespace uniform UNIFORM_API {

/// One finding, at one position of an identifier.
struct lint_finding {
    lint_check check{};
    lint_severity severity{};
    range where{}; ///< bytes of the text; may be empty where something is missing
    /// One or two sentences for a person. What is quoted of the text has its controls escaped; no secret is quoted.
    std::string explanation;
    std::string_view document; ///< the document that describes the risk: "RFC 3986"
    std::string_view section;  ///< "7.6"
    /// The whole identifier in a form that is valid, without this check's findings and without others that are more
    /// than notes and were not there before; where there is one. It means what the text means or is taken for by common
    /// software; the explanation says so where these differ.
    std::optional<std::string> safer;

    friend bool operator==(const lint_finding &, const lint_finding &) = default;
};

} // namespace uniform
