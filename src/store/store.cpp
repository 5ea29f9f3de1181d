// The store: readers borrow connections; one thread at a time writes, for all that wait, in one transaction.
//
// The basic idea: a caller of write() makes a job on its own stack. When nobody writes or waits, it runs the job
// itself: no other thread has to wake. Otherwise it leaves the job in waiting_ and sleeps, and thread_, which the first
// caller that had to wait started, takes up to `group` jobs and runs them in one transaction (group_commit.cpp).
//
// INVARIANT: whoever has set writing_ (the thread by_) is the only one that uses writer_ and patience_; only thread_
// uses taken_. mutex_ guards the queue and these flags and is never held while a transaction runs.
// INVARIANT: a job stays where it is until `done`, which is set after its transaction and under the mutex of its place.
//
// After a transaction of several jobs the next one waits for as many (expected_), for a quarter of the time that the
// last one took, 2 ms at most: its callers are likely to write again. Listeners of on_change() run after the commit and
// before any caller wakes, on the thread that wrote, so that a cache is never older than an acknowledged write. An
// exception of the transaction is kept in each job and thrown on its caller's thread. end() refuses new writes,
// finishes those that wait, and then closes the connection.
#include <uniform/store/store.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <thread>

#include <uniform/base/assertion.hpp>
#include <uniform/store/read_scope.hpp>
#include <uniform/store/write_scope.hpp>

#include "base/condition_variable.hpp"
#include "store/history/known_history.hpp"
#include "store/migrations.hpp"
#include "store/no_store.hpp"
#include "store/verify/schema_check.hpp"
#include "store/verify/verify.hpp"
#include "store/writing/follower_mark.hpp"
#include "store/writing/group_commit.hpp"
#include "store/writing/rehearsal.hpp"
#include "store/writing/store_clock.hpp"

namespace uniform::store {

namespace {

using detail::job;

// The longest time to wait for more writes when commits are slow.
constexpr std::chrono::milliseconds longest_patience{2};

class group_store final : public store {
    using clock = std::chrono::steady_clock;

public:
    group_store(std::unique_ptr<database> where, const store_options &o)
        : database_(std::move(where)),
          group_(o.group == 0 ? 1 : o.group),
          clock_(o.clock, o.tolerance),
          writer_(*database_, o.database.reconnect_for, clock_, [this](const commit &c) { notify(c); }) {
        taken_.reserve(group_);
        try {
            look_at_time();
        } catch (const failure &f) {
            // verify() is to tell what is wrong.
            if (f.kind() != failure_kind::damaged && f.kind() != failure_kind::other) throw;
        }
    }

    group_store(const group_store &) = delete;
    group_store &operator=(const group_store &) = delete;
    ~group_store() override { end(); }

    [[nodiscard]] std::unique_ptr<rehearsal> rehearse() override {
        return std::make_unique<detail::group_rehearsal>([this] { return lend(); }, clock_);
    }

    [[nodiscard]] verification verify(const std::optional<std::pair<std::uint64_t, digest>> &known,
                                      const std::function<void(std::uint64_t, std::uint64_t)> &progress,
                                      const std::function<bool()> &ends) override {
        return detail::verify(*database_, known, progress, ends);
    }

    [[nodiscard]] std::uint64_t generation() const noexcept override {
        return generation_.load(std::memory_order_acquire);
    }

    void on_change(std::function<void(const commit &)> f) override {
        const base::scoped_lock lock(listeners_mutex_);
        listeners_.push_back(std::move(f));
    }

    [[nodiscard]] timestamp now() const override { return clock_.now(); }

    [[nodiscard]] timestamp as_of_time(timestamp t) override { return clock_.in_history(t, look_at_time()); }

    [[nodiscard]] clock_confirmation confirm_clock(const origin &by) override {
        clock_confirmation result;
        write_erased(
            by,
            [&](writing &w) {
                result = w.confirm_clock();
                return result.event != 0;
            },
            write_kind::clock_confirmation);
        return result;
    }

    [[nodiscard]] bool follows() override {
        auto c = database_->reader();
        return detail::has_follower_mark(*c);
    }

    [[nodiscard]] bool follows_part() override {
        auto c = database_->reader();
        return detail::is_of_part(detail::follower_mark(*c));
    }

