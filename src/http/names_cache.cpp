#include "http/names_cache.hpp"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include <uniform/store/store.hpp>

#include "http/metrics.hpp"
#include "http/names_cache_entries.hpp"
#include "http/resolve_core.hpp"
#include "http/resolve_directory.hpp"
#include "http/resolve_representations.hpp"
#include "http/router.hpp"
#include "http/statistics.hpp"

namespace uniform::http {

namespace {

using cached::append;
using cached::date_length;
using cached::entry;
using cached::shard;

constexpr std::size_t shards = 64;
constexpr std::size_t counters = std::size_t{1} << 16U;
constexpr std::size_t longest_target = 2048;
// Health changes without a word from other processes.
constexpr std::chrono::seconds life_of_a_choice{60};

std::uint64_t hash_of(std::string_view text) noexcept { return std::hash<std::string_view>{}(text); }

bool asks_for_anything(std::string_view accept) noexcept { return accept.empty() || accept == "*/*"; }

// A worker's view of an embedded store. The transaction stays open over many questions, which saves locking the file
// for each; it is ended when this process has written, and by the watching thread when it is old.
struct reader {
    std::mutex mutex;
    std::unique_ptr<store::connection> connection = {};
    bool open = false;
    bool failed = false;
    std::uint64_t generation = 0; // of the store, when the transaction began
    std::uint64_t all = 0;        // of the cache
    // Of the worker's thread alone: what it made of the last Accept, the directory, the last place of statistics.
    std::string accept = {};
    representation asked = representation::none;
    std::shared_ptr<const directory> where = {};
    std::uint64_t where_version = 0;
    const char *place_of = nullptr; // the prefix, or the namespace when there is none
    statistics::place *place = nullptr;
};

// What the store calls outlives the cache.
class names_cache_gate {
public:
    template <class F>
    void pass(F f) {
        const std::scoped_lock lock(mutex_);
        if (open_) f();
    }
    void close() {
        const std::scoped_lock lock(mutex_);
        open_ = false;
    }

private:
    std::mutex mutex_;
    bool open_ = true;
};

} // namespace

class names_cache::implementation {
public:
    implementation(store::store &s, const options &o, http::statistics *st, http::metrics *m)
        : store_(s),
          options_(o),
          statistics_(st),
          metrics_(m),
          readers_(std::max(o.workers, 1U)),
          by_key_(std::make_unique<std::array<std::atomic<std::uint32_t>, counters>>()) {
        embedded_ = o.read_store && s.where().dialect() == store::dialect::sqlite;
        s.on_change([this, gate = gate_](auto changes) { gate->pass([&] { changed(changes); }); });
        read_directory();
        watcher_ = std::thread([this] { watch(); });
    }
    ~implementation() {
        gate_->close();
        {
            const std::scoped_lock lock(stop_mutex_);
            stopping_ = true;
        }
        stop_.notify_all();
        watcher_.join();
    }

    bool quick(const request &r, unsigned worker, std::string_view date, bool close, std::string &out) {
        const bool is_get = r.method == "GET" || r.method == "HEAD";
        const std::string_view target = origin_form(r);
        if (!is_get || target.size() < 6 || target.size() > longest_target) return false;
        if (target[0] != '/' || (target[1] | 0x20) != 'u' || target[4] != ':') return false;
        if (r.id.empty() || date.size() != date_length || worker >= readers_.size()) return false;
        reader &mine = readers_[worker];
        const std::string_view accept = r.value("Accept");
        const bool anything = asks_for_anything(accept);
        if (!anything) {
            if (mine.accept != accept) {
                mine.asked = wanted(resolver::accept_list{accept});
                mine.accept = accept;
            }
            if (mine.asked != representation::none) return false;
        }
        const bool no_language = r.value("Accept-Language").empty();
        // A token that is wrong is refused, also where none is needed.
        if (!r.value("Authorization").empty()) return false;

        bool other = false; // what is kept is true, but not for this client
        const bool hit = shard_of(target).use(target, [&](const entry &e) {
            if (!is_current(e.ticket)) return false;
            if (e.until != resolver::timestamp::max() && resolver::now() >= e.until) return false;
            if ((e.by_accept && !anything) || (e.by_language && !no_language)) {
                other = true;
                return true;
            }
            append(out, e, date, r.id, close);
            if (e.place != nullptr) e.place->count(outcome::redirected);
            return true;
        });
        if (other) return false;
        if (hit) {
            if (metrics_ != nullptr) metrics_->count(counter::cache_hits);
            return true;
        }
        if (metrics_ != nullptr) metrics_->count(counter::cache_misses);
        return embedded_ && miss(r, mine, date, close, out);
    }

