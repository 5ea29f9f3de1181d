// The store: readers are lent connections; one thread at a time writes, for everybody who waits, in one transaction.
#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <thread>

#include "history.hpp"
#include "migrations.hpp"
#include "pending.hpp"
#include "unasked_connection.hpp"
#include "verify.hpp"

namespace uniform::store {

namespace {

/// How often a transaction is begun anew when the connection was lost, or the database chose it as the victim of a
/// deadlock, before anything was committed. The connection itself waits and backs off.
constexpr int most_attempts = 4;

/// That a group is waited for, when commits are slow.
constexpr std::chrono::milliseconds longest_patience{2};

constexpr std::size_t most_keys = 64; ///< asked for by one statement

/// A connection that has been used so recently is still there, most likely.
constexpr std::chrono::seconds recently{1};
constexpr unsigned most_caution = 63;

struct job {
    const origin *by = nullptr;
    const std::function<bool(writing &)> *run = nullptr;
    const foresight *asks = nullptr;
    std::exception_ptr error = {};
    bool failed = false; ///< of itself: not run again
    bool done = false;
};

class group_store final : public store {
    using clock = std::chrono::steady_clock;

public:
    group_store(std::unique_ptr<database> where, const store_options &o)
        : database_(std::move(where)), group_(o.group == 0 ? 1 : o.group), reconnect_for_(o.database.reconnect_for) {}

    group_store(const group_store &) = delete;
    group_store &operator=(const group_store &) = delete;
    ~group_store() override { end(); }

    [[nodiscard]] verification verify(const std::optional<std::pair<std::uint64_t, digest>> &known,
                                      const std::function<void(std::uint64_t, std::uint64_t)> &progress) override {
        return detail::verify(*database_, known, progress);
    }

    [[nodiscard]] std::uint64_t generation() const noexcept override {
        return generation_.load(std::memory_order_acquire);
    }

    void on_change(std::function<void(std::span<const std::pair<std::string, std::string>>)> f) override {
        const std::scoped_lock lock(listeners_mutex_);
        listeners_.push_back(std::move(f));
    }

    [[nodiscard]] database &where() noexcept override { return *database_; }

    void close() override { end(); }

protected:
    [[nodiscard]] database::lent lend() override {
        auto inner = database_->reader();
        inner->begin(access::read_only);
        auto give_back = inner.get_deleter();
        return {inner.release(), [give_back = std::move(give_back)](connection *c) {
                    c->rollback();
                    give_back(c);
                }};
    }

    void write_erased(const origin &by, const std::function<bool(writing &)> &f, const foresight &asks) override {
        job mine{.by = &by, .run = &f, .asks = &asks};
        if (enqueue(mine)) {
            auto &mine_waits = place_of(mine);
            std::unique_lock lock(mine_waits.mutex);
            mine_waits.done.wait(lock, [&] { return mine.done; });
        } else {
            std::vector<job *> jobs{&mine};
            run_timed(jobs);
            const std::scoped_lock lock(mutex_);
            finish(jobs.size());
        }
        if (mine.error) std::rethrow_exception(mine.error);
    }

private:
    /// Where somebody waits for a write: each wakes few others, and at no lock that all want.
    struct place {
        std::mutex mutex;
        std::condition_variable done;
    };

    place &place_of(const job &j) noexcept {
        return places_[reinterpret_cast<std::uintptr_t>(&j) / alignof(job) % places_.size()];
    }

    /// False: nobody else writes, so the caller does it itself, and need not wait for another thread to wake.
    bool enqueue(job &mine) {
        const std::scoped_lock lock(mutex_);
        if (closing_) throw failure(failure_kind::unavailable, "the store " + database_->location() + " is closed");
        if (writing_ && by_ == std::this_thread::get_id())
            throw failure(failure_kind::other, "a write began within a write");
        if (!writing_ && waiting_.empty() && expected_ == 0) {
            writing_ = true;
            by_ = std::this_thread::get_id();
            return false;
        }
        if (!writer_.joinable()) writer_ = std::thread([this] { work(); });
        waiting_.push_back(&mine);
        if (waiting_.size() == 1 || waiting_.size() == expected_) wanted_.notify_all();
        return true;
    }

