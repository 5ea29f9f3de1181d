#include <uniform/columns/find_in.hpp>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "columns/nested.hpp"
#include "columns/result_column.hpp"
#include "columns/text_column.hpp"

namespace uniform::columns {

std::expected<void, failure> find_in(const ArrowSchema &type, const ArrowArray &texts, const find_options &how,
                                     ArrowSchema &result_type, ArrowArray &result) {
    const auto column = detail::text_column::of(type, texts);
    if (!column) return std::unexpected{column.error()};
    const std::int64_t rows = column->size();

    detail::result_column uris{columns::result_type::text, 0, false};
    detail::result_column delimiters{columns::result_type::text, 0, false};
    std::vector<std::int64_t> begins;
    std::vector<std::int64_t> ends;
    std::vector<std::int64_t> offsets;
    offsets.reserve(static_cast<std::size_t>(rows) + 1);
    offsets.push_back(0);
    detail::validity valid{rows};

    uri_finder finder{how};
    for (std::int64_t row = 0; row < rows; ++row) {
        std::string_view text;
        if (auto wrong = column->read(row, {&text, 1})) return std::unexpected{*std::move(wrong)};
        if (text.data() == nullptr) {
            valid.set_null(row);
        } else if (!text.empty()) {
            finder.find(text, [&](const found &f) {
                uris.bytes() += f.uri();
                uris.end_text();
                delimiters.bytes() += to_string(f.how);
                delimiters.end_text();
                begins.push_back(static_cast<std::int64_t>(f.begin));
                ends.push_back(static_cast<std::int64_t>(f.end));
            });
        }
        offsets.push_back(static_cast<std::int64_t>(begins.size()));
    }

    using detail::nested_column;
    std::vector<nested_column> fields;
    fields.reserve(4);
    fields.push_back(nested_column::of(std::move(uris)));
    fields.push_back(nested_column::numbers(std::move(begins)));
    fields.push_back(nested_column::numbers(std::move(ends)));
    fields.push_back(nested_column::of(std::move(delimiters)));
    auto items = nested_column::structs(std::move(fields), {"uri", "begin", "end", "delimited"});
    nested_column::lists(std::move(offsets), std::move(valid), std::move(items)).hand_over(result_type, result);
    return {};
}

} // namespace uniform::columns
