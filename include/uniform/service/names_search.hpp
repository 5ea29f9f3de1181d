// Searching names. It needs the index of search, which `uniform store index` makes (uniform/store/search.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/service/names.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// The subject of a search: words, or a locator.
struct search_request {
    std::string words = {};   ///< all of them; nothing in it is an operator, and "urn:" before a name is ignored
    std::string locator = {}; ///< a URL; if it is not empty, `words` has no meaning
    std::string prefix = {};  ///< of keys; empty: any
    std::optional<resolver::name_state> state = {};
};

/// A page of names, in the order of their last changes.
struct search_page {
    std::vector<name_entry> names = {};
    std::uint64_t next = 0; ///< continue after this; 0: there are no more
};

/// The names after the one with the event `after`, at most `limit`. The index has the state, the
/// namespace and the words of the prefix; a page looks at 2,000 names at most, so it is short although there are more
/// only where the prefix ends within a word that few of the names have. Problems: invalid (no words), not_found (there
/// is no index), unavailable (it is being made). Cost: as store::search_names().
[[nodiscard]] std::expected<search_page, problem> search(store::reading &r, const search_request &q,
                                                         std::uint64_t after, std::size_t limit);

/// RFC 2483 4.7 for a locator (L2Ns of RFC 2169): the URNs of the active names that have it, at most 1,000. Problems:
/// not_found and unavailable, as search().
[[nodiscard]] std::expected<std::vector<std::string>, problem> names_at(store::reading &r, std::string_view url);

} // namespace service
} // namespace uniform
