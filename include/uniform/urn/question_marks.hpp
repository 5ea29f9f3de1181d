// Question marks that are allowed in URNs, but discouraged.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/urn/urn.hpp>

namespace uniform UNIFORM_API {

/// A "?" that is easily taken for a delimiter.
struct doubtful_question_mark {
    std::uint32_t offset = 0; ///< in the URN
    std::string_view where{}; ///< "in an r-component", "at the start of a q-component", "at the end of a q-component"
};

/// draft-ietf-urnbis-rfc2141bis-urn-14 section 3: question marks in an r-component, and at the start or end of an r- or
/// q-component, are "likely to cause confusion" and "discouraged although not prohibited". At most three; linear in the
/// components. Example: of "urn:example:a?=b?", the one at offset 16, "at the end of a q-component".
[[nodiscard]] std::vector<doubtful_question_mark> doubtful_question_marks(const urn_view &u);

} // namespace uniform
