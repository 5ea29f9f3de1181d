// The meaning of a sentence of a template about r-, q- and f-components (RFC 8141 Appendix A, "Syntax"). As with
// equivalence, a sentence that restricts anything is understood only as a whole; otherwise somebody decides.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace uniform::registry {

enum class component_statement : std::uint8_t {
    nothing,     // the component is not mentioned
    described,   // it is, and nothing in the sentence can be a restriction
    allowed,     // it may be used
    not_defined, // it has no meaning
    not_allowed, // it must not be used
    unclear,
};

// The statements of a sentence in lower case about the components r, q and f. Linear.
[[nodiscard]] std::array<component_statement, 3> read_components(std::string_view sentence);

} // namespace uniform::registry
