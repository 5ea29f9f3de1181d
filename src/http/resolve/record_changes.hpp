// The changes of a name record by an event, for people.
#pragma once

#include <vector>

#include <uniform/service/names.hpp>

#include "http/pages/change_row.hpp"
#include "http/pages/texts.hpp"

namespace uniform::http {

/// The state, each locator, other name and typed value that was added or removed, each member of the metadata that
/// differs. None for the first event of a name. Quadratic in the locators, of which there are few.
[[nodiscard]] std::vector<pages::change_row> changes_of(const service::history_item &item, pages::language l);

} // namespace uniform::http