    void follow(std::string_view part) override {
        const std::uint32_t wanted = detail::mark_of(part);
        std::uint32_t mark = 0;
        {
            auto c = database_->reader();
            mark = detail::follower_mark(*c);
        }
        if (mark == wanted) return;
        if (mark != 0) {
            throw failure(failure_kind::follows,
                          "this store follows another part of a history: begin with an empty store, or go on with the "
                          "prefixes that it has");
        }
        const std::function<bool(writing &)> f = [wanted](writing &w) {
            if (w.head().first != 0) {
                throw failure(failure_kind::follows,
                              "this store has a history of its own, and cannot follow another one: begin with an empty "
                              "store, or retire it first (`uniform store retire`)");
            }
            detail::set_follower_mark(w.sql(), wanted);
            return true;
        };
        write_erased(origin{.who = "service", .from = "service"}, f, write_kind::handover);
    }

    void repeat(std::span<const event> events) override {
        if (events.empty()) return;
        const std::function<bool(writing &)> f = [events](writing &w) {
            std::uint64_t noted = 0;
            for (const event &e : events) {
                w.repeat(e);
                if (e.kind == "request") noted = e.number;
            }
            // The notices about requests are written with their events, and are not in the history.
            if (noted != 0) {
                w.sql().run("INSERT INTO notices_since (one, event) VALUES (1, $1) "
                            "ON CONFLICT (one) DO UPDATE SET event = excluded.event",
                            {static_cast<std::int64_t>(noted)});
            }
            return true;
        };
        write_erased(origin{}, f, write_kind::repetition);
    }

    std::pair<std::uint64_t, digest> retire(const origin &by, std::string_view successor) override {
        std::string body = R"({"state":"retired")";
        if (!successor.empty()) {
            // The characters of a URI need no escapes in JSON (RFC 3986 section 2, RFC 8259 section 7).
            if (std::ranges::any_of(successor, [](char c) { return c <= ' ' || c > '~' || c == '"' || c == '\\'; })) {
                throw failure(failure_kind::other, "the successor of this store is no URI: " + std::string(successor));
            }
            body += R"(,"successor":")" + std::string(successor) + '"';
        }
        return hand_over(by, "retire", body + "}", true, std::nullopt);
    }

    std::pair<std::uint64_t, digest> promote(const origin &by,
                                             const std::optional<std::pair<std::uint64_t, digest>> &known) override {
        return hand_over(by, "promote", R"({"state":"active"})", false, known);
    }

    [[nodiscard]] std::string refusal_of_time() override {
        if (clock_.refusal(clock_.system(), clock_.known()).empty()) return {};
        const detail::known_time known = look_at_time(); // another process may have confirmed it
        return clock_.refusal(clock_.system(), known);
    }

    std::uint64_t confirm_history(const origin &by, const history_head &lost) override {
        std::uint64_t event = 0;
        write_erased(
            by,
            [&](writing &w) {
                event = w.confirm_history(lost);
                return event != 0;
            },
            write_kind::history_confirmation);
        return event;
    }

    [[nodiscard]] std::string refusal_of_history() override {
        if (!database_->refusal_of_history().empty()) database_->look_at_servers(); // it may be confirmed by now
        if (auto why = database_->refusal_of_history(); !why.empty()) return why;
        const read_scope reads(freshness::latest);
        const auto c = database_->reader();
        return note_head(*c);
    }

    std::string note_head(connection &c) override {
        known_history &known = database_->known();
        known.look_at_file();
        const auto head = detail::head_of(c);
        if (c.on_replica() || head == known.known().head) return {};
        return known.check_end(c);
    }

    [[nodiscard]] std::string refusal_of_schema() override {
        int version = 0;
        const query asks = version_query(version);
        database_->reader()->run(asks.sql, asks.parameters, asks.each);
        return newer_schema(version);
    }

    [[nodiscard]] database &sql_database() noexcept override { return *database_; }

    void close() override { end(); }

protected:
    [[nodiscard]] database::lent lend() override {
        auto inner = database_->reader();
        inner->begin(access::read_only);
        // Made first: when its allocation fails, the connection still goes back to the pool.
        std::function<void(connection *)> give_back = [back = inner.get_deleter()](connection *c) {
            c->rollback();
            back(c);
        };
        return {inner.release(), std::move(give_back)};
    }

