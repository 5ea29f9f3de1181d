// Responses of pages that no cache stores.
#pragma once

#include <string>
#include <string_view>

#include "http/engine/engine.hpp"
#include "http/pages/page.hpp"

namespace uniform::http {

/// 303: to another page, which shows what became of the request.
[[nodiscard]] inline response see_other(std::string_view location) {
    response out{.status = 303};
    out.fields.emplace_back("Location", location);
    out.fields.emplace_back("Cache-Control", "no-store");
    return out;
}

/// A page for one user.
[[nodiscard]] inline response uncached_page(const pages::html_page &p, std::string_view template_name,
                                            int status = 200) {
    response out = p.response(template_name, status);
    out.fields.emplace_back("Cache-Control", "no-store");
    out.fields.emplace_back("Vary", std::string{pages::html_page::varies_by});
    return out;
}

} // namespace uniform::http
