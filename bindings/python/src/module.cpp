#include "module.hpp"

#include <uniform/version.hpp>

namespace {

// Gives the classes of functions and methods, which are of this module alone (NB_DOMAIN) and immutable, an attribute
// more.
void complete_class(nanobind::handle type, nanobind::handle name, nanobind::handle value) {
    if (!PyType_Check(type.ptr())) uniform::python::raise_type("a class", type);
    auto *const completed = reinterpret_cast<PyTypeObject *>(type.ptr()); // NOLINT(*-reinterpret-cast): a class is one
    if (PyDict_SetItem(completed->tp_dict, name.ptr(), value.ptr()) != 0) throw nanobind::python_error();
    PyType_Modified(completed);
}

} // namespace

NB_MODULE(_uniform, m) {
    m.doc() = "The extension module of the package uniform, which documents what is here.";
    m.attr("__version__") = UNIFORM_VERSION;
    m.def("complete_class", &complete_class, nanobind::arg("of"), nanobind::arg("name"), nanobind::arg("value"),
          nanobind::sig("def complete_class(of: type, name: str, value: object) -> None"));
    uniform::python::add_references(m);
    uniform::python::add_edits(m);
    uniform::python::add_urns(m);
    uniform::python::add_web_urls(m);
    uniform::python::add_hosts(m);
    uniform::python::add_readings(m);
    uniform::python::add_templates(m);
    uniform::python::add_columns(m);
    uniform::python::add_urllib_split(m);
    uniform::python::add_urllib(m);
    uniform::python::add_naming(m);
    uniform::python::add_documents(m);
    uniform::python::add_comparing(m);
}
