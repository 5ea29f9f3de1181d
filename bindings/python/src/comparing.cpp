// Comparing, what normalization would change, hashes of normal forms, queries made of pairs, URLs made of fields, the
// linter's checks.
#include <vector>

#include <uniform/lint/lint.hpp>
#include <uniform/uri/compare.hpp>
#include <uniform/uri/query.hpp>
#include <uniform/url/by_edition.hpp>
#include <uniform/url/url.hpp>

#include "identifier.hpp"
#include "module.hpp"
#include "reference.hpp"

namespace uniform::python {

namespace {

using given_text = std::string_view;

nb::object changed_components(nb::handle text, given_text level, given_text edition_name, bool ignore_fragment) {
    const auto r = reference_of(text, {.edition = edition_of(edition_name, edition_use::parse)});
    const changes c = would_change(r, normalization(level, ignore_fragment, false));
    nb::list names;
    const auto add = [&](bool changed, const char *name) {
        if (changed) names.append(name);
    };
    add(c.scheme, "scheme");
    add(c.userinfo, "userinfo");
    add(c.host, "host");
    add(c.port, "port");
    add(c.path, "path");
    add(c.query, "query");
    add(c.fragment, "fragment");
    return nb::tuple(names);
}

// By an edition of 1994 the texts are URLs, those of References too.
std::optional<comparison_level> lowest_level(nb::handle a, nb::handle b, const parse_options &how) {
    if (!has_relative_references(how.edition)) {
        const std::string_view first = identifier_of(a).text;
        const std::string_view second = identifier_of(b).text;
        return value_of(lowest_level_of_texts(first, second, how), {first, second});
    }
    const reference_view first = reference_of(a, how);
    return lowest_equivalent_level(first, reference_of(b, how));
}

bool are_equivalent(nb::handle a, nb::handle b, given_text level, given_text edition_name, bool ignore_fragment) {
    const parse_options parse{.edition = edition_of(edition_name, edition_use::normalize)};
    const normalize_options how = normalization(level, ignore_fragment, false);
    if (!has_relative_references(parse.edition)) {
        const std::string_view first = identifier_of(a).text;
        const std::string_view second = identifier_of(b).text;
        return value_of(equivalent_texts(first, second, parse, how), {first, second});
    }
    // A str is read by the edition of a Reference before it.
    const py_reference *r = nullptr;
    const bool is_reference = nb::try_cast(a, r) && r != nullptr;
    const parse_options by = is_reference ? r->options() : parse;
    const reference_view first = reference_of(a, parse);
    return equivalent(first, reference_of(b, by), how);
}

// A value of encode_parameters(), or each one of a list or tuple of them: a parameter each.
void add_parameters(std::vector<decoded_parameter> &all, nb::handle name, nb::handle value) {
    if (PyUnicode_Check(name.ptr()) == 0) raise_type("pairs: a str as the name of a parameter", name);
    const auto add = [&](nb::handle one) {
        if (one.is_none())
            all.push_back({std::string{utf8_of(name)}, std::nullopt});
        else if (PyUnicode_Check(one.ptr()) != 0)
            all.push_back({std::string{utf8_of(name)}, std::string{utf8_of(one)}});
        else
            raise_type("pairs: a str, None or a list of these as the value of " +
                           std::string{utf8_of(nb::object{nb::repr(name)})},
                       one);
    };
    if (PyList_Check(value.ptr()) == 0 && PyTuple_Check(value.ptr()) == 0) return add(value);
    const nb::object values = nb::steal(PySequence_Tuple(value.ptr())); // methods of a subclass may change the list
    if (!values.is_valid()) throw nb::python_error();
    for (const nb::handle one : nb::borrow<nb::tuple>(values)) add(one);
}

std::string encoded_pairs(nb::handle pairs, bool plus_is_space, given_text separator, bool semicolon) {
    query_options how{.semicolon = semicolon, .plus = plus_is_space ? plus::as_space : plus::as_written};
    if (separator.size() != 1 || !is_parameter_separator(separator[0]))
        raise_name("separator of parameters", separator);
    how.separator = separator[0];
    std::vector<decoded_parameter> all;
    const bool is_mapping = PyMapping_Check(pairs.ptr()) != 0 && nb::hasattr(pairs, "items");
    if (!is_mapping && !nb::hasattr(pairs, "__iter__") && PySequence_Check(pairs.ptr()) == 0)
        raise_type("pairs: a mapping, or an iterable of pairs of name and value,", pairs);
    const nb::object rows = is_mapping ? nb::object(pairs.attr("items")()) : nb::borrow(pairs);
    for (const nb::handle pair : rows) {
        const nb::object row = pair_of(pair);
        add_parameters(all, PyTuple_GetItem(row.ptr(), 0), PyTuple_GetItem(row.ptr(), 1));
    }
    auto query = encode_parameters(all, how);
    if (!query) raise(query.error(), std::string(query.error().offset, '&')); // in a query an octet is a character
    return *std::move(query);
}

// A str with what surrogateescape makes of bytes, which url_fields() returns.
std::string bytes_of_field(nb::handle text) {
    require_str(text);
    const nb::object data = nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogateescape"));
    if (!data.is_valid()) throw nb::python_error();
    return {PyBytes_AsString(data.ptr()), static_cast<std::size_t>(PyBytes_Size(data.ptr()))};
}

url_field field_of(std::string name, nb::handle value) {
    if (value.is_none()) return url_field::of(name, std::nullopt);
    if (PyBool_Check(value.ptr())) return url_field::of_boolean(name, value.is(Py_True));
    if (PyLong_Check(value.ptr())) return url_field::of(name, std::string{utf8_of(nb::str(value))});
    if (PyUnicode_Check(value.ptr())) return url_field::of(name, bytes_of_field(value));
    std::vector<std::string> texts;
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const nb::handle one : value) {
        if (PyTuple_Check(one.ptr()) && PyTuple_Size(one.ptr()) == 2)
            pairs.emplace_back(bytes_of_field(PyTuple_GetItem(one.ptr(), 0)),
                               bytes_of_field(PyTuple_GetItem(one.ptr(), 1)));
        else
            texts.push_back(bytes_of_field(one));
    }
    return pairs.empty() ? url_field::of_list(name, texts) : url_field::of_pairs(name, pairs);
}

std::string made_url(given_text scheme, const nb::dict &fields, given_text edition_name) {
    url_options how;
    how.edition = edition_of(edition_name, current_edition(scheme));
    std::vector<url_field> all;
    const nb::list rows = fields.items(); // methods of a value may change the dictionary
    for (const nb::handle row : rows)
        all.push_back(field_of(std::string{utf8_of(PyTuple_GetItem(row.ptr(), 0))}, PyTuple_GetItem(row.ptr(), 1)));
    return value_of(make_url(scheme, all, how), "");
}

nb::list check_rows() {
    nb::list out;
    for (const auto &c : lint_checks())
        out.append(nb::make_tuple(str_of(c.id), str_of(to_string(c.severity)), str_of(c.summary), str_of(c.document),
                                  str_of(c.section)));
    return out;
}

} // namespace

