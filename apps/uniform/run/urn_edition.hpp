// The option of commands that read URNs by one edition.
#pragma once

#include <array>

#include <uniform/syntax/edition_use.hpp>

#include "cli/option.hpp"

namespace uniform::cli {

struct urn_edition_option {
    edition urn_edition = edition::rfc8141;

    static constexpr auto rows() {
        return std::array{named<&urn_edition_option::urn_edition, edition_of_use<edition_use::urn>>(
            {heading::input, 'e', "edition", "EDITION", "The edition of URNs whose grammar and rules apply.",
             editions_of<edition_use::urn>})};
    }
};

} // namespace uniform::cli
