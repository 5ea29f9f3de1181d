// Host names in any script, and public suffixes.
#include <uniform/idna/iri_hosts.hpp>
#include <uniform/idna/public_suffix.hpp>
#include <uniform/uri/parse.hpp>

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
nb::str converted(given_text bytes, given_text rules) {
    const auto result = convert(bytes, rules_of(rules));
    if (!result) {
        const idna::problem &p = result.error();
        raise({p.says, "invalid_name", p.offset, "label", std::string{p.document}, std::string{p.section}}, bytes);
    }
    return str_of(*result);
}

std::string iri_to_uri_by_idna(given_text bytes) {
    auto made = idna::uri_of_iri(value_of(parse_iri_reference(bytes), bytes));
    if (made) return *std::move(made);
    const idna::problem &p = made.error();
    raise({p.says, "invalid_name", p.offset, "ireg-name", std::string{p.document}, std::string{p.section}}, bytes);
}

std::string uri_to_iri_by_idna(given_text bytes) {
    return idna::iri_of_uri(value_of(parse_uri_reference(bytes), bytes));
}

} // namespace

void add_hosts(nb::module_ &m) {
    m.def("iri_to_uri_by_idna", &iri_to_uri_by_idna, nb::arg("text"),
          nb::sig("def iri_to_uri_by_idna(text: str) -> str"));
    m.def("uri_to_iri_by_idna", &uri_to_iri_by_idna, nb::arg("text"),
          nb::sig("def uri_to_iri_by_idna(text: str) -> str"));
    m.def("to_ascii", &converted<&idna::to_ascii>, nb::arg("name"), nb::arg("rules") = "uts46",
          nb::sig("def to_ascii(name: str, rules: str = 'uts46') -> str"),
          "Each label of a host name as the DNS stores it. `rules`: uts46, idna2008 or browser."
          "\n\n"
          ">>> to_ascii(\"münchen.example\")\n"
          "'xn--mnchen-3ya.example'");
    m.def("to_unicode", &converted<&idna::to_unicode>, nb::arg("name"), nb::arg("rules") = "uts46",
          nb::sig("def to_unicode(name: str, rules: str = 'uts46') -> str"),
          "Each label of a host name as people read it. `rules`: uts46, idna2008 or browser."
          "\n\n"
          ">>> to_unicode(\"xn--mnchen-3ya.example\")\n"
          "'münchen.example'");
    m.def("lookup_name", &converted<&idna::lookup_name>, nb::arg("host"), nb::arg("rules") = "browser",
          nb::sig("def lookup_name(host: str, rules: str = 'browser') -> str"),
          "The name that is looked up for the host of a URI or an IRI: percent-encoding decoded, in lower case, with "
          "A-labels."
          "\n\n"
          ">>> lookup_name(\"m%C3%BCnchen.example\")\n"
          "'xn--mnchen-3ya.example'");
    m.def(
        "display_host",
        [](given_text name) {
            const auto shown = idna::display(name);
            return nb::make_tuple(str_of(shown.text), str_of(shown.why));
        },
        nb::arg("name"), nb::sig("def display_host(name: str) -> tuple[str, str]"));
    m.def(
        "domain_of",
        [](given_text host) -> nb::object {
            const auto parts = idna::domain_of(host);
            if (!parts) return nb::none();
            return nb::make_tuple(str_of(parts->suffix),
                                  parts->registrable.empty() ? nb::object{nb::none()}
                                                             : nb::object{str_of(parts->registrable)},
                                  parts->listed);
        },
        nb::arg("host"), nb::sig("def domain_of(host: str) -> tuple[str, str | None, bool] | None"));
}

} // namespace uniform::python
