// The service as a whole: store, engine and everything between them, from a configuration.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace http {

/// Options of a store as the settings have them; `store_location()` is where it is.
[[nodiscard]] store::store_options store_options_of(const settings &s);
/// The same for a command beside a service: it writes to no history that lacks what the service knows, if there is a
/// file of the service with that (docs/decisions/0048-the-history-a-process-knows.md).
[[nodiscard]] store::store_options command_store_options_of(const settings &s);
/// The location of the store: that of the settings, or the default.
[[nodiscard]] std::string store_location(const settings &s);

/// Why the certificate and the private key cannot be used: one cannot be read, or they do not belong together. Empty
/// when they can, and when one of them is not set.
[[nodiscard]] std::string what_is_wrong_with_tls(const settings &s);

/// The running service.
class server {
public:
    /// Opens the store, fills it with the demonstration when that is wanted and it is empty, and listens.
    /// Throws store::failure, or std::runtime_error when it cannot listen.
    /// @param console gets lines for people: what was made, and, on a terminal, an administrator's token, which is
    /// shown once; empty: the log gets them, without the token
    [[nodiscard]] static std::unique_ptr<server> start(const settings &s,
                                                       const std::function<void(std::string_view)> &console);
    /// The same, and administrators are shown where each setting comes from.
    [[nodiscard]] static std::unique_ptr<server> start(const configuration &c,
                                                       const std::function<void(std::string_view)> &console);
    virtual ~server() = default; ///< as stop(), and waits for requests that are still being answered

    [[nodiscard]] virtual std::uint16_t port() const noexcept = 0;
    /// "http://127.0.0.1:8141": where it listens.
    [[nodiscard]] virtual std::string url() const = 0;
    /// The store that it has opened.
    [[nodiscard]] virtual store::store &opened_store() noexcept UNIFORM_LIFETIMEBOUND = 0;
    /// Takes the new values of the settings that change while the service runs (changes_while_running), reads the
    /// certificate and its key again and opens the log file again. Throws std::runtime_error with the cause when the
    /// certificate or the file cannot be used; then nothing has changed.
    /// @return the settings that have another value in `next`, but need a restart
    virtual std::vector<std::string_view> change(const settings &next) = 0;
    /// The same, with the sources of the settings.
    virtual std::vector<std::string_view> change(const configuration &next) = 0;
    /// Not ready any more, finishes what was accepted (for server.drain_time and a second), writes what was counted,
    /// closes the store.
    virtual void stop() = 0;
};

/// Reads the settings again; the error says what is wrong with them.
using settings_reader = std::function<std::expected<configuration, std::string>()>;

/// Runs a server until SIGTERM or SIGINT; on SIGHUP, it reads its settings again by `read_again` (server::change); an
/// error is reported, and nothing changes. A second one ends the process at once, with exit code 130 or 143. Tells
/// systemd (sd_notify(3)) that it is ready, that it reloads and that it stops. Blocks these signals in all threads.
/// `console` is for people at a terminal; when standard error is none, the log says the same. Throws
/// std::runtime_error("cannot start:
/// ...") when the service cannot start; what can be known without a store is looked at before one is made.
/// @return the command's exit code: 0
[[nodiscard]] int serve(const configuration &c, const settings_reader &read_again,
                        const std::function<void(std::string_view)> &console);

} // namespace http
} // namespace uniform
