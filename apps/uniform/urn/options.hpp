// Options that several commands for URNs have.
#pragma once

#include <array>

#include <uniform/urn/urn.hpp>

#include "run/options.hpp"
#include "run/urn_edition.hpp"
#include "uri/options.hpp"

namespace uniform::cli {

// The option `--urn` of commands that compare URNs.
struct equivalence_option {
    urn_reading urn = urn_reading::lexical; // or by_namespace

    [[nodiscard]] bool by_namespace() const noexcept { return urn == urn_reading::by_namespace; }

    static constexpr auto rows() {
        return std::array{choice<&equivalence_option::urn, urn_reading::lexical, urn_reading::by_namespace>(
            {heading::rules, 'u', "urn", "LEVEL",
             "The equivalence that applies: lexical, the URN-equivalence of RFC 8141 section 3.1, the same for all; "
             "namespace, also the rules of each namespace.",
             "lexical namespace"})};
    }
};

} // namespace uniform::cli
