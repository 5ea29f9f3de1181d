// The templates of the pages. The template engine, Mustache by Kevin Wojniak, is behind this header only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <uniform/json/value.hpp>

#include "http/pages/texts.hpp"

namespace uniform::http::pages {

/// The template web/templates/NAME.html in that language, with the data. Every value is escaped for HTML, in elements
/// and in quoted attributes; control characters become spaces. An empty text, null and false are false for sections.
/// The template must exist. Linear; a template is parsed when it is used first. From any thread.
[[nodiscard]] std::string rendered(std::string_view name, language l, const json::value &data);

/// The text of that template, with its frame and parts; empty if there is none. For checks.
[[nodiscard]] std::string_view template_text(std::string_view name, language l) noexcept;
/// The names of all templates, sorted.
[[nodiscard]] std::vector<std::string_view> template_names();

} // namespace uniform::http::pages
