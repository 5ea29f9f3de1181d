// The corrections that the service makes in requests for names.
#pragma once

#include <uniform/resolver/correction.hpp>

namespace uniform::http {

struct settings;

/// The corrections that these settings permit; null: without a list of what others append. A view of them.
[[nodiscard]] resolver::correction_rules corrections_of(const settings *s) noexcept;

} // namespace uniform::http
