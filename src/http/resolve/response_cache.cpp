// The basic idea: nobody searches the cache for what a change outdates. An entry has a ticket: the values that two
// counters had before its name was read, that of all_ and one of by_key_, chosen by the hash of the name's key. A
// commit adds to the counter of each name that it changed, and to all_ for a namespace or a delegation; whoever uses an
// entry compares. Two names that share a counter cost a miss, never a wrong response.
//
// Four kinds of threads meet here: workers (try_cached(), resolve_now()), those that may block (begin(), ticket_for(),
// store(), try_together()),
// the thread that writes (committed(), before the commit is acknowledged), and that of directory_watch
// (changed_by_others()).
//
// INVARIANT: a ticket is taken before what it stands for is read. So a change in between makes the entry outdated from
// the beginning, and a slow reader can store nothing that is old.
// INVARIANT: when namespaces or delegations change, the directory is dropped before the counter moves: no new ticket
// goes with an old directory.
// INVARIANT: a worker_state is used by its worker alone, except its reader, which the watch renews under the reader's
// own lock. A shard is used under its lock.
//
// A miss in SQLite is resolved on the worker's thread if no page has to be read from the disk; after failures in a row
// only every sixteenth is tried. Misses in PostgreSQL that come while others are looked up are read together, by their
// keys and from the primary alone (try_together()). What throws leaves the request to the pool, which reports it. The
// store outlives the cache and goes on calling it; gate_ keeps such a call out after the end.
#include "http/resolve/response_cache.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <uniform/store/names_of.hpp>
#include <uniform/store/read_scope.hpp>
#include <uniform/store/store.hpp>

#include "base/mutex.hpp"
#include "http/api/security_fields.hpp"
#include "http/api/staleness.hpp"
#include "http/operation/metrics.hpp"
#include "http/operation/statistics.hpp"
#include "http/resolve/cache_entries.hpp"
#include "http/resolve/directory_watch.hpp"
#include "http/resolve/nothing_resident.hpp"
#include "http/resolve/resolution.hpp"
#include "http/resolve/store_reader.hpp"

namespace uniform::http {

namespace {

using cached::entry;
using cached::shard;

constexpr std::size_t shards = 64;
constexpr std::size_t counters = std::size_t{1} << 16U;
constexpr std::size_t longest_target = 2048;
constexpr int most_skipped = 15;
// Other processes change the health of locators without an event.
constexpr std::chrono::seconds life_of_a_choice{60};

std::uint64_t hash_of(std::string_view text) noexcept { return std::hash<std::string_view>{}(text); }

bool accepts_anything(std::string_view accept) noexcept { return accept.empty() || accept == "*/*"; }

// The state of one worker. All members but the reader are used by the thread of the worker alone.
struct worker_state {
    store_reader reader = {};
    std::string accept = {}; // the last Accept, and the representation that it asks for
    representation preferred = representation::none;
    std::shared_ptr<const directory> known = {};
    std::uint64_t known_version = 0;
    // While names are not in memory, only some are tried: an attempt that fails costs more than a response.
    int skipped = 0; // between the last attempt and the one before it
    int to_skip = 0;
    const void *counted = nullptr; // the delegation or the namespace that `place` counts, in the directory
    statistics::place *place = nullptr;
};

// The store reports changes for as long as it lives, which is longer than the cache does.
class change_gate {
public:
    template <class F>
    void pass(F f) UNIFORM_EXCLUDES(mutex_) {
        const base::scoped_lock lock(mutex_);
        if (open_) f();
    }
    void close() UNIFORM_EXCLUDES(mutex_) {
        const base::scoped_lock lock(mutex_);
        open_ = false;
    }

private:
    base::mutex mutex_;
    bool open_ UNIFORM_GUARDED_BY(mutex_) = true;
};

} // namespace

class response_cache::implementation {
public:
    implementation(store::store &s, const options &o, http::statistics *st, http::metrics *m)
        : store_(s),
          options_(o),
          embedded_(o.read_store && s.sql_database().dialect() == store::dialect::sqlite),
          statistics_(st),
          metrics_(m),
          shapes_(o.settings != nullptr ? security_fields(*o.settings) : std::string{}),
          workers_(std::max(o.workers, 1U)),
          by_key_(std::make_unique<std::array<std::atomic<std::uint32_t>, counters>>()),
          watch_(s, {.poll = o.poll,
                     .before_look =
                         [this] {
                             if (!embedded_) return;
                             for (worker_state &w : workers_) w.reader.renew(store_, workers_.size());
                         },
                     .changed = [this](const history_follower::news &n) { changed_by_others(n); }}) {
        if (embedded_) static_cast<void>(watch_.look()); // opens the workers' connections
        s.on_change([this, gate = gate_](const store::commit &c) { gate->pass([&] { committed(c); }); });
    }
    ~implementation() { gate_->close(); }
    implementation(const implementation &) = delete;
    implementation &operator=(const implementation &) = delete;

