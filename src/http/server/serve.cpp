// Signals are for the thread of serve() alone: all others have them blocked. A second signal, or too long a stop, ends
// the process: what was acknowledged is on disk.
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include <unistd.h>

#include <uniform/http/server.hpp>

#include "http/server/allocator.hpp"
#include "http/server/running_service.hpp"
#include "http/server/systemd.hpp"

namespace uniform::http {

namespace {

sigset_t ending_signals() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    return set;
}

// SIGHUP: whatever is wrong, the service goes on with the settings that it has.
void reload(running_service &running, const settings_reader &read_again,
            const std::function<void(std::string_view)> &console) {
    notify_reloading();
    std::string error;
    try {
        if (const auto next = read_again()) {
            std::string later;
            for (const std::string_view name : running.change(*next)) {
                if (!later.empty()) later += ", ";
                later += name;
            }
            if (console) {
                console("settings read again" + (later.empty() ? std::string{} : "; only a restart changes " + later));
            } else if (later.empty()) {
                running.log().event(level::info, "settings_read");
            } else {
                running.log().event(level::warning, "settings_read", {{"need_restart", later}});
            }
        } else {
            error = next.error();
        }
    } catch (const std::exception &e) {
        error = e.what();
    }
    if (!error.empty() && console) console("nothing is changed: " + error);
    if (!error.empty() && !console) running.log().event(level::error, "settings_refused", {{"why", error}});
    notify_systemd("READY=1");
}

} // namespace

std::unique_ptr<server> server::start(const settings &s, const std::function<void(std::string_view)> &console) {
    return std::make_unique<running_service>(s, nullptr, console);
}

std::unique_ptr<server> server::start(const configuration &c, const std::function<void(std::string_view)> &console) {
    return std::make_unique<running_service>(c.values, &c, console);
}

int serve(const configuration &c, const settings_reader &read_again,
          const std::function<void(std::string_view)> &console) {
    const settings &s = c.values;
    configure_allocator();
    // Before any thread is started: all threads inherit the mask, and only this one handles the signals.
    const sigset_t ending = ending_signals();
    sigset_t handled = ending;
    sigaddset(&handled, SIGHUP);
    ::pthread_sigmask(SIG_BLOCK, &handled, nullptr);
    std::signal(SIGPIPE, SIG_IGN);

    // On a terminal, messages are for people; otherwise every line is a log entry.
    const bool has_console = ::isatty(STDERR_FILENO) != 0;
    std::unique_ptr<running_service> running;
    try {
        running = std::make_unique<running_service>(s, &c, has_console ? console : nullptr);
    } catch (const std::exception &e) {
        throw std::runtime_error(std::string{"cannot start: "} + e.what());
    }
    const std::string store = running->opened_store().sql_database().location();
    if (has_console) {
        console("listening on " + running->url() + ", store " + store);
    } else {
        running->log().event(level::info, "started", {{"url", running->url()}, {"store", store}});
    }
    notify_systemd("READY=1");

    int signal = 0;
    for (const timespec some_time{.tv_sec = 5, .tv_nsec = 0};
         (signal = sigtimedwait(&handled, nullptr, &some_time)) < 0 || signal == SIGHUP;) {
        if (signal == SIGHUP) {
            reload(*running, read_again, has_console ? console : nullptr);
        } else {
            return_free_memory();
        }
    }
    notify_systemd("STOPPING=1");
    if (has_console) {
        console("stopping: accepted requests are finished; repeat the signal to stop at once");
    } else {
        running->log().event(level::info, "stopping", {{"signal", ::strsignal(signal)}});
    }

    // A second signal ends the process at once, and so does a long delay: a database that does not respond, a handler
    // that does not return. Acknowledged writes are durable.
    std::atomic<bool> done = false;
    const auto last = std::chrono::steady_clock::now() + s.stop_delay + s.drain_time + std::chrono::seconds{3};
    std::jthread second([&] {
        const timespec moment{.tv_sec = 0, .tv_nsec = 50'000'000};
        while (!done.load()) {
            if (const int again = sigtimedwait(&ending, nullptr, &moment); again > 0) ::_exit(128 + again);
            if (std::chrono::steady_clock::now() > last) ::_exit(0);
        }
    });
    running->stop();
    if (!has_console) running->log().event(level::info, "stopped");
    running.reset(); // waits for running handlers, until the other thread ends the process
    done = true;
    second.join();
    return 0;
}

} // namespace uniform::http