    void run_timed(std::vector<job *> &jobs) noexcept {
        const auto began = clock::now();
        run(jobs);
        patience_ = std::min<clock::duration>((clock::now() - began) / 4, longest_patience);
    }

    /// A transaction of so many jobs has ended. Those who wrote last come again, but one after another: to begin with
    /// the first would let the others wait for a whole commit. So when there were several, they are awaited for a part
    /// of the time that a commit takes.
    void finish(std::size_t jobs) noexcept {
        const auto all = std::min(jobs + waiting_.size(), group_);
        expected_ = all > 1 ? all : 0;
        writing_ = false;
        if (!waiting_.empty() || closing_) wanted_.notify_all();
    }

    void end() {
        std::thread writer;
        {
            const std::scoped_lock lock(mutex_);
            closing_ = true;
            writer = std::move(writer_);
        }
        wanted_.notify_all();
        if (writer.joinable()) writer.join();
        std::unique_lock lock(mutex_);
        wanted_.wait(lock, [this] { return !writing_; });
        connection_.reset();
    }

    void work() {
        std::vector<job *> jobs;
        for (;;) {
            {
                std::unique_lock lock(mutex_);
                wanted_.wait(lock, [this] { return !writing_ && (closing_ || !waiting_.empty()); });
                if (waiting_.empty()) break;
                writing_ = true;
                by_ = std::this_thread::get_id();
                if (waiting_.size() < expected_ && patience_ > clock::duration::zero())
                    wanted_.wait_for(lock, patience_, [this] { return closing_ || waiting_.size() >= expected_; });
                while (!waiting_.empty() && jobs.size() < group_) {
                    jobs.push_back(waiting_.front());
                    waiting_.pop_front();
                }
            }
            run_timed(jobs);
            {
                const std::scoped_lock lock(mutex_);
                finish(jobs.size());
            }
            for (auto *j : jobs) {
                auto &p = place_of(*j);
                const std::scoped_lock lock(p.mutex);
                j->done = true;
                p.done.notify_all();
            }
            jobs.clear();
        }
    }

    void run(std::vector<job *> &jobs) noexcept {
        // A connection that was lost is looked for so long each time; who waits for a write waits for one of them.
        const auto last = clock::now() + reconnect_for_ / 2;
        for (int attempt = 1;; ++attempt) {
            bool committing = false;
            try {
                if (transaction(jobs, committing)) return;
                continue; // one job fewer
            } catch (const failure &f) {
                give_up();
                const bool again = f.kind() == failure_kind::unavailable || f.kind() == failure_kind::busy;
                if (again && !committing && attempt < most_attempts && f.kind() != failure_kind::busy &&
                    clock::now() < last)
                    continue;
                fail(jobs, [&f] { return std::make_exception_ptr(failure(f.kind(), std::string(f.what()))); });
                return;
            } catch (...) {
                give_up();
                fail(jobs, [] { return std::current_exception(); });
                return;
            }
        }
    }

    /// What is known of the database is known no more.
    void give_up() noexcept {
        end_.reset();
        kept_.clear();
        if (connection_) connection_->rollback();
    }

    /// Each caller gets an exception of its own: what several threads hold is destroyed by whoever comes last.
    template <class F>
    static void fail(const std::vector<job *> &jobs, F why) noexcept {
        for (auto *j : jobs) {
            if (j->failed) continue;
            try {
                j->error = why();
            } catch (...) {
                j->error = std::current_exception();
            }
        }
    }