    [[nodiscard]] ticket begin(std::string_view key) const noexcept {
        ticket t;
        t.all = all_.load(std::memory_order_acquire);
        t.slot = static_cast<std::uint32_t>(hash_of(key) % counters);
        t.of_key = (*by_key_)[t.slot].load(std::memory_order_acquire);
        return t;
    }

    [[nodiscard]] ticket begin(asked_name &asked) {
        std::shared_ptr<const directory> where;
        {
            const std::scoped_lock lock(directory_mutex_);
            where = directory_;
        }
        const auto *const settings = where ? where->find(asked.nid()) : nullptr;
        if (settings != nullptr) apply(settings->rules, asked);
        return begin(std::string_view{asked.key});
    }

    std::optional<entry> make(const ticket &t, const request &r, const known_name &n, const aim &a,
                              const response &sent, resolver::timestamp now) {
        if (!n.record || !n.settings || a.delegated || r.target.size() > longest_target) return std::nullopt;
        const auto &locators = n.record->locators;
        const bool by_accept = resolver::depends_on_accept(locators);
        const bool by_language = resolver::depends_on_language(locators);
        if (by_accept && !asks_for_anything(r.value("Accept"))) return std::nullopt;
        if (by_language && !r.value("Accept-Language").empty()) return std::nullopt;
        resolver::timestamp until = resolver::timestamp::max();
        if (a.choice.until) {
            // Cache-Control says less when the moment comes nearer than max_age.
            until = *a.choice.until - std::chrono::seconds(n.settings->max_age);
            if (until <= now) return std::nullopt;
        }
        if (locators.size() > 1) until = std::min(until, now + life_of_a_choice);
        auto e = shapes_.entry_of(sent);
        if (!e) return e;
        e->by_accept = by_accept;
        e->by_language = by_language;
        e->until = until;
        e->ticket = t;
        return e;
    }

    void keep(const ticket &t, const request &r, const known_name &n, const aim &a, const response &sent,
              resolver::timestamp now) {
        if (r.method != "GET" && r.method != "HEAD") return;
        auto e = make(t, r, n, a, sent, now);
        if (!e) return;
        if (statistics_ != nullptr) {
            e->place = &statistics_->of(n.asked.nid(), n.delegation ? n.delegation->prefix : std::string{});
        }
        put(origin_form(r), std::move(*e));
    }

    void forget() noexcept {
        all_.fetch_add(1, std::memory_order_acq_rel);
        if (metrics_ != nullptr) metrics_->count(counter::cache_invalidations);
    }

    [[nodiscard]] std::pair<std::size_t, std::size_t> size() {
        std::pair<std::size_t, std::size_t> sum{};
        for (shard &s : shards_) {
            const auto one = s.size();
            sum.first += one.first;
            sum.second += one.second;
        }
        return sum;
    }

private:
    [[nodiscard]] shard &shard_of(std::string_view target) noexcept {
        // The low bits choose the bucket in the shard's table.
        return shards_[(hash_of(target) >> 48U) % shards];
    }
    [[nodiscard]] bool is_current(const ticket &t) const noexcept {
        return t.all == all_.load(std::memory_order_acquire) &&
               t.of_key == (*by_key_)[t.slot].load(std::memory_order_acquire);
    }
    void put(std::string_view target, entry e) {
        const std::size_t dropped = shard_of(target).put(target, std::move(e), options_.bytes / shards);
        if (dropped > 0 && metrics_ != nullptr) metrics_->count(counter::cache_evictions, dropped);
    }

