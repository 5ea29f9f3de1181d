// Conditions on the values of several settings together, and those that need more than the row of a setting.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <uniform/http/settings.hpp>

namespace uniform::http {

/// Is told what is wrong with the setting of that name: the end of a sentence that begins with the name.
using wrong_setting = std::function<void(std::string_view name, std::string says)>;

/// Checks the values, and sets those that follow from others.
void check_together(settings &v, const wrong_setting &wrong);

} // namespace uniform::http
