// URNs and the names of other identifier systems; what is known of NIDs and namespaces.
#include <uniform/urn/check_character.hpp>
#include <uniform/urn/name.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/nid.hpp>

#include "identifier.hpp"
#include "module.hpp"

namespace uniform::python {

namespace {

using given_text = std::string_view;

urn_view urn_of(const identifier &given, given_text edition_name) {
    return value_of(parse_urn(given.text, {.edition = given.edition_for(edition_name, edition_use::urn)}), given.text);
}

template <class Texts>
nb::list list_of(const Texts &texts) {
    nb::list out;
    for (const auto &text : texts) out.append(str_of(text));
    return out;
}

std::string from_name(given_text n, given_text t, bool encoded, bool complete_check, bool any_check) {
    const auto made =
        urn_from_name(n, t, {.encoded = encoded, .complete_check = complete_check, .any_check = any_check});
    if (!made) {
        const bool of_nid = made.error().rule == rule::nid || made.error().code == error_code::unknown_namespace;
        raise(made.error(), of_nid ? n : t);
    }
    return std::string{made->text()};
}

nb::object checked(const identifier &urn, given_text edition_name) {
    const urn_view u = urn_of(urn, edition_name);
    const check_result r = check(u);
    const bool known = r.state == check_state::correct || r.state == check_state::incorrect;
    if (!known) return nb::make_tuple(str_of(to_string(r.state)), false, nb::none(), nb::none(), nb::none());
    return nb::make_tuple(str_of(to_string(r.state)), r.strict, nb::make_tuple(r.offset, r.offset + r.found.size()),
                          str_of(r.expected.view()), str_of(to_string(r.algorithm)));
}

nb::object nid_row(given_text nid, given_text edition_name) {
    const auto c = classify_nid(nid, edition_of(edition_name, edition_use::urn));
    const auto why = c.citation();
    return nb::make_tuple(str_of(to_string(c.kind)), c.well_formed(), c.registered, c.available_as_formal(),
                          str_of(why.document), str_of(why.section), str_of(why.says));
}

nb::object namespace_row(const namespace_info &n) {
    return nb::make_tuple(str_of(n.nid), str_of(to_string(n.kind)), str_of(to_string(n.status)), str_of(n.title),
                          str_of(n.registrant), nb::tuple(list_of(n.references)), str_of(n.date),
                          nb::tuple(list_of(n.examples)), str_of(n.syntax.abnf),
                          str_of(n.names.empty() ? std::string_view{} : n.names.front().system));
}

} // namespace

void add_naming(nb::module_ &m) {
    m.def(
        "urn_from_name", &from_name, nb::arg("nid"), nb::arg("name"), nb::kw_only(), nb::arg("encoded") = false,
        nb::arg("complete_check") = false, nb::arg("any_check") = false,
        nb::sig(
            "def urn_from_name(nid: str, name: str, *, encoded: bool = False, complete_check: bool = False, any_check: "
            "bool = False) -> str"),
        "The URN of a name of another identifier system (RFC 8141 2.2). `encoded`: the name is the NSS; "
        "`complete_check`: its check character is missing and is computed; `any_check`: a wrong one is no error.\n\n"
        ">>> urn_from_name(\"ietf\", \"RFC 2141\")\n'urn:ietf:rfc:2141'");
    m.def(
        "urn_to_name",
        [](const identifier &urn, given_text edition_name) { return name_from_urn(urn_of(urn, edition_name)); },
        nb::arg("urn"), nb::arg("edition") = "",
        nb::sig("def urn_to_name(urn: Identifier, edition: URNEdition = '') -> str | None"),
        "The name in the form of its identifier system; None if there is none.\n\n"
        ">>> urn_to_name(\"urn:doi:10.1000/456%23789\")\n'10.1000/456#789'");
    m.def(
        "guess_urns",
        [](given_text text) {
            nb::list out;
            for (const name_guess &guess : guess_names(text)) out.append(str_of(guess.urn));
            return out;
        },
        nb::arg("text"), nb::sig("def guess_urns(text: str) -> list[str]"),
        "The URNs that a bare text could stand for, ordered by NID; often none.\n\n"
        ">>> guess_urns(\"978-951-0-18435-6\")\n['urn:isbn:978-951-0-18435-6']");
    m.def(
        "urn_addresses",
        [](const identifier &urn, given_text edition_name) {
            return list_of(resolver_addresses(urn_of(urn, edition_name)));
        },
        nb::arg("urn"), nb::arg("edition") = "",
        nb::sig("def urn_addresses(urn: Identifier, edition: URNEdition = '') -> list[str]"),
        "The well-known addresses that resolve a URN, the most specific first. Nothing is fetched.\n\n"
        ">>> urn_addresses(\"urn:ietf:rfc:2141\")[0]\n'https://www.rfc-editor.org/rfc/rfc2141'");
    m.def(
        "new_uuid_urn",
        [](bool by_time) {
            const auto made = make_uuid_urn(by_time ? uuid_version::time : uuid_version::random);
            if (!made) {
                PyErr_SetString(PyExc_OSError, "the system has no random numbers");
                throw nb::python_error();
            }
            return std::string{made->text()};
        },
        nb::arg("by_time") = false,
        "A new UUID as a URN (RFC 9562), of random numbers; with `by_time`, beginning with the time.\n\n"
        ">>> new_uuid_urn()[:9]\n'urn:uuid:'");
    m.def("check_row", &checked, nb::arg("urn"), nb::arg("edition") = "",
          nb::sig("def check_row(urn: Identifier, edition: URNEdition = '') -> tuple[Any, ...]"));
    m.def("nid_row", &nid_row, nb::arg("nid"), nb::arg("edition") = "",
          nb::sig("def nid_row(nid: str, edition: URNEdition = '') -> tuple[Any, ...]"));
    m.def(
        "namespace_row",
        [](given_text nid) {
            const auto *n = namespace_registry::standard().find(nid);
            return n != nullptr ? namespace_row(*n) : nb::object{nb::none()};
        },
        nb::arg("nid"), nb::sig("def namespace_row(nid: str) -> tuple[Any, ...] | None"));
    m.def(
        "namespace_rows",
        [] {
            nb::list out;
            for (const namespace_info &n : iana_namespaces()) out.append(namespace_row(n));
            return out;
        },
        nb::sig("def namespace_rows() -> list[tuple[Any, ...]]"));
}

} // namespace uniform::python
