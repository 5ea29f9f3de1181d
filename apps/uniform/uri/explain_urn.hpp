// The explanation that `explain` prints for a text whose scheme is "urn".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/syntax/edition.hpp>

#include "print/json.hpp"
#include "uri/remarks.hpp"

namespace uniform::cli {

// Whether the text begins with "urn:", in any case of letters.
[[nodiscard]] bool looks_like_urn(std::string_view text) noexcept;

// Whether it is one by the edition.
[[nodiscard]] bool is_urn(std::string_view text, edition e);

// The editions of the URN syntax side by side, why some reject the text, and facts about the name. With `only`, if it
// is an edition of URNs, that one alone; so also below.
void append_urn_explanation(std::string &out, std::string_view text, std::optional<edition> only, bool colour);

// "urn": {"editions": {...}, ...}
void append_urn_explanation(json_object &object, std::string_view text, std::optional<edition> only);

// Adds remarks on the parts of a URN that may surprise.
void add_urn_remarks(std::vector<remark> &all, std::string_view text, std::optional<edition> only);

} // namespace uniform::cli