    attempt try_cached(const request &r, unsigned worker, std::string_view date, bool close, std::string &out) {
        const bool is_get = r.method == "GET" || r.method == "HEAD";
        const std::string_view target = origin_form(r);
        constexpr attempt no = attempt::unsuitable;
        if (!is_get || target.size() < 6 || target.size() > longest_target) return no;
        if (target[0] != '/' || (target[1] | 0x20) != 'u' || target[4] != ':') return no;
        if (r.id.empty() || date.size() != cached::date_length || worker >= workers_.size()) return no;
        worker_state &state = workers_[worker];
        const std::string_view accept = r.value("Accept");
        const bool any_type = accepts_anything(accept);
        if (!any_type) {
            if (state.accept != accept) {
                state.preferred = wanted(resolver::accept_list{accept});
                state.accept = accept;
            }
            if (state.preferred != representation::none) return no;
        }
        const bool any_language = r.value("Accept-Language").empty();
        // An invalid token is refused, also where no token is needed.
        if (!r.value("Authorization").empty()) return no;

        std::string stale;
        if (const auto away = embedded_ ? std::nullopt : watch_.out_of_touch()) {
            if (*away >= options_.stale_for) return no;
            const auto [age, status] = staleness_of(*away, true);
            stale = "Age: " + age + "\r\nCache-Status: " + status + "\r\n";
        }

        bool for_others = false; // the entry is current, but not for this client
        const bool hit = shard_of(target).use(target, [&](const entry &e) {
            if (!is_current(e.ticket)) return false;
            if (e.until != resolver::timestamp::max() && options_.clock() >= e.until) return false;
            if ((e.by_accept && !any_type) || (e.by_language && !any_language)) {
                for_others = true;
                return true;
            }
            append(out, e, date, r.id, close, stale + accel_of(e));
            if (e.place != nullptr) e.place->count(outcome::redirected, country_of(e, r));
            return true;
        });
        if (for_others) return no;
        if (metrics_ != nullptr) metrics_->count(hit ? counter::cache_hits : counter::cache_misses);
        if (hit) return attempt::sent;
        return embedded_ ? resolve_now(r, state, date, close, out) : attempt::not_in_memory;
    }

    void try_together(std::span<offered_request> all, std::string_view date) {
        // The responses from a replica have marks that are not made here.
        if (embedded_ || date.size() != cached::date_length || watch_.out_of_touch()) return;
        const snapshot known = begin();
        if (!known.directory) return;
        std::vector<missed> names;
        names.reserve(all.size());
        for (offered_request &o : all) {
            auto name = read_name(origin_form(*o.request).substr(1));
            if (!name || find_namespace(*known.directory, *name) == nullptr) continue;
            const ticket t = ticket_for(known.all, name->key);
            names.push_back({.of = &o, .name = std::move(*name), .known = t});
        }
        const auto rows = read_together(names);
        if (rows.empty()) return;
        sources from{.directory = known.directory.get(), .links = options_.links};
        nothing_resident nothing{store_.sql_database().dialect()};
        store::reading reading{nothing};
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (!rows[i]) continue;
            missed &one = names[i];
            const request &r = *one.of->request;
            from.row = &*rows[i];
            std::string out;
            try {
                const resolution resolved = resolve(from, reading, question_of(r, std::move(one.name)),
                                                    own_url{options_.settings, r}, options_.clock());
                const auto place = [this](const name_lookup &n) -> statistics::place & { return place_of(n); };
                if (respond(one.known, r, resolved, place, date, one.of->close, out)) one.of->out = std::move(out);
            } catch (const store::not_resident &) { // it needs more than its row
            } catch (const store::failure &) {      // that row is damaged, which is reported when it is read alone
            }
        }
    }

    [[nodiscard]] snapshot begin() const {
        // In this order: a directory that is newer than the counter is harmless.
        const std::uint64_t all = all_.load(std::memory_order_acquire);
        return {all, watch_.current()};
    }

    [[nodiscard]] ticket ticket_for(std::uint64_t all, std::string_view key) const noexcept {
        const auto slot = static_cast<std::uint32_t>(hash_of(key) % counters);
        return {.all = all, .of_key = (*by_key_)[slot].load(std::memory_order_acquire), .slot = slot};
    }

    void store(const ticket &t, const request &r, const resolution &resolved) {
        if (r.method != "GET" && r.method != "HEAD") return;
        auto e = entry_of(t, r, resolved);
        if (!e) return;
        if (statistics_ != nullptr) e->place = &place_of(resolved.name);
        const std::string_view target = origin_form(r);
        // A row that was read from a disk is in memory now.
        if (!embedded_ || shard_of(target).admits(target)) put(target, std::move(*e));
    }

