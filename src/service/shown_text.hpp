// Text that people read: names, titles, labels, notes.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include <uniform/resolver/refusal.hpp>

#include "base/text.hpp"

namespace uniform::service {

/// Whether the text is displayed as what it is (base::find_text_fault()). Problems: invalid, at the member and the
/// offset: "\"label\" contains a control character".
[[nodiscard]] inline std::expected<void, resolver::problem>
check_shown_text(std::string_view member, std::string_view text, base::text_lines lines = base::text_lines::one) {
    const auto fault = base::find_text_fault(text, lines);
    if (!fault) return {};
    auto refused = resolver::refuse_member(member, base::concat({"\"", member, "\" ", fault->says}));
    refused.error().offset = fault->at;
    return refused;
}

} // namespace uniform::service
