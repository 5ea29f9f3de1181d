// The column that a function makes, row by row, and its export through Arrow's C data interface.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/columns/columns.hpp>

namespace uniform::columns::detail {

// The rows that are null: a bit for each row, 1 for one that is not null. No memory as long as there is no null.
class validity {
public:
    explicit validity(std::int64_t rows) noexcept : rows_{rows} {}
    void set_null(std::int64_t row) {
        if (bits_.empty()) [[unlikely]]
            begin_bits();
        const auto at = static_cast<std::size_t>(row);
        bits_[at / 8] = static_cast<std::uint8_t>(bits_[at / 8] & ~(1U << (at % 8)));
        ++nulls_;
    }
    [[nodiscard]] std::int64_t nulls() const noexcept { return nulls_; }
    [[nodiscard]] bool is_null(std::int64_t row) const noexcept {
        const auto at = static_cast<std::size_t>(row);
        return nulls_ > 0 && (bits_[at / 8] >> (at % 8) & 1) == 0;
    }
    [[nodiscard]] std::vector<std::uint8_t> take() && noexcept { return std::move(bits_); }

private:
    void begin_bits();

    std::int64_t rows_;
    std::int64_t nulls_ = 0;
    std::vector<std::uint8_t> bits_;
};

// A column with place for a known number of rows, which are added in their order; a column of texts without nulls may
// get more. One of three kinds.
class result_column {
public:
    // `large`: texts get offsets of 64 bits from the beginning.
    result_column(result_type type, std::int64_t rows, bool large);

    void add_null() {
        if (type_ == result_type::text) {
            end_text();
        } else if (type_ == result_type::int32) {
            numbers_.push_back(0);
            ++row_;
        } else {
            ++row_;
        }
        validity_.set_null(row_ - 1);
    }
    void add(bool value) {
        const auto at = static_cast<std::size_t>(row_++);
        if (value) bits_[at / 8] = static_cast<std::uint8_t>(bits_[at / 8] | 1U << (at % 8));
    }
    void add(std::int32_t value) {
        numbers_.push_back(value);
        ++row_;
    }
    // A text is appended to bytes(), and then ended. Inlined in the loop of each function: a call took a tenth of the
    // time.
    [[nodiscard]] std::string &bytes() noexcept { return bytes_; }
    [[gnu::always_inline]] void end_text() {
        ++row_;
        if (!large_ && bytes_.size() <= longest_utf8) [[likely]] {
            offsets_.push_back(static_cast<std::int32_t>(bytes_.size()));
            return;
        }
        end_large_text();
    }

    // Adds the rows of `values` at these indices; -1 is null. Of the same type.
    void add_from(const result_column &values, std::span<const std::int64_t> indices);

    // Hands the rows over that have been added.
    void hand_over(ArrowSchema &type, ArrowArray &array) &&;

    static constexpr std::size_t longest_utf8 = 0x7FFFFFFF;

private:
    void end_large_text();
    [[nodiscard]] std::string_view text(std::int64_t row) const noexcept;

    result_type type_;
    bool large_;
    std::int64_t row_ = 0;
    std::int64_t rows_;
    validity validity_;
    std::string bytes_;
    std::vector<std::int32_t> offsets_;       // of texts
    std::vector<std::int64_t> large_offsets_; // if large_
    std::vector<std::int32_t> numbers_;
    std::vector<std::uint8_t> bits_;
};

} // namespace uniform::columns::detail
