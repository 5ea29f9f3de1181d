// URNs (RFC 8141) and their namespaces.
#include <uniform/urn/display.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/namespace_equivalence.hpp>
#include <uniform/urn/nid.hpp>

#include "identifier.hpp"
#include "module.hpp"
#include "objects.hpp"
#include "reference.hpp"
#include "words.hpp"

namespace uniform::python {

namespace {

using given_text = std::string_view;

urn_options how_of(given_text name) { return {.edition = edition_of(name, edition_use::urn)}; }

nb::object urn_object(nb::object text, const urn_options &how) {
    const std::string_view bytes = utf8_of(text);
    const urn_view view = value_of(parse_urn(bytes, how), bytes);
    return nb::cast(py_urn{std::move(text), view});
}

urn_view urn_of(nb::handle argument, edition e) {
    const py_urn *u = nullptr;
    if (nb::try_cast(argument, u) && u != nullptr) return u->view;
    const std::string_view bytes = identifier_of(argument).text;
    return value_of(parse_urn(bytes, {.edition = e}), bytes);
}

bool by_namespace(given_text rules) {
    return value_of_word(equivalences_of_urns, "equivalence of URNs", rules) == urn_rules::of_namespace;
}

template <auto member>
constexpr auto part = &component_of<py_urn, member>;

void add_urn_components(nb::class_<py_urn> &urns) {
    urns.def_prop_ro(
            "text", [](const py_urn &u) { return nb::str(u.text); }, "The whole text.")
        .def_prop_ro(
            "edition", [](const py_urn &u) { return str_of(to_string(u.view.edition())); },
            nb::sig("def edition(self) -> Edition"), "The edition by which it was parsed: \"rfc8141\".")
        .def_prop_ro("scheme", part<&urn_view::scheme>, nb::sig("def scheme(self) -> str"), "\"urn\", as written.")
        .def_prop_ro("nid", part<&urn_view::nid>, nb::sig("def nid(self) -> str"), "RFC 8141 2.1, as written.")
        .def_prop_ro("nss", part<&urn_view::nss>, nb::sig("def nss(self) -> str"), "RFC 8141 2.2. Never \"\".")
        .def_prop_ro("assigned_name", part<&urn_view::assigned_name>, nb::sig("def assigned_name(self) -> str"),
                     "\"urn:\" NID \":\" NSS, as written.")
        .def_prop_ro("r_component", part<&urn_view::r_component>, nb::sig("def r_component(self) -> str | None"),
                     "RFC 8141 2.3.1, without its delimiter.")
        .def_prop_ro("q_component", part<&urn_view::q_component>, nb::sig("def q_component(self) -> str | None"),
                     "RFC 8141 2.3.2, without its delimiter.")
        .def_prop_ro("f_component", part<&urn_view::f_component>, nb::sig("def f_component(self) -> str | None"),
                     "RFC 8141 2.3.3, without \"#\".")
        .def_prop_ro(
            "uri", [](const py_urn &u) { return object_of(u.text, u.view.uri(), false); },
            nb::sig("def uri(self) -> URI"), "The same text as a URI, which every URN is.");
}

void add_urn_operations(nb::class_<py_urn> &urns) {
    urns.def(
            "normalize",
            [](const py_urn &u, given_text rules) {
                return urn_object(
                    str_of(by_namespace(rules) ? namespace_normalized(u.view) : normalized_assigned_name(u.view)),
                    {.edition = u.view.edition()});
            },
            nb::kw_only(), nb::arg("rules") = "namespace",
            nb::sig("def normalize(self, *, rules: URNRules = 'namespace') -> URN"),
            "The assigned-name in the normal form of all equivalent ones: by the rules of its namespace, or by RFC "
            "8141 "
            "3.1 alone (\"lexical\").")
        .def(
            "equivalent",
            [](const py_urn &u, nb::handle other, given_text rules) {
                const urn_view o = urn_of(other, u.view.edition());
                return by_namespace(rules) ? namespace_equivalent(u.view, o) : urn_equivalent(u.view, o);
            },
            nb::arg("other").none(), nb::kw_only(), nb::arg("rules") = "namespace",
            nb::sig("def equivalent(self, other: Identifier, *, rules: URNRules = 'namespace') -> bool"),
            "Whether both name the same: by the rules of the namespace, or by RFC 8141 3.1 alone (\"lexical\").")
        .def(
            "validate",
            [](const py_urn &u, given_text level) {
                value_of(validate(u.view, value_of_word(validation_levels, "level of validation", level)),
                         u.view.text());
            },
            nb::kw_only(), nb::arg("level") = "normal",
            nb::sig("def validate(self, *, level: ValidationLevel = 'normal') -> None"),
            "UniformError if the namespace is not known, or has no such names. `level`: lenient, normal or strict.")
        .def(
            "display", [](const py_urn &u) { return display_urn(u.view).shown; },
            "For people: between guillemets, with percent-encoded characters decoded.")
        .def(
            "convert",
            [](const py_urn &u, given_text to) {
                const auto how = how_of(to);
                return urn_object(str_of(value_of(convert(u.view, how.edition), u.view.text()).text()), how);
            },
            nb::arg("edition"), nb::sig("def convert(self, edition: URNEdition) -> URN"),
            "The same name, with the same components, in another edition's syntax.")
        .def(
            "replace",
            [](const py_urn &u, const nb::kwargs &given) {
                uniform::urn copy{u.view};
                for (const auto &[key, value] : given) {
                    const std::string_view name = utf8_of(key);
                    std::optional<std::string_view> to;
                    if (!value.is_none()) to = utf8_of(value);
                    std::expected<void, error> done;
                    if (name == "nid")
                        done = copy.set_nid(to.value_or(""));
                    else if (name == "nss")
                        done = copy.set_nss(to.value_or(""));
                    else if (name == "r_component")
                        done = copy.set_r_component(to);
                    else if (name == "q_component")
                        done = copy.set_q_component(to);
                    else if (name == "f_component")
                        done = copy.set_f_component(to);
                    else
                        raise_name("component of URNs", name);
                    if (!done) raise(done.error(), to.value_or(""));
                }
                return urn_object(str_of(copy.text()), {.edition = u.view.edition()});
            },
            nb::sig("def replace(self, **components: str | None) -> URN"),
            "The URN with other components: nid, nss, r_component, q_component, f_component; None removes one.");
}

void add_urn_special_methods(nb::class_<py_urn> &urns) {
    urns.def("__str__", [](const py_urn &u) { return nb::str(u.text); })
        .def("__format__", &formatted, nb::sig("def __format__(self, spec: str, /) -> str"))
        .def(
            "__repr__", [](const py_urn &u) { return nb::str("URN({!r})").attr("format")(u.text); },
            nb::sig("def __repr__(self) -> str"))
        .def("__hash__", [](const py_urn &u) { return nb::hash(u.text); })
        .def(
            "__eq__",
            [](const py_urn &a, const py_urn &b) {
                return a.view.text() == b.view.text() && a.view.edition() == b.view.edition();
            },
            nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def(
            "__reduce__",
            [](const py_urn &u) {
                return nb::make_tuple(nb::module_::import_("uniform._pickle").attr("parse_urn"),
                                      nb::make_tuple(u.text, to_string(u.view.edition())));
            },
            nb::sig("def __reduce__(self) -> tuple[Any, ...]"));
}

void add_urn_class(nb::module_ &m) {
    nb::class_<py_urn> urns{
        m, "URN",
        "A URN (RFC 8141 2). Immutable. The components are as written, absent ones are None; `str()` is "
        "the text."};
    add_order(urns, [](const py_urn &u) { return std::pair{u.view.text(), u.view.edition()}; });
    add_no_constructor(urns, "uniform.parse_urn(text) makes a URN, uniform.build_urn() of components");
    add_urn_components(urns);
    add_urn_operations(urns);
    add_urn_special_methods(urns);
}

void add_urn_functions(nb::module_ &m) {
    m.def(
        "parse_urn",
        [](const identifier &given, given_text edition_name) {
            return urn_object(given.str(), {.edition = given.edition_for(edition_name, edition_use::urn)});
        },
        nb::arg("text"), nb::arg("edition") = "",
        nb::sig("def parse_urn(text: Identifier, edition: URNEdition = '') -> URN"),
        "The text as a URN (RFC 8141 2), or by another edition."
        "\n\n"
        ">>> parse_urn(\"urn:isbn:978-951-0-18435-6\").nid\n"
        "'isbn'");
    m.def(
        "build_urn",
        [](given_text nid, given_text nss, std::optional<given_text> r, std::optional<given_text> q,
           std::optional<given_text> f, given_text edition_name) {
            const auto how = how_of(edition_name);
            return urn_object(str_of(value_of(uniform::urn::build({nid, nss, r, q, f}, how), "").text()), how);
        },
        nb::arg("nid"), nb::arg("nss"), nb::arg("r_component").none() = nb::none(),
        nb::arg("q_component").none() = nb::none(), nb::arg("f_component").none() = nb::none(), nb::arg("edition") = "",
        nb::sig("def build_urn(nid: str, nss: str, r_component: str | None = None, q_component: str | None = None, "
                "f_component: str | None = None, edition: URNEdition = '') -> URN"),
        "RFC 8141 2: the components put together, as written. UniformError unless the result has exactly these.\n\n"
        ">>> build_urn(\"example\", \"a\", q_component=\"b\")\nURN('urn:example:a?=b')");
    m.def(
        "urn_from_display",
        [](given_text bytes) { return urn_object(str_of(value_of(urn_from_display(bytes), bytes).text()), {}); },
        nb::sig("def urn_from_display(shown: str) -> URN"),
        "RFC 8141 4.4: the URN of which people are shown this text."
        "\n\n"
        ">>> urn_from_display(\"urn:example:é\")\n"
        "URN('urn:example:%C3%A9')");
    m.def(
        "classify_nid", [](given_text nid) { return str_of(to_string(classify_nid(nid).kind)); }, nb::arg("nid"),
        nb::sig("def classify_nid(nid: str) -> str"),
        "The kind of namespace that a NID can name: \"formal\", \"informal\", \"country-code\", \"experimental\", ...; "
        "\"malformed\" if it is none."
        "\n\n"
        ">>> classify_nid(\"us-gov\")\n"
        "'country-code'");
}

} // namespace

void add_urns(nb::module_ &m) {
    add_urn_class(m);
    add_urn_functions(m);
}

} // namespace uniform::python