    void write_erased(const origin &by, const std::function<bool(writing &)> &f, write_kind kind) override {
        auto *const scope = write_scope::current();
        job own{.by = &by, .run = &f, .requires_event = scope == nullptr ? nullptr : &scope->required(), .kind = kind};
        std::vector<job *> jobs{&own}; // before others wait for this write: an allocation may fail
        if (enqueue(own)) {
            auto &slot = place_of(own);
            base::unique_lock lock(slot.mutex);
            slot.done.wait(lock, [&] { return own.done; });
        } else {
            run_timed(jobs);
            const base::scoped_lock lock(mutex_);
            finish(jobs.size());
        }
        if (own.error) std::rethrow_exception(own.error);
        if (scope != nullptr) scope->note(own.head);
    }

private:
    std::pair<std::uint64_t, digest> hand_over(const origin &by, std::string_view action, std::string_view body,
                                               bool follows_after,
                                               const std::optional<std::pair<std::uint64_t, digest>> &known) {
        std::pair<std::uint64_t, digest> head;
        const std::function<bool(writing &)> f = [&](writing &w) {
            const std::uint32_t mark = detail::follower_mark(w.sql());
            if (detail::is_of_part(mark)) {
                throw failure(failure_kind::follows, "this store has only a part of a history: it cannot be a primary, "
                                                     "because it does not know all names that are assigned");
            }
            if ((mark != 0) == follows_after) {
                throw failure(failure_kind::follows, follows_after ? "this store follows another one already"
                                                                   : "this store follows no other one: nothing to do");
            }
            if (known && *known != w.head()) {
                throw failure(failure_kind::follows, "the last event here is " + std::to_string(w.head().first) +
                                                         ", and not the last one of the primary, " +
                                                         std::to_string(known->first) + ": follow it to its end first");
            }
            static_cast<void>(w.put("primary", "store", body, action));
            head = w.head();
            detail::set_follower_mark(w.sql(), follows_after ? 1 : 0);
            return true;
        };
        write_erased(by, f, write_kind::handover);
        return head;
    }

    // A place where callers wait for their write. There are several places, so that few threads wake each other or
    // share a lock.
    struct place {
        base::mutex mutex;
        base::condition_variable done;
    };

    detail::known_time look_at_time() {
        const auto known = detail::read_known_time(*lend());
        clock_.know(known);
        return known;
    }

    place &place_of(const job &j) noexcept {
        return places_[reinterpret_cast<std::uintptr_t>(&j) / alignof(job) % places_.size()];
    }

    // False: nobody else writes, so the caller writes on its own thread instead of waking another one.
    bool enqueue(job &own) UNIFORM_EXCLUDES(mutex_) {
        const base::scoped_lock lock(mutex_);
        if (closing_) throw failure(failure_kind::unavailable, "the store " + database_->location() + " is closed");
        if (writing_ && by_ == std::this_thread::get_id()) {
            throw failure(failure_kind::other, "store::write was called within store::write");
        }
        if (!writing_ && waiting_.empty() && expected_ == 0) {
            writing_ = true;
            by_ = std::this_thread::get_id();
            return false;
        }
        if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
        waiting_.push_back(&own);
        if (waiting_.size() == 1 || waiting_.size() == expected_) wanted_.notify_all();
        return true;
    }

    // For assertions: the caller's thread has set writing_.
    [[nodiscard]] bool is_writer() UNIFORM_EXCLUDES(mutex_) {
        const base::scoped_lock lock(mutex_);
        return writing_ && by_ == std::this_thread::get_id();
    }

    void run_timed(std::vector<job *> &jobs) noexcept UNIFORM_EXCLUDES(mutex_) {
        UNIFORM_ASSERT(is_writer());
        UNIFORM_ASSERT(!jobs.empty() && std::ranges::none_of(jobs, &job::done));
        const auto began = clock::now();
        writer_.run(jobs);
        patience_ = std::min<clock::duration>((clock::now() - began) / 4, longest_patience);
    }

