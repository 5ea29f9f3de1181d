// The status codes that a namespace chooses from for its redirects (RFC 9110 15.4).
#pragma once

#include <array>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// The default first: `namespace_settings::redirect` is one of them.
inline constexpr std::array redirect_statuses{302, 301, 303, 307};

} // namespace resolver
} // namespace uniform
