// The meaning of a sentence of a template about the equivalence of names (RFC 8141 6.4.2 (3)). A sentence is understood
// only as a whole: one that says anything beside what is known here is unclear, and somebody decides.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace uniform::registry {

enum class equivalence_statement : std::uint8_t {
    nothing,     // it is about something else
    none,        // no rule beyond those of all URNs
    letter_case, // names that differ only in the case of letters are equivalent
    hyphens,     // names that differ only in hyphens are equivalent
    unclear,
};

// The sentence, in lower case, may be about which names are equivalent: in doubt it is.
[[nodiscard]] bool may_be_about_equivalence(std::string_view sentence);

// The statement of a sentence in lower case. `parts` are the grammar's names of parts of names: a sentence about one is
// unclear. Where every sentence is about equivalence (RFC 3406 Appendix A, "Rules for Lexical Equivalence"),
// `about_equivalence` is true.
[[nodiscard]] equivalence_statement read_equivalence(std::string_view sentence, const std::vector<std::string> &parts,
                                                     bool about_equivalence);

} // namespace uniform::registry