    bool miss(const request &r, reader &mine, std::string_view date, bool close, std::string &out) {
        auto asked = read_name(origin_form(r).substr(1));
        if (!asked) return false;
        const std::uint64_t all = all_.load(std::memory_order_acquire);
        const directory *where = directory_for(mine);
        if (where == nullptr) return false;
        const auto *settings = where->find(asked->nid());
        if (settings == nullptr) return false;
        apply(settings->rules, *asked);
        ticket t = begin(std::string_view{asked->key});
        t.all = all; // the directory was read behind it
        known_name n{.asked = std::move(*asked)};
        n.settings = *settings;
        if (!look_up(mine, n, t)) return false;
        if (!n.record || n.record->state != resolver::name_state::active) return false;
        const auto w = wishes_of(r, n);
        if (w.r.service) return false;
        const resolver::timestamp now = resolver::now();
        const auto a = aim_at(n, w, now, {});
        if (!a || a->delegated || a->choice.order.empty()) return false;
        const response sent = redirect(n, *a, n.settings->redirect, now);
        auto e = make(t, r, n, *a, sent, now);
        if (!e) return false;
        if (statistics_ != nullptr) {
            const std::string_view prefix = where->prefix_of(n.asked.key);
            const char *const place_of = prefix.empty() ? settings->nid.data() : prefix.data();
            if (mine.place_of != place_of) {
                mine.place = &statistics_->of(n.asked.nid(), prefix);
                mine.place_of = place_of;
            }
            e->place = mine.place;
            e->place->count(outcome::redirected);
        }
        append(out, *e, date, r.id, close);
        put(origin_form(r), std::move(*e));
        return true;
    }

    // The directory as it is; null while it is read anew.
    const directory *directory_for(reader &mine) {
        if (mine.where_version != directory_version_.load(std::memory_order_acquire)) {
            const std::scoped_lock lock(directory_mutex_);
            mine.where = directory_;
            mine.where_version = directory_version_.load(std::memory_order_acquire);
            mine.place_of = nullptr;
        }
        return mine.where.get();
    }

    bool look_up(reader &mine, known_name &n, const ticket &t) {
        const std::scoped_lock lock(mine.mutex);
        if (mine.failed) return false;
        try {
            if (!mine.connection) mine.connection = store_.where().connect(store::access::read_only);
            const std::uint64_t generation = store_.generation();
            // What began before a change must not be kept as if it had been read behind it.
            if (mine.open && (mine.generation != generation || mine.all != t.all)) end(mine);
            if (!mine.open) {
                mine.generation = generation;
                mine.all = t.all;
                mine.connection->begin(store::access::read_only);
                mine.open = true;
            }
            store::reading reading{*mine.connection};
            const auto row = reading.name(n.asked.key);
            if (!row) return true;
            n.record = resolver::decode(row->record);
            n.event = row->event;
            if (n.record) n.health = health_of(options_.links, reading, *n.record);
            return n.record.has_value();
        } catch (const store::failure &) { // the pool will say it
            mine.open = false;
            mine.connection.reset();
            mine.failed = true;
            return false;
        }
    }
    static void end(reader &mine) noexcept {
        mine.connection->rollback();
        mine.open = false;
    }

    // On the thread that writes, after a commit and before anybody is told of it.
    void changed(std::span<const std::pair<std::string, std::string>> changes) {
        bool directory_too = false;
        for (const auto &[kind, id] : changes) {
            if (kind == "name") {
                (*by_key_)[hash_of(id) % counters].fetch_add(1, std::memory_order_acq_rel);
            } else if (kind == "namespace" || kind == "delegation") {
                directory_too = true;
            }
        }
        own_events_.fetch_add(changes.size(), std::memory_order_acq_rel);
        if (!directory_too) return;
        outdate_directory();
        forget();
        {
            const std::scoped_lock lock(stop_mutex_);
            read_directory_ = true;
        }
        stop_.notify_all();
    }

