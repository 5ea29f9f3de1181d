// A name tried by the rules of a namespace, on the page of that namespace.
#pragma once

#include <string_view>

#include <uniform/json/value.hpp>
#include <uniform/service/registry.hpp>

#include "http/pages/page.hpp"

namespace uniform::http {

/// What the rules of the namespace say of a text: a URN, or a name in the form of its own identifier system. An object
/// with "text", "urn" (empty: it is none), "is_good", "verdict", "terms" (a list of "term", "value" and "code"),
/// "position" (where the error is: "before", "at", "after") and "addresses" (of known resolvers). Linear.
[[nodiscard]] json::value trial_of(const pages::html_page &p, const service::published_namespace &n,
                                   std::string_view text);

} // namespace uniform::http
