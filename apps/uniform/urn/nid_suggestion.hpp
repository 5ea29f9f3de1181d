// The registered NID that a misspelt one may mean.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <uniform/urn/namespace.hpp>

#include "print/words.hpp"

namespace uniform::cli {

// `: did you mean "isbn"?`; "" if no NID of IANA's registry is near.
[[nodiscard]] inline std::string nid_suggestion(std::string_view nid) {
    std::vector<std::string_view> nids;
    for (const namespace_info *const info : namespace_registry::standard().entries()) nids.push_back(info->nid);
    return suggestion(nid, nids);
}

} // namespace uniform::cli
