// The terms by which a search finds a name: the words of its key, its metadata and its locators, and the normal form of
// each locator. Both databases index these words, so that both find the same.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/record.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// The version of the rules by which words are made: an index of another version has to be made again.
inline constexpr int search_rules = 1;

inline constexpr std::size_t most_words_of_name = 512; ///< the rest of a longer text is not found
inline constexpr std::size_t most_words_of_query = 16; ///< more are ignored
inline constexpr std::size_t longest_word = 64;        ///< bytes; of a longer word, the beginning counts

/// The words of a text, each once, in the order of bytes. A word is a sequence of letters and digits; a character of
/// Chinese, Japanese or Korean is a word of its own. Latin, Greek and Cyrillic letters are in lower case, ASCII ones,
/// too. Everything else separates words, so that no text has a meaning as a query. Linear, but for sorting.
///
///     search_words("The Forest: 2nd Ed.") == {"2nd", "ed", "forest", "the"}
[[nodiscard]] std::vector<std::string> search_words(std::string_view text, std::size_t most = most_words_of_query);

/// The words by which a name is found: of its key and its name as it was written, of all strings in its metadata, of
/// its locators, and of its other names; and the words for its namespace and its state. At most `most_words_of_name`.
/// Linear.
[[nodiscard]] std::vector<std::string> search_words_of(std::string_view key, const name_record &r);
/// The word that all names in the namespace of this key have, and no text.
[[nodiscard]] std::string namespace_word(std::string_view key);
/// The word that all names in this state have, and no text.
[[nodiscard]] std::string state_word(name_state s);

/// The normal form of a URL (RFC 3986 6.2.3), without its fragment: equal for locators that a search does not
/// distinguish. The text itself if it is no URI. Linear.
[[nodiscard]] std::string normal_locator(std::string_view url);

} // namespace resolver
} // namespace uniform
