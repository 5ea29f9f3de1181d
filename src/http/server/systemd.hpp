// The protocols between systemd and its services, without libsystemd: notifications (sd_notify(3)), and sockets that
// are passed (sd_listen_fds(3)).
#pragma once

#include <optional>
#include <string_view>

namespace uniform::http {

/// Sends a state, such as "READY=1", to the manager that started this process; nothing when there is none.
void notify_systemd(std::string_view state);
/// Says that the settings are read again: the manager waits for the next "READY=1".
void notify_reloading();

/// The socket that the manager has passed to this process, to listen at; it stays open for as long as the process runs.
/// Nothing when it has passed none. Throws std::runtime_error with the cause when it has passed several, or another
/// file.
[[nodiscard]] std::optional<int> passed_socket();

} // namespace uniform::http
