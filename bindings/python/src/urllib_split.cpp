// Functions with the shapes of urllib.parse that take URLs apart and put them together: uniform.urllib. What they
// return is made here, and not in Python, which would cost more than what they do.
#include "urllib_text.hpp"

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/uri.hpp>

#include "module.hpp"

namespace uniform::python {

namespace {

// The classes of results, named tuples that uniform/urllib.py defines; they stay for as long as the interpreter.
PyTypeObject *split_result = nullptr;  // NOLINT(*-avoid-non-const-global-variables)
PyTypeObject *parse_result = nullptr;  // NOLINT(*-avoid-non-const-global-variables)
PyTypeObject *defrag_result = nullptr; // NOLINT(*-avoid-non-const-global-variables)

nb::object result_of(PyTypeObject *type, const nb::tuple &parts) {
    if (type == nullptr) throw nb::import_error("uniform.urllib has to be imported first");
#if PY_VERSION_HEX < 0x030E0000
    // What tuple.__new__ does for a class made of tuple. Since Python 3.14, a tuple has more than its elements.
    const Py_ssize_t count = PyTuple_GET_SIZE(parts.ptr());
    PyObject *const made = type->tp_alloc(type, count);
    if (made == nullptr) throw nb::python_error();
    for (Py_ssize_t i = 0; i < count; ++i) PyTuple_SET_ITEM(made, i, Py_NewRef(PyTuple_GET_ITEM(parts.ptr(), i)));
    return nb::steal(made);
#else
    PyObject *const made = PyTuple_Type.tp_new(type, nb::make_tuple(parts).ptr(), nullptr);
    if (made == nullptr) throw nb::python_error();
    return nb::steal(made);
#endif
}

nb::object scheme_str(std::string_view scheme) {
    // The str of the schemes that most URLs have is made once.
    static PyObject *const http = PyUnicode_InternFromString("http");
    static PyObject *const https = PyUnicode_InternFromString("https");
    if (scheme == "https" && https != nullptr) return nb::borrow(https);
    if (scheme == "http" && http != nullptr) return nb::borrow(http);
    return ascii_str(ascii::lower_copy(scheme));
}

struct split_parts {
    nb::object scheme;
    std::string_view authority;
    std::string_view path;
    std::string_view query;
    std::string_view fragment;
    bool ascii;
};

split_parts parts_of(nb::handle url, nb::handle scheme, bool allow_fragments) {
    require_str(url);
    require_str(scheme);
    const std::string_view bytes = utf8_of(url);
    const auto r = parse_uri_reference(bytes);
    if (!r) raise(r.error(), bytes);
    split_parts p{nb::borrow(scheme),      r->authority().value_or(""), r->path(),
                  r->query().value_or(""), r->fragment().value_or(""),  PyUnicode_IS_ASCII(url.ptr()) != 0};
    if (!allow_fragments && r->fragment()) {
        // "#" and what follows is then a part of what stands before it.
        std::string_view &last = r->query() ? p.query : p.path;
        const auto begin = (r->query() ? r->where(rule::query) : r->where(rule::path))->begin;
        last = bytes.substr(begin);
        p.fragment = {};
    }
    if (const auto own = r->scheme()) p.scheme = scheme_str(*own);
    return p;
}

nb::object split(nb::handle url, nb::handle scheme, bool allow_fragments) {
    const split_parts p = parts_of(url, scheme, allow_fragments);
    return result_of(split_result, nb::make_tuple(p.scheme, part_of(p.authority, p.ascii), part_of(p.path, p.ascii),
                                                  part_of(p.query, p.ascii), part_of(p.fragment, p.ascii)));
}

// Whether urllib.parse takes parameters from the path's last segment: it has a list of schemes, most of them with RFC
// 2396 3.3 in mind; RFC 3986 3.3 leaves ";" to the schemes.
bool has_parameters(std::string_view scheme) {
    static constexpr std::string_view all[] = {"",      "ftp",   "hdl",  "http",  "https", "mms",  "prospero", "rtsp",
                                               "rtsps", "rtspu", "sftp", "shttp", "sip",   "sips", "tel"};
    return std::ranges::find(all, scheme) != std::ranges::end(all);
}

nb::object split_with_parameters(nb::handle url, nb::handle scheme, bool allow_fragments) {
    split_parts p = parts_of(url, scheme, allow_fragments);
    std::string_view parameters;
    const std::size_t last = p.path.rfind('/');
    const std::size_t semicolon = p.path.find(';', last == std::string_view::npos ? 0 : last);
    if (semicolon != std::string_view::npos && has_parameters(utf8_of(p.scheme))) {
        parameters = p.path.substr(semicolon + 1);
        p.path = p.path.substr(0, semicolon);
    }
    return result_of(parse_result, nb::make_tuple(p.scheme, part_of(p.authority, p.ascii), part_of(p.path, p.ascii),
                                                  part_of(parameters, p.ascii), part_of(p.query, p.ascii),
                                                  part_of(p.fragment, p.ascii)));
}

nb::object defragmented(nb::handle url) {
    require_str(url);
    const std::string_view bytes = utf8_of(url);
    const auto r = parse_uri_reference(bytes);
    if (!r) raise(r.error(), bytes);
    const bool all_ascii = PyUnicode_IS_ASCII(url.ptr()) != 0;
    const auto fragment = r->fragment();
    if (!fragment) return result_of(defrag_result, nb::make_tuple(url, ascii_str("")));
    const std::string_view rest = bytes.substr(0, bytes.size() - fragment->size() - 1);
    return result_of(defrag_result, nb::make_tuple(part_of(rest, all_ascii), part_of(*fragment, all_ascii)));
}

// RFC 3986 5.3, "" being absent. A file URL with an empty authority keeps its "//" (RFC 8089), as in urllib.parse.
nb::object put_together(nb::handle parts, bool with_parameters) {
    const char *const expected = with_parameters ? "six parts are expected" : "five parts are expected";
    const nb::object row = nb::steal(PySequence_Fast(parts.ptr(), expected));
    if (!row.is_valid()) throw nb::python_error();
    if (PySequence_Fast_GET_SIZE(row.ptr()) != (with_parameters ? 6 : 5)) throw nb::value_error(expected);
    const auto part = [&](Py_ssize_t i) {
        PyObject *const text = PySequence_Fast_GET_ITEM(row.ptr(), i);
        require_str(text);
        return utf8_of(text);
    };
    const auto present = [](std::string_view text) {
        return text.empty() ? std::nullopt : std::optional<std::string_view>{text};
    };
    const Py_ssize_t after_path = with_parameters ? 4 : 3;
    std::string_view path = part(2);
    std::string both;
    if (with_parameters && !part(3).empty()) {
        both.append(path).append(";").append(part(3));
        path = both;
    }
    components c{.path = path, .query = present(part(after_path)), .fragment = present(part(after_path + 1))};
    c.scheme = present(part(0));
    c.authority = present(part(1));
    if (!c.authority && c.scheme == "file" && path.starts_with('/')) c.authority = "";
    const auto built = build(c);
    if (!built) raise(built.error(), "");
    return str_of(built->text());
}

// A class that stays.
PyTypeObject *kept(nb::handle type) {
    if (!PyType_Check(type.ptr())) throw nb::type_error("a class is expected");
    return reinterpret_cast<PyTypeObject *>(type.inc_ref().ptr()); // NOLINT(*-reinterpret-cast): a class is one
}

} // namespace

void add_urllib_split(nb::module_ &m) {
    m.def(
        "use_results",
        [](nb::handle split, nb::handle parse, nb::handle defrag) {
            split_result = kept(split);
            parse_result = kept(parse);
            defrag_result = kept(defrag);
        },
        nb::arg("split"), nb::arg("parse"), nb::arg("defrag"),
        nb::sig("def use_results(split: type, parse: type, defrag: type) -> None"));
    m.def("urlsplit", &split, nb::arg("url"), nb::arg("scheme") = "", nb::arg("allow_fragments") = true,
          nb::sig("def urlsplit(url: str, scheme: str = '', allow_fragments: bool = True) -> SplitResult"),
          "The five parts, the scheme in lower case.\n\n"
          ">>> urlsplit(\"//a/b\", \"https\").scheme\n'https'");
    m.def("urlparse", &split_with_parameters, nb::arg("url"), nb::arg("scheme") = "", nb::arg("allow_fragments") = true,
          nb::sig("def urlparse(url: str, scheme: str = '', allow_fragments: bool = True) -> ParseResult"),
          "As urlsplit(), with the parameters of the last segment, after its first \";\", apart where urllib.parse "
          "takes them from the path. RFC 3986 has no such part.\n\n"
          ">>> urlparse(\"http://a/b;c/d;e=1?f\").params\n'e=1'");
    m.def(
        "urlunsplit", [](nb::handle parts) { return put_together(parts, false); }, nb::arg("parts"),
        nb::sig("def urlunsplit(parts: Iterable[str]) -> str"),
        "The URL with these five parts; \"\" is absent. UniformError where they make no URI-reference.\n\n"
        ">>> urlunsplit((\"http\", \"a\", \"/b\", \"\", \"c\"))\n'http://a/b#c'");
    m.def(
        "urlunparse", [](nb::handle parts) { return put_together(parts, true); }, nb::arg("parts"),
        nb::sig("def urlunparse(parts: Iterable[str]) -> str"),
        "The URL with these six parts, as urlparse() returns them.\n\n"
        ">>> urlunparse((\"http\", \"a\", \"/b\", \"c\", \"\", \"d\"))\n'http://a/b;c#d'");
    m.def("urldefrag", &defragmented, nb::arg("url"), nb::sig("def urldefrag(url: str) -> DefragResult"),
          "The URL without its fragment, and the fragment.\n\n"
          ">>> urldefrag(\"http://a/#b\")\nDefragResult(url='http://a/', fragment='b')");
}

} // namespace uniform::python
