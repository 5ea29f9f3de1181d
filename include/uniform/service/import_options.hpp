// The options of a bulk import, and what it counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/service/bulk.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// The way of an import with a name that exists with another record than its line has. Names that no line has stay as
/// they are, and no state goes back: a name that is withdrawn stays withdrawn.
enum class on_conflict : std::uint8_t {
    report, ///< nothing: the line is a conflict
    update, ///< changes the name: the members that the line has replace those of the record, the others stay; a
            ///< reserved name becomes active, and a line whose state is withdrawn withdraws the name
    replace ///< the same, and the members that the line lacks are removed, unless it withdraws the name
};
/// Their names.
inline constexpr auto on_conflict_names = enum_table<on_conflict>(
    {{on_conflict::report, "report"}, {on_conflict::update, "update"}, {on_conflict::replace, "replace"}});
/// The name of a value; empty for one that is none.
[[nodiscard]] constexpr std::string_view to_string(on_conflict c) noexcept { return on_conflict_names.name(c); }

/// Options of a bulk import.
struct import_options {
    bulk_format format = bulk_format::ndjson;
    std::string id = {}; ///< for resuming: 1 to 200 visible characters, unique for the principal; empty: none
    /// Does what the import does in transactions that are never committed (store::rehearse()): the result of each line
    /// is that of the import, nothing is written, and `id` is not used.
    bool dry_run = false;
    on_conflict existing = on_conflict::report;
    bool stop_on_error = false; ///< at the first conflict or problem; names before it stay assigned
    bool only_problems = false; ///< result lines for conflicts and problems alone
    std::size_t block = 4000;   ///< names in one write
    /// The most lines that are written in the order of their keys, in blocks, and reported after the last of them. Keys
    /// that are not in order, as those of hashes, would change a page of the database for each name. 0: each block is
    /// reported when it is written.
    std::size_t sorted_lines = 1000000;
    std::size_t sort_memory = std::size_t{8} << 20U; ///< bytes, each of four times; more are in temporary files
    std::filesystem::path sort_folder = {}; ///< of these; empty: that of the store's file, or TMPDIR, or /var/tmp
    /// Bytes that these leave free on their disk, which is that of the store's file: with fewer, nothing is sorted.
    std::uint64_t sort_spare = std::uint64_t{512} << 20U;
    /// Conflicts and problems in one run, after whose block it is refused; 0: no limit. An input that is not what it
    /// should be would have one for each line.
    std::uint64_t most_rejected = 10000;
    std::span<const std::string> schemes = {}; ///< as write_options::schemes
    /// The last line whose result the client has. If the import resumes after a later one, the lines between them are
    /// compared with the store again, and not written: unchanged, conflict or problem.
    std::optional<std::uint64_t> results_after = {};
};

/// The number of lines for each result.
struct import_counts {
    std::uint64_t lines = 0; ///< read, without the header row and empty lines
    std::uint64_t assigned = 0;
    std::uint64_t unchanged = 0;
    std::uint64_t changed = 0;   ///< existing names, also those that were activated
    std::uint64_t withdrawn = 0; ///< existing names
    std::uint64_t conflicts = 0;
    std::uint64_t problems = 0;
    std::uint64_t bytes = 0;
    bool operator==(const import_counts &) const = default;
};
/// The result of a bulk import.
struct import_summary {
    import_counts counts = {};
    std::uint64_t resumed_after = 0; ///< the last physical line that an earlier run had committed; 0: from the start
    bool stopped = false;            ///< by stop_on_error
    bool dry_run = false;
    on_conflict existing = on_conflict::report; ///< that of the options
};

} // namespace service
} // namespace uniform
