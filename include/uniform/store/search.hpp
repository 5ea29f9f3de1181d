/// @file
/// The index of search: the words and the locators of names. It is optional, and no part of the history: it can be
/// dropped and made again at any time. While it exists, every write of a name changes it in the same transaction,
/// whichever process writes. SQLite has it as a table of FTS5, PostgreSQL as a tsvector with a GIN index; both index
/// the words of resolver/search_terms.hpp.
///
/// A name is in the index under the number of its last event. So results are in the order of last changes, and a name
/// that changes between two pages is repeated at the end; none is omitted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace store {

/// Whether names can be searched.
enum class search_state : std::uint8_t {
    none,       ///< there is no index
    incomplete, ///< it is being made, or making it was interrupted: make_search_index() continues
    outdated,   ///< another version of this program made it: it has to be made again
    complete,
};
/// One look-up.
[[nodiscard]] search_state search_state_of(reading &r);

/// A page of names.
struct found_names {
    std::vector<name_row> names = {};
    std::uint64_t next = 0; ///< continue after this; 0: there are no more
};
/// The names that have all these words (resolver::search_words), after the name with the event `after`; at most
/// `limit`, fewer if they have a mebibyte. The index must be complete. No words: no names. SQLite takes a word that has
/// more than letters and digits, as a namespace's with a hyphen, for several: it also finds names with each of these.
/// Throws failure.
///
/// Cost: of one word, the page. Of several words: the entries of the rarest one up to the end of the page; of words
/// that hardly ever occur together, but each very often, a part of the index.
[[nodiscard]] found_names search_names(reading &r, std::span<const std::string> words, std::uint64_t after,
                                       std::size_t limit);
/// The names that have this locator, in its normal form. Cost: the page.
[[nodiscard]] found_names names_of_locator(reading &r, std::string_view url, std::uint64_t after, std::size_t limit);

/// Makes the index, or continues where an earlier call was interrupted, in transactions of `batch` names each; other
/// writes take place between them. Nothing happens if it is complete. Throws failure.
/// @param progress called after each transaction with the number of names that were indexed by this call; false stops
/// @return that number
std::uint64_t make_search_index(store &s, const std::function<bool(std::uint64_t)> &progress = nullptr,
                                std::size_t batch = 2000);
/// Drops the index. Nothing happens if there is none. Throws failure.
void drop_search_index(store &s);

} // namespace store
} // namespace uniform
