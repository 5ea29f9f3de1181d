#include "http/operation/health.hpp"

#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

#include <uniform/base/assertion.hpp>
#include <uniform/store/store.hpp>

namespace uniform::http {

namespace {

// The schema is newer than this program, or the history lacks an event; the message has nothing that is not public.
class not_written : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// A store may have lost one table, or the permission to read it, and still answer for the others.
std::uint64_t read_each_table(store::reading &r) {
    for (const char *const table : {"names", "documents", "answers", "health", "drafts", "notices"}) {
        r.sql().run(std::string{"SELECT 1 FROM "} + table + " LIMIT 1");
    }
    return r.head().first;
}

// When a server of the database was lost in the middle, another one can be asked.
std::uint64_t ask_store(store::store &s) {
    if (const std::string why = s.refusal_of_history(); !why.empty()) throw not_written(why);
    if (const std::string why = s.refusal_of_schema(); !why.empty()) throw not_written(why);
    try {
        return s.read(read_each_table);
    } catch (const store::failure &f) {
        if (f.kind() != store::failure_kind::unavailable) throw;
        return s.read(read_each_table);
    }
}

} // namespace

health::health(store::store &s) : health([&s] { return ask_store(s); }) {}

health::health(question ask) : ask_(std::move(ask)), thread_([this] { run(); }) {}

health::~health() {
    {
        const base::scoped_lock hold(lock_);
        ended_ = true;
    }
    wanted_.notify_one();
    thread_.join();
}

void health::run() {
    base::unique_lock hold(lock_);
    for (;;) {
        wanted_.wait(hold, [this]() UNIFORM_REQUIRES(lock_) { return ended_ || asked_ != done_; });
        if (ended_) return;
        const std::uint64_t number = asked_;
        hold.unlock();
        std::optional<std::uint64_t> answer;
        std::string refused;
        try {
            answer = ask_();
        } catch (const not_written &e) {
            refused = e.what();
        } catch (const std::exception &) { // its message may contain host and file names, which are not public
            answer.reset();
        }
        hold.lock();
        UNIFORM_ASSERT(done_ < number && number <= asked_);
        last_ = answer;
        refused_ = std::move(refused);
        done_ = number;
        answered_.notify_all();
    }
}

std::optional<std::uint64_t> health::events() {
    base::unique_lock hold(lock_);
    const std::uint64_t number = ++asked_;
    wanted_.notify_one();
    if (!answered_.wait_for(hold, longest, [&]() UNIFORM_REQUIRES(lock_) { return done_ >= number; }))
        return std::nullopt;
    return last_;
}

void health::note_only_read(std::optional<only_read_store> s) {
    const base::scoped_lock hold(lock_);
    only_read_ = std::move(s);
}

std::optional<only_read_store> health::only_read() const {
    const base::scoped_lock hold(lock_);
    return only_read_;
}

std::string health::why_not_ready() {
    if (stopping()) return "the service is stopping";
    if (!events()) {
        const base::scoped_lock hold(lock_);
        return refused_.empty() ? "the store does not respond or reports errors" : refused_;
    }
    return {};
}

} // namespace uniform::http
