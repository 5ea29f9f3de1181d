// The tags of the languages: each is a folder of web/texts. All generated tables have their columns in this order.
#pragma once

#include <cstddef>
#include <iterator>
#include <string_view>

namespace uniform::http::pages {

inline constexpr std::string_view language_tags[]{
#include "web_languages.inc"
};
inline constexpr std::size_t language_count = std::size(language_tags);

} // namespace uniform::http::pages
