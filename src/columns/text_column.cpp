#include "columns/text_column.hpp"

#include <cstring>
#include <string>
#include <utility>

namespace uniform::columns::detail {

namespace {

failure malformed(std::string says) { return {failure_kind::malformed_array, "the array " + std::move(says)}; }

failure malformed_row(std::int64_t row, std::string_view says) {
    return {failure_kind::malformed_array, "row " + std::to_string(row) + ' ' + std::string{says}};
}

// The fault in the members that every array has; `needs` is the number of buffers of its type, of which all but the
// first must be there.
std::optional<failure> problem_of(const ArrowArray &array, std::int64_t needs, bool more) {
    if (array.release == nullptr) return malformed("was released");
    if (array.length < 0) return malformed("has a negative length");
    if (array.offset < 0) return malformed("has a negative offset");
    // No address space has that many rows.
    constexpr std::int64_t most = std::int64_t{1} << 46;
    if (array.length > most || array.offset > most) return malformed("is too long");
    if (array.null_count < -1 || array.null_count > array.length) {
        return malformed("has " + std::to_string(array.null_count) + " nulls in " + std::to_string(array.length) +
                         " rows");
    }
    if (array.n_children != 0) return malformed("has children");
    // Polars has a validity bitmap in arrays of nulls, whose layout has none.
    const bool enough = more || needs == 0 ? array.n_buffers >= needs : array.n_buffers == needs;
    if (!enough) {
        return malformed("has " + std::to_string(array.n_buffers) + " buffers instead of " + std::to_string(needs));
    }
    if (needs > 0 && array.buffers == nullptr) return malformed("has no buffers");
    if (array.length == 0 || needs == 0) return std::nullopt;
    if (array.buffers[1] == nullptr) return malformed("has rows, but not the buffer of their places");
    if (array.buffers[0] == nullptr && array.null_count > 0) return malformed("has nulls, but no validity bitmap");
    return std::nullopt;
}

// Arrow's names of the types that columns often have instead of texts, by their formats ("Data type description").
std::string_view name_of(std::string_view format) noexcept {
    constexpr std::pair<std::string_view, std::string_view> names[] = {{"b", "bool"},
                                                                       {"c", "int8"},
                                                                       {"C", "uint8"},
                                                                       {"s", "int16"},
                                                                       {"S", "uint16"},
                                                                       {"i", "int32"},
                                                                       {"I", "uint32"},
                                                                       {"l", "int64"},
                                                                       {"L", "uint64"},
                                                                       {"e", "float16"},
                                                                       {"f", "float32"},
                                                                       {"g", "float64"},
                                                                       {"z", "binary"},
                                                                       {"Z", "large_binary"},
                                                                       {"vz", "binary_view"},
                                                                       {"w:", "fixed_size_binary"},
                                                                       {"d:", "decimal"},
                                                                       {"td", "date"},
                                                                       {"tt", "time"},
                                                                       {"ts", "timestamp"},
                                                                       {"tD", "duration"},
                                                                       {"ti", "interval"},
                                                                       {"+l", "list"},
                                                                       {"+L", "large_list"},
                                                                       {"+w", "fixed_size_list"},
                                                                       {"+s", "struct"},
                                                                       {"+m", "map"},
                                                                       {"+u", "union"},
                                                                       {"+r", "run_end_encoded"}};
    for (const auto &[begin, name] : names)
        if (begin.size() == 1 ? format == begin : format.starts_with(begin)) return name;
    return {};
}

// "the type float64 ("g")"
std::string type_words(std::string_view format) {
    std::string says = "the type ";
    if (const std::string_view name = name_of(format); !name.empty()) says.append(name).append(" (");
    const bool named = says.back() == '(';
    says.append("\"").append(format.substr(0, 60)).append(named ? "\")" : "\"");
    return says;
}

} // namespace

std::optional<text_column::layout> text_column::layout_of(std::string_view format, bool indices) noexcept {
    using enum layout;
    if (!indices) {
        if (format == "u") return utf8;
        if (format == "U") return large_utf8;
        if (format == "vu") return utf8_view;
        if (format == "n") return nulls;
        return std::nullopt;
    }
    constexpr std::string_view names = "cCsSiIlL";
    const auto at = format.size() == 1 ? names.find(format[0]) : std::string_view::npos;
    if (at == std::string_view::npos) return std::nullopt;
    return static_cast<layout>(static_cast<std::size_t>(int8) + at);
}

std::expected<text_column, failure> text_column::of(const ArrowSchema &type, const ArrowArray &array) {
    using enum layout;
    if (type.release == nullptr) return std::unexpected{malformed("has a type that was released")};
    if (type.format == nullptr) return std::unexpected{malformed("has no type")};
    const bool indices = type.dictionary != nullptr;
    const auto known = layout_of(type.format, indices);
    if (!known) {
        return std::unexpected{failure{failure_kind::unsupported_type,
                                       type_words(type.format) +
                                           " is not utf8 (\"u\"), large_utf8 (\"U\"), utf8_view (\"vu\") or a "
                                           "dictionary of one of these"}};
    }
    const std::int64_t needs = *known == nulls ? 0 : *known == utf8 || *known == large_utf8 ? 3 : indices ? 2 : 3;
    if (auto wrong = problem_of(array, needs, *known == utf8_view)) return std::unexpected{*std::move(wrong)};
    if (indices != (array.dictionary != nullptr)) {
        return std::unexpected{malformed(indices ? "has no dictionary" : "has a dictionary that its type has not")};
    }

    text_column c;
    c.layout_ = *known;
    c.size_ = array.length;
    c.offset_ = array.offset;
    if (*known == nulls) return c;
    if (array.null_count != 0) c.validity_ = static_cast<const std::uint8_t *>(array.buffers[0]);
    c.fixed_ = array.buffers[1];
    if (indices) {
        // Before its dictionary is read: a deep one, or one that is its own, would take the whole stack.
        if (type.dictionary->dictionary != nullptr) {
            return std::unexpected{malformed("has a dictionary that has a dictionary")};
        }
        auto values = of(*type.dictionary, *array.dictionary);
        if (!values) {
            values.error().says.insert(0, "in the dictionary, ");
            return std::unexpected{std::move(values.error())};
        }
        c.values_ = std::make_shared<const text_column>(*std::move(values));
    } else if (*known == utf8_view) {
        const auto more = static_cast<std::size_t>(array.n_buffers - 3);
        c.buffers_ = {array.buffers + 2, more};
        c.buffer_sizes_ = static_cast<const std::int64_t *>(array.buffers[array.n_buffers - 1]);
        if (more > 0 && c.buffer_sizes_ == nullptr) {
            return std::unexpected{malformed("does not say how long its buffers are")};
        }
    } else {
        c.bytes_ = static_cast<const char *>(array.buffers[2]);
    }
    return c;
}

template <class Offset>
std::optional<failure> text_column::read_texts(std::int64_t begin, std::span<std::string_view> out) const {
    const auto *offsets = static_cast<const Offset *>(fixed_) + offset_ + begin;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::int64_t from = offsets[i];
        const std::int64_t to = offsets[i + 1];
        if (is_null(begin + static_cast<std::int64_t>(i))) {
            out[i] = {};
            continue;
        }
        if (from < 0 || to < from) [[unlikely]]
            return malformed_row(begin + static_cast<std::int64_t>(i), "has offsets that are negative or descend");
        if (from == to) {
            out[i] = "";
            continue;
        }
        if (bytes_ == nullptr) [[unlikely]]
            return malformed("has texts, but not the buffer of their bytes");
        out[i] = {bytes_ + from, static_cast<std::size_t>(to - from)};
    }
    return std::nullopt;
}

