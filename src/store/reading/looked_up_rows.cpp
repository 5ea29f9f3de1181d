#include "store/reading/looked_up_rows.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <uniform/base/assertion.hpp>

namespace uniform::store::detail {

namespace {

constexpr std::size_t most_keys = 64; // in one SELECT
constexpr std::size_t selects = 7;    // of 1, 2, 4, ... keys
static_assert(most_keys == std::size_t{1} << (selects - 1));

using select_texts = std::array<std::string, selects>;

select_texts make_selects() {
    select_texts all;
    for (std::size_t power = 0; power < selects; ++power) {
        all[power] = "SELECT key, event, record FROM names WHERE key IN ($1";
        for (std::size_t i = 2; i <= std::size_t{1} << power; ++i) all[power] += ", $" + std::to_string(i);
        all[power] += ')';
    }
    return all;
}

} // namespace

// Few statements are prepared: the last key fills the last SELECT.
void looked_up_rows::add_name_queries(std::vector<query> &all) {
    static const select_texts sql = make_selects();
    const auto take = [this](const row &r) {
        if (const auto at = names.find(r.text(0)); at != names.end()) {
            at->second = name_row{
                .key = at->first, .record = std::string(r.bytes(2)), .event = static_cast<std::uint64_t>(r.integer(1))};
        }
        return true;
    };
    for (auto at = names.begin(); at != names.end();) {
        std::vector<parameter> keys;
        for (; at != names.end() && keys.size() < most_keys; ++at) keys.emplace_back(std::string_view(at->first));
        std::size_t power = 0;
        while ((std::size_t{1} << power) < keys.size()) ++power;
        UNIFORM_ASSERT(power < sql.size());
        keys.resize(std::size_t{1} << power, parameter(keys.back()));
        all.push_back({sql[power], std::move(keys), take});
    }
}

} // namespace uniform::store::detail