    /// Runs all jobs that have not failed of themselves. False: one of them broke the transaction, and is out.
    bool transaction(const std::vector<job *> &jobs, bool &committing) {
        if (!connection_) connection_ = database_->connect(access::read_write);
        if (all_may_be_new(jobs)) {
            if (at_once(jobs, committing)) {
                caution_ = 0;
                return true;
            }
            careful_for_ = caution_ = std::min(2 * caution_ + 1, most_caution);
        }
        connection_->begin(access::read_write);
        detail::pending::foreseen foreseen;
        // Others may write, too: where the history ends tells whether they did.
        if (const auto head = ask(jobs, foreseen); !end_ || end_->number != head.first || end_->hash != head.second) {
            kept_.clear();
            end_ = detail::end_of(*connection_);
        }
        detail::pending p(*connection_, *end_, kept_, foreseen);
        const auto now = resolver::now();
        for (auto *j : jobs) {
            if (j->failed) continue;
            p.begin_job(*j->by, now);
            try {
                writing w(*connection_, p);
                if ((*j->run)(w))
                    p.keep_job();
                else
                    p.undo_job();
            } catch (const failure &f) {
                // The database said no: what is left of the transaction depends on the database.
                if (f.kind() != failure_kind::other) throw;
                j->failed = true;
                j->error = std::current_exception();
                give_up();
                return false;
            } catch (...) {
                p.undo_job();
                j->failed = true;
                j->error = std::current_exception();
            }
        }
        if (!p.changed()) {
            connection_->rollback();
            return true;
        }
        p.write_out();
        committing = true;
        connection_->commit();
        committed(p);
        return true;
    }

    void committed(detail::pending &p) {
        end_ = p.end();
        committed_at_ = clock::now();
        generation_.fetch_add(1, std::memory_order_acq_rel);
        const std::scoped_lock lock(listeners_mutex_);
        for (const auto &f : listeners_) {
            try {
                f(p.changed_subjects());
            } catch (...) {
                continue; // what is committed is committed
            }
        }
    }

    /// Whether it is worth a try to run the jobs as if nothing had changed and all they foresee were new.
    bool all_may_be_new(const std::vector<job *> &jobs) {
        if (connection_->dialect() == dialect::sqlite || !end_ || end_->number == 0) return false;
        if (clock::now() - committed_at_ > recently) return false;
        const auto foresees = [](const job *j) { return !j->failed && (!j->asks->names.empty() || j->asks->answered); };
        if (!std::ranges::all_of(jobs, foresees)) return false;
        if (careful_for_ == 0) return true;
        --careful_for_;
        return false;
    }

    /// Runs all jobs with nothing asked, and tells the database in one round trip: it refuses everything when the
    /// history does not end where this writer left it, or when a name is there. False: it did, or a job wanted to know
    /// more, or saw as absent what it did not make; nothing was done, and they are to be run again.
    bool at_once(const std::vector<job *> &jobs, bool &committing) {
        detail::pending::foreseen foreseen;
        foresee(jobs, foreseen);
        connection_->begin_unlocked();
        detail::unasked_connection unasked(*connection_);
        detail::pending p(unasked, *end_, kept_, foreseen);
        const auto give_back = [this] {
            connection_->rollback();
            return false;
        };
        const auto now = resolver::now();
        for (auto *j : jobs) {
            p.begin_job(*j->by, now);
            try {
                writing w(unasked, p);
                if (!(*j->run)(w)) return give_back();
                p.keep_job();
            } catch (...) {
                return give_back(); // its own, or for what it was not told: it will throw again, or not
            }
            if (unasked.was_asked()) return give_back();
        }
        if (p.events().empty() || !p.makes_all_foreseen()) return give_back();
        unasked.open();
        try {
            p.write_out(true);
            committing = true;
            connection_->commit();
        } catch (const failure &f) {
            if (f.kind() != failure_kind::other && f.kind() != failure_kind::damaged) throw;
            // Refused: neither is done.
            committing = false;
            give_up();
            return false;
        }
        committed(p);
        return true;
    }

