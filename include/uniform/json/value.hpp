// A JSON value (RFC 8259 section 3) as a tree in memory: what json::read makes and json::writer writes.
//
//     const auto body = uniform::json::read(R"({"title":"RFC Editor","since":1969})");
//     if (const auto *title = body->find("title")) use(*title->if_string());
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace json {

/// A kind of value. RFC 8259 section 6 has one kind of number; here it is the narrowest that holds it exactly.
enum class type : std::uint8_t {
    null,
    boolean,
    integer,       ///< a whole number that an int64_t holds
    large_integer, ///< a whole number above that, which a uint64_t holds
    real,          ///< a number with fraction or exponent, or a greater one
    string,
    array,
    object,
};

class value;
struct member;

/// The elements in the order of the text.
using array = std::vector<value>;
/// The members in the order of the text. RFC 8259 section 4 wants their names unique; json::read ensures that.
using object = std::vector<member>;

/// One value. Copying is deep; moving is cheap. Comparing ignores offsets; the order of members counts.
class value {
public:
    static constexpr std::uint32_t no_offset = std::numeric_limits<std::uint32_t>::max();

    value() noexcept;
    explicit value(std::nullptr_t) noexcept : value() {}
    value(const value &);
    value(value &&) noexcept;
    value &operator=(const value &);
    value &operator=(value &&) noexcept;
    ~value();

    template <std::same_as<bool> B>
    explicit value(B v) noexcept : data_{std::in_place_index<1>, v} {}
    template <std::signed_integral I>
    explicit value(I v) noexcept : data_{std::in_place_index<2>, v} {}
    template <std::unsigned_integral U>
        requires(!std::same_as<U, bool>)
    explicit value(U v) noexcept {
        put(std::uint64_t{v});
    }
    explicit value(double v) noexcept;
    explicit value(std::string v) noexcept;
    explicit value(std::string_view v);
    explicit value(const char *v);
    /// An array of the values of a range.
    template <std::ranges::input_range R>
        requires(!std::convertible_to<R, std::string_view> && !std::same_as<std::remove_cvref_t<R>, array> &&
                 !std::same_as<std::remove_cvref_t<R>, object>)
    explicit value(const R &range);
    value(array v) noexcept;  // NOLINT(google-explicit-constructor)
    value(object v) noexcept; // NOLINT(google-explicit-constructor)

    [[nodiscard]] json::type type() const noexcept { return static_cast<json::type>(data_.index()); }
    [[nodiscard]] bool is_null() const noexcept { return data_.index() == 0; }
    [[nodiscard]] bool is_string() const noexcept { return type() == type::string; }
    [[nodiscard]] bool is_array() const noexcept { return type() == type::array; }
    [[nodiscard]] bool is_object() const noexcept { return type() == type::object; }

    /// Each returns nothing when the value is of another type.
    [[nodiscard]] std::optional<bool> if_boolean() const noexcept;
    [[nodiscard]] std::optional<std::int64_t> if_integer() const noexcept;
    [[nodiscard]] std::optional<std::uint64_t> if_unsigned() const noexcept; ///< a whole number that is not negative
    [[nodiscard]] std::optional<double> if_number() const noexcept;          ///< any number, rounded where it must be
    [[nodiscard]] const std::string *if_string() const & noexcept UNIFORM_LIFETIMEBOUND {
        return std::get_if<std::string>(&data_);
    }
    [[nodiscard]] const array *if_array() const & noexcept UNIFORM_LIFETIMEBOUND { return std::get_if<array>(&data_); }
    [[nodiscard]] array *if_array() & noexcept UNIFORM_LIFETIMEBOUND { return std::get_if<array>(&data_); }
    [[nodiscard]] const object *if_object() const & noexcept UNIFORM_LIFETIMEBOUND {
        return std::get_if<object>(&data_);
    }
    [[nodiscard]] object *if_object() & noexcept UNIFORM_LIFETIMEBOUND { return std::get_if<object>(&data_); }
    /// Not for temporaries: the result would point into a value that has ended.
    const std::string *if_string() const && = delete;
    const array *if_array() const && = delete;
    const object *if_object() const && = delete;

    /// The elements or members; none for what is neither an array nor an object. A temporary value gives them away, so
    /// that `for (const auto &m : made().members())` reads what is still there: before P2718 (C++23, which GCC 12
    /// lacks) the temporary ends before the loop begins.
    [[nodiscard]] const array &elements() const & noexcept UNIFORM_LIFETIMEBOUND;
    [[nodiscard]] const object &members() const & noexcept UNIFORM_LIFETIMEBOUND;
    [[nodiscard]] array elements() && noexcept;
    [[nodiscard]] object members() && noexcept;

    /// The member of that name; nullptr when there is none, or when this is no object. Cost: linear in the members;
    /// json::members reads all n members of a large object in O(n log n).
    [[nodiscard]] const value *find(std::string_view name) const & noexcept UNIFORM_LIFETIMEBOUND;
    const value *find(std::string_view name) const && = delete;
    /// The string of that member; empty when there is none.
    [[nodiscard]] std::string_view string_of(std::string_view name) const noexcept UNIFORM_LIFETIMEBOUND;

    /// Adds a member at the end, or replaces the one of that name. A value that is no object becomes one. Cost: linear
    /// in the members.
    template <class T>
    value &set(std::string_view name, T &&v) UNIFORM_LIFETIMEBOUND {
        put(name, value(std::forward<T>(v)));
        return *this;
    }
    /// set(), unless the string or range is empty.
    template <class T>
    value &set_if(std::string_view name, T &&v) UNIFORM_LIFETIMEBOUND {
        return std::empty(v) ? *this : set(name, std::forward<T>(v));
    }
    /// Adds an element at the end. A value that is no array becomes one.
    template <class T>
    value &add(T &&v) UNIFORM_LIFETIMEBOUND {
        append(value(std::forward<T>(v)));
        return *this;
    }

    /// The offset of the value in the text that was read; no_offset for others.
    [[nodiscard]] std::uint32_t offset() const noexcept { return offset_; }
    void set_offset(std::uint32_t offset, bool escaped = false) noexcept {
        offset_ = offset;
        escaped_ = escaped;
    }
    /// The offset of byte `inner` of the string in that text; the offset of the string, if it was written with escapes.
    /// `inner` itself for a value that was not read from a text.
    [[nodiscard]] std::size_t offset_of(std::size_t inner) const noexcept {
        return offset_ == no_offset ? inner : escaped_ ? offset_ : offset_ + 1 + inner;
    }

    [[nodiscard]] bool operator==(const value &other) const noexcept;

private:
    void put(std::uint64_t v) noexcept;
    void put(std::string_view name, value v);
    void append(value v);

    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, array, object> data_;
    std::uint32_t offset_ = no_offset;
    bool escaped_ = false;
};

/// A name and its value.
struct member {
    member() = default;
    template <class T>
    member(std::string n, T &&v) : name{std::move(n)}, value(std::forward<T>(v)) {}

    std::string name = {};
    json::value value = {};

    [[nodiscard]] bool operator==(const member &) const noexcept = default;
};

// Defined here because a constructor may destroy its members, and those of an object are complete only now.
inline value::value(double v) noexcept : data_{std::in_place_index<4>, v} {}
inline value::value(std::string v) noexcept : data_{std::in_place_index<5>, std::move(v)} {}
inline value::value(std::string_view v) : data_{std::in_place_index<5>, v} {}
inline value::value(const char *v) : data_{std::in_place_index<5>, v} {}
inline void value::put(std::uint64_t v) noexcept {
    if (v <= std::uint64_t{std::numeric_limits<std::int64_t>::max()}) {
        data_.emplace<2>(static_cast<std::int64_t>(v));
    } else {
        data_.emplace<3>(v);
    }
}

template <std::ranges::input_range R>
    requires(!std::convertible_to<R, std::string_view> && !std::same_as<std::remove_cvref_t<R>, array> &&
             !std::same_as<std::remove_cvref_t<R>, object>)
value::value(const R &range) : value(array{}) {
    for (const auto &each : range) add(each);
}

} // namespace json
} // namespace uniform
