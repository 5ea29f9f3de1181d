// The grammars of the editions, the order of precedence that the documents' prose adds, and the recognizers of the
// library that have to accept their languages.
#pragma once

#include "proof/abnf.hpp"
#include "proof/compile.hpp"
#include "proof/recognizer.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace proof {

// The rules that a component consists of.
struct component_rules {
    std::size_t component; // of `spans`
    std::string_view name;
    std::vector<std::string> rules; // in lower case
};

struct production_case {
    std::string rule; // of the grammar
    recognizer by;
};

// One edition.
struct edition_case {
    std::string name;
    std::vector<std::string> printed; // the texts of the grammar, with the prose that changes its language
    std::string precedence;           // rules that leave the language as it is, and each text one derivation
    std::vector<production_case> productions;
    std::vector<component_rules> components;

    // The grammar as printed, and with the precedence.
    [[nodiscard]] grammar as_printed() const;
    [[nodiscard]] grammar with_precedence() const;
};

[[nodiscard]] const std::vector<edition_case> &edition_cases();

// The alternatives of host, of which the first that matches is the host's type (RFC 3986 3.2.2).
[[nodiscard]] const std::vector<edition_case> &host_cases();

// Each rule of the grammars by which matches() can be asked.
[[nodiscard]] const std::vector<edition_case> &rule_cases();

} // namespace proof
