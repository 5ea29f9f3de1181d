// What a transaction has changed and not yet written.
//
// The writing thread has the only lock for writing, so nobody else changes anything meanwhile: each job's changes are
// kept here, found by the reads of the jobs after it, and written at the end of the transaction, many rows at a time. A
// job that fails is undone by putting back what it replaced; no savepoint, no round trip. Only a job that runs SQL of
// its own, or adds thousands of names, gets a savepoint, and then everything before it is written first.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/store/store.hpp>

#include "event_encoding.hpp"
#include "history.hpp"
#include "kept.hpp"

namespace uniform::store::detail {

/// RFC 3629 4, and without U+0000: what both databases keep as a text.
[[nodiscard]] bool is_text(std::string_view text) noexcept;

enum class table : std::uint8_t { names, documents, answers };

/// A row that will be: names (key, ""), documents (kind, id), answers (client, key).
struct slot_key {
    detail::table table = table::names;
    std::string first = {};
    std::string second = {};
};
struct slot_key_view {
    detail::table table = table::names;
    std::string_view first = {};
    std::string_view second = {};
    auto operator<=>(const slot_key_view &) const = default;
};
struct slot_order {
    using is_transparent = void;
    static slot_key_view view(const slot_key &k) noexcept { return {k.table, k.first, k.second}; }
    static const slot_key_view &view(const slot_key_view &k) noexcept { return k; }
    bool operator()(const auto &a, const auto &b) const noexcept { return view(a) < view(b); }
};
struct slot {
    std::string text = {};   ///< record, body, or the remembered answer
    std::string digest = {}; ///< answers: of the request
    std::uint64_t event = 0;
    bool fresh = false; ///< not in the database yet: to be inserted
};

class pending {
public:
    using slots = std::map<slot_key, slot, slot_order>;
    using changes = std::vector<std::pair<std::string, std::string>>;

    /// Names and answers that the jobs foresaw to ask for, as they are in the database.
    struct foreseen {
        std::map<std::string, std::optional<name_row>, std::less<>> names = {};
        /// By client and key: digest of the request, and answer.
        std::map<std::pair<std::string, std::string>, std::optional<std::pair<std::string, std::string>>> answers = {};
    };

    /// A transaction that writes has begun on `c`, and this is where the history ends.
    pending(connection &c, const history_end &end, detail::kept &k, foreseen &f) noexcept
        : connection_(&c), end_(end), written_(end), kept_(&k), foreseen_(&f) {}

    void begin_job(const origin &by, timestamp now);
    void keep_job();
    void undo_job();
    /// Writes everything. After that, commit. `unless_known`: nobody has looked whether the history ends where it is
    /// said to, and whether the answers are new; a statement fails when that is not so.
    void write_out(bool unless_known = false);
    /// Whether every name and answer that was foreseen is made here: the database refuses it when it is there already.
    [[nodiscard]] bool makes_all_foreseen() const;
    [[nodiscard]] bool changed() const noexcept { return wrote_ || !slots_.empty() || !events_.empty(); }

    [[nodiscard]] const origin &by() const noexcept { return *by_; }
    [[nodiscard]] timestamp now() const noexcept { return now_; }
    [[nodiscard]] const history_end &end() const noexcept { return end_; }
    [[nodiscard]] changes &changed_subjects() noexcept { return changed_; }

    [[nodiscard]] const slot *find(table t, std::string_view first, std::string_view second) const;
    [[nodiscard]] const slots &all() const noexcept { return slots_; }
    /// Not yet written: those after number `written().number`.
    [[nodiscard]] const std::vector<event> &events() const noexcept { return events_; }

    /// Adds the event and puts the row. `before` is the subject's last event.
    std::uint64_t put(table t, std::string_view kind, std::string_view id, std::string_view text,
                      std::string_view action, std::uint64_t before);
    void remember(std::string_view client, std::string_view key, std::string_view request, std::string_view answer);
    /// The counter's last number goes from `was` to `becomes`; its event comes at the end of the job.
    void count(std::string_view counter, const std::optional<document> &was, std::uint64_t becomes);

    /// Everything so far is written, and what this job does from now on to the database can be undone.
    void write_through();
    /// What is known of the rows under the pending ones; null once something was written in this transaction.
    [[nodiscard]] detail::kept *known() const noexcept { return kept_; }
    [[nodiscard]] const foreseen *asked() const noexcept { return foreseen_; }
    /// Many new names: see writing::add_names.
    [[nodiscard]] std::vector<bool> add_names(std::span<const std::pair<std::string, std::string>> rows,
                                              std::string_view action);

private:
    struct undo {
        slots::iterator at;
        std::optional<slot> was;
    };
    void set(table t, std::string_view first, std::string_view second, slot s);
    void append(event_view e, bool keep);
    void settle_counters();
    void write_events(std::span<const event> events, bool last);
    void write_segment(segment_writer &w, const digest &head, bool last = false);
    void write_slots(bool last);

    connection *connection_;
    history_end end_;     ///< with everything pending
    history_end written_; ///< in the database
    slots slots_;
    std::vector<event> events_;
    changes changed_;
    detail::kept *kept_;
    foreseen *foreseen_;
    bool wrote_ = false;    ///< something is in the transaction already
    bool unlooked_ = false; ///< where the history ends has still to be seen to

    // The job.
    const origin *by_ = nullptr;
    timestamp now_ = {};
    history_end job_end_ = {}; ///< where the history ended when the job began
    std::size_t job_events_ = 0;
    std::size_t job_changed_ = 0;
    std::vector<undo> undo_;
    std::vector<std::string> counters_;
    bool savepoint_ = false;
};

} // namespace uniform::store::detail
