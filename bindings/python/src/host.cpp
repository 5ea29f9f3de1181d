// Host names in any script, and public suffixes.
#include <uniform/idna/internationalized_name.hpp>
#include <uniform/idna/public_suffix.hpp>

#include "module.hpp"

namespace uniform::python {

namespace {

using given_text = std::string_view;

idna::rules rules_of(given_text name) {
    for (const idna::rules r : {idna::rules::uts46, idna::rules::idna2008, idna::rules::browser}) {
        if (idna::to_string(r) == name) return r;
    }
    raise_name("set of rules for host names", name);
}

template <auto convert>
nb::str converted(nb::str name, given_text rules) {
    const std::string_view bytes = utf8_of(name);
    const auto result = convert(bytes, rules_of(rules));
    if (!result) {
        const idna::problem &p = result.error();
        raise({p.says, "invalid_host_name", p.offset, "label", std::string{p.document}, std::string{p.section}}, bytes);
    }
    return str_of(*result);
}

} // namespace

void add_hosts(nb::module_ &m) {
    m.def("to_ascii", &converted<&idna::to_ascii>, nb::arg("name"), nb::arg("rules") = "uts46",
          nb::sig("def to_ascii(name: str, rules: str = 'uts46') -> str"),
          "Each label of a host name as the DNS stores it. `rules`: uts46, idna2008 or browser.");
    m.def("to_unicode", &converted<&idna::to_unicode>, nb::arg("name"), nb::arg("rules") = "uts46",
          nb::sig("def to_unicode(name: str, rules: str = 'uts46') -> str"),
          "Each label of a host name as people read it. `rules`: uts46, idna2008 or browser.");
    m.def("lookup_name", &converted<&idna::lookup_name>, nb::arg("host"), nb::arg("rules") = "uts46",
          nb::sig("def lookup_name(host: str, rules: str = 'uts46') -> str"),
          "The name that is looked up for the host of a URI or an IRI: percent-encoding decoded, A-labels.");
    m.def(
        "display_host",
        [](nb::str name) {
            const auto shown = idna::display(utf8_of(name));
            return nb::make_tuple(str_of(shown.text), str_of(shown.why));
        },
        nb::arg("name"), nb::sig("def display_host(name: str) -> tuple[str, str]"));
    m.def(
        "domain_of",
        [](nb::str host) -> nb::object {
            const auto parts = idna::domain_of(utf8_of(host));
            if (!parts) return nb::none();
            return nb::make_tuple(str_of(parts->suffix),
                                  parts->registrable.empty() ? nb::object{nb::none()}
                                                             : nb::object{str_of(parts->registrable)},
                                  parts->listed);
        },
        nb::arg("host"), nb::sig("def domain_of(host: str) -> tuple[str, str | None, bool] | None"));
}

} // namespace uniform::python
