// Rows of the table of findings, and transactions on it: for the functions that read and write it.
#pragma once

#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/store/database.hpp>

#include "links/link_checker_store.hpp"

namespace uniform UNIFORM_INTERNAL_API {
namespace links {

/// The columns that link_in() reads.
inline constexpr std::string_view select_links =
    "SELECT url, state, since, checked, failures, status, media_type, target, says, name, host FROM health ";
[[nodiscard]] link_row link_in(const store::row &row);

/// The set of dead locators has changed: link_changes().
void count_change(store::connection &c);

template <class F>
void in_transaction(store::connection &c, F f) {
    c.begin(store::access::read_write);
    try {
        f();
        c.commit();
    } catch (...) {
        c.rollback();
        throw;
    }
}

} // namespace links
} // namespace uniform
