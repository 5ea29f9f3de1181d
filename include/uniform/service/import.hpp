// Bulk import of names: reads lines of NDJSON or CSV and writes a line of NDJSON for each, in their order, in constant
// memory.
//
// A line is a name with its name record. NDJSON: the object that export writes and resolver::write() shows, "name"
// and the name record's members; "url" is short for one locator that has only a URL. CSV: RFC 4180 with a header row
// (docs/guide/names-assigning.md lists the columns). The name is "assigned"; or "unchanged" if it exists with what
// the line says, whether or not it could be assigned now, so that a retry is harmless; or it is a "conflict" or
// "problem", which changes nothing.
//
// An import with an id can be resumed: its position is stored in the transactions of the names, and the same input with
// the same id continues after the last line that was committed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace json {
class writer;
} // namespace json
} // namespace uniform

namespace uniform UNIFORM_API {
namespace service {

/// The format of a bulk import or export.
enum class bulk_format : std::uint8_t { ndjson, csv };
/// Their names.
inline constexpr auto bulk_format_names =
    enum_table<bulk_format>({{bulk_format::ndjson, "ndjson"}, {bulk_format::csv, "csv"}});
/// The name of a bulk format; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(bulk_format f) noexcept { return bulk_format_names.name(f); }

inline constexpr std::size_t longest_line = std::size_t{1} << 20U; ///< bytes; a CSV record may have several lines

/// Options of a bulk import.
struct import_options {
    bulk_format format = bulk_format::ndjson;
    std::string id = {}; ///< for resuming: 1 to 200 visible characters, unique for the principal; empty: none
    /// Does what the import does in transactions that are never committed (store::rehearse()): the result of each line
    /// is that of the import, nothing is written, and `id` is not used.
    bool dry_run = false;
    bool stop_on_error = false; ///< at the first conflict or problem; names before it stay assigned
    bool only_problems = false; ///< no result lines for assigned and unchanged names
    std::size_t block = 4000;   ///< names in one write
    /// Conflicts and problems in one run, after whose block it is refused; 0: no limit. An input that is not what it
    /// should be would have one for each line.
    std::uint64_t most_rejected = 10000;
    std::span<const std::string> schemes = {}; ///< as write_options::schemes
    /// The last line whose result the client has. If the import resumes after a later one, the lines between them are
    /// compared with the store again, and not written: unchanged, conflict or problem.
    std::optional<std::uint64_t> results_after = {};
};

/// How many lines had which result.
struct import_counts {
    std::uint64_t lines = 0; ///< read, without the header row and empty lines
    std::uint64_t assigned = 0;
    std::uint64_t unchanged = 0;
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
};
/// Writes the summary as an object.
void write(json::writer &w, const import_summary &s);

/// Reads the next part of the input, empty at its end; each part is valid until the next call.
using bulk_source = std::function<std::string_view()>;
/// Receives whole lines of the output.
using bulk_sink = std::function<void(std::string_view)>;

/// Result lines: {"line":7,"result":"assigned","name":"urn:..."}; "unchanged"; "conflict" with "existing"; "problem"
/// with "problem". Lines of an earlier run are counted once in the summary. The first is
/// {"resumed_after_line":N} when it resumes. A line of the input that cannot be read is a problem with its line number
/// and offset, and reading continues after it. `progress` is called after each block. Problems: invalid (options,
/// header row), key_reused (the id belongs to another input; with results_after this may be found only after result
/// lines). Throws store::failure, and what source and sink throw; committed lines remain.
[[nodiscard]] std::expected<import_summary, resolver::problem>
import_names(store::store &s, const store::origin &by, const resolver::principal &who, const import_options &o,
             const bulk_source &source, const bulk_sink &sink,
             const std::function<void(const import_counts &)> &progress = nullptr);

} // namespace service
} // namespace uniform
