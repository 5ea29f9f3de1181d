// The URLs of registration templates at IANA.
#pragma once

#include <string>
#include <string_view>

#include "base/text.hpp"

namespace uniform::registry {

inline constexpr std::string_view template_folder = "https://www.iana.org/assignments/";

// The URL of a template: IANA writes those of its own without the folder of its assignments.
[[nodiscard]] inline std::string template_url_at(const std::string &where) {
    const bool is_relative = !where.empty() && !where.contains(':') && !where.starts_with('/');
    return is_relative ? base::concat({template_folder, where}) : where;
}

} // namespace uniform::registry
