// Bulk import of names: reads lines of NDJSON or CSV and writes a line of NDJSON for each, in their order, in constant
// memory.
//
// A line is a name with its name record. NDJSON: the object that export writes and resolver::write() shows, "name"
// and the name record's members; "url" is short for one locator that has only a URL. CSV: RFC 4180 with a header row
// (docs/guide/names-assigning.md lists the columns). The name is "assigned"; or "unchanged" if it exists with what
// the line says, whether or not it could be assigned now, so that a retry is harmless; or it is a "conflict" or
// "problem", which changes nothing.
//
// With import_options::existing, an import also brings names that exist to what their lines say: the name is "changed"
// or "withdrawn" then. What it may do to a name is what its principal may do by change(), activate() and withdraw().
//
// An import with an id can be resumed: its position is stored in the transactions of the names, and the same input with
// the same id continues after the last line that was committed.
#pragma once

#include <expected>
#include <functional>

#include <uniform/base/api.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/service/bulk.hpp>
#include <uniform/service/import_options.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace json {
class writer;
} // namespace json
} // namespace uniform

namespace uniform UNIFORM_API {
namespace service {

/// Writes the summary as an object.
void write(json::writer &w, const import_summary &s);

/// Result lines: {"line":7,"result":"assigned","name":"urn:..."}; "unchanged"; "changed"; "withdrawn"; "conflict" with
/// "existing"; "problem" with "problem". Lines of an earlier run are counted once in the summary. The first is
/// {"resumed_after_line":N} when it resumes. A line of the input that cannot be read is a problem with its line number
/// and offset, and reading continues after it. `progress` is called after each block, and while a run
/// (import_options::sorted_lines) is read, written or reported. Problems: invalid (options, header row), key_reused
/// (the id belongs to another input, or to another import_options::existing; with results_after this may be found only
/// after result lines). Throws store::failure, and what source and sink throw; committed lines remain.
[[nodiscard]] std::expected<import_summary, resolver::problem>
import_names(store::store &s, const store::origin &by, const resolver::principal &who, const import_options &o,
             const bulk_source &source, const bulk_sink &sink,
             const std::function<void(const import_counts &)> &progress = nullptr);

} // namespace service
} // namespace uniform
