// The names of the enumerators of an enumeration, in one table: what they are written as, read from, and listed as.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {

/// An enumerator and its name.
template <class E>
struct enum_name {
    E value;
    std::string_view name;
};

/// The table of an enumeration, in the order in which documents list its enumerators.
template <class E, std::size_t N>
struct enum_names {
    std::array<enum_name<E>, N> rows;

    /// Its name; empty for a value that the table does not have. Constant if the table has the enumerators in their
    /// order and the first is 0, as most do; else linear in their number.
    [[nodiscard]] constexpr std::string_view name(E e) const noexcept {
        const auto index = static_cast<std::size_t>(e);
        if (index < N && rows[index].value == e) return rows[index].name;
        for (const enum_name<E> &row : rows) {
            if (row.value == e) return row.name;
        }
        return {};
    }
    /// The enumerator of that name; nullopt for any other text. Linear in the number of enumerators.
    [[nodiscard]] constexpr std::optional<E> find(std::string_view text) const noexcept {
        for (const enum_name<E> &row : rows) {
            if (row.name == text) return row.value;
        }
        return std::nullopt;
    }
    /// The enumerators alone, and their names, in the order of the table.
    [[nodiscard]] constexpr std::array<E, N> values() const noexcept {
        std::array<E, N> out{};
        for (std::size_t i = 0; i < N; ++i) out[i] = rows[i].value;
        return out;
    }
    [[nodiscard]] constexpr std::array<std::string_view, N> names() const noexcept {
        std::array<std::string_view, N> out{};
        for (std::size_t i = 0; i < N; ++i) out[i] = rows[i].name;
        return out;
    }
    [[nodiscard]] static constexpr std::size_t size() noexcept { return N; }
    [[nodiscard]] constexpr auto begin() const noexcept UNIFORM_LIFETIMEBOUND { return rows.begin(); }
    [[nodiscard]] constexpr auto end() const noexcept UNIFORM_LIFETIMEBOUND { return rows.end(); }
};

namespace detail {

// Calls of these do not compile in a table, and the compiler names them. They are not defined, since programs without
// exceptions have tables, too.
void an_enumerator_has_no_name();
void a_row_is_repeated();

} // namespace detail

/// A table of these rows. Does not compile if an enumerator or a name is repeated, or a name is empty.
///
///     enum class delegation_state : std::uint8_t { active, ended };
///     inline constexpr auto delegation_states =
///         enum_table<delegation_state>({{delegation_state::active, "active"}, {delegation_state::ended, "ended"}});
template <class E, std::size_t N>
[[nodiscard]] consteval enum_names<E, N> enum_table(const enum_name<E> (&rows)[N]) {
    enum_names<E, N> out{};
    for (std::size_t i = 0; i < N; ++i) {
        if (rows[i].name.empty()) detail::an_enumerator_has_no_name();
        for (std::size_t j = 0; j < i; ++j) {
            if (rows[i].value == rows[j].value || rows[i].name == rows[j].name) detail::a_row_is_repeated();
        }
        out.rows[i] = rows[i];
    }
    return out;
}

namespace detail {

/// A text as an argument of a template.
template <std::size_t N>
struct separator_text {
    consteval separator_text(const char (&text)[N]) { // NOLINT(google-explicit-constructor): joined_names<..., ", ">
        for (std::size_t i = 0; i < N; ++i) characters[i] = text[i];
    }
    char characters[N] = {};
};

template <const auto &Names, separator_text Separator>
inline constexpr auto joined_characters = [] {
    constexpr std::size_t between = sizeof Separator.characters - 1;
    constexpr std::size_t size = [] {
        std::size_t n = (Names.size() - 1) * between;
        for (const auto &row : Names) n += row.name.size();
        return n;
    }();
    std::array<char, size> out{};
    std::size_t at = 0;
    for (const auto &row : Names) {
        if (at != 0) {
            for (std::size_t i = 0; i < between; ++i) out[at++] = Separator.characters[i];
        }
        for (const char c : row.name) out[at++] = c;
    }
    return out;
}();

} // namespace detail

/// The names of a table in one text: joined_names<delegation_states, " or "> is "active or ended".
template <const auto &Names, detail::separator_text Separator>
inline constexpr std::string_view joined_names{detail::joined_characters<Names, Separator>.data(),
                                               detail::joined_characters<Names, Separator>.size()};

} // namespace uniform