    /// The end of the history and what the jobs foresee, in one round trip.
    std::pair<std::uint64_t, digest> ask(const std::vector<job *> &jobs, detail::pending::foreseen &foreseen) {
        // In the process itself a question costs no more when it is asked alone.
        if (connection_->dialect() == dialect::sqlite) return detail::head_of(*connection_);
        std::optional<std::pair<std::uint64_t, std::string>> head;
        std::vector<question> all{detail::head_question(head)};
        foresee(jobs, foreseen);
        const auto take_name = [&](const row &r) {
            if (const auto at = foreseen.names.find(r.text(0)); at != foreseen.names.end())
                at->second = name_row{.key = at->first,
                                      .record = std::string(r.bytes(2)),
                                      .event = static_cast<std::uint64_t>(r.integer(1))};
            return true;
        };
        // Statements of 1, 2, 4, ... keys, so that few texts are prepared; the last key fills the last one.
        for (auto at = foreseen.names.begin(); at != foreseen.names.end();) {
            std::vector<parameter> keys;
            for (; at != foreseen.names.end() && keys.size() < most_keys; ++at)
                keys.emplace_back(std::string_view(at->first));
            std::size_t texts = 0;
            while ((std::size_t{1} << texts) < keys.size()) ++texts;
            keys.resize(std::size_t{1} << texts, parameter(keys.back()));
            all.push_back({names_by_keys(texts), std::move(keys), take_name});
        }
        for (auto &[key, answer] : foreseen.answers)
            all.push_back({"SELECT request, answer FROM answers WHERE client = $1 AND key = $2",
                           {std::string_view(key.first), std::string_view(key.second)},
                           [&answer](const row &r) {
                               answer.emplace(r.bytes(0), r.bytes(1));
                               return false;
                           }});
        connection_->ask(all);
        return detail::head_from(head);
    }

    static void foresee(const std::vector<job *> &jobs, detail::pending::foreseen &foreseen) {
        for (const auto *j : jobs) {
            // PostgreSQL would refuse what is no text, for all of them.
            for (const auto &key : j->asks->names)
                if (detail::is_text(key)) foreseen.names.try_emplace(key);
            if (const auto &a = j->asks->answered; a && detail::is_text(a->first) && detail::is_text(a->second))
                foreseen.answers.try_emplace(*a);
        }
    }

    /// Asks for 2^`power` names.
    const std::string &names_by_keys(std::size_t power) {
        auto &sql = names_by_keys_[power];
        if (sql.empty()) {
            sql = "SELECT key, event, record FROM names WHERE key IN ($1";
            for (std::size_t i = 2; i <= std::size_t{1} << power; ++i) sql += ", $" + std::to_string(i);
            sql += ')';
        }
        return sql;
    }

    std::unique_ptr<database> database_;
    std::size_t group_;
    clock::duration reconnect_for_;

    std::mutex mutex_;
    std::condition_variable wanted_;
    std::array<place, 64> places_;
    std::deque<job *> waiting_;
    std::size_t expected_ = 0; ///< so many are likely to write soon
    bool closing_ = false;
    bool writing_ = false; ///< somebody does: the thread by_, who alone uses what is below
    std::thread::id by_;
    std::thread writer_;

    std::chrono::steady_clock::duration patience_{}; ///< how long they are awaited
    std::unique_ptr<connection> connection_;
    std::optional<detail::history_end> end_; ///< when it is known
    detail::kept kept_;                      ///< true while the history ends there
    clock::time_point committed_at_;
    unsigned careful_for_ = 0; ///< so many transactions look first, as
    unsigned caution_ = 0;     ///< so often it was in vain not to
    std::array<std::string, 7> names_by_keys_;
    std::atomic<std::uint64_t> generation_ = 0;

    std::mutex listeners_mutex_;
    std::vector<std::function<void(std::span<const std::pair<std::string, std::string>>)>> listeners_;
};

} // namespace

std::unique_ptr<store> store::open(std::string_view location, const store_options &o) {
    auto where = database::open(location, o.database);
    if (!o.database.create && version_of(*where) == 0)
        throw failure(failure_kind::unavailable, "there is no store at " + where->location() + ": it has no tables");
    migrate(*where, o.migrate);
    return std::make_unique<group_store>(std::move(where), o);
}

} // namespace uniform::store
