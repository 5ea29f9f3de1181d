// The imports that are streamed now, of all processes on a store, so that an administrator sees them and can end them.
// Each has a row while it runs: no history. A process that is killed leaves a row, which soon counts as ended.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/import.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// An import that is streamed.
struct running_import {
    std::string id = {};
    std::string who = {};   ///< the principal
    std::string title = {}; ///< import_options::id; may be empty
    bulk_format format = bulk_format::ndjson;
    bool dry_run = false;
    bool is_ending = false; ///< it was ended, which it has not noticed yet
    import_counts counts = {};
    resolver::timestamp started = {};
    resolver::timestamp changed = {}; ///< of the counts
};

/// Those of `who` that run, and for an administrator of the instance those of everybody; in order of their ids; those
/// after `after`, at most `limit`. Proportional to the page for administrators, else to what runs.
[[nodiscard]] std::vector<running_import> running_imports(store::reading &r, const resolver::principal &who,
                                                          std::string_view after, std::size_t limit);
/// Has it ended, wherever it runs, after its next block: by its principal, or an administrator of the instance.
/// Problems: unauthenticated; not_found, also for an import of somebody else.
[[nodiscard]] std::expected<running_import, resolver::problem>
end_import(store::writing &w, const resolver::principal &who, std::string_view id);
/// Deletes the rows of processes that were killed; returns how many.
std::int64_t expire_imports(store::writing &w);

/// The row of one import: for the process that runs it, on one thread.
///
///     noted_import note{store, who.id, options};
///     import_names(..., [&] { note.look(); return next_part(); }, ..., [&](auto &c) { note.progress(c); });
class noted_import {
public:
    /// Thrown by look() and progress() when the import was ended (end_import()).
    struct ended {};

    /// An import that takes less than `every` never has a row; others write theirs again after that time.
    noted_import(store::store &s, std::string who, const import_options &o,
                 std::chrono::milliseconds every = std::chrono::seconds{2});
    ~noted_import(); ///< deletes the row
    noted_import(const noted_import &) = delete;
    noted_import &operator=(const noted_import &) = delete;

    /// Looks whether it is to end, and writes the row, if it is time to. Throws ended, store::failure.
    void look();
    void progress(const import_counts &c); ///< the same, with these counts from now on

private:
    void write();

    store::store &store_;
    running_import import_;
    std::chrono::milliseconds every_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    bool written_ = false;
};

} // namespace service
} // namespace uniform
