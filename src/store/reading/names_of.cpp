#include <uniform/store/names_of.hpp>

#include <string>

#include "store/reading/looked_up_rows.hpp"

namespace uniform::store {

std::vector<std::optional<name_row>> names_of(connection &c, std::span<const std::string_view> keys) {
    detail::looked_up_rows rows;
    for (const std::string_view key : keys) rows.names.try_emplace(std::string(key));
    std::vector<query> queries;
    rows.add_name_queries(queries);
    c.run_queries(queries);
    std::vector<std::optional<name_row>> found;
    found.reserve(keys.size());
    for (const std::string_view key : keys) found.push_back(rows.names.find(key)->second);
    return found;
}

} // namespace uniform::store
