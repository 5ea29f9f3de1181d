// The binary format of PostgreSQL: parameters of statements, values of rows.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include <libpq-fe.h>

#include <uniform/base/assertion.hpp>
#include <uniform/store/database.hpp>

namespace uniform::store {

// The numbers of PostgreSQL's types (its catalog pg_type).
enum postgresql_type : Oid {
    boolean = 16,
    bytea = 17,
    int8 = 20,
    int2 = 21,
    int4 = 23,
    text = 25,
    numeric = 1700,
};

inline std::uint64_t big_endian(const char *bytes, std::size_t size) noexcept {
    std::uint64_t n = 0;
    for (std::size_t i = 0; i < size; ++i) n = n << 8U | static_cast<unsigned char>(bytes[i]);
    return n;
}
inline std::int64_t signed_number(const char *bytes, std::size_t size) noexcept {
    const auto n = big_endian(bytes, size);
    if (size == 2) return static_cast<std::int16_t>(n);
    return size == 4 ? static_cast<std::int32_t>(n) : static_cast<std::int64_t>(n);
}

/// A numeric, the type of sum() of integers: digits to the base 10000, the first of weight 10000^weight.
inline std::int64_t numeric_number(const char *bytes, std::size_t size) noexcept {
    if (size < 8) return 0;
    const auto digits = signed_number(bytes, 2);
    const auto weight = signed_number(bytes + 2, 2);
    const bool negative = big_endian(bytes + 4, 2) == 0x4000;
    std::uint64_t n = 0;
    for (std::int64_t i = 0; i <= weight; ++i) {
        const auto at = static_cast<std::size_t>(8 + 2 * i);
        const bool there = i < digits && at + 2 <= size;
        n = n * 10000 + (there ? big_endian(bytes + at, 2) : 0);
    }
    return static_cast<std::int64_t>(negative ? 0 - n : n);
}

class postgresql_row final : public row {
public:
    explicit postgresql_row(const PGresult *r) noexcept : r_(r) {}
    void set(int number) noexcept {
        UNIFORM_ASSERT(number >= 0 && number < PQntuples(r_));
        row_ = number;
    }
    [[nodiscard]] bool null(int column) const override {
        UNIFORM_ASSERT(has(column));
        return PQgetisnull(r_, row_, column) != 0;
    }
    [[nodiscard]] std::int64_t integer(int column) const override {
        const auto value = text(column);
        switch (PQftype(r_, column)) {
        case boolean:
        case int2:
        case int4:
        case int8:
            return value.size() == 1 ? value[0] : signed_number(value.data(), value.size());
        case numeric:
            return numeric_number(value.data(), value.size());
        default: {
            std::int64_t n = 0;
            std::from_chars(value.data(), value.data() + value.size(), n);
            return n;
        }
        }
    }
    [[nodiscard]] std::string_view text(int column) const override {
        UNIFORM_ASSERT(has(column));
        return {PQgetvalue(r_, row_, column), static_cast<std::size_t>(PQgetlength(r_, row_, column))};
    }
    [[nodiscard]] std::string_view bytes(int column) const override { return text(column); }

private:
    // For assertions: the row has the column.
    [[nodiscard]] bool has(int column) const noexcept { return column >= 0 && column < PQnfields(r_); }

    const PGresult *r_;
    int row_ = 0;
};

/// The parameters of one statement for libpq, in binary format.
struct bound_parameters {
    bound_parameters() = default;
    explicit bound_parameters(parameters p) {
        buffers.reserve(p.size());
        for (const auto &value : p) {
            if (const auto *t = std::get_if<std::string_view>(&value)) {
                add(text, 't', *t);
            } else if (const auto *b = std::get_if<blob>(&value)) {
                add(bytea, 'b', b->bytes);
            } else if (const auto *n = std::get_if<std::int64_t>(&value)) {
                UNIFORM_ASSERT(buffers.size() < buffers.capacity()); // `values` point into them
                append(buffers.emplace_back(), static_cast<std::uint64_t>(*n), 8);
                add(int8, 'i', buffers.back());
            } else {
                add(0, '0', {});
                values.back() = nullptr;
            }
        }
    }
    /// Each column of the rows as one array. False when a column has values of different types.
    bool columns(std::size_t width, parameters rows) {
        UNIFORM_ASSERT(width != 0 && rows.size() % width == 0);
        buffers.reserve(width);
        for (std::size_t column = 0; column < width; ++column) {
            const auto kind = rows[column].index();
            static constexpr std::array<Oid, 4> elements{0, int8, text, bytea};
            static constexpr std::array<Oid, 4> arrays{0, 1016, 1009, 1001};
            static_assert(elements.size() == std::variant_size_v<parameter> && arrays.size() == elements.size());
            static_assert(std::is_same_v<std::variant_alternative_t<1, parameter>, std::int64_t> &&
                          std::is_same_v<std::variant_alternative_t<2, parameter>, std::string_view> &&
                          std::is_same_v<std::variant_alternative_t<3, parameter>, blob>);
            UNIFORM_ASSERT(buffers.size() < buffers.capacity());
            auto &bytes = buffers.emplace_back();
            // One dimension, no NULL, the element type, the number of elements, the lower bound 1.
            append(bytes, 1, 4);
            append(bytes, 0, 4);
            append(bytes, elements[kind], 4);
            append(bytes, rows.size() / width, 4);
            append(bytes, 1, 4);
            for (std::size_t i = column; i < rows.size(); i += width) {
                if (kind == 0 || rows[i].index() != kind) return false;
                if (const auto *n = std::get_if<std::int64_t>(&rows[i])) {
                    append(bytes, 8, 4);
                    append(bytes, static_cast<std::uint64_t>(*n), 8);
                } else {
                    const auto *t = std::get_if<std::string_view>(&rows[i]);
                    const auto value = t != nullptr ? *t : std::get<blob>(rows[i]).bytes;
                    append(bytes, value.size(), 4);
                    bytes += value;
                }
            }
            if (bytes.size() > std::size_t{64} << 20U) return false;
            add(arrays[kind], "0ITB"[kind], bytes);
        }
        return true;
    }

    std::vector<Oid> types;
    std::vector<const char *> values;
    std::vector<int> lengths;
    std::vector<int> formats;
    std::vector<std::string> buffers; ///< never more than reserved: `values` point into it
    std::string signature;

private:
    static void append(std::string &to, std::uint64_t n, unsigned bytes) {
        while (bytes-- != 0) to += static_cast<char>(n >> 8U * bytes & 0xffU);
    }
    void add(Oid oid, char letter, std::string_view bytes) {
        types.push_back(oid);
        signature += letter;
        values.push_back(bytes.data() == nullptr ? "" : bytes.data());
        lengths.push_back(static_cast<int>(std::min<std::size_t>(bytes.size(), std::numeric_limits<int>::max())));
        formats.push_back(1);
    }
};

} // namespace uniform::store
