// Going to a page after a request.
#pragma once

#include <string_view>

#include "http/engine/http_message.hpp"

namespace uniform::http {

/// 303: to another page, which shows what became of the request. No cache stores it.
[[nodiscard]] inline response see_other(std::string_view location) {
    response out{.status = 303};
    out.fields.emplace_back("Location", location);
    out.fields.emplace_back("Cache-Control", "no-store");
    return out;
}

} // namespace uniform::http
