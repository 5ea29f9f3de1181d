// The operation of a function on a block of rows.
#pragma once

#include <concepts>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/columns/columns.hpp>

#include "columns/arguments.hpp"
#include "columns/result_column.hpp"

namespace uniform::columns::detail {

class operation {
public:
    operation() = default;
    operation(const operation &) = delete;
    operation &operator=(const operation &) = delete;
    virtual ~operation() = default;

    // Adds a row for each text; a null is a view without data.
    virtual void run(std::span<const std::string_view> texts, result_column &out) const = 0;
};

using made_operation = std::expected<std::unique_ptr<const operation>, failure>;

// One function: its row, and what makes its operation of the options.
struct function_row {
    function_info info;
    made_operation (*make)(const arguments &given);
};

// The rows of each file with functions.
[[nodiscard]] std::span<const function_row> component_functions() noexcept;
[[nodiscard]] std::span<const function_row> uri_functions() noexcept;
[[nodiscard]] std::span<const function_row> host_functions() noexcept;
[[nodiscard]] std::span<const function_row> urn_functions() noexcept;
[[nodiscard]] std::span<const function_row> reading_functions() noexcept;
// The rows of data/functions.json, which scripts/generate_bindings.py writes.
[[nodiscard]] std::span<const function_row> table_functions() noexcept;

// An operation of a function object, by what it returns: `bool (text, std::string &out)` appends the result to `out`,
// and has none where it returns false; std::optional<std::int32_t> (text) and std::optional<bool> (text) return it.
template <class F>
class operation_of final : public operation {
public:
    explicit operation_of(F f) : f_{std::move(f)} {}

    void run(std::span<const std::string_view> texts, result_column &out) const override {
        for (const std::string_view text : texts) {
            if (text.data() == nullptr) {
                out.add_null();
            } else if constexpr (std::invocable<const F &, std::string_view, std::string &>) {
                std::string &bytes = out.bytes();
                const std::size_t before = bytes.size();
                if (f_(text, bytes)) [[likely]] {
                    out.end_text();
                } else {
                    if (bytes.size() != before) bytes.resize(before);
                    out.add_null();
                }
            } else if (const auto value = f_(text)) {
                out.add(*value);
            } else {
                out.add_null();
            }
        }
    }

private:
    F f_;
};

template <class F>
[[nodiscard]] made_operation operation_from(F f) {
    return std::make_unique<operation_of<F>>(std::move(f));
}

} // namespace uniform::columns::detail
