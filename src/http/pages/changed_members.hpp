// The differences of two objects of JSON, for people.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include <uniform/json/value.hpp>

#include "http/pages/change_row.hpp"
#include "http/pages/texts.hpp"

namespace uniform::http::pages {

/// The members of two objects that differ, by their labels: those of `before` first, then those that are new. Texts are
/// shown as they are, other values as JSON; of the members in `with_words`, texts are words of the API, which have a
/// label, too. Quadratic in the members.
[[nodiscard]] std::vector<change_row> changed_members(const json::value &before, const json::value &after, language l,
                                                      std::initializer_list<std::string_view> with_words = {});

} // namespace uniform::http::pages
