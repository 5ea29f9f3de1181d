// The parts of an import: reading a block of lines, and writing it. See importer.cpp.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
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

#include "service/authorization.hpp"
#include "service/lists/bulk_line.hpp"
#include "service/lists/bulk_reader.hpp"
#include "service/lists/policy_cache.hpp"

namespace uniform::service::importing {

enum class result : std::uint8_t { assigned, unchanged, conflict, problem };

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

    // Whether more than its key decides, in the transaction.
    [[nodiscard]] bool is_plain() const noexcept {
        return !has_relations() && record.state != resolver::name_state::withdrawn;
    }
    [[nodiscard]] bool has_relations() const noexcept {
        return !record.successor.empty() || !record.predecessor.empty() || !record.other_names.empty();
    }
};

struct block {
    std::vector<item> items = {};
    std::vector<std::pair<std::string, std::string>> rows = {}; // of the items without problem, if all are plain
    std::size_t bytes = 0;
    policy_cache::snapshot checked_with = {};
    // the position in the input after it
    std::uint64_t lines = 0;
    std::uint64_t offset = 0;
    std::string digest = {};
    bool last = false;
    // of the transaction
    std::unordered_map<std::uint64_t, store::name_row> existing = {}; // of conflicts, by line: the first mebibyte
    std::size_t existing_bytes = 0;
    bool stopped = false;                // by a conflict or problem: the items after it were not written
    std::optional<problem> refused = {}; // the whole block: nothing was written
    bool outdated = false;               // the store has changed since checked_with
};

// The position of an import: stored as a document of kind "import".
struct position {
    std::uint64_t lines = 0;
    std::uint64_t offset = 0;
    std::string digest = {};
    import_counts counts = {};
    bool done = false;
};

/// Adds the counts of a block that was written.
[[nodiscard]] import_counts count(const block &b, import_counts c);

void refuse_late(item &i, problem p);
/// With the row that has its key.
void compare(item &i, store::name_row row, block &b);
/// Whether the name of a line that `who` could not assign now is there as the line has it.
[[nodiscard]] bool is_there_already(store::reading &r, const principal &who, const item &i);
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
          rehearsal_(o.dry_run ? s.rehearse() : nullptr) {}

    std::expected<import_summary, problem> run(const std::function<void(const import_counts &)> &progress);

private:
    /// A dry run begins at the first line, and has no position.
    [[nodiscard]] static import_options without_position_in_dry_run(import_options o);
    [[nodiscard]] std::expected<void, problem> resume();
    [[nodiscard]] bool report_again(const position &p);
    void report_position(const position &p) const;
    [[nodiscard]] std::expected<void, problem> header();
    [[nodiscard]] bool ends_with_problem(const block &b) const;
    /// The next lines of the input; the memory of `b` is used again.
    void read_block(block &b);
    void read_item(item &i, std::string_view text);
    [[nodiscard]] const resolver::namespace_rules &rules_for(std::string_view urn);
    [[nodiscard]] bool is_registrar(const std::string &id);
    [[nodiscard]] std::expected<void, problem> check(const key_policy &g, item &i) const;
    void commit(block &b);
    void add(store::writing &w, block &b) const;
    void add_rows(store::writing &w, block &b) const;
    void add_until_rejected(store::writing &w, block &b) const;
    void check_again(store::reading &r, block &b) const;
    void report(const block &b);
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
    std::unique_ptr<store::rehearsal> rehearsal_; // of a dry run
    std::vector<csv_column> columns_;
    policy_cache policies_;
    std::unordered_set<std::string> registrars_; // that exist
    std::string report_;                         // the results of one block
    import_counts counts_;
    std::uint64_t rejected_before_ = 0; // by an earlier run
    std::uint64_t resumed_after_ = 0;
    bool already_done_ = false;
};

} // namespace uniform::service::importing
