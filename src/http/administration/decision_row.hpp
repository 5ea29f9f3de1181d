// A decision as pages show it.
#pragma once

#include <uniform/json/value.hpp>
#include <uniform/service/decisions.hpp>
#include <uniform/store/store.hpp>

#include "http/pages/page.hpp"

namespace uniform::http::administration {

/// "at", "area", "did", "subject", "href", "who", "who_href", "number".
[[nodiscard]] json::value decision_row(const pages::html_page &p, store::reading &r, const service::decision &d);

} // namespace uniform::http::administration