void add_comparing(nb::module_ &m) {
    m.def("normal_changes", &changed_components, nb::arg("text").none(), nb::arg("level") = "syntax",
          nb::arg("edition") = "", nb::arg("ignore_fragment") = false,
          nb::sig("def normal_changes(text: Identifier, level: Level = 'syntax', edition: ParseEdition = '', "
                  "ignore_fragment: bool = False) -> tuple[str, ...]"),
          "The components that normalize() would change.\n\n"
          ">>> normal_changes(\"HTTP://a/%7Eb\")\n('scheme', 'path')");
    m.def(
        "normal_hash",
        [](nb::handle text, given_text level, given_text edition_name, bool ignore_fragment) {
            return hash(reference_of(text, {.edition = edition_of(edition_name, edition_use::parse)}),
                        normalization(level, ignore_fragment, false));
        },
        nb::arg("text").none(), nb::arg("level") = "syntax", nb::arg("edition") = "",
        nb::arg("ignore_fragment") = false,
        nb::sig(
            "def normal_hash(text: Identifier, level: Level = 'syntax', edition: ParseEdition = '', ignore_fragment: "
            "bool = False) -> int"),
        "A hash of 64 bits of the normal form, equal for equivalent references. Not to be stored: it may differ "
        "between versions.\n\n"
        ">>> normal_hash(\"HTTP://a/\") == normal_hash(\"http://a/\")\nTrue");
    m.def("are_equivalent", &are_equivalent, nb::arg("a").none(), nb::arg("b").none(), nb::arg("level"),
          nb::arg("edition"), nb::arg("ignore_fragment"),
          nb::sig("def are_equivalent(a: Identifier, b: Identifier, level: Level, edition: NormalizeEdition, "
                  "ignore_fragment: bool) -> bool"));
    m.def(
        "lowest_equivalent_level",
        [](nb::handle a, nb::handle b, given_text edition_name) -> nb::object {
            const parse_options how{.edition = edition_of(edition_name, edition_use::normalize)};
            const auto l = lowest_level(a, b, how);
            if (!l) return nb::none();
            return str_of(to_string(*l));
        },
        nb::arg("a").none(), nb::arg("b").none(), nb::arg("edition") = "",
        nb::sig("def lowest_equivalent_level(a: Identifier, b: Identifier, edition: NormalizeEdition = '') -> Level | "
                "None"),
        "The lowest level at which both are equivalent: simple, case, percent, path, syntax or scheme; None if they "
        "differ at all of them."
        "\n\n"
        ">>> lowest_equivalent_level(\"http://a\", \"http://a:80/\")\n"
        "'scheme'");
    m.def(
        "encode_parameters", &encoded_pairs, nb::arg("pairs").none(), nb::kw_only(), nb::arg("plus") = false,
        nb::arg("separator") = "&", nb::arg("semicolon") = false,
        nb::sig("def encode_parameters(pairs: Mapping[str, ParameterValue] | Iterable[tuple[str, ParameterValue]], *, "
                "plus: bool = False, separator: str = '&', semicolon: bool = False) -> str"),
        "The query of which parameters() gives these pairs, or those of a mapping. A list or tuple of values makes a "
        "parameter of each. `plus`: a space is written \"+\"; `semicolon`: \";\" separates, too, and is encoded.\n\n"
        ">>> encode_parameters([(\"a\", \"1&2\"), (\"b\", None)])\n'a=1%262&b'\n"
        ">>> encode_parameters({\"a\": \"1\", \"b\": None})\n'a=1&b'\n"
        ">>> encode_parameters({\"a\": [\"1\", \"2\"]})\n'a=1&a=2'");
    m.def("make_url", &made_url, nb::arg("scheme"), nb::arg("fields"), nb::arg("edition") = "",
          nb::sig("def make_url(scheme: str, fields: dict[str, Any], edition: URLEdition = '') -> str"),
          "The URL of a scheme with such fields; url_fields() of it gives them again.\n\n"
          ">>> make_url(\"mailto\", {\"to\": [\"a@example.com\"]})\n'mailto:a@example.com'");
    m.def(
        "sentence",
        [](given_text says, given_text production, given_text document, given_text section, std::uint64_t offset) {
            return str_of(sentence(says, production, document, section, offset));
        },
        nb::arg("says"), nb::arg("production"), nb::arg("document"), nb::arg("section"), nb::arg("offset"),
        nb::sig("def sentence(says: str, production: str, document: str, section: str, offset: int) -> str"),
        "One sentence of the parts of an error.");
    m.def("check_rows", &check_rows, nb::sig("def check_rows() -> list[tuple[str, Severity, str, str, str]]"));
    m.def(
        "edition_document", [](given_text name) { return str_of(document(edition_of(name))); }, nb::arg("edition") = "",
        nb::sig("def edition_document(edition: Edition = '') -> str"),
        "The document of an edition.\n\n"
        ">>> edition_document(), edition_document(\"rfc8141\")\n('RFC 3986', 'RFC 8141')");
}

} // namespace uniform::python
