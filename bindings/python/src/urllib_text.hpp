// Percent-encoded text and data as Python's str, for the functions with the shapes of urllib.parse: short texts without
// an allocation but that of the str.
#pragma once

#include <array>
#include <cstring>

#include <uniform/syntax/percent.hpp>

#include "text.hpp"

namespace uniform::python {

// Whether a str, of which these are the bytes in UTF-8, is in US-ASCII.
[[nodiscard]] inline bool is_ascii_str(nb::handle text, std::string_view bytes) noexcept {
    return PyUnicode_GetLength(text.ptr()) == static_cast<Py_ssize_t>(bytes.size());
}

// A str of US-ASCII. The stable ABI shows nobody the memory of a str.
[[nodiscard]] inline nb::object ascii_str(std::string_view bytes) {
#ifdef Py_LIMITED_API
    return str_of(bytes);
#else
    PyObject *const made = PyUnicode_New(static_cast<Py_ssize_t>(bytes.size()), 127);
    if (made == nullptr) throw nb::python_error();
    if (!bytes.empty()) std::memcpy(PyUnicode_1BYTE_DATA(made), bytes.data(), bytes.size());
    return nb::steal(made);
#endif
}

// A part of a text, as str: quick where the whole text is US-ASCII.
[[nodiscard]] inline nb::object part_of(std::string_view part, bool ascii) {
    return ascii ? ascii_str(part) : nb::object{str_of(part)};
}

// A str of bytes that are UTF-8. Python's own decoder is made for long texts, and widens its result on the way.
[[nodiscard]] nb::object str_of_utf8(std::string_view bytes);

// A str of bytes; what is not UTF-8 as `errors` says, as in bytes.decode().
[[nodiscard]] nb::object str_of_bytes(std::string_view bytes, const char *errors);

// The decoded bytes of a text for as long as `use` runs, on the stack where they are few. UniformError as decode().
template <class F>
auto with_decoded(std::string_view text, plus spaces, F use) {
    if (std::array<char, 1024> on_stack; text.size() <= on_stack.size()) {
        const auto bytes = decode_to(on_stack, text, spaces);
        if (!bytes) raise(bytes.error(), text);
        return use(*bytes);
    }
    const std::string bytes = value_of(decode(text, spaces), text);
    return use(std::string_view{bytes});
}

} // namespace uniform::python
