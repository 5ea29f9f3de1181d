// URI templates (RFC 6570).
#include <uniform/uri/uri_template.hpp>

#include "identifier.hpp"
#include "module.hpp"

namespace uniform::python {

namespace {

[[noreturn]] void raise_template(const template_error &e, std::string_view text) {
    raise({std::string{e.message}, e.is_limit ? "too_long" : "invalid_template", e.offset, std::string{e.production},
           "RFC 6570", std::string{e.section}},
          text);
}

bool is_bytes(nb::handle value) {
    return PyBytes_Check(value.ptr()) || PyByteArray_Check(value.ptr()) || PyMemoryView_Check(value.ptr());
}

// The text of a string, a number, or another object by its __str__. A template expands characters (RFC 6570 1.6), so
// that bytes are refused: they would become numbers, or their repr.
std::string text_from(nb::handle value) {
    if (PyUnicode_Check(value.ptr())) return std::string{utf8_of(value)};
    if (is_bytes(value)) raise_type("a str", value);
    return std::string{utf8_of(nb::str(value))};
}

// A str, a sequence of str, or a mapping of str to str; none where that is undefined. Members that are None are
// undefined and left out (2.3); so is a list or a mapping without defined members.
std::optional<template_value> value_from(nb::handle value) {
    if (value.is_none()) return std::nullopt;
    if (nb::isinstance<nb::dict>(value)) {
        template_pairs pairs;
        const nb::list rows = nb::cast<nb::dict>(value).items(); // methods of a value may change the dictionary
        for (const nb::handle row : rows) {
            const nb::handle one = PyTuple_GetItem(row.ptr(), 1);
            if (!one.is_none()) pairs.emplace_back(utf8_of(PyTuple_GetItem(row.ptr(), 0)), text_from(one));
        }
        return pairs;
    }
    const bool text = PyUnicode_Check(value.ptr()) || is_bytes(value);
    if (text || PyLong_Check(value.ptr()) || PyFloat_Check(value.ptr())) return text_from(value);
    template_list list;
    for (const nb::handle one : nb::iter(value))
        if (!one.is_none()) list.emplace_back(text_from(one));
    return list;
}

nb::object value_to(const template_value &value) {
    if (const auto *text = std::get_if<std::string>(&value)) return str_of(*text);
    if (const auto *list = std::get_if<template_list>(&value)) {
        nb::list out;
        for (const std::string &one : *list) out.append(str_of(one));
        return out;
    }
    nb::dict out;
    for (const auto &[name, one] : std::get<template_pairs>(value)) out[str_of(name)] = str_of(one);
    return out;
}

struct py_template {
    uri_template read;
};

py_template parse_template(std::string_view bytes) {
    auto t = uri_template::parse(bytes);
    if (!t) raise_template(t.error(), bytes);
    return {*std::move(t)};
}

} // namespace

void add_templates(nb::module_ &m) {
    nb::class_<py_template>(m, "Template", "A URI template (RFC 6570), all four levels. Immutable.")
        .def(
            "__init__", [](py_template *self, std::string_view text) { new (self) py_template{parse_template(text)}; },
            nb::arg("text"), nb::sig("def __init__(self, text: str) -> None"))
        .def_prop_ro(
            "text", [](const py_template &t) { return str_of(t.read.text()); }, "As it was read.")
        .def_prop_ro(
            "variables",
            [](const py_template &t) {
                nb::list out;
                for (const std::string_view name : t.read.variables()) out.append(str_of(name));
                return nb::tuple(out);
            },
            nb::sig("def variables(self) -> tuple[str, ...]"), "The variables, each once, in their order.")
        .def_prop_ro(
            "level", [](const py_template &t) { return static_cast<int>(t.read.needs()); },
            "The lowest level of RFC 6570 1.2 that has all its expressions.")
        .def(
            "expand",
            [](const py_template &t, nb::dict variables) {
                template_variables values;
                const nb::list rows = variables.items(); // as above
                for (const nb::handle row : rows) {
                    if (auto value = value_from(PyTuple_GetItem(row.ptr(), 1)))
                        values.emplace(utf8_of(PyTuple_GetItem(row.ptr(), 0)), *std::move(value));
                }
                const auto made = t.read.expand(values);
                if (!made) raise_template(made.error(), t.read.text());
                return str_of(*made);
            },
            nb::arg("variables"), nb::sig("def expand(self, variables: dict[str, Any]) -> str"),
            "The URI-reference that it makes of the values: str, numbers, sequences and dicts. None is undefined, as a "
            "value "
            "and as a member of one. Bytes are a TypeError: templates expand characters.\n\n"
            ">>> Template(\"{?a*}\").expand({\"a\": [\"b\", None]})\n'?a=b'")
        .def(
            "match",
            [](const py_template &t, const identifier &uri) {
                const auto found = t.read.match(uri.text);
                if (!found) raise_template(found.error(), uri.text);
                nb::dict out;
                for (const auto &[name, value] : found->values) out[str_of(name)] = value_to(value);
                return out;
            },
            nb::arg("uri"), nb::sig("def match(self, uri: Identifier) -> dict[str, Any]"),
            "The values that expand to exactly that URI-reference.")
        .def("__str__", [](const py_template &t) { return str_of(t.read.text()); })
        .def("__format__", &formatted, nb::sig("def __format__(self, spec: str, /) -> str"))
        .def(
            "__repr__",
            [](const py_template &t) { return nb::str("Template({!r})").attr("format")(str_of(t.read.text())); },
            nb::sig("def __repr__(self) -> str"))
        .def("__hash__", [](const py_template &t) { return nb::hash(str_of(t.read.text())); })
        .def(
            "__eq__", [](const py_template &a, const py_template &b) { return a.read.text() == b.read.text(); },
            nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def(
            "__reduce__",
            [](const py_template &t) {
                return nb::make_tuple(nb::module_::import_("uniform._uniform").attr("Template"),
                                      nb::make_tuple(str_of(t.read.text())));
            },
            nb::sig("def __reduce__(self) -> tuple[Any, ...]"));
}

} // namespace uniform::python
