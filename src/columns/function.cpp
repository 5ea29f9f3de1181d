#include <uniform/columns/columns.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <uniform/base/enum_names.hpp>

#include "columns/operation.hpp"
#include "columns/text_column.hpp"

namespace uniform::columns {

namespace {

// As many rows at once as keep their views in the processor's first cache.
constexpr std::size_t block_rows = 512;

struct all_functions {
    std::vector<function_info> infos;
    std::vector<detail::function_row> rows;
};

const all_functions &table() {
    static const all_functions all = [] {
        all_functions a;
        for (const auto part : {detail::component_functions(), detail::uri_functions(), detail::host_functions(),
                                detail::urn_functions(), detail::reading_functions(), detail::table_functions()}) {
            a.rows.insert(a.rows.end(), part.begin(), part.end());
        }
        std::ranges::sort(a.rows, {}, [](const detail::function_row &r) { return r.info.name; });
        for (const detail::function_row &r : a.rows) a.infos.push_back(r.info);
        return a;
    }();
    return all;
}

// The rows of a column in blocks: f(first row, number of rows) returns a failure or none.
template <class F>
std::optional<failure> for_each_block(std::int64_t rows, F f) {
    for (std::int64_t begin = 0; begin < rows; begin += static_cast<std::int64_t>(block_rows)) {
        const auto n = static_cast<std::size_t>(std::min(rows - begin, static_cast<std::int64_t>(block_rows)));
        if (auto wrong = f(begin, n)) return wrong;
    }
    return std::nullopt;
}

std::optional<failure> run_rows(const detail::operation &does, const detail::text_column &texts,
                                detail::result_column &out) {
    std::array<std::string_view, block_rows> block;
    return for_each_block(texts.size(), [&](std::int64_t begin, std::size_t n) {
        const std::span rows{block.data(), n};
        auto wrong = texts.read(begin, rows);
        if (!wrong) does.run(rows, out);
        return wrong;
    });
}

} // namespace

std::string_view to_string(result_type t) noexcept {
    static constexpr auto names = enum_table<result_type>(
        {{result_type::text, "text"}, {result_type::boolean, "boolean"}, {result_type::int32, "int32"}});
    return names.name(t);
}

std::span<const function_info> functions() noexcept { return table().infos; }

function::function(const function_info &info, std::shared_ptr<const detail::operation> does) noexcept
    : info_{&info}, does_{std::move(does)} {}

const function_info &function::info() const noexcept { return *info_; }

std::expected<function, failure> function::make(std::string_view name, std::span<const option> options) {
    const all_functions &all = table();
    const auto found = std::ranges::find(all.infos, name, &function_info::name);
    if (found == all.infos.end()) {
        return std::unexpected{failure{failure_kind::unknown_function, "no function of columns has the name \"" +
                                                                           std::string{name.substr(0, 60)} + '"'}};
    }
    auto given = detail::arguments::of(*found, options);
    if (!given) return std::unexpected{std::move(given.error())};
    auto does = all.rows[static_cast<std::size_t>(found - all.infos.begin())].make(*given);
    if (!does) return std::unexpected{std::move(does.error())};
    return function{*found, *std::move(does)};
}

std::expected<void, failure> function::run(const ArrowSchema &type, const ArrowArray &texts, ArrowSchema &result_type,
                                           ArrowArray &result) const {
    const auto column = detail::text_column::of(type, texts);
    if (!column) return std::unexpected{column.error()};
    detail::result_column out{info_->result, column->size(), column->is_large()};
    // A dictionary is computed once and looked up for each row, unless most of it may not be needed.
    const detail::text_column *const values = column->values();
    std::optional<failure> wrong;
    if (values != nullptr && values->size() <= column->size()) {
        detail::result_column once{info_->result, values->size(), column->is_large()};
        wrong = run_rows(*does_, *values, once);
        std::array<std::int64_t, block_rows> indices{};
        if (!wrong) {
            wrong = for_each_block(column->size(), [&](std::int64_t begin, std::size_t n) {
                const std::span rows{indices.data(), n};
                auto bad = column->read_indices(begin, rows);
                if (!bad) out.add_from(once, rows);
                return bad;
            });
        }
    } else {
        wrong = run_rows(*does_, *column, out);
    }
    if (wrong) return std::unexpected{*std::move(wrong)};
    std::move(out).hand_over(result_type, result);
    return {};
}

} // namespace uniform::columns