    void watch() {
        std::unique_ptr<store::connection> connection;
        std::uint64_t version = 0;
        std::uint64_t head = 0;
        std::uint64_t own = 0;
        bool known = false;
        const bool stale = store_.where().readers_may_be_stale();
        for (;;) {
            bool reread = false;
            {
                std::unique_lock lock(stop_mutex_);
                stop_.wait_for(lock, options_.poll, [&] { return stopping_ || read_directory_; });
                if (stopping_) return;
                reread = std::exchange(read_directory_, false);
            }
            for (reader &r : readers_) {
                const std::scoped_lock lock(r.mutex);
                if (r.open) end(r);
                r.failed = false;
            }
            try {
                if (!connection) connection = store_.where().connect(store::access::read_only);
                const std::uint64_t now = connection->changes_by_others();
                if (!known || now != version) {
                    // The writing connections of this process are others, too. Its own events are counted.
                    store::reading reading{*connection};
                    const std::uint64_t own_before = own_events_.load(std::memory_order_acquire);
                    const std::uint64_t head_now = reading.head().first;
                    const std::uint64_t own_now = own_events_.load(std::memory_order_acquire);
                    const bool settled = own_before == own_now;
                    // A replica that had it later may have been asked in between.
                    const bool moved = stale ? head_now != head : head_now - head != own_now - own;
                    if (known && settled && moved) {
                        reread = true;
                        outdate_directory();
                        forget();
                    }
                    if (settled) {
                        version = now;
                        head = head_now;
                        own = own_now;
                        known = true;
                    }
                }
                if (reread) read_directory();
            } catch (const store::failure &) {
                connection.reset(); // what is known goes on being answered
                if (reread) {
                    const std::scoped_lock lock(stop_mutex_);
                    read_directory_ = true;
                }
                std::unique_lock lock(stop_mutex_);
                stop_.wait_for(lock, options_.poll * 10, [&] { return stopping_; });
            }
        }
    }
    // Until it is read again, the pool answers. Comes before forget(), so that nothing can be kept that was made with
    // the old one and a new ticket.
    void outdate_directory() {
        const std::scoped_lock lock(directory_mutex_);
        directory_.reset();
        directory_version_.fetch_add(1, std::memory_order_acq_rel);
    }
    void read_directory() {
        for (;;) {
            const std::uint64_t before = directory_version_.load(std::memory_order_acquire);
            auto fresh = store_.read([](store::reading &r) { return directory::read(r); });
            const std::scoped_lock lock(directory_mutex_);
            // What changed in the meantime is perhaps not in it.
            if (directory_version_.load(std::memory_order_acquire) != before) continue;
            directory_ = std::move(fresh);
            directory_version_.fetch_add(1, std::memory_order_acq_rel);
            return;
        }
    }

    store::store &store_;
    options options_;
    http::statistics *statistics_;
    http::metrics *metrics_;
    bool embedded_ = false;
    cached::shapes shapes_;
    std::array<shard, shards> shards_;
    std::vector<reader> readers_;
    std::unique_ptr<std::array<std::atomic<std::uint32_t>, counters>> by_key_;
    std::atomic<std::uint64_t> all_{1};
    std::atomic<std::uint64_t> own_events_{0};
    std::shared_ptr<names_cache_gate> gate_ = std::make_shared<names_cache_gate>();
    std::mutex directory_mutex_;
    std::shared_ptr<const directory> directory_;
    std::atomic<std::uint64_t> directory_version_{1};
    std::mutex stop_mutex_;
    std::condition_variable stop_;
    bool stopping_ = false;
    bool read_directory_ = false;
    std::thread watcher_;
};

names_cache::names_cache(store::store &s, const options &o, http::statistics *st, http::metrics *m)
    : implementation_(std::make_unique<implementation>(s, o, st, m)) {}
names_cache::~names_cache() = default;

bool names_cache::quick(const request &r, unsigned worker, std::string_view date, bool close,
                        std::string &out) noexcept {
    const std::size_t before = out.size();
    try {
        return implementation_->quick(r, worker, date, close, out);
    } catch (...) { // no memory, or the store: the pool will say it
        out.resize(before);
        return false;
    }
}

names_cache::ticket names_cache::begin(asked_name &asked) const { return implementation_->begin(asked); }
void names_cache::keep(const ticket &t, const request &r, const known_name &n, const aim &a, const response &sent,
                       resolver::timestamp now) {
    implementation_->keep(t, r, n, a, sent, now);
}
void names_cache::forget() noexcept { implementation_->forget(); }
std::size_t names_cache::bytes() const noexcept { return implementation_->size().first; }
std::size_t names_cache::entries() const noexcept { return implementation_->size().second; }

} // namespace uniform::http
