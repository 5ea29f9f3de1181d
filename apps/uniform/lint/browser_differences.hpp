// The differences of browsers for `uniform lint --browser`: uniform::whatwg behind the linter's interface.
#pragma once

#include <uniform/lint/browser_reading.hpp>

namespace uniform::cli {

[[nodiscard]] const browser_reading &browser_differences();

} // namespace uniform::cli
