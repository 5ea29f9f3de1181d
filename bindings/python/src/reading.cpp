// Texts that need not be valid: what misleads in them, the identifiers in a text, repair, and URLs by their schemes.
#include <nanobind/stl/vector.h>

#include <uniform/lint/lint.hpp>
#include <uniform/repair/repair.hpp>
#include <uniform/text/find.hpp>
#include <uniform/unicode/icu.hpp>
#include <uniform/url/url.hpp>

#include "documents.hpp"
#include "identifier.hpp"
#include "module.hpp"
#include "reference.hpp"
#include "words.hpp"

namespace uniform::python {

namespace {

using given_text = std::string_view;

nb::list lint_findings(const identifier &given, given_text edition_name, given_text severity) {
    const auto mildest = lint_severity_from_string(severity);
    if (!mildest) raise_name("severity", severity);
    const lint_options how{.unicode = &icu_checks(), .edition = given.edition_for(edition_name, edition_use::lint)};
    const std::string_view bytes = given.text;
    nb::list out;
    for (const lint_finding &f : lint(bytes, how)) {
        if (f.severity < *mildest) continue;
        out.append(nb::make_tuple(str_of(to_string(f.check)), str_of(to_string(f.severity)),
                                  index_of(bytes, f.where.begin), index_of(bytes, f.where.end), str_of(f.explanation),
                                  str_of(f.document), str_of(f.section),
                                  f.safer ? nb::object{str_of(*f.safer)} : nb::object{nb::none()}));
    }
    return out;
}

nb::list find_in(given_text bytes, given_text edition_name, given_text schemes, bool abbreviated, bool join_lines) {
    const find_options how = how_to_find(edition_name, schemes, abbreviated, join_lines);
    nb::list out;
    std::size_t byte = 0; // positions ascend: each byte is counted once
    std::size_t index = 0;
    for (const found &f : find_uris(bytes, how)) {
        index += index_of(bytes.substr(byte), f.begin - byte);
        byte = f.begin;
        const std::size_t end = index + index_of(bytes.substr(byte), f.end - byte);
        out.append(found_row(f, index, end));
    }
    return out;
}

nb::object repaired(const identifier &given, given_text like, given_text production) {
    const repair_options how{.like = value_of_word(interpretations, "interpretation", like),
                             .as = production_of(production)};
    const std::string_view bytes = given.text;
    const auto r = repair(bytes, how);
    if (!r) {
        const no_repair &why = r.error();
        raise({why.says, "no_repair", why.offset, std::string{why.production}, std::string{why.document},
               std::string{why.section}},
              bytes);
    }
    return nb::make_tuple(str_of(r->uri), r->changed, str_or_none(r->host_before));
}

nb::object completed(given_text typed, given_text default_scheme) {
    const auto c = complete_iri(typed, {.default_scheme = default_scheme});
    if (!c) return nb::none();
    return nb::make_tuple(str_of(c->uri), str_of(to_string(c->rule)), c->guess);
}

nb::object field_value(const url_field &f) {
    switch (f.what) {
    case url_field::kind::absent:
        return nb::none();
    case url_field::kind::number:
        return nb::int_(f.number);
    case url_field::kind::boolean:
        return nb::bool_(f.number != 0);
    case url_field::kind::list: {
        nb::list out;
        for (const std::string &s : f.list)
            out.append(nb::bytes(s.data(), s.size()).attr("decode")("utf-8", "surrogateescape"));
        return out;
    }
    case url_field::kind::pair_list: {
        nb::list out;
        for (const auto &[name, value] : f.pair_list) out.append(nb::make_tuple(str_of(name), str_of(value)));
        return out;
    }
    default:
        return nb::bytes(f.text.data(), f.text.size()).attr("decode")("utf-8", "surrogateescape");
    }
}

nb::dict url_fields(const identifier &given, given_text edition_name) {
    const std::string_view bytes = given.text;
    url_options how;
    const std::string_view scheme = bytes.substr(0, bytes.find(':'));
    how.edition = edition_of(edition_name, current_edition(scheme));
    const auto url = value_of(parse_url(bytes, how), bytes);
    nb::dict out;
    for (const url_field &f : fields_of(url, how)) out[str_of(f.name)] = field_value(f);
    return out;
}

} // namespace

void add_readings(nb::module_ &m) {
    m.def("lint", &lint_findings, nb::arg("text"), nb::arg("edition") = "", nb::arg("severity") = "note",
          nb::sig("def lint(text: Identifier, edition: LintEdition = '', severity: Severity = 'note') -> "
                  "list[tuple[Any, ...]]"));
    m.def("find", &find_in, nb::arg("text"), nb::arg("edition") = "", nb::arg("schemes") = "likely",
          nb::arg("abbreviated") = false, nb::arg("join_lines") = false,
          nb::sig("def find(text: str, edition: FindEdition = '', schemes: FoundSchemes = 'likely', abbreviated: bool "
                  "= False, "
                  "join_lines: bool = False) -> list[tuple[Any, ...]]"));
    m.def("repair", &repaired, nb::arg("text"), nb::arg("like") = "rfc3987", nb::arg("production") = "",
          nb::sig("def repair(text: Identifier, like: Like = 'rfc3987', production: Production = '') -> tuple[str, "
                  "bool, str | None]"));
    m.def("complete", &completed, nb::arg("typed"), nb::arg("default_scheme") = "http",
          nb::sig("def complete(typed: str, default_scheme: str = 'http') -> tuple[str, str, bool] | None"));
    m.def("url_fields", &url_fields, nb::arg("text"), nb::arg("edition") = "",
          nb::sig("def url_fields(text: Identifier, edition: URLEdition = '') -> dict[str, Any]"),
          "The parts of a URL by its scheme's own document (RFC 1738 and its successors), decoded, with defaults "
          "filled in: user, port, cwd, to, ..."
          "\n\n"
          ">>> url_fields(\"ftp://h/a;type=i\")[\"typecode\"]\n"
          "'i'");
}

} // namespace uniform::python