    void invalidate() noexcept {
        all_.fetch_add(1, std::memory_order_acq_rel);
        if (metrics_ != nullptr) metrics_->count(counter::cache_invalidations);
    }

    bool look() { return watch_.look(); }
    [[nodiscard]] std::uint64_t head() const noexcept { return watch_.head(); }

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
    statistics::place &place_of(const name_lookup &n) const {
        return statistics_->of(n.requested.nid(),
                               n.delegation ? std::string_view{n.delegation->prefix} : std::string_view{});
    }

    // The field that end_lifetime() would add.
    [[nodiscard]] std::string accel_of(const entry &e) const {
        if (e.rest->shared == 0) return {};
        return std::string{accel_field} + ": " + end_of_lifetime(e.rest->shared, options_.clock()) + "\r\n";
    }

    static country_code country_of(const entry &e, const request &r) noexcept {
        return e.country ? e.country : region_of(r.value("Accept-Language"));
    }

    // The entry of a redirect to a locator; std::nullopt for what must not be stored.
    std::optional<entry> entry_of(const ticket &t, const request &r, const resolution &resolved) {
        const auto *const to = std::get_if<redirect>(&resolved.result);
        const name_lookup &n = resolved.name;
        // A redirect by suffix passthrough, without a name of its own, changes with another name.
        if (to == nullptr || !n.record || resolved.service || !n.settings || r.target.size() > longest_target)
            return std::nullopt;
        // A second reading has found another name than that of the ticket.
        if (ticket_for(t.all, n.requested.key).slot != t.slot) return std::nullopt;
        const auto &locators = n.record->locators;
        entry e{.by_accept = resolver::depends_on_accept(locators),
                .by_language = resolver::depends_on_language(locators),
                .ticket = t};
        if (e.by_accept && !accepts_anything(r.value("Accept"))) return std::nullopt;
        if (e.by_language && !r.value("Accept-Language").empty()) return std::nullopt;
        const redirect_template f = redirect_template_of(resolved, r, options_.settings);
        if (const auto until = resolved.choice.until) {
            // From then on max-age gets less with every second.
            e.until = *until - std::chrono::seconds(std::max(n.settings->max_age, f.in_caches.shared));
            if (e.until <= resolved.now) return std::nullopt;
        }
        if (locators.size() > 1) e.until = std::min(e.until, resolved.now + life_of_a_choice);
        e.rest = shapes_.of(f);
        if (!f.keys.field.empty()) e.digest = digest_of_name(n.requested.key);
        e.location = to->location;
        e.country = country_code::of(resolved.preferences.r.country);
        return e;
    }

    // A request of several whose names are read together.
    struct missed {
        offered_request *of;
        requested_name name;
        ticket known;
    };

    // Their rows from the primary; none if it does not answer, or a replica does.
    std::vector<std::optional<store::name_row>> read_together(std::span<const missed> names) {
        if (names.empty()) return {};
        std::vector<std::string_view> keys;
        keys.reserve(names.size());
        for (const missed &one : names) keys.push_back(one.name.key);
        const store::read_scope reads{store::freshness::latest};
        auto rows = store::names_of(*store_.sql_database().reader(), keys);
        if (metrics_ != nullptr) {
            metrics_->count(counter::shared_lookups);
            metrics_->count(counter::shared_lookup_names, names.size());
        }
        if (reads.used_replica()) rows.clear();
        return rows;
    }

    // A miss, in an embedded store, of which everything that it needs is in memory.
    attempt resolve_now(const request &r, worker_state &state, std::string_view date, bool close, std::string &out) {
        const std::uint64_t all = all_.load(std::memory_order_acquire);
        if (state.known_version != watch_.version()) {
            state.known_version = watch_.version();
            state.known = watch_.current();
            state.counted = nullptr;
        }
        if (state.known == nullptr) return attempt::unsuitable;
        if (state.to_skip > 0) {
            --state.to_skip;
            return attempt::not_in_memory;
        }
        const sources from{.directory = state.known.get(), .links = options_.links};
        auto name = read_name(origin_form(r).substr(1));
        if (!name || find_namespace(*state.known, *name) == nullptr) return attempt::unsuitable;
        const ticket t = ticket_for(all, name->key);
        const std::uint64_t seen = all + by_others_.load(std::memory_order_acquire);
        const auto resolved = state.reader.read(store_, seen, [&](store::reading &reading) {
            return resolve(from, reading, question_of(r, std::move(*name)), own_url{options_.settings, r},
                           options_.clock());
        });
        state.skipped = resolved ? 0 : std::min(2 * state.skipped + 1, most_skipped);
        state.to_skip = state.skipped;
        if (!resolved) return attempt::not_in_memory;
        const auto place = [&](const name_lookup &n) -> statistics::place & {
            const void *const counted = n.delegation ? static_cast<const void *>(n.delegation.get()) : n.settings.get();
            if (state.counted != counted) {
                state.place = &place_of(n);
                state.counted = counted;
            }
            return *state.place;
        };
        return respond(t, r, *resolved, place, date, close, out) ? attempt::sent : attempt::unsuitable;
    }

