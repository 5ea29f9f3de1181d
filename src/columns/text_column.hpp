// The texts of an Arrow array, where they are.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <uniform/columns/columns.hpp>

namespace uniform::columns::detail {

class text_column {
public:
    // Checks what the type and the array say of themselves; the rows are checked when they are read.
    [[nodiscard]] static std::expected<text_column, failure> of(const ArrowSchema &type, const ArrowArray &array);

    [[nodiscard]] std::int64_t size() const noexcept { return size_; }
    [[nodiscard]] bool is_large() const noexcept {
        return values_ ? values_->is_large() : layout_ == layout::large_utf8;
    }
    // The values of a dictionary; nullptr if the array has none.
    [[nodiscard]] const text_column *values() const noexcept { return values_.get(); }

    // The rows from `begin` on, which exist. A null is a view without data, an empty text is not.
    [[nodiscard]] std::optional<failure> read(std::int64_t begin, std::span<std::string_view> out) const;
    // The indices into a dictionary: those of the values of the rows from `begin` on; -1 for null.
    [[nodiscard]] std::optional<failure> read_indices(std::int64_t begin, std::span<std::int64_t> out) const;

private:
    enum class layout : std::uint8_t {
        nulls,
        utf8,
        large_utf8,
        utf8_view,
        int8,
        uint8,
        int16,
        uint16,
        int32,
        uint32,
        int64,
        uint64,
    };

    [[nodiscard]] static std::optional<layout> layout_of(std::string_view format, bool indices) noexcept;
    [[nodiscard]] bool is_null(std::int64_t row) const noexcept {
        const auto at = static_cast<std::uint64_t>(row + offset_);
        return validity_ != nullptr && (validity_[at / 8] >> (at % 8) & 1) == 0;
    }
    template <class Offset>
    [[nodiscard]] std::optional<failure> read_texts(std::int64_t begin, std::span<std::string_view> out) const;
    [[nodiscard]] std::optional<failure> read_views(std::int64_t begin, std::span<std::string_view> out) const;
    template <class Index>
    [[nodiscard]] std::optional<failure> read_as(std::int64_t begin, std::span<std::int64_t> out) const;

    layout layout_ = layout::nulls;
    std::int64_t size_ = 0;
    std::int64_t offset_ = 0;
    const std::uint8_t *validity_ = nullptr; // nullptr: no row is null
    const void *fixed_ = nullptr;            // offsets, views, or indices
    const char *bytes_ = nullptr;
    // The further buffers of utf8_view, and their sizes.
    std::span<const void *const> buffers_;
    const std::int64_t *buffer_sizes_ = nullptr;
    std::shared_ptr<const text_column> values_;
};

} // namespace uniform::columns::detail
