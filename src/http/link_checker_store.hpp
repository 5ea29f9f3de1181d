// The table of what the link checker found. It has no history.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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
/// In one transaction.
void put_links(store::connection &c, std::span<const link_row> rows);
/// Forgets those that were checked last before that moment: no name has them any more.
void forget_links(store::connection &c, std::int64_t before);

} // namespace uniform::http
