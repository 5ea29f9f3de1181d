#include "text.hpp"

namespace uniform::python {

std::string_view utf8_of(nb::handle text) {
    Py_ssize_t size = 0;
    const char *const data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (data == nullptr) throw nb::python_error();
    return {data, static_cast<std::size_t>(size)};
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

} // namespace uniform::python