    // Appends the response of a miss that cost little, and stores it. False: it may not be stored.
    template <class Place>
    bool respond(const ticket &t, const request &r, const resolution &resolved, Place place, std::string_view date,
                 bool close, std::string &out) {
        auto e = entry_of(t, r, resolved);
        if (!e) return false;
        if (statistics_ != nullptr) {
            e->place = &place(resolved.name);
            e->place->count(outcome::redirected, country_of(*e, r));
        }
        append(out, *e, date, r.id, close, accel_of(*e));
        const std::string_view target = origin_form(r);
        if (shard_of(target).admits(target)) put(target, std::move(*e));
        return true;
    }

    [[nodiscard]] resolution_request question_of(const request &r, requested_name name) const {
        return {.name = std::move(name),
                .preferences = resolver::preferences_of(r.value("Accept"), r.value("Accept-Language"))};
    }

    // On the thread that writes, after a commit and before it is acknowledged.
    void committed(const store::commit &c) {
        // First, so that nothing can be stored that was made with the old directory and a new ticket.
        watch_.committed(c);
        outdate(c.subjects);
        if (options_.changed) options_.changed();
    }
    // On the thread that looks.
    void changed_by_others(const history_follower::news &n) {
        // First, so that whoever gets a new ticket does not read in a transaction that began before the change.
        by_others_.fetch_add(1, std::memory_order_acq_rel);
        if (n.anything)
            invalidate();
        else
            outdate(n.subjects);
        if (options_.changed) options_.changed();
    }
    void outdate(std::span<const std::pair<std::string, std::string>> subjects) {
        bool directory_too = false;
        for (const auto &[kind, id] : subjects) {
            if (kind == "name")
                (*by_key_)[hash_of(id) % counters].fetch_add(1, std::memory_order_acq_rel);
            else
                directory_too = directory_too || kind == "namespace" || kind == "delegation";
        }
        if (directory_too) invalidate();
    }

    store::store &store_;
    options options_;
    const bool embedded_;
    http::statistics *statistics_;
    http::metrics *metrics_;
    cached::shapes shapes_;
    std::array<shard, shards> shards_;
    std::vector<worker_state> workers_;
    std::unique_ptr<std::array<std::atomic<std::uint32_t>, counters>> by_key_;
    std::atomic<std::uint64_t> all_{1};
    std::atomic<std::uint64_t> by_others_{0}; // looks that found something
    std::shared_ptr<change_gate> gate_ = std::make_shared<change_gate>();
    directory_watch watch_; // the last member: its thread uses the others
};

response_cache::response_cache(store::store &s, const options &o, http::statistics *st, http::metrics *m)
    : implementation_(std::make_unique<implementation>(s, o, st, m)) {}
response_cache::~response_cache() = default;

attempt response_cache::try_cached(const request &r, unsigned worker, std::string_view date, bool close,
                                   std::string &out) noexcept {
    const std::size_t before = out.size();
    try {
        return implementation_->try_cached(r, worker, date, close, out);
    } catch (...) { // no memory, or the store: the pool reports it
        out.resize(before);
        return attempt::unsuitable;
    }
}

void response_cache::try_together(std::span<offered_request> all, std::string_view date) noexcept {
    try {
        implementation_->try_together(all, date);
    } catch (...) { // no memory, or the store: each is looked up by itself, and the handler reports it
        return;
    }
}

response_cache::snapshot response_cache::begin() const { return implementation_->begin(); }
response_cache::ticket response_cache::ticket_for(const snapshot &s, std::string_view key) const noexcept {
    return implementation_->ticket_for(s.all, key);
}
std::uint64_t response_cache::head() const noexcept { return implementation_->head(); }
void response_cache::store(const ticket &t, const request &r, const resolution &resolved) {
    implementation_->store(t, r, resolved);
}
void response_cache::invalidate() noexcept { implementation_->invalidate(); }
bool response_cache::look() { return implementation_->look(); }
std::size_t response_cache::bytes() const noexcept { return implementation_->size().first; }
std::size_t response_cache::entries() const noexcept { return implementation_->size().second; }

} // namespace uniform::http
