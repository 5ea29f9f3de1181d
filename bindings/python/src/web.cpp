// URLs as browsers read them (the URL Standard of the WHATWG).
#include <uniform/whatwg/readings.hpp>
#include <uniform/whatwg/search_params.hpp>

#include "identifier.hpp"
#include "module.hpp"
#include "objects.hpp"

namespace uniform::python {

namespace {

[[noreturn]] void raise_failure(const whatwg::failure &f, std::string_view text) {
    raise({std::string{whatwg::message(f.kind)} + (f.in_base ? " (in the base)" : ""),
           std::string{whatwg::name(f.kind)}, f.in_base ? 0 : f.offset, "", "URL Standard", ""},
          text);
}

nb::object parse_web(const identifier &given, const std::optional<identifier> &base) {
    auto parsed = base ? whatwg::parse(given.text, base->text) : whatwg::parse(given.text);
    if (!parsed) raise_failure(parsed.error(), given.text);
    return nb::cast(py_web_url{*std::move(parsed)});
}

template <auto member>
nb::str part(const py_web_url &u) {
    const auto view = u.url.view();
    return str_of((view.*member)());
}

void add_web_members(nb::class_<py_web_url> &urls) {
    urls.def_prop_ro("href", &part<&whatwg::url_view::href>, "The serialized URL.")
        .def_prop_ro("origin", &part<&whatwg::url_view::origin>, "The origin; \"null\" for an opaque one.")
        .def_prop_ro("protocol", &part<&whatwg::url_view::protocol>, "The scheme and \":\".")
        .def_prop_ro("username", &part<&whatwg::url_view::username>)
        .def_prop_ro("password", &part<&whatwg::url_view::password>)
        .def_prop_ro("host", &part<&whatwg::url_view::host>, "The host, and \":\" and the port if there is one.")
        .def_prop_ro("hostname", &part<&whatwg::url_view::hostname>)
        .def_prop_ro("port", &part<&whatwg::url_view::port>, "\"\" for the default port of the scheme.")
        .def_prop_ro("pathname", &part<&whatwg::url_view::pathname>)
        .def_prop_ro("search", &part<&whatwg::url_view::search>, "\"?\" and the query.")
        .def_prop_ro("hash", &part<&whatwg::url_view::hash>, "\"#\" and the fragment.")
        .def_prop_ro(
            "search_params",
            [](const py_web_url &u) {
                nb::list out;
                for (const auto &[name, value] : u.url.search_params()) {
                    out.append(nb::make_tuple(str_of(name), str_of(value)));
                }
                return nb::tuple(out);
            },
            nb::sig("def search_params(self) -> tuple[tuple[str, str], ...]"),
            "The names and values of the query, as forms write them.")
        .def(
            "replace",
            [](const py_web_url &u, const nb::kwargs &given) {
                whatwg::url copy = u.url;
                for (const auto &[key, value] : given) {
                    const std::string_view name = utf8_of(key);
                    const std::string_view to = utf8_of(value);
                    if (name == "href")
                        copy.set_href(to);
                    else if (name == "protocol")
                        copy.set_protocol(to);
                    else if (name == "username")
                        copy.set_username(to);
                    else if (name == "password")
                        copy.set_password(to);
                    else if (name == "host")
                        copy.set_host(to);
                    else if (name == "hostname")
                        copy.set_hostname(to);
                    else if (name == "port")
                        copy.set_port(to);
                    else if (name == "pathname")
                        copy.set_pathname(to);
                    else if (name == "search")
                        copy.set_search(to);
                    else if (name == "hash")
                        copy.set_hash(to);
                    else
                        raise_name("member of a URL", name);
                }
                return py_web_url{std::move(copy)};
            },
            nb::sig("def replace(self, **members: str) -> WebURL"),
            "The URL after the standard's setters, in the order of the arguments: what one cannot use changes nothing, "
            "as in a browser.");
}

void add_web_special_methods(nb::class_<py_web_url> &urls) {
    urls.def("__str__", &part<&whatwg::url_view::href>)
        .def("__format__", &formatted, nb::sig("def __format__(self, spec: str, /) -> str"))
        .def(
            "__repr__",
            [](const py_web_url &u) { return nb::str("WebURL({!r})").attr("format")(str_of(u.url.href())); },
            nb::sig("def __repr__(self) -> str"))
        .def("__hash__", [](const py_web_url &u) { return nb::hash(str_of(u.url.href())); })
        .def(
            "__eq__", [](const py_web_url &a, const py_web_url &b) { return a.url == b.url; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def(
            "__reduce__",
            [](const py_web_url &u) {
                return nb::make_tuple(nb::module_::import_("uniform._pickle").attr("parse_web"),
                                      nb::make_tuple(str_of(u.url.href())));
            },
            nb::sig("def __reduce__(self) -> tuple[Any, ...]"));
}

void add_web_class(nb::module_ &m) {
    nb::class_<py_web_url> urls{
        m, "WebURL",
        "A URL as browsers read it (the URL Standard). Immutable. Members are those of the standard's "
        "class URL: \"\" where there is nothing."};
    add_order(urls, [](const py_web_url &u) { return std::string_view{u.url.href()}; });
    add_no_constructor(urls, "uniform.parse_web(text) makes a WebURL");
    add_web_members(urls);
    add_web_special_methods(urls);
}

void add_web_functions(nb::module_ &m) {
    m.def("parse_web", &parse_web, nb::arg("text"), nb::arg("base").none() = nb::none(),
          nb::sig("def parse_web(text: Identifier, base: Identifier | None = None) -> WebURL"),
          "The URL that a browser makes of the text (the URL Standard), which may be relative where there is a base."
          "\n\n"
          ">>> parse_web(\"../c\", \"https://example.com/a/b/\").href\n"
          "'https://example.com/a/c'");
    m.def(
        "can_parse_web",
        [](const identifier &given, const std::optional<identifier> &base) {
            return base ? whatwg::can_parse(given.text, base->text) : whatwg::can_parse(given.text);
        },
        nb::arg("text"), nb::arg("base").none() = nb::none(),
        nb::sig("def can_parse_web(text: Identifier, base: Identifier | None = None) -> bool"),
        "Whether a browser makes a URL of the text."
        "\n\n"
        ">>> can_parse_web(\"http://a b/\")\n"
        "False");
    m.def(
        "web_errors",
        [](const identifier &given) {
            const std::string_view bytes = given.text;
            whatwg::validation_errors errors;
            static_cast<void>(whatwg::parse(bytes, nullptr, &errors));
            nb::list out;
            for (const auto &e : errors) {
                out.append(nb::make_tuple(str_of(whatwg::name(e.kind)), e.offset, index_of(bytes, e.offset),
                                          str_of(whatwg::message(e.kind))));
            }
            return out;
        },
        nb::arg("text"), nb::sig("def web_errors(text: Identifier) -> list[tuple[str, int, int, str]]"));
    m.def(
        "reading_differences",
        [](const identifier &given) {
            const std::string_view bytes = given.text;
            nb::list out;
            for (const auto &d : whatwg::reading_differences(bytes)) {
                out.append(nb::make_tuple(str_of(whatwg::name(d.part)), index_of(bytes, d.offset),
                                          index_of(bytes, d.offset + d.size), str_of(d.by_rfc3986),
                                          str_of(d.by_browser)));
            }
            return out;
        },
        nb::arg("text"), nb::sig("def reading_differences(text: Identifier) -> list[tuple[str, int, int, str, str]]"));
}

} // namespace

void add_web_urls(nb::module_ &m) {
    add_web_class(m);
    add_web_functions(m);
}

} // namespace uniform::python
