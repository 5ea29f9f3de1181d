// The basic idea: counting takes no lock. A place (a prefix of a namespace) has counters in several cache lines, of
// which a thread uses one; a flush takes their values with exchange(0), adds them to the store in one transaction, and
// adds them back to the counters when that fails.
//
// INVARIANT: a count is in the counters, in the batch of a flush, or in the store. After a commit whose end is unknown
// it is given back, and may be counted twice.
// INVARIANT: durations are different: metrics.hpp goes on counting them, and written_ has what the store has; it moves
// after the commit alone.
// INVARIANT: a place lives as long as the statistics, so that the response cache may keep its address. So there are at
// most `places` of them; what is beyond is counted as "*".
//
// One flush at a time (flush_lock_), with a connection of its own: no event is written. The unknown names of a flush
// that fails are lost; their counts are estimates anyway.
//
// Anybody can request names that do not exist. So a row of them is made when a second client requests one, is taken of
// what that client may add to the store, and expires; a day has options_.unknown rows at most.
#include "http/operation/statistics.hpp"
#include "http/operation/log_target.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

#include <uniform/store/store.hpp>

namespace uniform::http {

namespace {

// Every outcome has a name, and a counter.
static_assert(outcome_names.size() == static_cast<std::size_t>(outcome::refused) + 1);

constexpr std::int64_t hours_kept = std::int64_t{8} * 24;
constexpr std::size_t longest_unknown = 256;
constexpr std::size_t requested_kept = 8192; // names, 32 bytes each
constexpr std::size_t clients_kept = 4096;   // with their shares, 40 bytes each

// The bytes that a row of unknown_names adds to the store: the key is in the table and in an index.
constexpr std::size_t stored_with(std::string_view key) noexcept { return 64 + 2 * key.size(); }

// Hours since 1970-01-01, in UTC.
std::int64_t this_hour() {
    return std::chrono::duration_cast<std::chrono::hours>(std::chrono::system_clock::now().time_since_epoch()).count();
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

void statistics::place::count(outcome o, country_code stated) noexcept {
    shards_[thread_number() % shards].counted[static_cast<std::size_t>(o)].fetch_add(1, std::memory_order_relaxed);
    if (stated) (*countries_)[stated.index()].fetch_add(1, std::memory_order_relaxed);
}

statistics::statistics(store::store &s, const options &o, metrics *m)
    : store_(&s),
      options_(o),
      metrics_(m),
      unknown_(o.unknown),
      requested_(requested_kept),
      new_of_client_(o.unknown / unknown_share + 1, o.unknown / unknown_share + 1, clients_kept, one_day),
      thread_([this] { run(); }) {}

statistics::~statistics() {
    {
        const base::scoped_lock hold(stop_lock_);
        stopping_ = true;
    }
    stop_.notify_one();
    thread_.join();
    flush();
}

statistics::countries &statistics::countries_of(std::string_view nid) {
    std::string key{nid};
    if (!countries_.contains(key) && countries_.size() >= options_.namespaces) key = "*";
    auto &found = countries_[key];
    if (!found) found = std::make_unique<countries>();
    return *found;
}

statistics::place &statistics::of(std::string_view nid, std::string_view prefix) {
    std::string key{nid};
    (key += '\0') += prefix;
    const base::scoped_lock hold(places_lock_);
    auto it = places_.find(key);
    if (it == places_.end()) {
        if (places_.size() >= options_.places) {
            nid = prefix = "*";
            key.assign("*\0*", 3);
            it = places_.find(key);
            if (it != places_.end()) return *it->second;
        }
        auto fresh = std::make_unique<place>();
        fresh->countries_ = &countries_of(nid);
        fresh->nid_ = nid;
        fresh->prefix_ = prefix;
        it = places_.emplace(std::move(key), std::move(fresh)).first;
    }
    return *it->second;
}

void statistics::unknown(std::string_view key, std::string_view address, limits &shares) noexcept {
    if (options_.unknown == 0) return;
    try {
        const std::string text = loggable_target(key, longest_unknown); // a client may have put a token there
        const std::uint64_t name = std::hash<std::string_view>{}(text);
        const std::uint64_t client = shares.key_of(address);
        const std::int64_t day = this_hour() / 24;
        const base::scoped_lock hold(unknown_lock_);
        if (day != unknown_day_) requested_.clear(); // a name has a row for each day
        unknown_day_ = day;
        const auto seen = requested_.ask(name, client);
        if (seen == several_clients::seen::first) return;
        if (seen == several_clients::seen::another) {
            if (!new_of_client_.take(client, rate_limit::clock::now()).allowed) return;
            if (!shares.stores(address, stored_with(text)).verdict.allowed) return;
            requested_.mark(name);
        }
        unknown_.add(text);
    } catch (...) { // no memory for a statistic
        if (metrics_ != nullptr) metrics_->count(counter::statistics_failures);
    }
}

// The counts since the last flush.
struct statistics::batch {
    struct row {
        place *where;
        outcome what;
        std::int64_t count;
    };
    struct country_row {
        countries *where;
        std::string_view nid;
        country_code country;
        std::int64_t count;
    };
    struct latency_row {
        route_class route;
        std::size_t bucket;
        std::int64_t count;
    };
    std::int64_t hour = 0;
    std::vector<row> rows = {};
    std::vector<country_row> by_country = {};
    std::vector<latency_row> by_latency = {};
    metrics::latencies durations = {};
    std::vector<frequent::entry> asked = {};

    [[nodiscard]] bool empty() const noexcept {
        return rows.empty() && by_country.empty() && by_latency.empty() && asked.empty();
    }
};

statistics::batch statistics::taken() {
    batch out{.hour = this_hour()};
    {
        const base::scoped_lock hold(places_lock_);
        for (const auto &[key, where] : places_) {
            for (const auto &[o, name] : outcome_names) {
                std::uint64_t n = 0;
                for (auto &shard : where->shards_)
                    n += shard.counted[static_cast<std::size_t>(o)].exchange(0, std::memory_order_relaxed);
                if (n > 0) out.rows.push_back({where.get(), o, static_cast<std::int64_t>(n)});
            }
        }
        for (const auto &[nid, where] : countries_) {
            for (std::size_t i = 0; i < where->size(); ++i) {
                const std::uint64_t n = (*where)[i].exchange(0, std::memory_order_relaxed);
                if (n > 0)
                    out.by_country.push_back({where.get(), nid, country_code::at(i), static_cast<std::int64_t>(n)});
            }
        }
    }
    if (metrics_ != nullptr) {
        out.durations = metrics_->durations();
        for (std::size_t c = 0; c < out.durations.size(); ++c) {
            for (std::size_t b = 0; b < out.durations[c].size(); ++b) {
                const std::uint64_t n = out.durations[c][b] - written_[c][b];
                if (n > 0) out.by_latency.push_back({static_cast<route_class>(c), b, static_cast<std::int64_t>(n)});
            }
        }
    }
    {
        const base::scoped_lock hold(unknown_lock_);
        out.asked = unknown_.take();
    }
    // Rows in one order, so that two nodes that flush at a time cannot wait for each other.
    std::ranges::sort(out.rows, {},
                      [](const batch::row &r) { return std::tie(r.where->nid_, r.where->prefix_, r.what); });
    std::ranges::sort(out.by_country, {},
                      [](const batch::country_row &r) { return std::pair{r.nid, r.country.index()}; });
    std::ranges::sort(out.asked, {}, &frequent::entry::text);
    return out;
}

// Counts that could not be written are added again; the unknown names are lost.
void statistics::give_back(const batch &b) {
    for (const batch::row &r : b.rows) {
        r.where->shards_[0].counted[static_cast<std::size_t>(r.what)].fetch_add(static_cast<std::uint64_t>(r.count),
                                                                                std::memory_order_relaxed);
    }
    for (const batch::country_row &r : b.by_country) {
        (*r.where)[r.country.index()].fetch_add(static_cast<std::uint64_t>(r.count), std::memory_order_relaxed);
    }
}

void statistics::write(store::connection &c, const batch &b, std::int64_t keep) {
    const std::int64_t day = b.hour / 24;
    std::vector<store::parameter> p;
    // The sums, which have few rows, are made here: the same rows as in the migration that made them of the table.
    std::map<std::pair<std::string_view, std::string_view>, std::int64_t> sums; // by outcome and NID
    for (const batch::row &r : b.rows) {
        p.insert(p.end(), {day, std::string_view{r.where->nid_}, std::string_view{r.where->prefix_}, to_string(r.what),
                           r.count});
        for (const std::string_view o : {std::string_view{}, to_string(r.what)}) {
            for (const std::string_view nid : {all_namespaces, std::string_view{r.where->nid_}})
                sums[{o, nid}] += r.count;
        }
    }
    c.run_each("INSERT INTO statistics (day, nid, prefix, outcome, count) VALUES ($1, $2, $3, $4, $5) "
               "ON CONFLICT (day, nid, prefix, outcome) DO UPDATE SET count = statistics.count + excluded.count",
               5, p);
    p.clear();
    for (const auto &[key, n] : sums) p.insert(p.end(), {day, key.first, key.second, n});
    c.run_each("INSERT INTO resolution_days (day, outcome, nid, count) VALUES ($1, $2, $3, $4) ON CONFLICT (nid, "
               "day, outcome) DO UPDATE SET count = resolution_days.count + excluded.count",
               4, p);

    std::map<std::pair<std::string_view, std::string>, std::int64_t> countries; // by NID and country
    for (const batch::country_row &r : b.by_country) {
        for (const std::string_view nid : {all_namespaces, r.nid}) countries[{nid, r.country.text()}] += r.count;
    }
    p.clear();
    for (const auto &[key, n] : countries) p.insert(p.end(), {day, key.first, std::string_view{key.second}, n});
    c.run_each("INSERT INTO country_days (day, nid, country, count) VALUES ($1, $2, $3, $4) ON CONFLICT (nid, day, "
               "country) DO UPDATE SET count = country_days.count + excluded.count",
               4, p);

    p.clear();
    for (const batch::latency_row &r : b.by_latency) {
        for (const auto &[span, at] :
             {std::pair{std::string_view{"day"}, day}, std::pair{std::string_view{"hour"}, b.hour}})
            p.insert(p.end(), {span, to_string(r.route), at, static_cast<std::int64_t>(r.bucket), r.count});
    }
    c.run_each("INSERT INTO latencies (span, route, at, bucket, count) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (span, "
               "route, at, bucket) DO UPDATE SET count = latencies.count + excluded.count",
               5, p);

    p.clear();
    for (const frequent::entry &e : b.asked) {
        // The least possible count: errors must not accumulate over the days.
        p.insert(p.end(), {day, std::string_view{e.text}, static_cast<std::int64_t>(e.count - e.error)});
    }
    c.run_each("INSERT INTO unknown_names (day, key, count) VALUES ($1, $2, $3) ON CONFLICT (day, key) "
               "DO UPDATE SET count = unknown_names.count + excluded.count",
               3, p);
    if (!b.asked.empty()) {
        c.run("DELETE FROM unknown_names WHERE day = $1 AND key NOT IN (SELECT key FROM unknown_names "
              "WHERE day = $1 ORDER BY count DESC, key LIMIT $2)",
              {day, keep});
    }
}

void statistics::expire(store::connection &c, std::int64_t hour) const {
    for (const std::string_view route : route_class_names.names()) {
        c.run("DELETE FROM latencies WHERE span = 'hour' AND route = $1 AND at < $2", {route, hour - hours_kept});
    }
    c.run("DELETE FROM unknown_names WHERE day <= $1", {hour / 24 - static_cast<std::int64_t>(options_.unknown_days)});
}

void statistics::flush() {
    const base::scoped_lock one(flush_lock_);
    const batch b = taken();
    if (b.empty() && cleared_ == b.hour) return;
    try {
        // A connection of its own: the store's writer appends to the history, and statistics do not.
        if (!connection_) connection_ = store_->sql_database().connect(store::access::read_write);
        connection_->begin(store::access::read_write);
        write(*connection_, b, static_cast<std::int64_t>(options_.unknown));
        if (cleared_ != b.hour) expire(*connection_, b.hour);
        connection_->commit();
        written_ = b.durations;
        cleared_ = b.hour;
        return;
    } catch (const store::failure &) { // retried at the next flush
        if (connection_) connection_->rollback();
        connection_.reset();
    }
    give_back(b);
    if (metrics_ != nullptr) metrics_->count(counter::statistics_failures);
}

void statistics::run() {
    base::unique_lock hold(stop_lock_);
    while (!stop_.wait_for(hold, options_.flush, [&]() UNIFORM_REQUIRES(stop_lock_) { return stopping_; })) {
        hold.unlock();
        flush();
        hold.lock();
    }
}

} // namespace uniform::http
