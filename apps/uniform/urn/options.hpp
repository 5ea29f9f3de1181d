// Options that several commands for URNs have.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include <uniform/urn/urn.hpp>

#include "run/options.hpp"
#include "uri/options.hpp"

namespace uniform::cli {

// std::nullopt also for the editions of URIs.
[[nodiscard]] constexpr std::optional<edition> urn_edition_from_string(std::string_view name) noexcept {
    const auto e = edition_from_string(name);
    return e && is_urn_edition(*e) ? e : std::nullopt;
}

struct urn_edition_option {
    edition urn_edition = edition::rfc8141;

    static constexpr auto rows() {
        return std::array{named<&urn_edition_option::urn_edition, urn_edition_from_string>(
            {heading::input, 'e', "edition", "EDITION", "The edition of URNs whose grammar and rules apply.",
             "rfc8141 urnbis-16 urnbis-14 rfc2141"})};
    }
};

// Of commands that compare URNs.
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
