// Functions with the shapes of urllib.parse that take URLs apart and put them together: uniform.urllib. What they
// return is made here, and not in Python, which would cost more than what they do.
#include "urllib_text.hpp"

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/resolve.hpp>

#include "module.hpp"

namespace uniform::python {

namespace {

// The classes of results, named tuples that uniform/urllib.py defines; they stay for as long as the interpreter.
PyTypeObject *split_result = nullptr;  // NOLINT(*-avoid-non-const-global-variables)
PyTypeObject *parse_result = nullptr;  // NOLINT(*-avoid-non-const-global-variables)
PyTypeObject *defrag_result = nullptr; // NOLINT(*-avoid-non-const-global-variables)

nb::object result_of(PyTypeObject *type, const nb::tuple &parts) {
    if (type == nullptr) throw nb::import_error("uniform.urllib has to be imported first");
#if PY_VERSION_HEX < 0x030E0000 && !defined(Py_LIMITED_API)
    // The steps of tuple.__new__ for a class made of tuple. Since Python 3.14, a tuple has more than its elements.
    const Py_ssize_t count = PyTuple_GET_SIZE(parts.ptr());
    PyObject *const made = type->tp_alloc(type, count);
    if (made == nullptr) throw nb::python_error();
    for (Py_ssize_t i = 0; i < count; ++i) PyTuple_SET_ITEM(made, i, Py_NewRef(PyTuple_GET_ITEM(parts.ptr(), i)));
    return nb::steal(made);
#else
    static const auto make = reinterpret_cast<newfunc>(PyType_GetSlot(&PyTuple_Type, Py_tp_new)); // NOLINT(*-cast)
    PyObject *const made = make(type, nb::make_tuple(parts).ptr(), nullptr);
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
                  r->query().value_or(""), r->fragment().value_or(""),  is_ascii_str(url, bytes)};
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
    const bool all_ascii = is_ascii_str(url, bytes);
    const auto fragment = r->fragment();
    if (!fragment) return result_of(defrag_result, nb::make_tuple(url, ascii_str("")));
    const std::string_view rest = bytes.substr(0, bytes.size() - fragment->size() - 1);
    return result_of(defrag_result, nb::make_tuple(part_of(rest, all_ascii), part_of(*fragment, all_ascii)));
}

// The items of a row of parts, which are borrowed: no Python code may run while they are used.
nb::object row_of(nb::handle parts, Py_ssize_t count) {
    nb::object row = PyTuple_Check(parts.ptr()) ? nb::borrow(parts) : nb::steal(PySequence_Tuple(parts.ptr()));
    if (!row.is_valid()) throw nb::python_error();
    if (PyTuple_Size(row.ptr()) != count)
        throw nb::value_error(count == 5 ? "five parts are expected" : "six parts are expected");
    return row;
}

// RFC 3986 5.3, "" and None being absent. A file URL with an empty authority keeps its "//" (RFC 8089), as in
// urllib.parse. The text is written on the stack where it is short.
nb::object put_together(nb::handle parts, bool with_parameters) {
    const nb::object row = row_of(parts, with_parameters ? 6 : 5);
    const auto part = [&row](Py_ssize_t i) -> std::string_view {
        const nb::handle text = PyTuple_GetItem(row.ptr(), i);
        if (text.is_none()) return {}; // which is absent, too, in urllib.parse
        return utf8_of(text);
    };
    const Py_ssize_t after_path = with_parameters ? 4 : 3;
    const std::string_view scheme = part(0);
    const std::string_view authority = part(1);
    const std::string_view path = part(2);
    const std::string_view parameters = with_parameters ? part(3) : std::string_view{};
    const std::string_view query = part(after_path);
    const std::string_view fragment = part(after_path + 1);

    const bool has_authority = !authority.empty() || (scheme == "file" && path.starts_with('/'));
    const bool slash = !authority.empty() && !path.empty() && path[0] != '/'; // RFC 3986 3.3: path-abempty
    const std::size_t path_size =
        std::size_t{slash} + path.size() + std::size_t{!parameters.empty()} + parameters.size();
    const std::size_t size = scheme.size() + std::size_t{!scheme.empty()} + (has_authority ? 2 : 0) + authority.size() +
                             path_size + std::size_t{!query.empty()} + query.size() + std::size_t{!fragment.empty()} +
                             fragment.size();
    std::array<char, 1024> on_stack; // NOLINT(*-member-init): what is read was written
    std::string on_heap;
    if (size > on_stack.size()) on_heap.resize(size);
    char *to = size > on_stack.size() ? on_heap.data() : on_stack.data();
    const std::string_view text{to, size};
    const auto put = [&to](std::string_view more) { to = std::ranges::copy(more, to).out; };
    const auto put_after = [&put](std::string_view delimiter, std::string_view more) {
        if (more.empty()) return;
        put(delimiter);
        put(more);
    };
    put(scheme);
    if (!scheme.empty()) put(":");
    if (has_authority) put("//");
    put(authority);
    if (slash) put("/");
    put(path);
    put_after(";", parameters);
    put_after("?", query);
    put_after("#", fragment);

    const auto read = parse_uri_reference(text); // which allows US-ASCII alone
    if (!read) raise(read.error(), text);
    const bool same = read->scheme().value_or("").size() == scheme.size() && read->has_authority() == has_authority &&
                      read->authority().value_or("").size() == authority.size() && read->path().size() == path_size &&
                      read->query().value_or("").size() == query.size();
    if (!same) {
        raise({"put together, these parts are read as others", "changes_components", 0, "URI-reference", "RFC 3986",
               "5.3"},
              text);
    }
    return ascii_str(text);
}

// RFC 3986 5.2 for a base that need not have a scheme: the target then has none either.
nb::object joined(nb::handle base, nb::handle url, bool /*allow_fragments*/) {
    require_str(base);
    require_str(url);
    const std::string_view base_text = utf8_of(base);
    const std::string_view text = utf8_of(url);
    const reference_view around = value_of(parse_uri_reference(base_text), base_text);
    const reference_view reference = value_of(parse_uri_reference(text), text);
    if (base_text.empty()) return nb::borrow(url);
    if (text.empty()) return nb::borrow(base);
    if (const auto uri = uri_view::from(around)) return str_of(value_of(resolve(*uri, reference), text));
    if (reference.has_scheme()) return nb::borrow(url);
    // No step of 5.2.2 but the last looks at the scheme of the base, so any will do.
    const std::string with_scheme = "x:" + std::string{base_text};
    const auto uri = value_of(parse_uri(with_scheme), with_scheme);
    std::string target = value_of(resolve(uri, reference), text).substr(2);
    const auto rooted = [](const reference_view &r) { return r.has_authority() || r.path().starts_with('/'); };
    if (rooted(around) || rooted(reference)) return str_of(target);
    // 5.2.4 leaves a "/" where ".." removes the first segment ("a/../b"); the path was relative and stays so.
    if (target.starts_with('/')) target.erase(0, 1);
    // 4.2: a first segment with ":" needs "./" before it; so does an empty path, which would be that of the base.
    const std::string_view first = std::string_view{target}.substr(0, target.find_first_of("/?#"));
    if (first.contains(':') || (first.empty() && !reference.path().empty())) target.insert(0, "./");
    return str_of(target);
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
    m.def("urlsplit", &split, nb::arg("url").none(), nb::arg("scheme").none() = "", nb::arg("allow_fragments") = true,
          nb::sig("def urlsplit(url: str, scheme: str = '', allow_fragments: bool = True) -> SplitResult"),
          "The five parts, the scheme in lower case.\n\n"
          ">>> urlsplit(\"//a/b\", \"https\").scheme\n'https'");
    m.def("urlparse", &split_with_parameters, nb::arg("url").none(), nb::arg("scheme").none() = "",
          nb::arg("allow_fragments") = true,
          nb::sig("def urlparse(url: str, scheme: str = '', allow_fragments: bool = True) -> ParseResult"),
          "As urlsplit(), with the parameters of the last segment, after its first \";\", apart where urllib.parse "
          "takes them from the path. RFC 3986 has no such part.\n\n"
          ">>> urlparse(\"http://a/b;c/d;e=1?f\").params\n'e=1'");
    m.def(
        "urlunsplit", [](nb::handle parts) { return put_together(parts, false); }, nb::arg("parts").none(),
        nb::sig("def urlunsplit(parts: Iterable[str | None]) -> str"),
        "The URL with these five parts; \"\" and None are absent. UniformError where they make no URI-reference, or "
        "one of other "
        "parts.\n\n"
        ">>> urlunsplit((\"http\", \"a\", \"/b\", \"\", \"c\"))\n'http://a/b#c'");
    m.def(
        "urlunparse", [](nb::handle parts) { return put_together(parts, true); }, nb::arg("parts").none(),
        nb::sig("def urlunparse(parts: Iterable[str | None]) -> str"),
        "The URL with these six parts, as urlparse() returns them.\n\n"
        ">>> urlunparse((\"http\", \"a\", \"/b\", \"c\", \"\", \"d\"))\n'http://a/b;c#d'");
    m.def("urljoin", &joined, nb::arg("base").none(), nb::arg("url").none(), nb::arg("allow_fragments") = true,
          nb::sig("def urljoin(base: str, url: str, allow_fragments: bool = True) -> str"),
          "RFC 3986 5.2: what the reference refers to. The base may be relative: then the result is, too. With \"\" as "
          "one "
          "of both, the result is the other.\n\n"
          ">>> urljoin(\"http://a/b/c\", \"//d\"), urljoin(\"http://a/b/c\", \"\"), urljoin(\"/a/b\", \"../c\")\n"
          "('http://d', 'http://a/b/c', '/c')");
    m.def("urldefrag", &defragmented, nb::arg("url").none(), nb::sig("def urldefrag(url: str) -> DefragResult"),
          "The URL without its fragment, and the fragment.\n\n"
          ">>> urldefrag(\"http://a/#b\")\nDefragResult(url='http://a/', fragment='b')");
}

} // namespace uniform::python
