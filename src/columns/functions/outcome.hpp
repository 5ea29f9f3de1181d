// The functions of the table data/functions.json that are calls with texts and options: each is defined once, in this
// folder, and scripts/generate_bindings.py makes its declaration and its wrapper in each binding.
//
//     uniform::columns::scalar::redact("http://u:secret@h/", edition::rfc3986)   -> "http://u:***@h/"
//
// A function takes texts, which are UTF-8 and may be anything, then its options in the order of its row. Each is linear
// in its texts unless its row says otherwise, and may throw std::bad_alloc and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <uniform/idna/internationalized_name.hpp>
#include <uniform/repair/repair.hpp>
#include <uniform/syntax/edition.hpp>
#include <uniform/syntax/error.hpp>

namespace uniform::columns::scalar {

/// The label of a host name that IDNA refuses, with the production that the text does not match because of it.
struct refused_name {
    idna::problem why;
    std::string_view production;
};

/// Why a function refuses a text.
struct refusal {
    std::variant<error, refused_name, no_repair> why;
    std::uint32_t argument = 0; ///< the text that it refuses, from 0
};

/// The result of a function: std::nullopt where the texts are read and there is none.
template <class T>
using outcome = std::expected<std::optional<T>, refusal>;

/// The outcome of converting a host name, of which a label may be refused.
[[nodiscard]] outcome<std::string> outcome_of_name(std::expected<std::string, idna::problem> &&made);

/// A refusal in words, for errors that are not of the core.
struct refusal_in_words {
    std::size_t offset = 0; ///< in bytes of the text
    std::string_view code;
    std::string says;
    std::string_view production;
    std::string_view document;
    std::string_view section;
};
/// The words of the refusal of `text`. Allocates.
[[nodiscard]] refusal_in_words in_words(const refusal &r, std::string_view text);

} // namespace uniform::columns::scalar
