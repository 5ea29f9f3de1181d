// Responses of pages that no cache stores.
#pragma once

#include <string>

#include "http/engine/engine.hpp"
#include "http/pages/page_with.hpp"
#include "http/pages/see_other.hpp"

namespace uniform::http {

/// A page for one user.
template <pages::model M>
[[nodiscard]] response uncached_page(const pages::page_with<M> &p, int status = 200) {
    response out = p.response(status);
    out.fields.emplace_back("Cache-Control", "no-store");
    out.fields.emplace_back("Vary", std::string{pages::html_page::varies_by});
    return out;
}

} // namespace uniform::http
