// Remarks on the parts of a text that may surprise in a valid reference, or keep it from being one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <uniform/uri/parse.hpp>

namespace uniform::cli {

struct remark {
    std::string_view code; // for programs
    std::string says;      // for people
};

// `parsed` is the reading of RFC 3986, where there is one.
[[nodiscard]] std::vector<remark> remarks_on(std::string_view text, const std::expected<reference_view, error> &parsed);

} // namespace uniform::cli
