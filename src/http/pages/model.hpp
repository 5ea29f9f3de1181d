// The content of a page as a struct. Its table of members has the names of the template: from this one description a
// template is filled (json_of) and checked (shape_of, tests/http/pages/models_test.cpp).
//
//     struct row {
//         std::string name = {};
//         bool is_own = false;
//         static constexpr std::tuple members{pages::member{"name", &row::name}, pages::member{"is_own",
//         &row::is_own}};
//     };
//     struct rows_model {
//         static constexpr std::string_view page_template = "rows"; // web/templates/rows.html
//         std::vector<row> rows = {};
//         static constexpr std::tuple members{member{"rows", &rows_model::rows}};
//     };
//
//     pages::page_with<rows_model> p{settings, request}; // page_with.hpp
//     p.shows.rows.push_back({.name = "A"});
//     return p.response();
//
// A member is a text, a number, a bool, a model, or an optional or a vector of these. All members are set, so that a
// name of the template never means that of an outer section because a value is lacking.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <uniform/json/value.hpp>

namespace uniform::http::pages {

/// A member of a model, and its name in templates.
template <class Owner, class Value>
struct member {
    std::string_view name;
    Value Owner::*at;
};

/// A model that several models contain, whose members are in their templates as if they were their own.
template <class Owner, class Part>
struct members_of {
    Part Owner::*part;
};
template <class Owner, class Part>
members_of(Part Owner::*) -> members_of<Owner, Part>;

/// The table of members of T: T::members. Specialized for a struct of another module that a page shows as it is:
///
///     template <>
///     struct table_of<service::registrar> {
///         static constexpr std::tuple members{member{"id", &service::registrar::id}};
///     };
template <class T>
struct table_of {};
template <class T>
    requires requires { T::members; }
struct table_of<T> {
    static constexpr const auto &members = T::members;
};

/// A struct with a table of members: a std::tuple of member and members_of.
template <class T>
concept model = requires { std::tuple_size<std::remove_cvref_t<decltype(table_of<T>::members)>>::value; };

// --- filling

template <model M>
[[nodiscard]] json::value json_of(const M &m);

namespace detail {

template <class T>
struct is_optional : std::false_type {};
template <class T>
struct is_optional<std::optional<T>> : std::true_type {};
template <class T>
struct is_vector : std::false_type {};
template <class T>
struct is_vector<std::vector<T>> : std::true_type {};

template <class T>
json::value value_of(const T &v) {
    if constexpr (model<T>) {
        return json_of(v);
    } else if constexpr (is_optional<T>::value) {
        return v ? value_of(*v) : json::value{};
    } else if constexpr (is_vector<T>::value) {
        json::array out;
        out.reserve(v.size());
        for (const auto &one : v) out.push_back(value_of(one));
        return out;
    } else {
        return json::value{v};
    }
}

template <class M>
void add_members(json::object &out, const M &m);

template <class M, class Owner, class Value>
void add(json::object &out, const M &m, const member<Owner, Value> &row) {
    out.emplace_back(std::string{row.name}, value_of(m.*row.at));
}
template <class M, class Owner, class Part>
void add(json::object &out, const M &m, const members_of<Owner, Part> &row) {
    add_members(out, m.*row.part);
}
template <class M>
void add_members(json::object &out, const M &m) {
    std::apply([&](const auto &...row) { (add(out, m, row), ...); }, table_of<M>::members);
}

template <class M>
bool set_text(M &m, std::string_view name, std::string_view text);

template <class M, class Owner, class Value>
bool set_text_of(M &m, const member<Owner, Value> &row, std::string_view name, std::string_view text) {
    if constexpr (std::same_as<Value, std::string>) {
        if (row.name != name) return false;
        m.*row.at = text;
        return true;
    } else {
        return false;
    }
}
template <class M, class Owner, class Part>
bool set_text_of(M &m, const members_of<Owner, Part> &row, std::string_view name, std::string_view text) {
    return set_text(m.*row.part, name, text);
}
template <class M>
bool set_text(M &m, std::string_view name, std::string_view text) {
    return std::apply([&](const auto &...row) { return (set_text_of(m, row, name, text) || ...); },
                      table_of<M>::members);
}

} // namespace detail

/// The data of a template: an object in the order of the members. Linear.
template <model M>
[[nodiscard]] json::value json_of(const M &m) {
    json::object out;
    detail::add_members(out, m);
    return json::value{std::move(out)};
}

/// Sets the std::string with this name in templates, if there is one: false if there is none. Linear in the members.
template <model M>
bool set_text(M &m, std::string_view name, std::string_view text) {
    return detail::set_text(m, name, text);
}

// --- checking

/// The ways in which a template may use a member.
enum class shape_kind : std::uint8_t {
    value,  ///< show it, or have a section that is there or not
    object, ///< have a section with its members, or name a member as "object.member"
    list,   ///< have a section for each element
};

struct shape;

/// A member as a template sees it.
struct shape_member {
    std::string_view name;
    shape_kind kind = shape_kind::value;
    const shape *inside = nullptr; ///< of an object, or of the elements of a list; null: values
    const void *owner = nullptr;   ///< the same for all members of a struct, in whatever model it is a part
};

/// The members of a model, with those of its parts.
struct shape {
    std::span<const shape_member> members;
};

namespace detail {

template <class T>
struct bare {
    using type = T;
};
template <class T>
struct bare<std::optional<T>> : bare<T> {};

template <class T>
constexpr auto rows_of() {
    const auto flat = []<class Row>(const Row &row) {
        if constexpr (requires { row.name; }) {
            return std::tuple{row};
        } else {
            return []<class O, class P>(const members_of<O, P> &) { return rows_of<P>(); }(row);
        }
    };
    return std::apply([&](const auto &...row) { return std::tuple_cat(flat(row)...); }, table_of<T>::members);
}

// Its address is all that counts. Hidden: with a type that a library exports it would be exported, too.
template <class T>
[[gnu::visibility("hidden")]] inline constexpr char owner_of = 0;

template <class Owner, class Value>
constexpr shape_member shape_of_row(const member<Owner, Value> &row);

template <class M>
inline constexpr auto shape_members = std::apply(
    [](const auto &...row) { return std::array<shape_member, sizeof...(row)>{shape_of_row(row)...}; }, rows_of<M>());

} // namespace detail

/// The shape of a model, which contains no model of its own type.
template <model M>
inline constexpr shape shape_of{detail::shape_members<M>};

namespace detail {

template <class Owner, class Value>
constexpr shape_member shape_of_row(const member<Owner, Value> &row) {
    using value = typename bare<Value>::type;
    shape_member out{.name = row.name, .owner = &owner_of<Owner>};
    if constexpr (model<value>) {
        out.kind = shape_kind::object;
        out.inside = &shape_of<value>;
    } else if constexpr (is_vector<value>::value) {
        out.kind = shape_kind::list;
        using element = typename bare<typename value::value_type>::type;
        if constexpr (model<element>) out.inside = &shape_of<element>;
    }
    return out;
}

} // namespace detail

/// A template and what it is filled from: a row of a response (http/api/route.hpp) has it.
struct page_model {
    std::string_view page_template;
    const shape *shows;
};

/// That of a model that a page shows: `&pages::page_model_of<rows_model>`.
template <model M>
inline constexpr page_model page_model_of{M::page_template, &shape_of<M>};

} // namespace uniform::http::pages
