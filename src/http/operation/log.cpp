#include "http/operation/log.hpp"

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <uniform/base/enum_names.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "http/operation/limits.hpp"
#include "http/operation/log_target.hpp"
#include "http/operation/metrics.hpp"

namespace uniform::http {

namespace {

constexpr std::size_t longest_value = 2000;
constexpr auto level_names = enum_table<level>(
    {{level::debug, "debug"}, {level::info, "info"}, {level::warning, "warning"}, {level::error, "error"}});

// A line of the log. Bytes that are not ASCII are written as \u00XX each, because a target may hold any.
class log_line {
public:
    explicit log_line(level l) {
        w_.begin_object().member("time", resolver::to_string(resolver::now()));
        w_.member("level", level_names.name(l));
    }
    template <class T>
    void add(std::string_view name, const T &value) {
        w_.member(name, value);
    }
    [[nodiscard]] std::string end() && {
        w_.end_object();
        text_ += '\n';
        return std::move(text_);
    }

private:
    std::string text_ = {};
    json::writer w_{text_, json::layout::compact, json::encoding::bytes};
};

// -1 for no file. Every line is appended by one write(), so that several processes may share a file.
int open_log(const std::string &file) {
    if (file.empty()) return -1;
    const int made = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0640);
    if (made < 0) {
        throw std::runtime_error("cannot open the log file " + file + ": " +
                                 std::error_code(errno, std::generic_category()).message());
    }
    return made;
}

} // namespace

log::log(const log_options &o, metrics *m)
    : clients_(o.clients), buffer_(o.buffer), standard_(o.descriptor), file_(open_log(o.file)), metrics_(m) {
    take(o);
    thread_ = std::thread([this] { run(); });
}

void log::take(const log_options &o) noexcept {
    requests_.store(o.requests);
    slow_.store(o.slow);
    sample_.store(o.sample);
    client_address_.store(o.client_address);
    target_length_.store(o.target_length);
}

void log::change(const log_options &o) {
    int other = open_log(o.file);
    take(o);
    {
        const base::scoped_lock hold(file_lock_);
        std::swap(file_, other);
    }
    if (other >= 0) ::close(other);
}

log::~log() {
    {
        const base::scoped_lock hold(lock_);
        stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
    if (file_ >= 0) ::close(file_);
}

void log::request(const completed_exchange &r, unsigned worker) noexcept {
    // An unsupported method or version is not an error of the service (RFC 9110 15.6.2, 15.6.6).
    const bool failed = r.status >= 500 && r.status != 501 && r.status != 505;
    bool wanted = false;
    switch (requests_.load(std::memory_order_relaxed)) {
    case logged::off:
        break;
    case logged::errors:
        wanted = failed;
        break;
    case logged::slow:
        wanted = failed || r.took >= slow_.load(std::memory_order_relaxed);
        break;
    case logged::all: {
        const std::uint64_t sample = sample_.load(std::memory_order_relaxed);
        wanted = !r.cached || failed || sample <= 1 || seen_[worker % seen_.size()]++ % sample == 0;
        break;
    }
    }
    std::string principal;
    if (!r.cached && r.request != nullptr) {
        const base::scoped_lock hold(who_lock_);
        if (const auto it = who_.find(r.request); it != who_.end()) {
            principal = std::move(it->second);
            who_.erase(it);
        }
    }
    if (!wanted) return;
    try {
        log_line out(failed ? level::error : level::info);
        out.add("event", "request");
        if (r.request != nullptr) {
            const http::request &q = *r.request;
            out.add("id", loggable_target(q.id, 64)); // the client may have chosen it
            out.add("method", q.method.substr(0, 32));
            const std::size_t longest = target_length_.load(std::memory_order_relaxed);
            out.add("target", loggable_target(q.target, longest));
            if (q.target.size() > longest) out.add("target_bytes", q.target.size());
            if (client_address_.load(std::memory_order_relaxed)) {
                out.add("client", clients_ != nullptr ? clients_->client_of(q) : address_text{q.remote});
            }
        } else { // malformed: nothing that a proxy may have reported is known
            out.add("id", loggable_target(r.id, 64));
            if (client_address_.load(std::memory_order_relaxed)) out.add("client", r.remote);
        }
        if (!principal.empty()) out.add("who", principal);
        out.add("status", static_cast<std::uint64_t>(r.status));
        out.add("bytes", r.bytes);
        out.add("us", static_cast<std::uint64_t>(std::max<std::int64_t>(r.took.count(), 0) / 1000));
        put(std::move(out).end());
    } catch (...) { // no memory: the response was sent nevertheless
        if (metrics_ != nullptr) metrics_->count(counter::log_lost);
    }
}

void log::who(const http::request &r, std::string_view principal) noexcept {
    try {
        const base::scoped_lock hold(who_lock_);
        // An incomplete response leaves its entry; these are few, but must not accumulate.
        if (who_.size() > 100000) who_.clear();
        who_.insert_or_assign(&r, std::string{principal});
    } catch (...) {
        if (metrics_ != nullptr) metrics_->count(counter::log_lost);
    }
}

void log::no_principal(const http::request &r) noexcept {
    const base::scoped_lock hold(who_lock_);
    who_.erase(&r);
}

void log::event(level l, std::string_view what, members m) noexcept {
    try {
        log_line out(l);
        out.add("event", what);
        // Part of it may have been sent by a client.
        for (const auto &[name, value] : m) out.add(name, value.substr(0, longest_value));
        put(std::move(out).end());
    } catch (...) {
        if (metrics_ != nullptr) metrics_->count(counter::log_lost);
    }
}

void log::put(std::string &&line) noexcept {
    {
        const base::scoped_lock hold(lock_);
        if (waiting_.size() + line.size() <= buffer_) {
            try {
                waiting_ += line;
            } catch (...) {
                if (metrics_ != nullptr) metrics_->count(counter::log_lost);
            }
        } else if (metrics_ != nullptr) {
            metrics_->count(counter::log_lost);
        }
    }
    wake_.notify_one();
}

void log::run() {
    std::string lines;
    for (;;) {
        bool last = false;
        {
            base::unique_lock hold(lock_);
            wake_.wait(hold, [&]() UNIFORM_REQUIRES(lock_) { return stopping_ || !waiting_.empty(); });
            lines.swap(waiting_);
            last = stopping_;
        }
        std::string_view rest = lines;
        const base::scoped_lock writing(file_lock_);
        while (!rest.empty()) {
            const ssize_t n = ::write(file_ >= 0 ? file_ : standard_, rest.data(), rest.size());
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) break; // no one reads the log: the failure cannot be reported
            rest.remove_prefix(static_cast<std::size_t>(n));
        }
        lines.clear();
        if (last) {
            const base::scoped_lock hold(lock_);
            if (waiting_.empty()) return;
        }
    }
}

} // namespace uniform::http
