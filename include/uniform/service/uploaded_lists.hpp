// Lists of names that are uploaded at once, checked, and imported later: a job in the store, so that a process that
// ends in between loses nothing. They have no history, and expire; what they import has one.
//
//     uploaded -> checking -> checked -> importing -> imported
//                                     any of them -> failed
//
// work_on_lists() does the work, in any process of the service. It imports by service::import_names() with an id, so
// that it continues where it was cut off, and permits only what the holder may do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/import.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace service {

inline constexpr std::size_t longest_list = std::size_t{32} << 20U; ///< bytes; a client may hold 48 MiB (limits.bodies)
inline constexpr std::size_t most_lists = 20;                       ///< of one holder
inline constexpr std::int64_t list_life =
    std::int64_t{7} * 86400; ///< seconds after the last change until a list is deleted

/// The state of a list.
enum class list_state : std::uint8_t { uploaded, checking, checked, importing, imported, failed };
/// Their names.
inline constexpr auto list_state_names = enum_table<list_state>({{list_state::uploaded, "uploaded"},
                                                                 {list_state::checking, "checking"},
                                                                 {list_state::checked, "checked"},
                                                                 {list_state::importing, "importing"},
                                                                 {list_state::imported, "imported"},
                                                                 {list_state::failed, "failed"}});
/// The name of a state; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(list_state s) noexcept { return list_state_names.name(s); }

/// A list, without its contents.
struct list_entry {
    std::string id = {};
    std::string title = {}; ///< the name of the file
    bulk_format format = bulk_format::csv;
    std::uint64_t bytes = 0;
    std::uint64_t lines = 0; ///< line ends in it
    /// The columns of CSV: for each column of the list the column of an import that it is, "" if it is left out, or
    /// "metadata." if it becomes a member of the metadata that has its name.
    std::vector<std::string> columns = {};
    on_conflict existing = on_conflict::report; ///< of the last check or import
    list_state state = list_state::uploaded;
    import_counts counts = {};
    std::string says = {}; ///< why it failed
    resolver::timestamp changed = {};
};

/// The first row of a CSV list, and some rows after it.
struct list_sample {
    char separator = ','; ///< "," ";" or a tab: the one that the first line has most of
    std::vector<std::string> header = {};
    std::vector<std::vector<std::string>> rows = {};
};
/// A sample of the beginning of a list.
[[nodiscard]] list_sample sample_of(std::string_view beginning);
/// For each header the column that it probably is: "name" for "URN", "url" for "Link".
[[nodiscard]] std::vector<std::string> guessed_columns(const std::vector<std::string> &header);
/// The columns that a column can be.
[[nodiscard]] std::span<const std::string_view> list_columns() noexcept;

/// Adds a list of `who`. Problems: invalid (empty, longer than longest_list, not UTF-8), conflict (too many lists).
[[nodiscard]] std::expected<list_entry, resolver::problem> add_list(store::writing &w, const resolver::principal &who,
                                                                    std::string_view title, bulk_format f,
                                                                    std::string_view content);
/// Those of `who`, the last one that changed first.
[[nodiscard]] std::vector<list_entry> lists_of(store::reading &r, const resolver::principal &who);
/// Problems: not_found, also for a list of somebody else.
[[nodiscard]] std::expected<list_entry, resolver::problem> list_of(store::reading &r, const resolver::principal &who,
                                                                   std::string_view id);
/// The first 256 KiB at most.
[[nodiscard]] std::string beginning_of(store::reading &r, std::string_view id);

/// Has it checked (`dry_run`) or imported, with these columns, and import_options::existing. A list that was imported,
/// or is being, stays as it is. Problems: not_found, wrong_state, invalid (columns).
[[nodiscard]] std::expected<list_entry, resolver::problem> start_list(store::writing &w, const resolver::principal &who,
                                                                      std::string_view id, bool dry_run,
                                                                      const std::vector<std::string> &columns,
                                                                      on_conflict existing = on_conflict::report);
/// Problems: not_found; wrong_state while it is being checked or imported.
[[nodiscard]] std::expected<list_entry, resolver::problem>
remove_list(store::writing &w, const resolver::principal &who, std::string_view id);

/// The result of a line, or the one that it would have.
struct list_result {
    std::uint64_t line = 0;
    std::string result = {}; ///< "assigned", "unchanged", "changed", "withdrawn", "conflict", "problem"
    std::string name = {};
    std::string says = {}; ///< of a conflict or problem
};
/// After that line, in order; at most `limit`.
[[nodiscard]] std::vector<list_result> results_of(store::reading &r, std::string_view id, std::uint64_t after,
                                                  std::size_t limit, bool only_problems);

/// Checks or imports one list that waits, if no other process does. `worker` names this process. Ends early, without
/// losing anything, when `ends` is true after a block. Returns whether there was one. Throws store::failure: a later
/// call continues.
bool work_on_lists(store::store &s, std::string_view worker, std::span<const std::string> schemes,
                   const std::function<bool()> &ends);

/// A list, and its holder.
struct held_list {
    list_entry list = {};
    std::string holder = {}; ///< the principal that uploaded it
};
/// The position at which a page of lists continues: the time and the id of its last list.
struct list_place {
    std::int64_t changed = 0; ///< in seconds since 1970
    std::string id = {};
};
/// The lists of `who`, for an administrator of the instance those of everybody, the last one that changed first; those
/// after `after`; at most `limit`. Proportional to the page for administrators, else to the lists.
[[nodiscard]] std::vector<held_list> all_lists(store::reading &r, const resolver::principal &who,
                                               const std::optional<list_place> &after, std::size_t limit);
/// Ends the check or the import of a list: it fails, and what was imported stays. By its holder, or by an administrator
/// of the instance. Problems: unauthenticated; not_found, also for a list of somebody else; wrong_state, if it is
/// neither being checked nor imported.
[[nodiscard]] std::expected<held_list, resolver::problem> end_list(store::writing &w, const resolver::principal &who,
                                                                   std::string_view id);

/// Deletes the lists that have not changed since; returns how many.
std::int64_t expire_lists(store::writing &w, resolver::timestamp before);

} // namespace service
} // namespace uniform
