// The table of the findings of the link checker. It has no history.
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

#include <uniform/base/api.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/store/database.hpp>

#include "links/link_checker_rules.hpp"
#include "links/link_rows.hpp"

namespace uniform UNIFORM_INTERNAL_API {
namespace links {

/// The key of the finding about a delegation to another resolver: the URL of its prefix there. Its state is `dead` if
/// names under the prefix are in a delegation loop (loop_checker.hpp).
[[nodiscard]] std::string loop_key(std::string_view resolver, std::string_view prefix);

/// One look-up.
[[nodiscard]] std::optional<link_found> find_link(store::connection &c, std::string_view url);
/// In order of their URLs, those after `after`; at most `limit`. Reads the table from there until it has them.
[[nodiscard]] std::vector<link_row> list_links(store::connection &c, link_state s, std::string_view after,
                                               std::size_t limit);
/// A page of findings.
struct visible_links {
    std::vector<link_row> rows = {};
    std::string next = {}; ///< the URL after which it continues; empty at the end
};
/// The same, of the names that `who` covers; of an administrator or expert of the instance all. At most `limit` rows,
/// and 10,000 are read for them: a page may have few rows, or none, and a next one.
[[nodiscard]] visible_links links_of(store::connection &c, const resolver::principal &who, link_state s,
                                     std::string_view after, std::size_t limit);
/// In one transaction, and counted in link_changes when other locators are dead than before (`changed`).
void put_links(store::connection &c, std::span<const link_row> rows, bool changed);
/// Removes those that were checked last before that time: no name has them any more.
void forget_links(store::connection &c, std::int64_t before);

/// The number of changes of the set of dead locators.
[[nodiscard]] std::int64_t link_changes(store::connection &c);
/// The URLs of dead locators, in order; at most `limit`.
void each_dead_link(store::connection &c, std::size_t limit, const std::function<void(std::string_view)> &f);

/// Only one checker on a store at a time sends requests to a host: the one that has its lease. Times are in seconds
/// since 1970-01-01T00:00:00Z. A lease longer than this was given by a clock that was wrong, and is ignored.
inline constexpr std::int64_t longest_lease = std::int64_t{2} * 86400;
/// The lease that a checker acquires, in seconds: how long the others wait for one that has died.
inline constexpr std::int64_t lease = 300;
/// Acquires or extends the lease of the host, unless another holder has it. Whether `holder` has it now.
[[nodiscard]] bool claim_host(store::connection &c, std::string_view host, std::string_view holder, std::int64_t now,
                              std::int64_t until);
/// Extends all leases of the holder.
void keep_hosts(store::connection &c, std::string_view holder, std::int64_t until);
/// Ends leases: each host can be claimed again from the time beside it. In one transaction.
void leave_hosts(store::connection &c, std::string_view holder,
                 std::span<const std::pair<std::string, std::int64_t>> hosts);
/// Removes hosts whose last lease ended a day ago.
void forget_hosts(store::connection &c, std::int64_t now);

} // namespace links
} // namespace uniform
