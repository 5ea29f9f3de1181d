// The file descriptors of the process: how many connections they suffice for.
#pragma once

#include <cstddef>

namespace uniform::http {

struct settings;

/// The limit of open files of this process (RLIMIT_NOFILE), raised to what it may be.
[[nodiscard]] std::size_t raised_descriptor_limit() noexcept;

/// The connections that leave enough of `descriptors` for the store, the log and the connections that the service
/// opens itself: limits.connections, or fewer, but 16 at least.
[[nodiscard]] std::size_t connections_within(const settings &s, std::size_t descriptors) noexcept;

} // namespace uniform::http
