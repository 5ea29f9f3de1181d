#include "http/operation/statistics.hpp"
#include "http/operation/log_target.hpp"

#include <algorithm>
#include <functional>

#include <uniform/store/store.hpp>

#include "http/operation/metrics.hpp"

namespace uniform::http {

namespace {

// Every outcome has a name, and a counter.
static_assert(outcome_names.size() == static_cast<std::size_t>(outcome::refused) + 1);

// Days since 1970-01-01, in UTC.
std::int64_t today() {
    return std::chrono::duration_cast<std::chrono::days>(std::chrono::system_clock::now().time_since_epoch()).count();
}

} // namespace

// A heap with the least count on top: a new text replaces that one, and inherits its count as its possible error.
void frequent::add(std::string_view text) {
    if (capacity_ == 0) return;
    if (const auto it = place_.find(text); it != place_.end()) {
        ++heap_[it->second].count;
        sift_down(it->second);
        return;
    }
    if (heap_.size() < capacity_) {
        heap_.push_back({std::string{text}, 1, 0});
        std::size_t at = heap_.size() - 1;
        place_.emplace(heap_[at].text, at);
        while (at > 0 && heap_[(at - 1) / 2].count > heap_[at].count) { // a new one has the least possible count
            const std::size_t up = (at - 1) / 2;
            std::swap(heap_[at], heap_[up]);
            place_.find(heap_[at].text)->second = at;
            place_.find(heap_[up].text)->second = up;
            at = up;
        }
        return;
    }
    entry &least = heap_.front();
    place_.erase(place_.find(least.text));
    least.text = text;
    least.error = least.count;
    ++least.count;
    place_.emplace(least.text, 0);
    sift_down(0);
}

void frequent::sift_down(std::size_t at) {
    for (;;) {
        std::size_t least = at;
        for (std::size_t child = 2 * at + 1; child <= 2 * at + 2 && child < heap_.size(); ++child) {
            if (heap_[child].count < heap_[least].count) least = child;
        }
        if (least == at) return;
        std::swap(heap_[at], heap_[least]);
        place_.find(heap_[at].text)->second = at;
        place_.find(heap_[least].text)->second = least;
        at = least;
    }
}

std::vector<frequent::entry> frequent::take() {
    place_.clear();
    std::vector<entry> all = std::move(heap_);
    heap_.clear();
    std::ranges::sort(all, std::ranges::greater{}, &entry::count);
    return all;
}

void statistics::place::count(outcome o) noexcept {
    shards_[thread_number() % shards].counted[static_cast<std::size_t>(o)].fetch_add(1, std::memory_order_relaxed);
}

statistics::statistics(store::store &s, const options &o, metrics *m)
    : store_(&s), options_(o), metrics_(m), unknown_(o.unknown), thread_([this] { run(); }) {}

statistics::~statistics() {
    {
        const std::scoped_lock hold(stop_lock_);
        stopping_ = true;
    }
    stop_.notify_one();
    thread_.join();
    flush();
}

statistics::place &statistics::of(std::string_view nid, std::string_view prefix) {
    std::string key{nid};
    (key += '\0') += prefix;
    const std::scoped_lock hold(places_lock_);
    auto it = places_.find(key);
    if (it == places_.end()) {
        if (places_.size() >= options_.places) {
            nid = prefix = "*";
            key.assign("*\0*", 3);
            it = places_.find(key);
            if (it != places_.end()) return *it->second;
        }
        auto fresh = std::make_unique<place>();
        fresh->nid_ = nid;
        fresh->prefix_ = prefix;
        it = places_.emplace(std::move(key), std::move(fresh)).first;
    }
    return *it->second;
}

void statistics::unknown(std::string_view key) noexcept {
    try {
        const std::scoped_lock hold(unknown_lock_);
        unknown_.add(loggable_target(key, 256)); // a client may have put a token there
    } catch (...) {                              // no memory for a statistic
        if (metrics_ != nullptr) metrics_->count(counter::statistics_failures);
    }
}

void statistics::flush() {
    const std::scoped_lock one(flush_lock_);
    struct row {
        place *where;
        outcome what;
        std::int64_t count;
    };
    std::vector<row> rows;
    {
        const std::scoped_lock hold(places_lock_);
        for (const auto &[key, where] : places_) {
            for (const auto &[o, name] : outcome_names) {
                std::uint64_t n = 0;
                for (auto &shard : where->shards_)
                    n += shard.counted[static_cast<std::size_t>(o)].exchange(0, std::memory_order_relaxed);
                if (n > 0) rows.push_back({where.get(), o, static_cast<std::int64_t>(n)});
            }
        }
    }
    std::vector<frequent::entry> asked;
    {
        const std::scoped_lock hold(unknown_lock_);
        asked = unknown_.take();
    }
    if (rows.empty() && asked.empty()) return;
    // Rows in one order, so that two nodes that flush at a time cannot wait for each other.
    std::ranges::sort(rows, {}, [](const row &r) { return std::tie(r.where->nid_, r.where->prefix_, r.what); });
    std::ranges::sort(asked, {}, &frequent::entry::text);

    const std::int64_t day = today();
    const auto keep = static_cast<std::int64_t>(options_.unknown);
    try {
        // A connection of its own: the store's writer appends to the history, and statistics do not.
        if (!connection_) connection_ = store_->where().connect(store::access::read_write);
        connection_->begin(store::access::read_write);
        std::vector<store::parameter> p;
        for (const row &r : rows) {
            p.insert(p.end(), {day, std::string_view{r.where->nid_}, std::string_view{r.where->prefix_},
                               to_string(r.what), r.count});
        }
        connection_->run_each("INSERT INTO statistics (day, nid, prefix, outcome, count) VALUES ($1, $2, $3, $4, $5) "
                              "ON CONFLICT (day, nid, prefix, outcome) DO UPDATE SET count = statistics.count + "
                              "excluded.count",
                              5, p);
        p.clear();
        for (const frequent::entry &e : asked) {
            // The least possible count: errors must not accumulate over the days.
            p.insert(p.end(), {day, std::string_view{e.text}, static_cast<std::int64_t>(e.count - e.error)});
        }
        connection_->run_each("INSERT INTO unknown_names (day, key, count) VALUES ($1, $2, $3) ON CONFLICT (day, key) "
                              "DO UPDATE SET count = unknown_names.count + excluded.count",
                              3, p);
        if (!asked.empty()) {
            connection_->run("DELETE FROM unknown_names WHERE day = $1 AND key NOT IN (SELECT key FROM unknown_names "
                             "WHERE day = $1 ORDER BY count DESC, key LIMIT $2)",
                             {day, keep});
        }
        connection_->commit();
        return;
    } catch (const store::failure &) { // retried at the next flush
        if (connection_) connection_->rollback();
        connection_.reset();
    }
    for (const row &r : rows) {
        r.where->shards_[0].counted[static_cast<std::size_t>(r.what)].fetch_add(static_cast<std::uint64_t>(r.count),
                                                                                std::memory_order_relaxed);
    }
    if (metrics_ != nullptr) metrics_->count(counter::statistics_failures);
}

void statistics::run() {
    std::unique_lock hold(stop_lock_);
    while (!stop_.wait_for(hold, options_.flush, [&] { return stopping_; })) {
        hold.unlock();
        flush();
        hold.lock();
    }
}

} // namespace uniform::http
