// The table of what the link checker found. It has no history.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/store/database.hpp>

#include "http/link_checker_rules.hpp"

namespace uniform::http {

struct link_row {
    std::string url = {};
    link_found found = {};
};

/// One look-up.
[[nodiscard]] std::optional<link_found> find_link(store::connection &c, std::string_view url);
/// In order of their URLs, those after `after`; at most `limit`. Reads the table from there until it has them.
[[nodiscard]] std::vector<link_row> list_links(store::connection &c, link_state s, std::string_view after,
                                               std::size_t limit);
/// In one transaction, and counted in link_changes when other locators are dead than before (`changed`).
void put_links(store::connection &c, std::span<const link_row> rows, bool changed);
/// Forgets those that were checked last before that moment: no name has them any more.
void forget_links(store::connection &c, std::int64_t before);

/// How often the dead locators have changed.
[[nodiscard]] std::int64_t link_changes(store::connection &c);
/// The URLs of dead locators, in order; at most `limit`.
void each_dead_link(store::connection &c, std::size_t limit, const std::function<void(std::string_view)> &f);

/// Of the checkers on one store, one at a time asks a host. Moments in seconds since 1970; a lease that is longer than
/// any that is given comes from a clock that was wrong, and does not hold.
inline constexpr std::int64_t longest_lease = 2 * 86400;
/// Takes the host until that moment, or keeps it, unless another holder has it. True when it is this holder's now.
[[nodiscard]] bool claim_host(store::connection &c, std::string_view host, std::string_view holder, std::int64_t now,
                              std::int64_t until);
/// All that the holder has not let go, until that moment.
void keep_hosts(store::connection &c, std::string_view holder, std::int64_t until);
/// Lets hosts go: from the moment on that stands beside each, anybody may take it. In one transaction.
void leave_hosts(store::connection &c, std::string_view holder,
                 std::span<const std::pair<std::string, std::int64_t>> hosts);
/// Forgets hosts that nobody has taken for a day.
void forget_hosts(store::connection &c, std::int64_t now);

} // namespace uniform::http
