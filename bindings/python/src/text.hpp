// Python's str and bytes as texts of the library, and errors of the library as exceptions.
#pragma once

#include <array>
#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <uniform/syntax/edition_use.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/url/by_edition.hpp>

namespace uniform::python {

namespace nb = nanobind;

// The UTF-8 of a str, which lives as long as the str; of one in US-ASCII it is the str's own memory. TypeError for what
// is no str; UniformError for a str with a lone surrogate, which has no UTF-8 (RFC 3629 3).
[[nodiscard]] std::string_view utf8_of(nb::handle text);

// A str of UTF-8.
[[nodiscard]] inline nb::str str_of(std::string_view text) { return nb::str{text.data(), text.size()}; }
[[nodiscard]] inline nb::object str_or_none(std::optional<std::string_view> text) {
    if (!text) return nb::none();
    return str_of(*text);
}

// The text of an object by a format specification of str: f"{uri:>40}".
[[nodiscard]] nb::object formatted(nb::handle self, nb::handle spec);

// Whether a str has UTF-8: not with a lone surrogate. TypeError for what is no str.
[[nodiscard]] bool has_utf8(nb::handle text);

// TypeError for what is no str.
void require_str(nb::handle text);
// TypeError: `expected`, "a str", is expected, not what is given.
[[noreturn]] void raise_type(std::string_view expected, nb::handle given);

// The bytes of a str, as UTF-8, or of bytes. They live as long as the object.
[[nodiscard]] std::string_view bytes_of(nb::handle data);

// A tuple of name and value, which keeps both whatever becomes of `pair`: methods of either may change it.
[[nodiscard]] nb::object pair_of(nb::handle pair);

// The number of code points in the first `bytes` bytes of a text: a position for Python.
[[nodiscard]] std::size_t index_of(std::string_view text, std::size_t bytes) noexcept;

// The values for the attributes of an exception.
struct problem {
    std::string reason; // a sentence
    std::string code;
    std::size_t offset = 0; // in bytes
    std::string rule;
    std::string document;
    std::string section;
};

// Raises uniform.UniformError.
[[noreturn]] void raise(const problem &p, std::string_view text);
[[noreturn]] void raise(const error &e, std::string_view text);
// Raises ValueError for an argument that is no name of something.
[[noreturn]] void raise_name(std::string_view what, std::string_view name);

// The value, or the exception for its error.
template <class T>
T value_of(std::expected<T, error> &&result, std::string_view text) {
    if (!result) raise(result.error(), text);
    if constexpr (!std::is_void_v<T>) return *std::move(result);
}

// The same with the text that is refused, of two.
template <class T>
T value_of(std::expected<T, refused_text> &&result, const std::array<std::string_view, 2> &texts) {
    if (!result) raise(result.error().why, texts[result.error().argument]);
    return *std::move(result);
}

// The edition of that name; "" is `fallback`.
[[nodiscard]] edition edition_of(std::string_view name, edition fallback = edition::rfc3986);
// The edition of that name, by which this is done; "" is RFC 3986, or of URNs RFC 8141. ValueError for others.
[[nodiscard]] edition edition_of(std::string_view name, edition_use use);

// The operators of order of a class, by what `key` makes of an object: as == compares them.
template <class T, class Key>
void add_order(nb::class_<T> &c, Key key) {
    c.def("__lt__", [key](const T &a, const T &b) { return key(a) < key(b); }, nb::is_operator());
    c.def("__le__", [key](const T &a, const T &b) { return key(a) <= key(b); }, nb::is_operator());
    c.def("__gt__", [key](const T &a, const T &b) { return key(a) > key(b); }, nb::is_operator());
    c.def("__ge__", [key](const T &a, const T &b) { return key(a) >= key(b); }, nb::is_operator());
}

// A class of which functions make the objects: the TypeError of its constructor names them.
template <class T, class... Base>
void add_no_constructor(nb::class_<T, Base...> &c, const char *says) {
    c.def(
        "__init__", [says](T *, const nb::args &, const nb::kwargs &) { throw nb::type_error(says); },
        nb::sig("def __init__(self) -> None"));
}

} // namespace uniform::python

namespace nanobind::detail {

// A str as an argument. What is no str, None too, is refused by utf8_of(), which says what is expected; nanobind would
// list signatures, those of private functions too.
template <>
struct type_caster<std::string_view> {
    NB_TYPE_CASTER(std::string_view, const_name("str"))

    bool from_python(handle given, std::uint32_t /*flags*/, cleanup_list * /*cleanup*/) {
        value = uniform::python::utf8_of(given);
        return true;
    }
    static handle from_cpp(std::string_view text, rv_policy /*policy*/, cleanup_list * /*cleanup*/) noexcept {
        return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
    }
};

template <>
struct type_caster<std::optional<std::string_view>> {
    NB_TYPE_CASTER(std::optional<std::string_view>, const_name("str | None"))

    bool from_python(handle given, std::uint32_t /*flags*/, cleanup_list * /*cleanup*/) {
        if (!given.is_none()) value = uniform::python::utf8_of(given);
        return true;
    }
};

template <>
struct has_arg_defaults<std::string_view> : std::true_type {}; // None reaches from_python()

} // namespace nanobind::detail
