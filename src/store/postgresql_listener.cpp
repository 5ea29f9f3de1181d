#include "postgresql_listener.hpp"

#include <array>
#include <chrono>
#include <utility>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace uniform::store {

postgresql_listener::postgresql_listener(postgresql_parameters p, bool stale)
    : parameters_(std::move(p)), stale_(stale), wake_(eventfd(0, EFD_CLOEXEC)), thread_([this] { listen(); }) {}

postgresql_listener::~postgresql_listener() {
    ends_ = true;
    eventfd_write(wake_, 1);
    thread_.join();
    close(wake_);
}

/// @return whether something is to be read from `also`
bool postgresql_listener::wait(int also, int milliseconds) const {
    std::array fds{pollfd{wake_, POLLIN, 0}, pollfd{also, POLLIN, 0}};
    return ::poll(fds.data(), also < 0 ? 1 : 2, milliseconds) > 0 && fds[1].revents != 0;
}

void postgresql_listener::listen() {
    parameters_["connect_timeout"] = "2";
    while (!ends_) {
        try {
            const auto c = connect_to(parameters_, access::read_write, false, std::chrono::milliseconds(0));
            const postgresql_result r(PQexec(c.get(), "LISTEN uniform"));
            if (PQresultStatus(r.get()) == PGRES_COMMAND_OK) hear(c.get());
        } catch (const std::exception &) {
            // It is tried again, below; whoever reads or writes says what is wrong.
            changes_.fetch_add(1, std::memory_order_acq_rel);
        }
        if (!ends_) wait(-1, 1000);
    }
}

void postgresql_listener::hear(PGconn *c) {
    using clock = std::chrono::steady_clock;
    // A replica follows within moments, mostly.
    constexpr std::array later{100, 500, 2000, 10000};
    auto heard = clock::now();
    std::size_t echo = later.size();
    changes_.fetch_add(1, std::memory_order_acq_rel); // what came while it was not connected
    while (!ends_ && PQstatus(c) == CONNECTION_OK) {
        int timeout = -1;
        if (echo < later.size()) {
            const auto due = heard + std::chrono::milliseconds(later[echo]);
            const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(due - clock::now()).count() + 1;
            timeout = left < 0 ? 0 : static_cast<int>(left);
        }
        if (!wait(PQsocket(c), timeout)) {
            if (echo < later.size() && clock::now() >= heard + std::chrono::milliseconds(later[echo])) {
                ++echo;
                changes_.fetch_add(1, std::memory_order_acq_rel);
            }
            continue;
        }
        PQconsumeInput(c);
        bool any = false;
        while (PGnotify *n = PQnotifies(c)) {
            PQfreemem(n);
            any = true;
        }
        if (!any) continue;
        changes_.fetch_add(1, std::memory_order_acq_rel);
        heard = clock::now();
        echo = stale_ ? 0 : later.size();
    }
    changes_.fetch_add(1, std::memory_order_acq_rel);
}

} // namespace uniform::store
