// The basic idea: the directory is right, or it is not there. Whoever changes a namespace or a delegation drops it
// before the change is acknowledged (committed()), or as soon as the change of another process is seen (look()); the
// thread reads it again, and until then what needs it reads the store itself.
//
// INVARIANT: version_ changes with directory_, under directory_mutex_. A directory that was read while the version
// changed is thrown away and read again: it may lack the change.
// INVARIANT: the directory is dropped before options_.changed() tells others of the change.
// INVARIANT: one look at a time (look_mutex_); connection_ is the one to the primary that the looks use.
//
// While the store cannot be looked at, what is in memory stays, and out_of_touch() says for how long nothing is known:
// the response cache decides how long that is good enough. After a failure the thread pauses ten times as long, and
// what it was asked to read again (outdated_) is not forgotten.
#include "http/resolve/directory_watch.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

namespace uniform::http {

namespace {

bool changes_directory(std::span<const std::pair<std::string, std::string>> subjects) {
    return std::ranges::any_of(subjects,
                               [](const auto &s) { return s.first == "namespace" || s.first == "delegation"; });
}

class reading_transaction {
public:
    explicit reading_transaction(store::connection &c) : of_(c) { of_.begin(store::access::read_only); }
    reading_transaction(const reading_transaction &) = delete;
    reading_transaction &operator=(const reading_transaction &) = delete;
    ~reading_transaction() { of_.rollback(); }

private:
    store::connection &of_;
};

} // namespace

directory_watch::directory_watch(store::store &s, options o) : store_(s), options_(std::move(o)) {
    // In this order: a change between the two is found by the next look.
    try {
        connection_ = store_.sql_database().connect_to_follow();
        static_cast<void>(follower_.look(*connection_));
    } catch (const store::failure &) {
        if (!store_.sql_database().primary_away()) throw;
        connection_.reset();
        follower_.begin_without_looking();
        out_of_touch_since_ = looked_.time_since_epoch().count();
    }
    read_directory(connection_.get());
    thread_ = std::thread([this] { run(); });
}

directory_watch::~directory_watch() {
    {
        const base::scoped_lock lock(stop_mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

std::shared_ptr<const directory> directory_watch::current() const {
    const base::scoped_lock lock(directory_mutex_);
    return directory_;
}

void directory_watch::committed(const store::commit &c) {
    follower_.committed(c);
    tell_head();
    if (!changes_directory(c.subjects)) return;
    outdate();
    {
        const base::scoped_lock lock(stop_mutex_);
        outdated_ = true;
    }
    wake_.notify_all();
}

void directory_watch::run() {
    auto pause = options_.poll;
    for (;;) {
        {
            base::unique_lock lock(stop_mutex_);
            // After a failure the store is left alone for a while, whatever has changed.
            const bool failed = pause != options_.poll;
            wake_.wait_for(lock, pause,
                           [&]() UNIFORM_REQUIRES(stop_mutex_) { return stopping_ || (outdated_ && !failed); });
            if (stopping_) return;
        }
        pause = look() ? options_.poll : options_.poll * 10;
    }
}

bool directory_watch::look() {
    const base::scoped_lock hold(look_mutex_);
    if (options_.before_look) options_.before_look();
    const auto began = std::chrono::steady_clock::now();
    bool again = false;
    {
        const base::scoped_lock lock(stop_mutex_);
        again = std::exchange(outdated_, false);
    }
    try {
        if (!connection_) {
            connection_ = store_.sql_database().connect_to_follow();
            follower_.reconnected();
        }
        const auto news = follower_.look(*connection_);
        tell_head();
        notify(news);
        if (news.anything || !news.subjects.empty()) static_cast<void>(store_.note_head(*connection_));
        if (again || current() == nullptr) read_directory(connection_.get());
        looked_ = began;
        out_of_touch_since_ = 0;
        return true;
    } catch (const store::failure &) { // until the store can be read again, what is in memory is used
        connection_.reset();
        std::chrono::steady_clock::rep since = 0;
        out_of_touch_since_.compare_exchange_strong(since, looked_.time_since_epoch().count());
        const base::scoped_lock lock(stop_mutex_);
        outdated_ = outdated_ || again;
        return false;
    }
}

std::optional<std::chrono::milliseconds> directory_watch::out_of_touch() const noexcept {
    using clock = std::chrono::steady_clock;
    const auto since = out_of_touch_since_.load(std::memory_order_acquire);
    if (since == 0) return std::nullopt;
    return std::chrono::duration_cast<std::chrono::milliseconds>(clock::now().time_since_epoch() -
                                                                 clock::duration(since));
}

void directory_watch::notify(const history_follower::news &n) {
    if (!n.anything && n.subjects.empty()) return;
    if (n.anything || changes_directory(n.subjects)) outdate();
    if (options_.changed) options_.changed(n);
}

// Comes before options_.changed(), so that nothing can be cached that was made with the old directory and a new ticket.
void directory_watch::outdate() {
    const base::scoped_lock lock(directory_mutex_);
    directory_.reset();
    version_.fetch_add(1, std::memory_order_acq_rel);
}

void directory_watch::tell_head() {
    const base::scoped_lock lock(head_mutex_);
    known_head_ = follower_.head();
    store_.sql_database().know_head(known_head_);
}

// From the primary, because a replica may lack the change for which it is read again, and nobody would notice; while
// the primary is away (null), from a replica.
void directory_watch::read_directory(store::connection *primary) {
    const auto read = [&] {
        if (primary == nullptr) return store_.read([](store::reading &r) { return directory::read(r); });
        const reading_transaction all(*primary);
        store::reading r{*primary};
        return directory::read(r);
    };
    for (;;) {
        const std::uint64_t before = version();
        auto fresh = read();
        const base::scoped_lock lock(directory_mutex_);
        if (version_.load(std::memory_order_acquire) != before) continue; // it may lack the last change
        directory_ = std::move(fresh);
        version_.fetch_add(1, std::memory_order_acq_rel);
        return;
    }
}

} // namespace uniform::http
