// Host names in any script, and public suffixes.
#include <uniform/idna/internationalized_name.hpp>
#include <uniform/idna/public_suffix.hpp>

#include "identifier.hpp"
#include "module.hpp"
#include "table.hpp"
#include "words.hpp"

namespace uniform::python {

namespace {

using given_text = std::string_view;

idna::rules rules_of(given_text name) { return value_of_word(host_rules, "set of rules for host names", name); }

nb::object lookup_name(given_text bytes, given_text rules) {
    return given_object(columns::scalar::outcome_of_name(idna::lookup_name(bytes, rules_of(rules))), bytes);
}

} // namespace

void add_hosts(nb::module_ &m) {
    m.def("lookup_name", &lookup_name, nb::arg("host"), nb::arg("rules") = "browser",
          nb::sig("def lookup_name(host: str, rules: HostRules = 'browser') -> str"),
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
        [](given_text host, bool icann) -> nb::object {
            const auto parts = idna::domain_of(host, icann ? idna::suffix_rules::icann : idna::suffix_rules::all);
            if (!parts) return nb::none();
            const auto or_none = [](std::string_view part) {
                return part.empty() ? nb::object{nb::none()} : nb::object{str_of(part)};
            };
            return nb::make_tuple(str_of(parts->suffix()), or_none(parts->registrable()), or_none(parts->label()),
                                  or_none(parts->subdomain()), parts->listed, parts->is_private);
        },
        nb::arg("host"), nb::arg("icann"),
        nb::sig("def domain_of(host: str, icann: bool) -> tuple[str, str | None, str | None, str | None, bool, bool] | "
                "None"));
}

} // namespace uniform::python
