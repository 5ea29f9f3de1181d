// What `explain` says about a text whose scheme is "urn".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "print/json.hpp"
#include "uri/remarks.hpp"

namespace uniform::cli {

// Whether the text begins with "urn:", in any case of letters.
[[nodiscard]] bool looks_like_urn(std::string_view text) noexcept;

// The editions of the URN syntax side by side, why some reject the text, and facts about the name.
void append_urn_explanation(std::string &out, std::string_view text, bool colour);

// "urn": {"editions": {...}, ...}
void append_urn_explanation(json_object &object, std::string_view text);

// What may surprise in it.
void add_urn_remarks(std::vector<remark> &all, std::string_view text);

} // namespace uniform::cli
