#include "http/resolve/directory_watch.hpp"

#include <utility>

namespace uniform::http {

directory_watch::directory_watch(store::store &s, options o) : store_(s), options_(std::move(o)) {
    read_directory();
    thread_ = std::thread([this] { run(); });
}

directory_watch::~directory_watch() {
    {
        const std::scoped_lock lock(stop_mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

std::shared_ptr<const directory> directory_watch::current() const {
    const std::scoped_lock lock(directory_mutex_);
    return directory_;
}

void directory_watch::committed(std::size_t events, bool directory_too) {
    own_events_.fetch_add(events, std::memory_order_acq_rel);
    if (!directory_too) return;
    outdate();
    if (options_.changed) options_.changed();
    {
        const std::scoped_lock lock(stop_mutex_);
        outdated_ = true;
    }
    wake_.notify_all();
}

void directory_watch::run() {
    auto pause = options_.poll;
    for (;;) {
        {
            std::unique_lock lock(stop_mutex_);
            // After a failure the store is left alone for a while, whatever has changed.
            const bool failed = pause != options_.poll;
            wake_.wait_for(lock, pause, [&] { return stopping_ || (outdated_ && !failed); });
            if (stopping_) return;
        }
        pause = look() ? options_.poll : options_.poll * 10;
    }
}

bool directory_watch::look() {
    const std::scoped_lock hold(look_mutex_);
    if (options_.before_look) options_.before_look();
    bool again = false;
    {
        const std::scoped_lock lock(stop_mutex_);
        again = std::exchange(outdated_, false);
    }
    try {
        if (!connection_) connection_ = store_.where().connect(store::access::read_only);
        follow(*connection_);
        if (again || current() == nullptr) read_directory();
        return true;
    } catch (const store::failure &) { // until the store can be read again, what is in memory is used
        connection_.reset();
        const std::scoped_lock lock(stop_mutex_);
        outdated_ = outdated_ || again;
        return false;
    }
}

void directory_watch::follow(store::connection &c) {
    const std::uint64_t changes = c.changes_by_others();
    if (followed_ && changes == changes_) return;
    // The writing connections of this process are others, too; its own events are counted.
    store::reading reading{c};
    const std::uint64_t own_before = own_events_.load(std::memory_order_acquire);
    const std::uint64_t head = reading.head().first;
    const std::uint64_t own = own_events_.load(std::memory_order_acquire);
    if (own_before != own) return; // it is not known which of them the head contains: next time
    // The look before may have been at a replica that had a change later than the others.
    const bool moved = store_.where().readers_may_be_stale() ? head != head_ : head - head_ != own - own_;
    if (followed_ && moved) {
        outdate();
        if (options_.changed) options_.changed();
    }
    changes_ = changes;
    head_ = head;
    own_ = own;
    followed_ = true;
}

// Comes before options_.changed(), so that nothing can be cached that was made with the old directory and a new ticket.
void directory_watch::outdate() {
    const std::scoped_lock lock(directory_mutex_);
    directory_.reset();
    version_.fetch_add(1, std::memory_order_acq_rel);
}

void directory_watch::read_directory() {
    for (;;) {
        const std::uint64_t before = version();
        auto fresh = store_.read([](store::reading &r) { return directory::read(r); });
        const std::scoped_lock lock(directory_mutex_);
        if (version_.load(std::memory_order_acquire) != before) continue; // it may lack the last change
        directory_ = std::move(fresh);
        version_.fetch_add(1, std::memory_order_acq_rel);
        return;
    }
}

} // namespace uniform::http
