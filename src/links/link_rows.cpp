#include "links/link_rows.hpp"

namespace uniform::links {

link_found found_in(const store::row &row, int first) {
    return {.state = link_state_names.find(row.text(first)).value_or(link_state::alive),
            .since = row.integer(first + 1),
            .checked = row.integer(first + 2),
            .failures = row.integer(first + 3),
            .status = row.integer(first + 4),
            .media_type = std::string{row.text(first + 5)},
            .target = std::string{row.text(first + 6)},
            .says = std::string{row.text(first + 7)}};
}

void count_change(store::connection &c) {
    c.run("INSERT INTO link_changes (one, count) VALUES (1, 1) ON CONFLICT (one) DO UPDATE SET count = "
          "link_changes.count + 1");
}

link_row link_in(const store::row &row) {
    return {.url = std::string{row.text(0)},
            .found = found_in(row, 1),
            .name = std::string{row.text(9)},
            .is_locator = row.null(10) || !row.text(10).empty()};
}

} // namespace uniform::links
