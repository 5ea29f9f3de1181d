// What an event changed of a name record, for people.
#pragma once

#include <uniform/json/value.hpp>
#include <uniform/service/names.hpp>

#include "http/pages/texts.hpp"

namespace uniform::http {

/// Objects with "what", and "old" or "new" or both: the state, each locator, other name and typed value that was added
/// or removed, each member of the metadata that differs. None for the first event of a name. Quadratic in the locators,
/// of which there are few.
[[nodiscard]] json::array changes_of(const service::history_item &item, pages::language l);

} // namespace uniform::http
