// The parts of an import: reading a block of lines, and writing it. See importer.cpp; for runs, import_sorting.cpp.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/service/bulk.hpp>
#include <uniform/service/import_options.hpp>
#include <uniform/service/names.hpp>
#include <uniform/store/store.hpp>

#include "base/mutex.hpp"
#include "service/authorization.hpp"
#include "service/lists/bulk_line.hpp"
#include "service/lists/bulk_reader.hpp"
#include "service/lists/policy_cache.hpp"
#include "service/lists/sorted_records.hpp"

namespace uniform::service::importing {

enum class result : std::uint8_t { assigned, unchanged, changed, withdrawn, conflict, problem };
/// Whether the line of such a result has set nothing, because it must not.
[[nodiscard]] constexpr bool is_rejected(result r) noexcept { return r >= result::conflict; }

// One line of the input.
struct item {
    std::uint64_t line = 0;
    std::string urn = {}; // as the line has it
    std::string key = {};
    resolver::name_record record = {};
    bool registrar_said = false; // in the line
    std::string text = {};       // of a line whose problem may be found only while writing
    // The problem says that the name cannot be assigned now: the line is good if the name is there already.
    bool for_new_names = false;
    importing::result result = result::assigned;
    std::optional<problem> why = {};      // found while reading
    std::optional<problem> why_late = {}; // found while writing
    // The record of a line of a run, and the problem found while reading, as they were written.
    std::string encoded = {};
    std::string why_text = {};

    /// Makes `record` of `encoded`, if there is one. Throws store::failure.
    void decode();

    // Whether more than its key decides, in the transaction.
    [[nodiscard]] bool is_plain() const noexcept {
        return !has_relations() && (record.state != resolver::name_state::withdrawn || record.withdrawn);
    }
    [[nodiscard]] bool has_relations() const noexcept {
        return !record.successor.empty() || !record.predecessor.empty() || !record.other_names.empty();
    }
};

// A place in the input.
struct place {
    std::uint64_t lines = 0; // line ends before it
    std::uint64_t offset = 0;
    std::string digest = {}; // of the bytes before it
};

// A run of which not all lines are written: the last one that is, in the order of keys.
struct unfinished_run {
    place end = {}; // of the run
    std::string key = {};
    std::uint64_t line = 0;
};

// Many blocks, whose lines are written in the order of their keys and reported in their own.
struct sorted_run {
    sorted_run(const std::filesystem::path &folder, std::size_t memory)
        : lines(folder, memory), results(folder, memory) {}

    sorted_records lines;
    sorted_records results;                           // each line of output, by the number of its line
    std::uint64_t size = 0;                           // lines
    std::chrono::steady_clock::duration writing = {}; // the time that it took
    import_counts counts = {};                        // with it
    std::optional<unfinished_run> resumed = {};       // by an earlier import
};

struct block {
    std::vector<item> items = {};
    std::vector<std::pair<std::string, std::string>> rows = {}; // of the items without problem, if all are plain
    bool is_plain = false;
    std::size_t bytes = 0;
    policy_cache::snapshot checked_with = {};
    // the positions in the input before it and after it
    place begin = {};
    std::uint64_t lines = 0;
    std::uint64_t offset = 0;
    std::string digest = {};
    bool last = false;
    std::unique_ptr<sorted_run> run = nullptr;  // in place of `items`
    std::optional<unfinished_run> part_of = {}; // a run that goes on after it
    import_counts before = {};                  // of everything before it
    // of the transaction
    std::unordered_map<std::uint64_t, store::name_row> existing = {}; // of conflicts, by line: the first mebibyte
    std::size_t existing_bytes = 0;
    bool stopped = false;                // by a conflict or problem: the items after it were not written
    std::optional<problem> refused = {}; // the whole block: nothing was written
    bool outdated = false;               // the store has changed since checked_with
    policy_cache policies = {};          // of names that exist, as they are in it
};

// The position of an import: stored as a document of kind "import".
struct position {
    std::uint64_t lines = 0;
    std::uint64_t offset = 0;
    std::string digest = {};
    import_counts counts = {};
    bool done = false;
    std::optional<unfinished_run> run = {};     // begins here
    on_conflict existing = on_conflict::report; // of its import
};

/// Adds the counts of a block that was written.
[[nodiscard]] import_counts count(const block &b, import_counts c);

void refuse_late(item &i, problem p);
/// With the row that has its key: whether the line would change anything.
void compare(item &i, store::name_row row, block &b, on_conflict how);
/// The record that a line makes of the one that is there, if an import may make it: nothing for another registrar or
/// batch, or another reason or time of a withdrawal.
[[nodiscard]] std::optional<resolver::name_record> brought_to(const resolver::name_record &there, const item &i,
                                                              on_conflict how);
/// Marks a line as a conflict with the row that has its key.
void is_in_conflict(item &i, store::name_row row, block &b);
/// Whether the name of a line that `who` could not assign now is there as the line has it.
[[nodiscard]] bool is_there_already(store::reading &r, const principal &who, item &i);
/// The position of an import, as stored.
[[nodiscard]] std::string json_of(const position &p);

class importer {
public:
    importer(store::store &s, const store::origin &by, const principal &who, const import_options &o,
             const bulk_source &source, const bulk_sink &sink)
        : store_(s),
          by_(by),
          who_(who),
          options_(without_position_in_dry_run(o)),
          sink_(sink),
          reader_(o.format, source, !options_.id.empty()),
          folder_(o.sort_folder.empty() ? folder_for_sorting(s.sql_database().location()) : o.sort_folder),
          rehearsal_(o.dry_run ? s.rehearse() : nullptr) {}

