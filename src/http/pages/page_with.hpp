// A page that shows a model (model.hpp).
#pragma once

#include <string>
#include <utility>

#include "http/pages/model.hpp"
#include "http/pages/page.hpp"

namespace uniform::http::pages {

/// A page of the template M::page_template, which is filled from `shows`.
template <model M>
class page_with : public html_page {
public:
    using html_page::html_page;
    explicit page_with(html_page p) : html_page(std::move(p)) {}

    M shows = {};

    /// As those of html_page.
    [[nodiscard]] std::string html() const { return html_of(M::page_template, json_of(shows)); }
    [[nodiscard]] http::response response(int status = 200) const { return response_of(html(), status); }
};

} // namespace uniform::http::pages
