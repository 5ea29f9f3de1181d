/// @file
/// Pages of lists: parts of a list that are limited in number and in bytes, whatever the rows contain.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace store {

/// The size of a page.
struct page_size {
    std::size_t rows = 100;
    std::size_t bytes = std::size_t{1} << 20U; ///< of ids and texts as they are stored; a single row may be longer
};

/// A part of a list, in order.
template <class Row>
struct page {
    std::vector<Row> rows = {};
    bool more = false; ///< the list goes on after the last row
};

/// The names whose keys begin with `prefix` and come after `after`, in the order of bytes. Reads in parts, so that it
/// holds little more than the page. A page has a row unless the list is at its end. Throws failure.
///
///     for (auto p = names_page(r, "example:", "", {}); ; p = names_page(r, "example:", p.rows.back().key, {})) {
///         ...
///         if (!p.more) break;
///     }
/// With a state, only names in that state; the time does not depend on the others.
[[nodiscard]] page<name_row> names_page(reading &r, std::string_view prefix, std::string_view after, page_size size,
                                        std::optional<resolver::name_state> state = {});
/// The same of the documents of a kind.
[[nodiscard]] page<document> documents_page(reading &r, std::string_view kind, std::string_view prefix,
                                            std::string_view after, page_size size);

} // namespace store
} // namespace uniform
