// References in documents: HTML's, the base of RFC 3986 5.1, and URIs in a text that comes in pieces.
#include <vector>

#include <uniform/html/references.hpp>
#include <uniform/text/find.hpp>
#include <uniform/uri/base.hpp>

#include "documents.hpp"
#include "identifier.hpp"
#include "module.hpp"
#include "words.hpp"

namespace uniform::python {

find_options how_to_find(std::string_view edition_name, std::string_view schemes, bool abbreviated, bool join_lines) {
    return {.edition = edition_of(edition_name, edition_use::find),
            .schemes = value_of_word(choices_of_schemes, "choice of schemes", schemes),
            .abbreviated = abbreviated,
            .join_lines = join_lines};
}

nb::tuple found_row(const found &f, std::size_t begin, std::size_t end) {
    return nb::make_tuple(str_of(f.uri()), str_of(f.text), begin, end, str_of(to_string(f.how)), f.guess,
                          nb::bytes(f.cut_before.data(), f.cut_before.size()).attr("decode")("utf-8", "replace"),
                          f.doubtful_hyphens.size(), f.cleaned);
}

namespace {

// `document`: a str, or bytes in any encoding that the document names.
nb::tuple references_of(nb::handle document, const std::optional<identifier> &retrieved_from) {
    html::reference_options how;
    if (retrieved_from) how.around.retrieval = {&retrieved_from->text, 1};
    if (PyUnicode_Check(document.ptr())) how.charset = "utf-8"; // whatever the document says of its bytes
    const auto found = html::find_references(bytes_of(document), how);
    if (!found) {
        const html::refusal why = found.error();
        raise({std::string{message(why)}, std::string{to_string(why)}, 0, "", "", ""}, "");
    }
    nb::list rows;
    for (const html::reference &r : found->references) {
        rows.append(nb::make_tuple(str_of(r.element), str_of(r.attribute), str_of(r.value),
                                   r.target ? nb::object{str_of(*r.target)} : nb::object{nb::none()},
                                   r.target ? nb::object{nb::none()} : nb::object{str_of(r.target.error().message())},
                                   r.where.offset, r.end, r.where.line, r.where.column, r.same_document));
    }
    return nb::make_tuple(str_or_none(found->base.uri), rows);
}

nb::tuple base_of(const std::optional<identifier> &content, const nb::list &entities, const nb::list &retrieval,
                  const std::optional<identifier> &application, std::string_view edition_name) {
    const auto text_of = [](const std::optional<identifier> &given) {
        return given ? std::optional{given->text} : std::nullopt;
    };
    std::vector<std::optional<std::string_view>> around;
    for (const nb::handle e : entities) {
        around.emplace_back();
        if (!e.is_none()) around.back() = identifier_of(e).text;
    }
    std::vector<std::string_view> retrieved;
    for (const nb::handle r : retrieval) retrieved.push_back(identifier_of(r).text);
    const auto made = establish_base(
        {.content = text_of(content), .entities = around, .retrieval = retrieved, .application = text_of(application)},
        {.edition = edition_of(edition_name, edition_use::parse)});
    if (!made) raise(made.error().error, made.error().text);
    return nb::make_tuple(str_of(made->uri), str_of(section(made->source)));
}

struct py_finder {
    uri_finder finder;

    nb::list feed(nb::handle piece) {
        if (!PyBytes_Check(piece.ptr())) raise_type("a bytes object", piece);
        nb::list out;
        finder.feed(bytes_of(piece), [&](const found &f) { out.append(found_row(f, f.begin, f.end)); });
        return out;
    }
    nb::list finish() {
        nb::list out;
        finder.finish([&](const found &f) { out.append(found_row(f, f.begin, f.end)); });
        return out;
    }
};

} // namespace

void add_documents(nb::module_ &m) {
    m.def("html_rows", &references_of, nb::arg("document").none(), nb::arg("retrieved_from").none() = nb::none(),
          nb::sig("def html_rows(document: str | bytes, retrieved_from: Identifier | None = None) -> tuple[str | None, "
                  "list[tuple[Any, ...]]]"));
    m.def(
        "base_row", &base_of, nb::arg("content").none(), nb::arg("entities"), nb::arg("retrieval"),
        nb::arg("application").none(), nb::arg("edition"),
        nb::sig(
            "def base_row(content: Identifier | None, entities: list[Identifier | None], retrieval: list[Identifier], "
            "application: Identifier | None, edition: ParseEdition) -> tuple[str, str]"));
    nb::class_<py_finder>(m, "FinderOfRows", "Finds URIs in a text that comes in pieces, as rows.")
        .def(
            "__init__",
            [](py_finder *self, std::string_view edition_name, std::string_view schemes, bool abbreviated,
               bool join_lines) {
                new (self) py_finder{uri_finder{how_to_find(edition_name, schemes, abbreviated, join_lines)}};
            },
            nb::arg("edition"), nb::arg("schemes"), nb::arg("abbreviated"), nb::arg("join_lines"),
            nb::sig("def __init__(self, edition: FindEdition, schemes: FoundSchemes, abbreviated: bool, join_lines: "
                    "bool) -> None"))
        .def("feed", &py_finder::feed, nb::lock_self(), nb::arg("piece").none(),
             nb::sig("def feed(self, piece: bytes) -> list[tuple[Any, ...]]"))
        .def("finish", &py_finder::finish, nb::lock_self(), nb::sig("def finish(self) -> list[tuple[Any, ...]]"));
}

} // namespace uniform::python
