// The tables of the index of search, which are made on demand: no migration makes them, copies leave them out.
//
//     search_state      one row: the version of the rules, whether the index is complete, the last key that is in it
//     search_words      SQLite: FTS5 without contents, whose rowid is the name's last event
//     search_names      PostgreSQL: the name's last event, its key and its words
//     search_locators   the hash of a locator's normal form, and the name's last event
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/store/database.hpp>

namespace uniform::store::detail {

/// The row of search_state.
struct search_progress {
    bool current = false; ///< made by the rules of this version
    bool complete = false;
    std::string made_to = {}; ///< the names up to this key are in it
    [[nodiscard]] bool has(std::string_view key) const noexcept { return current && (complete || key <= made_to); }
};

/// A word as queries of FTS5, queries of tsquery and lists of lexemes have it: quoted, so that nothing in it is an
/// operator. FTS5 has no phrases in an index without positions; so of a word that its tokenizer takes for several, it
/// is each of these ("a-b" finds what has a and b). Empty if it has none.
[[nodiscard]] std::string quoted_word(dialect d, std::string_view word);

/// Whether search_state exists: a column of 0 or 1.
[[nodiscard]] std::string_view search_exists_query(dialect d) noexcept;
/// std::nullopt: there is no index. One look-up, two if there is one.
[[nodiscard]] std::optional<search_progress> search_progress_of(connection &c);
/// The row of an index that exists.
[[nodiscard]] search_progress read_search_progress(connection &c);

/// A name whose words and locators are added or removed. Views.
struct indexed_name {
    std::string_view key;
    std::string_view record; ///< encoded
    std::int64_t event;
};
void add_to_search(connection &c, std::span<const indexed_name> names);
/// Removes the entries of names from the index, by the contents of the names when they were added.
void remove_from_search(connection &c, std::span<const indexed_name> names);

void make_search_tables(connection &c);
void drop_search_tables(connection &c);
void put_search_progress(connection &c, const search_progress &p);

/// Whether a table is one of these.
[[nodiscard]] constexpr bool is_of_search(std::string_view table) noexcept { return table.starts_with("search_"); }

} // namespace uniform::store::detail