// Arrow columnar format, "Variable-size Binary View Layout": 16 bytes a row. Up to 12 bytes of text are in the view
// itself; a longer text is found by the index of its buffer and the offset there.
std::optional<failure> text_column::read_views(std::int64_t begin, std::span<std::string_view> out) const {
    constexpr std::int32_t longest_inside = 12;
    const char *view = static_cast<const char *>(fixed_) + (offset_ + begin) * 16;
    for (std::size_t i = 0; i < out.size(); ++i, view += 16) {
        const std::int64_t row = begin + static_cast<std::int64_t>(i);
        if (is_null(row)) {
            out[i] = {};
            continue;
        }
        std::int32_t size = 0;
        std::memcpy(&size, view, sizeof size);
        if (size < 0) return malformed_row(row, "has a negative length");
        if (size <= longest_inside) {
            out[i] = {view + 4, static_cast<std::size_t>(size)};
            continue;
        }
        std::int32_t buffer = 0;
        std::int32_t offset = 0;
        std::memcpy(&buffer, view + 8, sizeof buffer);
        std::memcpy(&offset, view + 12, sizeof offset);
        if (buffer < 0 || std::cmp_greater_equal(buffer, buffers_.size())) {
            return malformed_row(row, "is in a buffer that the array has not");
        }
        const void *const bytes = buffers_[static_cast<std::size_t>(buffer)];
        if (offset < 0 || std::int64_t{offset} + size > buffer_sizes_[buffer] || bytes == nullptr) {
            return malformed_row(row, "is not within its buffer");
        }
        out[i] = {static_cast<const char *>(bytes) + offset, static_cast<std::size_t>(size)};
    }
    return std::nullopt;
}

