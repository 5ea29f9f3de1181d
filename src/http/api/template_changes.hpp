// What differs between two versions of a registration template, as pages show it.
#pragma once

#include <uniform/json/value.hpp>
#include <uniform/registry/template_diff.hpp>

namespace uniform::http {

/// The removed and the added lines, in the order of the new version: objects with "what" (the field), "old" and "new",
/// of which one is empty. Linear.
[[nodiscard]] json::array changes_in(const registry::template_difference &d);

} // namespace uniform::http
