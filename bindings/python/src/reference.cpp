#include "reference.hpp"

#include <nanobind/stl/pair.h>

#include <uniform/base/us_ascii.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/unicode/nfc.hpp>
#include <uniform/uri/compare.hpp>
#include <uniform/uri/data_place.hpp>
#include <uniform/uri/detail/production_words.hpp>
#include <uniform/uri/iri.hpp>
#include <uniform/uri/path.hpp>
#include <uniform/uri/query.hpp>
#include <uniform/uri/relativize.hpp>
#include <uniform/uri/resolve.hpp>
#include <uniform/url/by_edition.hpp>

#include "identifier.hpp"
#include "module.hpp"
#include "urllib_text.hpp"
#include "words.hpp"

namespace uniform::python {

nb::object object_of(nb::object text, const reference_view &view, bool zone_ids) {
    if (view.has_scheme()) return nb::cast(py_uri{{std::move(text), view, zone_ids}});
    return nb::cast(py_reference{std::move(text), view, zone_ids});
}

nb::object object_of(std::string_view text, const parse_options &how) {
    return parse_object(str_of(text), rule::uri_reference, how);
}

nb::object parse_object(nb::object text, rule production, const parse_options &how) {
    const std::string_view bytes = utf8_of(text);
    const auto view = parse_as(production, bytes, how);
    if (!view) raise(view.error(), bytes);
    return object_of(std::move(text), *view, how.zone_ids);
}

reference_view reference_of(nb::handle argument, const parse_options &how) {
    const py_reference *r = nullptr;
    if (nb::try_cast(argument, r) && r != nullptr) return r->view;
    const std::string_view bytes = identifier_of(argument).text;
    return value_of(parse_uri_reference(bytes, how), bytes);
}

uri_view uri_of(nb::handle argument, const parse_options &how) {
    const py_reference *r = nullptr;
    if (nb::try_cast(argument, r) && r != nullptr) {
        if (const auto u = uri_view::from(r->view)) return *u;
        return value_of(parse_uri(r->view.text(), r->options()), r->view.text()); // says where the scheme is missing
    }
    const std::string_view bytes = identifier_of(argument).text;
    return value_of(parse_uri(bytes, how), bytes);
}

rule production_of(std::string_view name) {
    return name.empty() ? rule::uri_reference : value_of_word(productions, "production", name);
}

normalize_options normalization(std::string_view level, bool ignore_fragment, bool rfc5952) {
    const auto found = comparison_level_from_string(level); // which knows an older name of one, too
    if (!found || *found == comparison_level::protocol) raise_name("level", level);
    return {.level = *found, .ignore_fragment = ignore_fragment, .rfc5952 = rfc5952};
}

namespace {

using given_text = std::string_view;

template <auto member>
constexpr auto part = &component_of<py_reference, member>;

// A str of decoded bytes, which need not be UTF-8.
nb::object decoded_str(std::string_view text, plus spaces) {
    if (text.find_first_of(spaces == plus::as_space ? "%+" : "%") == std::string_view::npos) return str_of(text);
    return with_decoded(text, spaces, [&](std::string_view bytes) {
        if (base::is_us_ascii(bytes)) return ascii_str(bytes);
        if (!is_utf8(bytes))
            raise({"the decoded bytes are not UTF-8", "invalid_utf8", 0, "pct-encoded", "RFC 3629", "3"}, text);
        return str_of_utf8(bytes);
    });
}

nb::list parameters_of(std::string_view query, bool plus_is_space) {
    const plus spaces = plus_is_space ? plus::as_space : plus::as_written;
    nb::list out;
    for (const parameter p : query_parameters{query, {.plus = spaces}}) {
        out.append(nb::make_tuple(decoded_str(p.key, spaces),
                                  p.value ? decoded_str(*p.value, spaces) : nb::object{nb::none()}));
    }
    return out;
}

nb::object where(const py_reference &r, std::string_view component) {
    const auto at = r.view.where(rule_from_string(component));
    if (!at) return nb::none();
    return nb::make_tuple(at->begin, at->end);
}

nb::object segments_of(const py_reference &r) {
    nb::list out;
    for (const std::string_view segment : path_segments{r.view.path()}) out.append(str_of(segment));
    return nb::tuple(out);
}

resolve_options how_to_resolve(bool strict, given_text excess) {
    resolve_options o{.strict = strict};
    if (!excess.empty()) o.excess = value_of_word(treatments_of_excess, "treatment of excess \"..\"", excess);
    return o;
}

std::string resolved(const uri_view &base, const reference_view &reference, bool strict, given_text excess) {
    return value_of(resolve(base, reference, how_to_resolve(strict, excess)), reference.text());
}

void add_reference_components(nb::class_<py_reference> &references) {
    references.def_prop_ro(
                  "text", [](const py_reference &r) { return nb::str(r.text); }, "The whole text.")
        .def_prop_ro(
            "edition", [](const py_reference &r) { return str_of(to_string(r.view.edition())); },
            nb::sig("def edition(self) -> Edition"), "The edition by which it was parsed: \"rfc3986\".")
        .def_prop_ro("scheme", part<&reference_view::scheme>, nb::sig("def scheme(self) -> str | None"),
                     "RFC 3986 3.1, without \":\".")
        .def_prop_ro("authority", part<&reference_view::authority>, nb::sig("def authority(self) -> str | None"),
                     "RFC 3986 3.2, without \"//\".")
        .def_prop_ro("userinfo", part<&reference_view::userinfo>, nb::sig("def userinfo(self) -> str | None"),
                     "RFC 3986 3.2.1, without \"@\".")
        .def_prop_ro("user", part<&reference_view::user>, nb::sig("def user(self) -> str | None"),
                     "The userinfo up to its first \":\".")
        .def_prop_ro("password", part<&reference_view::password>, nb::sig("def password(self) -> str | None"),
                     "The userinfo after its first \":\", which RFC 3986 3.2.1 deprecates.")
        .def_prop_ro("host", part<&reference_view::host>, nb::sig("def host(self) -> str | None"),
                     "RFC 3986 3.2.2, an IP literal with its brackets.")
        .def_prop_ro(
            "host_type",
            [](const py_reference &r) -> nb::object {
                const auto t = r.view.host_type();
                if (!t) return nb::none();
                return str_of(to_string(*t));
            },
            nb::sig("def host_type(self) -> HostType | None"), "\"reg-name\", \"ipv4\", \"ipv6\" or \"ipvfuture\".")
        .def_prop_ro(
            "address",
            [](const py_reference &r) -> nb::object {
                const auto a = r.view.address();
                if (!a) return nb::none();
                return str_of(to_string(*a));
            },
            nb::sig("def address(self) -> str | None"),
            "The host's IP address, an IPv6 one by RFC 5952 and without brackets.")
        .def_prop_ro("port", part<&reference_view::port>, nb::sig("def port(self) -> str | None"),
                     "RFC 3986 3.2.3, without \":\": digits, or \"\".")
        .def_prop_ro(
            "port_number",
            [](const py_reference &r) -> std::optional<int> {
                const auto n = value_of(r.view.port_number(), r.view.text());
                return n ? std::optional<int>{*n} : std::nullopt;
            },
            "The port as a number; None without one. UniformError above 65535.")
        .def_prop_ro("path", part<&reference_view::path>, nb::sig("def path(self) -> str"),
                     "RFC 3986 3.3: never absent, maybe \"\".")
        .def_prop_ro("segments", &segments_of, nb::sig("def segments(self) -> tuple[str, ...]"),
                     "The segments of the path, as written.")
        .def_prop_ro("query", part<&reference_view::query>, nb::sig("def query(self) -> str | None"),
                     "RFC 3986 3.4, without \"?\".")
        .def_prop_ro("fragment", part<&reference_view::fragment>, nb::sig("def fragment(self) -> str | None"),
                     "RFC 3986 3.5, without \"#\".")
        .def_prop_ro(
            "without_fragment", [](const py_reference &r) { return object_of(r.view.without_fragment(), r.options()); },
            nb::sig("def without_fragment(self) -> Reference"), "The same without a fragment.")
        .def_prop_ro(
            "redacted", [](const py_reference &r) { return redacted(r.view); },
            "The text with the password replaced by \"***\" (RFC 3986 7.5).")
        .def("where", &where, nb::arg("component"),
             nb::sig("def where(self, component: Component) -> tuple[int, int] | None"),
             "The bytes of the text, in UTF-8, where the component is: scheme, authority, userinfo, host, port, path, "
             "query or fragment.");
}

void add_reference_operations(nb::class_<py_reference> &references) {
    references
        .def(
            "parameters",
            [](const py_reference &r, bool plus_is_space) {
                return parameters_of(r.view.query().value_or(""), plus_is_space);
            },
            nb::kw_only(), nb::arg("plus") = false,
            nb::sig("def parameters(self, *, plus: bool = False) -> list[tuple[str, str | None]]"),
            "The parameters of the query as data; a key without \"=\" has the value None. `plus`: form data, in which "
            "\"+\" stands for a space and an empty sequence is no parameter.")
        .def(
            "normalize",
            [](const py_reference &r, given_text level, bool ignore_fragment, bool rfc5952) {
                return object_of(normalize(r.view, normalization(level, ignore_fragment, rfc5952)), r.options());
            },
            nb::kw_only(), nb::arg("level") = "syntax", nb::arg("ignore_fragment") = false, nb::arg("rfc5952") = false,
            nb::sig("def normalize(self, *, level: Level = 'syntax', ignore_fragment: bool = False, rfc5952: bool = "
                    "False) -> Reference"),
            "The normal form (RFC 3986 6.2). `level`: simple, case, percent, path, syntax or scheme.")
        .def(
            "is_normal",
            [](const py_reference &r, given_text level) {
                return is_normal(r.view, normalization(level, false, false));
            },
            nb::kw_only(), nb::arg("level") = "syntax",
            nb::sig("def is_normal(self, *, level: Level = 'syntax') -> bool"),
            "Whether normalize() would change nothing.")
        .def(
            "equivalent",
            [](const py_reference &r, nb::handle other, given_text level, bool ignore_fragment) {
                return equivalent(r.view, reference_of(other, r.options()),
                                  normalization(level, ignore_fragment, false));
            },
            nb::arg("other").none(), nb::kw_only(), nb::arg("level") = "syntax", nb::arg("ignore_fragment") = false,
            nb::sig("def equivalent(self, other: Identifier, *, level: Level = 'syntax', ignore_fragment: bool = "
                    "False) -> bool"),
            "Whether both have the same normal form at that level.")
        .def(
            "to_uri", [](const py_reference &r) { return object_of(iri_to_uri(r.view), parse_options{}); },
            nb::sig("def to_uri(self) -> Reference"), "RFC 3987 3.1: characters beyond US-ASCII are percent-encoded.")
        .def(
            "to_iri",
            [](const py_reference &r) {
                return object_of(uri_to_iri(r.view), {.edition = edition::rfc3987, .zone_ids = r.zone_ids});
            },
            nb::sig("def to_iri(self) -> Reference"), "RFC 3987 3.2: what an IRI may have is decoded.");
}

void add_reference_special_methods(nb::class_<py_reference> &references) {
    references.def("__str__", [](const py_reference &r) { return nb::str(r.text); })
        .def("__format__", &formatted, nb::sig("def __format__(self, spec: str, /) -> str"))
        .def(
            "__repr__",
            [](nb::handle self) {
                const auto &r = nb::cast<const py_reference &>(self);
                return nb::str("{}({!r})")
                    .attr("format")(nb::type_name(self.type()).attr("rpartition")(".")[2], r.text);
            },
            nb::sig("def __repr__(self) -> str"))
        .def("__hash__", [](const py_reference &r) { return nb::hash(r.text); })
        .def(
            "__eq__",
            [](const py_reference &a, const py_reference &b) {
                return a.view.text() == b.view.text() && a.view.edition() == b.view.edition();
            },
            nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def(
            "__reduce__",
            [](const py_reference &r) {
                return nb::make_tuple(nb::module_::import_("uniform._pickle").attr("parse"),
                                      nb::make_tuple(r.text, to_string(r.view.edition()), r.zone_ids));
            },
            nb::sig("def __reduce__(self) -> tuple[Any, ...]"));
}

void add_reference_class(nb::module_ &m) {
    nb::class_<py_reference> references{
        m, "Reference",
        "A URI-reference (RFC 3986 4.1). Immutable. The components are as written, absent ones are "
        "None; `str()` is the text. Equal with the same text and edition; ordered by the text, then the edition."};
    add_reference_components(references);
    add_reference_operations(references);
    add_reference_special_methods(references);
    add_order(references, [](const py_reference &r) { return std::pair{r.view.text(), r.view.edition()}; });
    add_no_constructor(references, "uniform.parse(text) makes a Reference, and a URI if there is a scheme");
    add_edits(references);
}

void add_uri_class(nb::module_ &m) {
    nb::class_<py_uri, py_reference> uris{m, "URI", "A URI (RFC 3986 3): a Reference that has a scheme."};
    add_no_constructor(uris, "uniform.parse(text) makes a URI");
    uris.def_prop_ro(
            "scheme", [](const py_uri &u) { return str_of(*u.view.scheme()); }, "RFC 3986 3.1, without \":\".")
        .def(
            "resolve",
            [](const py_uri &base, nb::handle reference, bool strict, given_text excess) {
                return object_of(
                    resolved(*uri_view::from(base.view), reference_of(reference, base.options()), strict, excess),
                    base.options());
            },
            nb::arg("reference").none(), nb::kw_only(), nb::arg("strict") = true, nb::arg("excess") = "",
            nb::sig("def resolve(self, reference: Identifier, *, strict: bool = True, excess: Excess = '') -> URI"),
            "RFC 3986 5.2: what the reference refers to, with this URI as the base. `excess` says what becomes of "
            "\"..\" above the root: keep, drop or refuse; \"\" is what the edition says.")
        .def(
            "relativize",
            [](const py_uri &base, nb::handle target) {
                const uri_view to = uri_of(target, base.options());
                return object_of(value_of(relativize(*uri_view::from(base.view), to), to.text()), base.options());
            },
            nb::arg("target").none(), nb::sig("def relativize(self, target: Identifier) -> Reference"),
            "The shortest reference that resolves to the target, with this URI as the base.");
}

void add_parsing(nb::module_ &m) {
    m.def(
        "parse",
        [](const identifier &given, given_text production, given_text edition_name, bool zone_ids) {
            parse_options how = given.options(edition_name, edition_use::parse);
            how.zone_ids |= zone_ids;
            return parse_object(given.str(), production_of(production), how);
        },
        nb::arg("text"), nb::arg("production") = "", nb::arg("edition") = "", nb::arg("zone_ids") = false,
        nb::sig("def parse(text: Identifier, production: Production = '', edition: ParseEdition = '', zone_ids: bool = "
                "False) -> Reference"),
        "The text as a URI-reference, or as the production that is named. A Reference is read again by its own edition "
        "unless another one is named."
        "\n\n"
        ">>> parse(\"http://a/b?c\").query\n"
        "'c'");
    m.def(
        "valid",
        [](nb::handle text, given_text production, given_text edition_name, bool zone_ids) {
            const rule whole = production_of(production);
            static_cast<void>(edition_of(edition_name, edition_use::check)); // refused whatever the text is
            if (PyUnicode_Check(text.ptr()) != 0 && !has_utf8(text)) return false;
            const identifier given = identifier_of(text);
            parse_options how = given.options(edition_name, edition_use::check);
            how.zone_ids |= zone_ids;
            return !why_invalid(given.text, how, whole);
        },
        nb::arg("text").none(), nb::arg("production") = "", nb::arg("edition") = "", nb::arg("zone_ids") = false,
        nb::sig("def valid(text: Identifier, production: Production = '', edition: CheckEdition = '', zone_ids: bool = "
                "False) -> bool"),
        "Whether the text is a URI-reference, or the production that is named; by \"url-06\" or \"rfc1738\", a URL."
        "\n\n"
        ">>> valid(\"http://a b/\"), valid(\"//a\", \"uri\")\n"
        "(False, False)");
    m.def(
        "matches",
        [](given_text rule_name, nb::object text, given_text edition_name, bool zone_ids) {
            const rule r = rule_from_string(rule_name);
            if (r == rule::none) raise_name("rule", rule_name);
            const edition by = edition_of(edition_name);
            return has_utf8(text) && matches(r, utf8_of(text), {.edition = by, .zone_ids = zone_ids});
        },
        nb::arg("rule"), nb::arg("text").none(), nb::arg("edition") = "", nb::arg("zone_ids") = false,
        nb::sig("def matches(rule: str, text: str, edition: Edition = '', zone_ids: bool = False) -> bool"),
        "Whether the whole text matches that production of the edition's grammar: \"IPv6address\", \"pchar\", "
        "\"NID\"."
        "\n\n"
        ">>> matches(\"IPv6address\", \"::1\")\n"
        "True");
    m.def(
        "parse_authority",
        [](given_text bytes, given_text edition_name, bool zone_ids) {
            const auto a = value_of(
                parse_authority(bytes, {.edition = edition_of(edition_name, edition_use::parse), .zone_ids = zone_ids}),
                bytes);
            return nb::make_tuple(str_or_none(a.userinfo), str_or_none(a.host), str_or_none(a.port));
        },
        nb::arg("text").none(), nb::arg("edition") = "", nb::arg("zone_ids") = false,
        nb::sig("def parse_authority(text: str, edition: ParseEdition = '', zone_ids: bool = False) -> tuple[str | "
                "None, str | "
                "None, str | None]"));
    m.def(
        "parse_host",
        [](given_text bytes, given_text edition_name, bool zone_ids) {
            return str_of(to_string(value_of(
                parse_host(bytes, {.edition = edition_of(edition_name, edition_use::parse), .zone_ids = zone_ids}),
                bytes)));
        },
        nb::arg("text").none(), nb::arg("edition") = "", nb::arg("zone_ids") = false,
        nb::sig("def parse_host(text: str, edition: ParseEdition = '', zone_ids: bool = False) -> HostType"),
        "The alternative of host (RFC 3986 3.2.2) that the text is: \"reg-name\", \"ipv4\", \"ipv6\" or \"ipvfuture\"."
        "\n\n"
        ">>> parse_host(\"127.0.0.1\")\n"
        "'ipv4'");
}

void add_operations(nb::module_ &m) {
    m.def(
        "normalize",
        [](const identifier &given, given_text level, given_text edition_name, bool ignore_fragment, bool rfc5952) {
            const std::string_view bytes = given.text;
            const parse_options parse = given.options(edition_name, edition_use::normalize);
            const auto how = normalization(level, ignore_fragment, rfc5952);
            if (!has_relative_references(parse.edition))
                return nb::str(str_of(value_of(normalize_text(bytes, parse, how), bytes)));
            const auto r = value_of(parse_uri_reference(bytes, parse), bytes);
            if (is_normal(r, how)) return nb::str(given.str());
            return str_of(normalize(r, how));
        },
        nb::arg("text"), nb::arg("level") = "syntax", nb::arg("edition") = "", nb::arg("ignore_fragment") = false,
        nb::arg("rfc5952") = false,
        nb::sig(
            "def normalize(text: Identifier, level: Level = 'syntax', edition: NormalizeEdition = '', ignore_fragment: "
            "bool = False, rfc5952: bool = False) -> str"),
        "The normal form of a URI-reference (RFC 3986 6.2). `level`: simple, case, percent, path, syntax or scheme. "
        "`rfc5952`: IPv6 addresses in their recommended form. By \"url-06\" or \"rfc1738\", that of a URL."
        "\n\n"
        ">>> normalize(\"HTTP://EXAMPLE.com/a/../%62\")\n"
        "'http://example.com/b'");
    m.def(
        "resolve",
        [](nb::handle base, nb::handle reference, given_text edition_name, bool strict, given_text excess) {
            const parse_options how{.edition = edition_of(edition_name, edition_use::resolve)};
            if (!has_relative_references(how.edition)) {
                const std::string_view from = identifier_of(base).text;
                const std::string_view to = identifier_of(reference).text;
                return str_of(value_of(resolve_texts(from, to, how), {from, to}));
            }
            const uri_view against = uri_of(base, how); // the first text that is refused is the one that is reported
            return str_of(resolved(against, reference_of(reference, how), strict, excess));
        },
        nb::arg("base").none(), nb::arg("reference").none(), nb::arg("edition") = "", nb::arg("strict") = true,
        nb::arg("excess") = "",
        nb::sig(
            "def resolve(base: Identifier, reference: Identifier, edition: ResolveEdition = '', strict: bool = True, "
            "excess: Excess = '') -> str"),
        "RFC 3986 5.2: what the reference refers to. `excess` says what becomes of \"..\" above the root: keep, drop "
        "or refuse; \"\" is what the edition says. By \"url-06\" or \"rfc1738\", a URL is its own target."
        "\n\n"
        ">>> resolve(\"http://a/b/c\", \"../g\")\n"
        "'http://a/g'");
    m.def(
        "relativize",
        [](nb::handle base, nb::handle target, given_text edition_name) {
            const parse_options how{.edition = edition_of(edition_name, edition_use::parse)};
            const uri_view from = uri_of(base, how);
            const uri_view to = uri_of(target, how);
            return str_of(value_of(relativize(from, to), to.text()));
        },
        nb::arg("base").none(), nb::arg("target").none(), nb::arg("edition") = "",
        nb::sig("def relativize(base: Identifier, target: Identifier, edition: ParseEdition = '') -> str"),
        "The shortest reference that resolves to the target against the base."
        "\n\n"
        ">>> relativize(\"http://a/b/c\", \"http://a/g\")\n"
        "'/g'");
}

void add_encoding(nb::module_ &m) {
    m.def(
        "encode",
        [](nb::handle data, given_text component) {
            const std::string_view bytes = bytes_of(data);
            const auto place = data_place_from_string(component);
            if (!place) raise_name("component", component);
            return str_of(value_of(encode_data(bytes, *place), bytes));
        },
        nb::arg("data").none(), nb::arg("component"),
        nb::sig("def encode(data: str | bytes, component: DataPlace) -> str"),
        "The data as text of that component: \"user\", \"password\", \"host\", \"path\", \"segment\", \"query\", "
        "\"parameter\" (a key or a value) or \"fragment\". Every byte that the component does not keep is "
        "percent-encoded, \"%\" included; an IPv6 address gets its brackets. UniformError for \".\" and \"..\" as a "
        "segment, which have no encoding, and for a host that is not UTF-8 or has brackets."
        "\n\n"
        ">>> encode(\"a/b c\", \"segment\"), encode(\"a/b c\", \"path\")\n"
        "('a%2Fb%20c', 'a/b%20c')");
    m.def(
        "decode",
        [](given_text text, bool plus_is_space) {
            return decoded_str(text, plus_is_space ? plus::as_space : plus::as_written);
        },
        nb::arg("text").none(), nb::kw_only(), nb::arg("plus") = false,
        nb::sig("def decode(text: str, *, plus: bool = False) -> str"),
        "The decoded text. UniformError for a \"%\" without two hexadecimal digits, and if the bytes are not "
        "UTF-8 "
        "(see `decode_bytes`). `plus`: \"+\" stands for a space."
        "\n\n"
        ">>> decode(\"a%2Fb+c\", plus=True)\n"
        "'a/b c'");
    m.def(
        "decode_bytes",
        [](given_text bytes, bool plus_is_space) {
            return with_decoded(bytes, plus_is_space ? plus::as_space : plus::as_written,
                                [](std::string_view data) { return nb::bytes(data.data(), data.size()); });
        },
        nb::arg("text").none(), nb::kw_only(), nb::arg("plus") = false,
        nb::sig("def decode_bytes(text: str, *, plus: bool = False) -> bytes"),
        "The bytes that the text stands for. UniformError for a \"%\" without two hexadecimal digits."
        "\n\n"
        ">>> decode_bytes(\"%FF\")\n"
        "b'\\xff'");
    m.def(
        "parameters", [](given_text query, bool plus_is_space) { return parameters_of(query, plus_is_space); },
        nb::arg("query"), nb::arg("plus") = false,
        nb::sig("def parameters(query: str, plus: bool = False) -> list[tuple[str, str | None]]"),
        "The parameters of a query as data; a key without \"=\" has the value None. `plus`: form data, in which \"+\" "
        "stands for a space and an empty sequence is no parameter."
        "\n\n"
        ">>> parameters(\"a=1&b\")\n"
        "[('a', '1'), ('b', None)]");
}

} // namespace

void add_references(nb::module_ &m) {
    add_reference_class(m);
    add_uri_class(m);
    add_parsing(m);
    add_operations(m);
    add_encoding(m);
}

} // namespace uniform::python