    std::expected<import_summary, problem> run(const std::function<void(const import_counts &)> &progress);

private:
    /// A dry run begins at the first line, and has no position.
    [[nodiscard]] static import_options without_position_in_dry_run(import_options o);
    [[nodiscard]] std::expected<void, problem> resume();
    [[nodiscard]] bool report_again(const position &p);
    void report_position(const position &p) const;
    /// The results of lines that an earlier run has written.
    void compare_with_store(block &b);
    [[nodiscard]] std::expected<void, problem> header();
    [[nodiscard]] bool ends_with_problem(const block &b) const;
    /// The next block of the input, or a run of blocks. Problems: that of resume().
    [[nodiscard]] std::expected<void, problem> read_next(block &b, const std::function<void()> &progress);
    [[nodiscard]] std::expected<void, problem> read_run(block &b, const std::function<void()> &progress);
    [[nodiscard]] bool begins_run(const block &b);
    [[nodiscard]] problem is_another_input(std::uint64_t bytes) const;
    [[nodiscard]] place here() const;
    /// The next lines of the input; the memory of `b` is used again.
    void read_block(block &b);
    void read_item(item &i, std::string_view text);
    [[nodiscard]] const resolver::namespace_rules &rules_for(std::string_view urn);
    [[nodiscard]] bool is_registrar(const std::string &id);
    [[nodiscard]] std::expected<void, problem> check(const key_policy &g, item &i) const;
    void commit(block &b);
    void commit_run(block &b);
    void commit_block(block &b);
    void add(store::writing &w, block &b) const;
    void add_rows(store::writing &w, block &b) const;
    void add_one_by_one(store::writing &w, block &b) const;
    void add_one(store::writing &w, item &i, block &b) const;
    /// A line whose name exists: compares them, or brings the name to what the line says.
    void meet(store::writing &w, item &i, store::name_row row, block &b) const;
    void bring(store::writing &w, item &i, store::name_row row, block &b) const;
    [[nodiscard]] std::expected<void, problem> change(store::writing &w, item &i, const store::name_row &row,
                                                      resolver::name_record next, const key_policy &g) const;
    /// A line with a problem of new names: its name may exist.
    void meet_refused(store::writing &w, item &i, block &b) const;
    void check_again(store::reading &r, block &b) const;
    void report(const block &b);
    void measure(const sorted_run &r);
    void report_run(sorted_run &r, const std::function<void()> &progress);
    /// The line of output about a line of input, if there is to be one.
    void append_result(std::string &out, const block &b, const item &i) const;
    void wait_for(std::future<void> &committed, const std::function<void()> &progress);
    /// The counts of what is reported and of what is written by now.
    [[nodiscard]] import_counts known_counts() UNIFORM_EXCLUDES(counts_mutex_);
    void know_counts(const import_counts &c) UNIFORM_EXCLUDES(counts_mutex_);
    /// The import ends if too many lines were rejected.
    [[nodiscard]] std::expected<void, problem> check_rejected() const;
    /// The problem of a name and its record, as that of their line or row. Without its text, it has no offset.
    [[nodiscard]] problem in_input(problem p, std::string_view text) const;

    store::store &store_;
    const store::origin &by_;
    const principal &who_;
    import_options options_;
    const bulk_sink &sink_;
    bulk_reader reader_;
    std::filesystem::path folder_;                // for files of sorting
    std::unique_ptr<store::rehearsal> rehearsal_; // of a dry run
    std::vector<csv_column> columns_;
    policy_cache policies_;
    std::unordered_set<std::string> registrars_; // that exist
    std::string report_;                         // the results of one block
    import_counts counts_;
    std::uint64_t rejected_before_ = 0; // by an earlier run
    std::uint64_t resumed_after_ = 0;
    bool already_done_ = false;
    // of runs
    std::optional<unfinished_run> resumed_run_;
    std::optional<block> held_;                   // read, and not of the run before it
    std::uint64_t read_until_ = ~std::uint64_t{}; // bytes of the input, of a run that is read again
    std::string last_key_;                        // of the block before
    std::uint64_t read_lines_ = 0;                // by this importer
    std::uint64_t most_lines_ = ~std::uint64_t{}; // of the next run, by the time that the last one took
    std::atomic<bool> abandoned_ = false;         // nobody waits for the rest of a run
    base::mutex counts_mutex_;
    import_counts known_counts_ UNIFORM_GUARDED_BY(counts_mutex_);
};

} // namespace uniform::service::importing
