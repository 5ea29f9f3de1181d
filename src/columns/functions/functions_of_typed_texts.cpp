// The functions that read a text as a person typed it.
#include <utility>

#include <uniform/repair/repair.hpp>

#include "columns/functions/functions.hpp"

namespace uniform::columns::scalar {

// draft-fielding-uri-rfc2396bis-01 appendix F; RFC 3986 4.5
outcome<std::string> complete(std::string_view text) {
    auto completed = complete_iri(text);
    if (!completed) return std::nullopt;
    return std::move(completed->uri);
}

} // namespace uniform::columns::scalar
