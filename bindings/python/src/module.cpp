#include "module.hpp"

#include <uniform/version.hpp>

NB_MODULE(_uniform, m) {
    m.doc() = "The extension module of the package uniform, which documents what is here.";
    m.attr("__version__") = UNIFORM_VERSION;
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
