// Rows of the table of findings, and transactions on it: for the functions that read and write findings and hosts.
#pragma once

#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/store/database.hpp>

#include "links/link_checker_rules.hpp"

namespace uniform UNIFORM_INTERNAL_API {
namespace links {

struct link_row {
    std::string url = {};
    link_found found = {};
    std::string name = {};  ///< the key of a name that has the locator; empty: not known
    bool is_locator = true; ///< else it is the finding about a delegation (loop_key)
};

/// The columns that link_in() reads.
inline constexpr std::string_view select_links =
    "SELECT url, state, since, checked, failures, status, media_type, target, says, name, host FROM health ";
[[nodiscard]] link_row link_in(const store::row &row);
/// The columns from `first` on: those of select_links from "state" to "says".
[[nodiscard]] link_found found_in(const store::row &row, int first);

/// The set of dead locators has changed (link_changes() in link_checker_store.hpp).
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
