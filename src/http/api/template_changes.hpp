// The differences between two versions of a registration template, as pages show them.
#pragma once

#include <vector>

#include <uniform/registry/template_diff.hpp>

#include "http/pages/change_row.hpp"

namespace uniform::http {

/// The removed and the added lines, each with its field, in the order of the new version. Linear.
[[nodiscard]] std::vector<pages::change_row> changes_in(const registry::template_difference &d);

} // namespace uniform::http
