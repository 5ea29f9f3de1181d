#include "module.hpp"

#include <cstdlib>

#include <uniform/version.hpp>

namespace {

// Gives the classes of functions and methods, which are of this module alone (NB_DOMAIN) and immutable, an attribute
// more. The stable ABI shows no members of a class: its dictionary is what its `__dict__` refers to.
void complete_class(nanobind::handle type, nanobind::handle name, nanobind::handle value) {
    if (!PyType_Check(type.ptr())) uniform::python::raise_type("a class", type);
    const nanobind::object found = nanobind::module_::import_("gc").attr("get_referents")(type.attr("__dict__"));
    if (PyDict_SetItem(nanobind::object(found[0]).ptr(), name.ptr(), value.ptr()) != 0) throw nanobind::python_error();
    PyType_Modified(reinterpret_cast<PyTypeObject *>(type.ptr())); // NOLINT(*-reinterpret-cast): a class is one
}

// When the interpreter ends, daemon threads keep what they refer to. nanobind would print that as leaks, and call them
// a mistake of the module. Other threads have ended by then.
void silence_leaks_of_threads() {
    if (nanobind::len(nanobind::module_::import_("sys").attr("_current_frames")()) > 1)
        nanobind::set_leak_warnings(false);
}

} // namespace

NB_MODULE(_uniform, m) {
    m.doc() = "The extension module of the package uniform, which documents what is here.";
    m.attr("__version__") = UNIFORM_VERSION;
    m.def("complete_class", &complete_class, nanobind::arg("of"), nanobind::arg("name"), nanobind::arg("value"),
          nanobind::sig("def complete_class(of: type, name: str, value: object) -> None"));
    // nanobind takes the __module__ of functions and classes from here: the modules that users import them from. Only
    // what writes the stub of this module looks for its own.
    const nanobind::object own = m.attr("__name__");
    const bool for_stub = std::getenv("NB_STUBGEN") != nullptr; // NOLINT(concurrency-mt-unsafe): nothing sets it now
    const auto of_module = [&](const char *name) {
        if (!for_stub) m.attr("__name__") = name;
    };
    of_module("uniform");
    uniform::python::add_references(m);
    uniform::python::add_edits(m);
    uniform::python::add_urns(m);
    uniform::python::add_web_urls(m);
    uniform::python::add_hosts(m);
    uniform::python::add_readings(m);
    uniform::python::add_templates(m);
    uniform::python::add_naming(m);
    uniform::python::add_comparing(m);
    of_module("uniform.urllib");
    uniform::python::add_urllib_split(m);
    uniform::python::add_urllib(m);
    m.attr("__name__") = own;
    uniform::python::add_columns(m);
    uniform::python::add_documents(m);
    uniform::python::add_table(m);
    uniform::python::add_words(m);
    nanobind::module_::import_("atexit").attr("register")(nanobind::cpp_function(&silence_leaks_of_threads));
}