    // A transaction of so many jobs has ended. Their callers are likely to write again, one after another; to begin
    // with the first would make the others wait for a whole commit. So after a transaction of several jobs, the next
    // one waits for as many, for a part of the time that a commit takes.
    void finish(std::size_t jobs) noexcept UNIFORM_REQUIRES(mutex_) {
        UNIFORM_ASSERT(writing_ && by_ == std::this_thread::get_id());
        UNIFORM_ASSERT(jobs != 0 && jobs <= group_);
        const auto all = std::min(jobs + waiting_.size(), group_);
        expected_ = all > 1 ? all : 0;
        writing_ = false;
        if (!waiting_.empty() || closing_) wanted_.notify_all();
    }

    void end() UNIFORM_EXCLUDES(mutex_) {
        std::thread thread;
        {
            const base::scoped_lock lock(mutex_);
            closing_ = true;
            thread = std::move(thread_);
        }
        wanted_.notify_all();
        if (thread.joinable()) thread.join();
        base::unique_lock lock(mutex_);
        wanted_.wait(lock, [this]() UNIFORM_REQUIRES(mutex_) { return !writing_; });
        UNIFORM_ASSERT(waiting_.empty());
        writer_.disconnect();
    }

    void work() UNIFORM_EXCLUDES(mutex_) {
        auto &jobs = taken_;
        for (;;) {
            {
                base::unique_lock lock(mutex_);
                wanted_.wait(
                    lock, [this]() UNIFORM_REQUIRES(mutex_) { return !writing_ && (closing_ || !waiting_.empty()); });
                if (waiting_.empty()) break;
                writing_ = true;
                by_ = std::this_thread::get_id();
                if (waiting_.size() < expected_ && patience_ > clock::duration::zero()) {
                    wanted_.wait_for(lock, patience_, [this]() UNIFORM_REQUIRES(mutex_) {
                        return closing_ || waiting_.size() >= expected_;
                    });
                }
                while (!waiting_.empty() && jobs.size() < group_) {
                    UNIFORM_ASSERT(jobs.size() < jobs.capacity()); // nothing is allocated while callers wait
                    jobs.push_back(waiting_.front());
                    waiting_.pop_front();
                }
            }
            run_timed(jobs);
            {
                const base::scoped_lock lock(mutex_);
                finish(jobs.size());
            }
            for (auto *j : jobs) {
                auto &p = place_of(*j);
                const base::scoped_lock lock(p.mutex);
                UNIFORM_ASSERT(!j->done);
                j->done = true;
                p.done.notify_all();
            }
            jobs.clear();
        }
    }

    void notify(const commit &done) UNIFORM_EXCLUDES(listeners_mutex_) {
        generation_.fetch_add(1, std::memory_order_acq_rel);
        const base::scoped_lock lock(listeners_mutex_);
        for (const auto &f : listeners_) {
            try {
                f(done);
            } catch (...) {
                continue; // the commit is done
            }
        }
    }

    std::unique_ptr<database> database_;
    const std::size_t group_;

    base::mutex mutex_;
    base::condition_variable wanted_;
    std::array<place, 64> places_;
    std::deque<job *> waiting_ UNIFORM_GUARDED_BY(mutex_);
    std::vector<job *> taken_;                            // by thread_; it has room for group_
    std::size_t expected_ UNIFORM_GUARDED_BY(mutex_) = 0; // this many writes are likely soon
    bool closing_ UNIFORM_GUARDED_BY(mutex_) = false;
    bool writing_ UNIFORM_GUARDED_BY(mutex_) = false; // the thread by_ writes; it alone uses patience_ and writer_
    std::thread::id by_ UNIFORM_GUARDED_BY(mutex_);
    std::thread thread_ UNIFORM_GUARDED_BY(mutex_);

    clock::duration patience_{}; // the time to wait for them
    detail::store_clock clock_;
    detail::writer writer_;
    std::atomic<std::uint64_t> generation_ = 0;

    base::mutex listeners_mutex_;
    std::vector<std::function<void(const commit &)>> listeners_ UNIFORM_GUARDED_BY(listeners_mutex_);
};

} // namespace

std::unique_ptr<store> store::open(std::string_view location, const store_options &o) {
    auto where = database::open(location, o.database);
    if (!o.database.create && version_of(*where) == 0) throw no_store(where->location(), "the database has no tables");
    migrate(*where, o.migrate);
    if (o.check_schema) check_schema(*where);
    return std::make_unique<group_store>(std::move(where), o);
}

} // namespace uniform::store
