#include "text.hpp"

namespace uniform::python {

namespace {

bool is_surrogate(Py_UCS4 c) noexcept { return c >= 0xD800 && c <= 0xDFFF; }

// Why a str has no UTF-8. A lone surrogate is an error of the text like any other; what else there may be is Python's.
[[noreturn]] void refuse(nb::handle text) {
    require_str(text);
    if (PyErr_ExceptionMatches(PyExc_UnicodeEncodeError) == 0) throw nb::python_error();
    PyErr_Clear();
    Py_ssize_t index = 0;
    std::size_t offset = 0;
    for (const Py_ssize_t length = PyUnicode_GetLength(text.ptr()); index < length; ++index) {
        const Py_UCS4 c = PyUnicode_ReadChar(text.ptr(), index);
        if (is_surrogate(c)) break;
        offset += c < 0x80 ? 1U : c < 0x800 ? 2U : c < 0x10000 ? 3U : 4U;
    }
    const nb::object type = nb::module_::import_("uniform._errors").attr("UniformError");
    const nb::object exception =
        type("a lone surrogate is no character", "invalid_utf8", offset, index, "", "RFC 3629", "3");
    PyErr_SetObject(type.ptr(), exception.ptr());
    throw nb::python_error();
}

} // namespace

void require_str(nb::handle text) {
    if (PyUnicode_Check(text.ptr()) == 0) raise_type("a str", text);
}

void raise_type(std::string_view expected, nb::handle given) {
    PyErr_Clear();
    const nb::object name = nb::steal(PyType_GetName(Py_TYPE(given.ptr())));
    if (!name.is_valid()) throw nb::python_error();
    throw nb::type_error((std::string{expected} + " is expected, not " + std::string{utf8_of(name)}).c_str());
}

std::string_view bytes_of(nb::handle data) {
    if (PyBytes_Check(data.ptr()))
        return {PyBytes_AsString(data.ptr()), static_cast<std::size_t>(PyBytes_Size(data.ptr()))};
    if (!PyUnicode_Check(data.ptr())) raise_type("a str or bytes", data);
    return utf8_of(data);
}

nb::object formatted(nb::handle self, nb::handle spec) { return nb::str(self).attr("__format__")(spec); }

bool has_utf8(nb::handle text) {
    require_str(text);
    Py_ssize_t size = 0;
    if (PyUnicode_AsUTF8AndSize(text.ptr(), &size) != nullptr) return true;
    if (PyErr_ExceptionMatches(PyExc_UnicodeEncodeError) == 0) throw nb::python_error();
    PyErr_Clear();
    return false;
}

std::string_view utf8_of(nb::handle text) {
    Py_ssize_t size = 0;
    const char *const data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (data == nullptr) refuse(text);
    return {data, static_cast<std::size_t>(size)};
}

nb::object pair_of(nb::handle pair) {
    nb::object both = nb::steal(PySequence_Tuple(pair.ptr()));
    if (!both.is_valid()) throw nb::python_error();
    if (PyTuple_Size(both.ptr()) != 2) throw nb::value_error("a pair of name and value is expected");
    return both;
}

std::size_t index_of(std::string_view text, std::size_t bytes) noexcept {
    std::size_t index = 0;
    for (const char c : text.substr(0, bytes)) index += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    return index;
}

void raise(const problem &p, std::string_view text) {
    const nb::object type = nb::module_::import_("uniform._errors").attr("UniformError");
    const nb::object exception =
        type(p.reason, p.code, p.offset, index_of(text, p.offset), p.rule, p.document, p.section);
    PyErr_SetObject(type.ptr(), exception.ptr());
    throw nb::python_error();
}

void raise(const error &e, std::string_view text) {
    raise({message(e, text), std::string{to_string(e.code)}, static_cast<std::size_t>(e.offset),
           std::string{to_string(e.rule, e.edition)}, std::string{e.document()}, std::string{e.section()}},
          text);
}

void raise_name(std::string_view what, std::string_view name) {
    const std::string says = "no " + std::string{what} + " has the name \"" + std::string{name.substr(0, 60)} + '"';
    throw nb::value_error(says.c_str());
}

edition edition_of(std::string_view name, edition fallback) {
    if (name.empty()) return fallback;
    const auto found = edition_from_string(name);
    if (!found) raise_name("edition", name);
    return *found;
}

edition edition_of(std::string_view name, edition_use use) {
    if (name.empty()) return use == edition_use::urn ? edition::rfc8141 : edition::rfc3986;
    const auto found = edition_from_string(name);
    if (!found || !offers(use, *found)) throw nb::value_error(refused_edition(use, name).c_str());
    return *found;
}

} // namespace uniform::python
