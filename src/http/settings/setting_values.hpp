// Reading the value of one setting from text.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include <uniform/http/settings.hpp>

namespace uniform::http {

/// From text: the environment, a flag, a default. Error: the end of a sentence that begins with the value.
[[nodiscard]] std::expected<void, std::string> put_text(const setting &s, settings &into, std::string_view text);

} // namespace uniform::http
