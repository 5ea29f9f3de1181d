// Text that people read: names, titles, labels, notes.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include <uniform/json/value.hpp>
#include <uniform/resolver/refusal.hpp>

#include "base/text.hpp"
#include "base/try.hpp"

namespace uniform::service {

/// Whether the text is displayed as what it is (base::find_text_fault()). Problems: invalid, at the member and the
/// offset: "\"label\" contains a control character".
[[nodiscard]] inline std::expected<void, resolver::problem>
check_shown_text(std::string_view member, std::string_view text, base::text_lines lines = base::text_lines::one) {
    const auto fault = base::find_text_fault(text, lines);
    if (!fault) return {};
    auto refused = resolver::refuse_member(member, base::concat({"\"", member, "\" ", base::end_of_sentence(*fault)}));
    refused.error().offset = fault->at;
    refused.error().rule = fault->rule;
    return refused;
}

/// The same of each text in the value: "/minting/pattern" on one line, as patterns, hosts and templates are;
/// "/checks/0/note", "/equivalence/summary" and "/syntax/abnf" may have several. Null has none.
[[nodiscard]] inline std::expected<void, resolver::problem> check_shown_texts(const std::string &pointer,
                                                                              const json::value &value) {
    if (const std::string *const text = value.if_string()) {
        const std::string_view name = std::string_view{pointer}.substr(pointer.rfind('/') + 1);
        const bool has_lines = name == "abnf" || name == "note" || name == "summary";
        auto done = check_shown_text(name, *text, has_lines ? base::text_lines::several : base::text_lines::one);
        if (!done) done.error().pointer = pointer;
        return done;
    }
    for (std::size_t i = 0; i < value.elements().size(); ++i)
        UNIFORM_CHECK(check_shown_texts(pointer + "/" + std::to_string(i), value.elements()[i]));
    for (const json::member &m : value.members()) UNIFORM_CHECK(check_shown_texts(pointer + "/" + m.name, m.value));
    return {};
}

} // namespace uniform::service
