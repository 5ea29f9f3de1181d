// The store: readers are lent connections; one thread writes, for everybody who waits, in one transaction.
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

#include "history.hpp"
#include "migrations.hpp"
#include "pending.hpp"
#include "verify.hpp"

namespace uniform::store {

namespace {

/// How often a transaction is begun anew when the connection was lost, or the database chose it as the victim of a
/// deadlock, before anything was committed. The connection itself waits and backs off.
constexpr int most_attempts = 4;

struct job {
    const origin *by = nullptr;
    const std::function<bool(writing &)> *run = nullptr;
    std::exception_ptr error = {};
    bool failed = false; ///< of itself: not run again
    bool done = false;
};

class group_store final : public store {
public:
    group_store(std::unique_ptr<database> where, const store_options &o)
        : database_(std::move(where)), group_(o.group == 0 ? 1 : o.group) {}

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

    void write_erased(const origin &by, const std::function<bool(writing &)> &f) override {
        job mine{.by = &by, .run = &f};
        std::unique_lock lock(mutex_);
        if (closing_) throw failure(failure_kind::unavailable, "the store " + database_->location() + " is closed");
        if (!writer_.joinable()) writer_ = std::thread([this] { work(); });
        if (writer_.get_id() == std::this_thread::get_id())
            throw failure(failure_kind::other, "a write began within a write");
        waiting_.push_back(&mine);
        if (waiting_.size() == 1) wanted_.notify_one();
        auto &done = done_[reinterpret_cast<std::uintptr_t>(&mine) / alignof(job) % done_.size()];
        done.wait(lock, [&] { return mine.done; });
        lock.unlock();
        if (mine.error) std::rethrow_exception(mine.error);
    }

private:
    void end() {
        std::thread writer;
        {
            const std::scoped_lock lock(mutex_);
            closing_ = true;
            writer = std::move(writer_);
        }
        wanted_.notify_all();
        if (writer.joinable()) writer.join();
    }

    void work() {
        std::vector<job *> jobs;
        for (;;) {
            {
                std::unique_lock lock(mutex_);
                wanted_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
                if (waiting_.empty()) break;
                while (!waiting_.empty() && jobs.size() < group_) {
                    jobs.push_back(waiting_.front());
                    waiting_.pop_front();
                }
            }
            run(jobs);
            {
                const std::scoped_lock lock(mutex_);
                for (auto *j : jobs) j->done = true;
            }
            for (auto &d : done_) d.notify_all();
            jobs.clear();
        }
        connection_.reset();
    }

    void run(std::vector<job *> &jobs) noexcept {
        for (int attempt = 1;; ++attempt) {
            bool committing = false;
            try {
                if (transaction(jobs, committing)) return;
                continue; // one job fewer
            } catch (const failure &f) {
                give_up();
                const bool again = f.kind() == failure_kind::unavailable || f.kind() == failure_kind::busy;
                if (again && !committing && attempt < most_attempts && f.kind() != failure_kind::busy) continue;
                fail(jobs, std::current_exception());
                return;
            } catch (...) {
                give_up();
                fail(jobs, std::current_exception());
                return;
            }
        }
    }

    /// What is known of the database is known no more.
    void give_up() noexcept {
        end_.reset();
        if (connection_) connection_->rollback();
    }

    static void fail(const std::vector<job *> &jobs, const std::exception_ptr &why) noexcept {
        for (auto *j : jobs)
            if (!j->failed) j->error = why;
    }

    /// Runs all jobs that have not failed of themselves. False: one of them broke the transaction, and is out.
    bool transaction(const std::vector<job *> &jobs, bool &committing) {
        if (!connection_) connection_ = database_->connect(access::read_write);
        connection_->begin(access::read_write);
        // Others may write, too: where the history ends tells whether they did.
        if (const auto head = detail::head_of(*connection_);
            !end_ || end_->number != head.first || end_->hash != head.second)
            end_ = detail::end_of(*connection_);
        detail::pending p(*connection_, *end_);
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
        end_ = p.end();
        generation_.fetch_add(1, std::memory_order_acq_rel);
        const std::scoped_lock lock(listeners_mutex_);
        for (const auto &f : listeners_) {
            try {
                f(p.changed_subjects());
            } catch (...) {
                continue; // what is committed is committed
            }
        }
        return true;
    }

    std::unique_ptr<database> database_;
    std::size_t group_;

    std::mutex mutex_;
    std::condition_variable wanted_;
    std::array<std::condition_variable, 64> done_; ///< who waits wakes few others
    std::deque<job *> waiting_;
    bool closing_ = false;
    std::thread writer_;

    std::unique_ptr<connection> connection_; ///< of the writing thread
    std::optional<detail::history_end> end_; ///< when it is known
    std::atomic<std::uint64_t> generation_ = 0;

    std::mutex listeners_mutex_;
    std::vector<std::function<void(std::span<const std::pair<std::string, std::string>>)>> listeners_;
};

} // namespace

std::unique_ptr<store> store::open(std::string_view location, const store_options &o) {
    auto where = database::open(location, o.database);
    migrate(*where, o.migrate);
    return std::make_unique<group_store>(std::move(where), o);
}

} // namespace uniform::store
