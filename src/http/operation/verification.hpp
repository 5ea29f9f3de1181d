// Verifications of the history (service::verify_store()) while the service runs: one at a time on a store, in whichever
// process somebody has started it. What they found is in the store, so that every process shows it; the tables have no
// history. A process that is killed leaves a run that soon counts as interrupted.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <uniform/base/enum_names.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/store/store.hpp>

#include "base/mutex.hpp"

namespace uniform::http {

/// The state of a run.
enum class verification_state : std::uint8_t {
    running,
    ending,      ///< somebody has ended it, which it has not noticed yet
    sound,       ///< nothing is damaged
    damaged,     ///< verification_run::findings has what
    ended,       ///< early, by somebody or because the service was stopped
    failed,      ///< the store could not be read
    interrupted, ///< its process is gone
};
/// Their names.
inline constexpr auto verification_state_names =
    enum_table<verification_state>({{verification_state::running, "running"},
                                    {verification_state::ending, "ending"},
                                    {verification_state::sound, "sound"},
                                    {verification_state::damaged, "damaged"},
                                    {verification_state::ended, "ended"},
                                    {verification_state::failed, "failed"},
                                    {verification_state::interrupted, "interrupted"}});
[[nodiscard]] constexpr std::string_view to_string(verification_state s) noexcept {
    return verification_state_names.name(s);
}

/// One run.
struct verification_run {
    std::string id = {};
    resolver::timestamp started = {};
    std::optional<resolver::timestamp> ended = {};
    verification_state state = verification_state::running;
    std::string who = {};
    std::uint64_t done = 0;  ///< of `total`, in steps
    std::uint64_t total = 0; ///< 0: not known yet
    std::uint64_t events = 0;
    std::uint64_t names = 0;
    std::uint64_t documents = 0;
    std::string head = {};                    ///< "NUMBER:HASH" of what was verified
    std::uint64_t found = 0;                  ///< the number of damages; 1000 at most
    std::vector<store::damage> findings = {}; ///< the first twenty

    [[nodiscard]] bool is_running() const noexcept {
        return state == verification_state::running || state == verification_state::ending;
    }
};

/// The last runs, of at most fifty, the newest first; those that began before `before`, a run's id; at most `limit`.
[[nodiscard]] std::vector<verification_run> verification_runs(store::reading &r, std::string_view before,
                                                              std::size_t limit);
[[nodiscard]] std::optional<verification_run> find_verification(store::reading &r, std::string_view id);
/// Has a run ended, wherever it runs, by an administrator of the instance. Problems: unauthenticated, forbidden,
/// not_found; wrong_state, if it has ended.
[[nodiscard]] std::expected<verification_run, resolver::problem>
end_verification(store::writing &w, const resolver::principal &who, std::string_view id);

/// Runs verifications on a thread of its own, with low priority.
class history_verifier {
public:
    /// @param ended is called on that thread after each run
    explicit history_verifier(store::store &s, std::function<void(const verification_run &)> ended = nullptr);
    ~history_verifier() { stop(); }
    history_verifier(const history_verifier &) = delete;
    history_verifier &operator=(const history_verifier &) = delete;

    /// Ends the run, within some milliseconds; none begins after it.
    void stop() UNIFORM_EXCLUDES(lock_);
    /// Begins a run, for an administrator of the instance. Problems: unauthenticated, forbidden; conflict, if one runs
    /// already, also in another process; unavailable after stop(). Throws store::failure.
    [[nodiscard]] std::expected<verification_run, resolver::problem> start(const store::origin &by,
                                                                           const resolver::principal &who)
        UNIFORM_EXCLUDES(lock_);
    /// Waits until no run is left here; for tests.
    void wait() UNIFORM_EXCLUDES(lock_);

private:
    // On its thread, which stop() waits for with the lock.
    void run(const std::stop_token &end, verification_run r);
    [[nodiscard]] bool note_progress(const verification_run &r);
    void note_end(const verification_run &r);

    store::store &store_;
    std::function<void(const verification_run &)> ended_;
    base::mutex lock_;
    bool stopped_ UNIFORM_GUARDED_BY(lock_) = false;
    std::jthread thread_ UNIFORM_GUARDED_BY(lock_);
};

} // namespace uniform::http