template <class Index>
std::optional<failure> text_column::read_as(std::int64_t begin, std::span<std::int64_t> out) const {
    const auto *indices = static_cast<const Index *>(fixed_) + offset_ + begin;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::int64_t row = begin + static_cast<std::int64_t>(i);
        if (is_null(row)) {
            out[i] = -1;
            continue;
        }
        if (std::cmp_less(indices[i], 0) || std::cmp_greater_equal(indices[i], values_->size())) {
            return malformed_row(row, "has an index that is not in the dictionary");
        }
        out[i] = static_cast<std::int64_t>(indices[i]); // NOLINT(bugprone-signed-char-misuse): not negative
    }
    return std::nullopt;
}

std::optional<failure> text_column::read_indices(std::int64_t begin, std::span<std::int64_t> out) const {
    switch (layout_) {
    case layout::int8:
        return read_as<std::int8_t>(begin, out);
    case layout::uint8:
        return read_as<std::uint8_t>(begin, out);
    case layout::int16:
        return read_as<std::int16_t>(begin, out);
    case layout::uint16:
        return read_as<std::uint16_t>(begin, out);
    case layout::int32:
        return read_as<std::int32_t>(begin, out);
    case layout::uint32:
        return read_as<std::uint32_t>(begin, out);
    case layout::int64:
        return read_as<std::int64_t>(begin, out);
    default:
        return read_as<std::uint64_t>(begin, out);
    }
}

std::optional<failure> text_column::read(std::int64_t begin, std::span<std::string_view> out) const {
    switch (layout_) {
    case layout::nulls:
        for (std::string_view &row : out) row = {};
        return std::nullopt;
    case layout::utf8:
        return read_texts<std::int32_t>(begin, out);
    case layout::large_utf8:
        return read_texts<std::int64_t>(begin, out);
    case layout::utf8_view:
        return read_views(begin, out);
    default:
        break;
    }
    // Indices: each row by itself.
    for (std::size_t i = 0; i < out.size(); ++i) {
        std::int64_t index = 0;
        if (auto wrong = read_indices(begin + static_cast<std::int64_t>(i), {&index, 1})) return wrong;
        out[i] = {};
        if (index < 0) continue;
        if (auto wrong = values_->read(index, {&out[i], 1})) return wrong;
    }
    return std::nullopt;
}

} // namespace uniform::columns::detail
