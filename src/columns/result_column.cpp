#include "columns/result_column.hpp"

#include <array>
#include <memory>
#include <utility>

namespace uniform::columns::detail {

namespace {

// The memory that an exported array owns: whichever of the buffers it has.
struct exported {
    std::vector<std::uint8_t> validity;
    std::vector<std::int32_t> fixed32;
    std::vector<std::int64_t> fixed64;
    std::vector<std::uint8_t> bits;
    std::string bytes;
    std::array<const void *, 3> buffers{};
};

void release_array(ArrowArray *array) {
    delete static_cast<exported *>(array->private_data);
    array->release = nullptr;
}

void release_schema(ArrowSchema *type) { type->release = nullptr; }

// A buffer may be null only where no validity is meant.
template <class T>
const void *data_of(const std::vector<T> &v) noexcept {
    static constexpr std::int64_t none = 0;
    return v.empty() ? static_cast<const void *>(&none) : v.data();
}

} // namespace

void validity::begin_bits() { bits_.resize(static_cast<std::size_t>(rows_ + 7) / 8, 0xFF); }

result_column::result_column(result_type type, std::int64_t rows, bool large)
    : type_{type}, large_{large}, rows_{rows}, validity_{rows} {
    const auto n = static_cast<std::size_t>(rows);
    switch (type) {
    case result_type::text:
        if (large) {
            large_offsets_.reserve(n + 1);
            large_offsets_.push_back(0);
        } else {
            offsets_.reserve(n + 1);
            offsets_.push_back(0);
        }
        break;
    case result_type::boolean:
        bits_.resize((n + 7) / 8);
        break;
    case result_type::int32:
        numbers_.reserve(n);
        break;
    }
}

void result_column::end_large_text() {
    if (!large_) {
        large_ = true;
        large_offsets_.reserve(static_cast<std::size_t>(rows_) + 1);
        large_offsets_.assign(offsets_.begin(), offsets_.end());
        offsets_ = {};
    }
    large_offsets_.push_back(static_cast<std::int64_t>(bytes_.size()));
}

std::string_view result_column::text(std::int64_t row) const noexcept {
    const auto at = static_cast<std::size_t>(row);
    const auto from = large_ ? static_cast<std::size_t>(large_offsets_[at]) : static_cast<std::size_t>(offsets_[at]);
    const auto to =
        large_ ? static_cast<std::size_t>(large_offsets_[at + 1]) : static_cast<std::size_t>(offsets_[at + 1]);
    return std::string_view{bytes_}.substr(from, to - from);
}

void result_column::add_from(const result_column &values, std::span<const std::int64_t> indices) {
    for (const std::int64_t index : indices) {
        if (index < 0 || values.validity_.is_null(index)) {
            add_null();
            continue;
        }
        const auto at = static_cast<std::size_t>(index);
        switch (type_) {
        case result_type::text:
            bytes_ += values.text(index);
            end_text();
            break;
        case result_type::boolean:
            add((values.bits_[at / 8] >> (at % 8) & 1) != 0);
            break;
        case result_type::int32:
            add(values.numbers_[at]);
            break;
        }
    }
}

void result_column::hand_over(ArrowSchema &type, ArrowArray &array) && {
    auto owned = std::make_unique<exported>();
    const std::int64_t nulls = validity_.nulls();
    owned->validity = std::move(validity_).take();
    owned->buffers[0] = nulls > 0 ? owned->validity.data() : nullptr;
    const char *format = "b";
    std::int64_t buffers = 2;
    switch (type_) {
    case result_type::text:
        format = large_ ? "U" : "u";
        buffers = 3;
        bytes_.shrink_to_fit();
        owned->bytes = std::move(bytes_);
        owned->fixed32 = std::move(offsets_);
        owned->fixed64 = std::move(large_offsets_);
        owned->buffers[1] = large_ ? data_of(owned->fixed64) : data_of(owned->fixed32);
        owned->buffers[2] = owned->bytes.data();
        break;
    case result_type::boolean:
        owned->bits = std::move(bits_);
        owned->buffers[1] = data_of(owned->bits);
        break;
    case result_type::int32:
        format = "i";
        owned->fixed32 = std::move(numbers_);
        owned->buffers[1] = data_of(owned->fixed32);
        break;
    }
    type = ArrowSchema{.format = format,
                       .name = "",
                       .metadata = nullptr,
                       .flags = ARROW_FLAG_NULLABLE,
                       .n_children = 0,
                       .children = nullptr,
                       .dictionary = nullptr,
                       .release = &release_schema,
                       .private_data = nullptr};
    array = ArrowArray{.length = row_,
                       .null_count = nulls,
                       .offset = 0,
                       .n_buffers = buffers,
                       .n_children = 0,
                       .buffers = owned->buffers.data(),
                       .children = nullptr,
                       .dictionary = nullptr,
                       .release = &release_array,
                       .private_data = owned.get()};
    static_cast<void>(owned.release()); // by release_array()
}

} // namespace uniform::columns::detail
