#include "urllib_text.hpp"

#include <uniform/base/us_ascii.hpp>

namespace uniform::python {

#ifdef Py_LIMITED_API

nb::object str_of_utf8(std::string_view bytes) { return str_of(bytes); }

#else

namespace {

// The code point that begins at `at`, which is moved behind it. The bytes are UTF-8 (RFC 3629 3).
Py_UCS4 next_of(const char *&at) noexcept {
    const auto byte = [&at] { return static_cast<Py_UCS4>(static_cast<unsigned char>(*at++)); };
    const Py_UCS4 first = byte();
    if (first < 0x80) return first;
    int more = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    Py_UCS4 c = first & (0x3FU >> more);
    for (; more != 0; --more) c = c << 6 | (byte() & 0x3FU);
    return c;
}

template <class Unit>
void write(std::string_view bytes, Unit *to) noexcept {
    const char *at = bytes.data();
    const char *const end = at + bytes.size();
    while (at != end) *to++ = static_cast<Unit>(next_of(at));
}

} // namespace

nb::object str_of_utf8(std::string_view bytes) {
    unsigned char highest = 0;
    std::size_t count = 0;
    for (const char c : bytes) {
        const auto u = static_cast<unsigned char>(c);
        highest = u > highest ? u : highest;
        count += static_cast<std::size_t>((u & 0xC0U) != 0x80U);
    }
    if (highest < 0x80) return ascii_str(bytes);
    // The first byte of the highest code point bounds it: 0xC3 leads those below U+0100, 0xEF those below U+10000.
    const Py_UCS4 limit = highest < 0xC4 ? 0xFF : highest < 0xF0 ? 0xFFFF : 0x10FFFF;
    PyObject *const made = PyUnicode_New(static_cast<Py_ssize_t>(count), limit);
    if (made == nullptr) throw nb::python_error();
    if (limit == 0xFF)
        write(bytes, PyUnicode_1BYTE_DATA(made));
    else if (limit == 0xFFFF)
        write(bytes, PyUnicode_2BYTE_DATA(made));
    else
        write(bytes, PyUnicode_4BYTE_DATA(made));
    return nb::steal(made);
}

#endif

nb::object str_of_bytes(std::string_view bytes, const char *errors) {
    if (base::is_us_ascii(bytes)) return ascii_str(bytes);
    if (is_utf8(bytes)) return str_of_utf8(bytes);
    PyObject *const made = PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), errors);
    if (made == nullptr) throw nb::python_error();
    return nb::steal(made);
}

} // namespace uniform::python
