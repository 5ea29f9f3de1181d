// The time for which caches may keep a response.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <uniform/resolver/timestamp.hpp>

#include "http/engine/http_message.hpp"

namespace uniform::http {

/// In seconds.
struct lifetime {
    std::uint32_t max_age = 0;        ///< in all caches
    std::uint32_t shared = 0;         ///< in shared caches instead; 0: they are not told another time
    std::uint32_t stale_if_error = 0; ///< after that, while the service does not answer (RFC 5861)
    auto operator<=>(const lifetime &) const = default;
};

/// Adds Cache-Control, and for shared caches CDN-Cache-Control (RFC 9213) and the time for nginx, which
/// end_of_lifetime() completes.
void add_lifetime(response &out, const lifetime &l);
/// Removes what add_lifetime() added for shared caches.
void keep_from_shared_caches(response &out);

/// The field with which nginx is told until when it may send a response. It counts in whole seconds: told "1", it sends
/// a response for up to two. So it is told the last of these seconds.
inline constexpr std::string_view accel_field = "X-Accel-Expires";
[[nodiscard]] std::string end_of_lifetime(std::uint32_t shared, resolver::timestamp now);
/// Gives that field, if add_lifetime() has added it, its value, and moves it to the end.
void end_lifetime(response &out, const std::function<resolver::timestamp()> &clock);

} // namespace uniform::http
