// Notifications of systemd (sd_notify(3)), without libsystemd.
#pragma once

#include <string_view>

namespace uniform::http {

/// Sends a state, such as "READY=1", to the manager that started this process; nothing when there is none.
void notify_systemd(std::string_view state);
/// Says that the settings are read again: the manager waits for the next "READY=1".
void notify_reloading();

} // namespace uniform::http
