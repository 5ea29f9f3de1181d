// Functions with the shapes of urllib.parse, of data and queries: uniform.urllib. What they return is made here, and
// not in Python, which would cost more than what they do.
#include "urllib_text.hpp"

#include <uniform/uri/query.hpp>

#include "module.hpp"

namespace uniform::python {

namespace {

using given_text = std::string_view;

// An argument as a C string: the UTF-8 of a str has a NUL at its end.
const char *c_str_of(given_text argument) {
    return argument.data();
} // NOLINT(bugprone-suspicious-stringview-data-usage)

// RFC 3986 2.3: unreserved
constexpr char_set unreserved = characters::alpha | characters::digit | char_set{"-._~"};

// Percent-encoded; `space_as_plus` as quote_plus() does it.
void quote_append(std::string &out, std::string_view data, char_set keep, bool space_as_plus) {
    const std::size_t old = out.size();
    encode_append(out, data, space_as_plus ? keep | char_set{" "} : keep);
    if (space_as_plus) {
        for (std::size_t i = old; i < out.size(); ++i)
            if (out[i] == ' ') out[i] = '+';
    }
}

nb::object quoted(nb::handle text, nb::handle safe, bool space_as_plus) {
    const std::string_view data = bytes_of(text);
    const char_set keep = unreserved | char_set{bytes_of(safe)};
    std::string out; // "%" is kept where it is named safe, which encode_append() never does
    if (keep.contains('%')) {
        for (std::size_t begin = 0;;) {
            const std::size_t percent = data.find('%', begin);
            quote_append(out, data.substr(begin, percent - begin), keep, space_as_plus);
            if (percent == std::string_view::npos) break;
            out += '%';
            begin = percent + 1;
        }
    } else {
        quote_append(out, data, keep, space_as_plus);
    }
    if (out == data && PyUnicode_CheckExact(text.ptr())) return nb::borrow(text);
    return ascii_str(out);
}

// Decoded as bytes.decode(encoding, errors) does it. Each stretch of US-ASCII in its turn, as in urllib.parse: a
// character beyond is itself in any encoding.
nb::object unquoted_otherwise(std::string_view text, plus spaces, const char *encoding, const char *errors) {
    nb::object out = ascii_str("");
    const auto append = [&](PyObject *more) {
        if (more == nullptr) throw nb::python_error();
        const nb::object owned = nb::steal(more);
        out = nb::steal(PyUnicode_Concat(out.ptr(), more));
        if (!out.is_valid()) throw nb::python_error();
    };
    while (!text.empty()) {
        const bool here = static_cast<unsigned char>(text[0]) < 0x80;
        std::size_t size = 1;
        while (size < text.size() && (static_cast<unsigned char>(text[size]) < 0x80) == here) ++size;
        const std::string_view run = text.substr(0, size);
        if (here) {
            with_decoded(run, spaces, [&](std::string_view bytes) {
                append(PyUnicode_Decode(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), encoding, errors));
            });
        } else {
            append(PyUnicode_DecodeUTF8(run.data(), static_cast<Py_ssize_t>(run.size()), nullptr));
        }
        text.remove_prefix(size);
    }
    return out;
}

nb::object unquoted(nb::handle text, const char *encoding, const char *errors, plus spaces) {
    require_str(text);
    const std::string_view bytes = utf8_of(text);
    const bool stays = bytes.find('%') == std::string_view::npos &&
                       (spaces == plus::as_written || bytes.find('+') == std::string_view::npos);
    if (stays) return nb::borrow(text);
    // Without "%" nothing is decoded but "+", whatever the encoding.
    const bool otherwise = std::strcmp(encoding, "utf-8") != 0 && bytes.find('%') != std::string_view::npos;
    if (otherwise) return unquoted_otherwise(bytes, spaces, encoding, errors);
    return with_decoded(bytes, spaces, [&](std::string_view data) { return str_of_bytes(data, errors); });
}

nb::object unquoted_bytes(nb::handle text) {
    const std::string_view bytes = bytes_of(text);
    return with_decoded(bytes, plus::as_written,
                        [](std::string_view data) { return nb::object{nb::bytes(data.data(), data.size())}; });
}

char separator_of(nb::handle separator) {
    const std::string_view s = utf8_of(separator);
    if (s.size() == 1 && is_parameter_separator(s[0]) && s[0] != '+') return s[0];
    throw nb::value_error("the separator is one of & ! $ ' ( ) * , ; : @ / ?");
}

nb::object form_str(std::string_view text, bool ascii) {
    if (text.find_first_of("%+") == std::string_view::npos) return part_of(text, ascii);
    return with_decoded(text, plus::as_space, [](std::string_view data) { return str_of_bytes(data, "replace"); });
}

// Calls use(name, value) for the pairs that parse_qsl() returns.
template <class F>
void each_pair(nb::handle query, bool keep_blank, bool strict, nb::handle separator, F use) {
    require_str(query);
    require_str(separator);
    const std::string_view bytes = utf8_of(query);
    const bool all_ascii = is_ascii_str(query, bytes);
    for (const parameter p : query_parameters{bytes, {.separator = separator_of(separator)}}) {
        if (!p.value && strict)
            throw nb::value_error(("a pair without \"=\": \"" + std::string{p.key.substr(0, 60)} + '"').c_str());
        if (!p.value && (p.key.empty() || !keep_blank)) continue;
        if (p.value && p.value->empty() && !keep_blank) continue;
        use(form_str(p.key, all_ascii), form_str(p.value.value_or(""), all_ascii));
    }
}

nb::list pairs_of(nb::handle query, bool keep_blank, bool strict, nb::handle separator) {
    nb::list out;
    each_pair(query, keep_blank, strict, separator, [&](const nb::object &name, const nb::object &value) {
        const nb::object pair = nb::steal(PyTuple_Pack(2, name.ptr(), value.ptr()));
        if (!pair.is_valid() || PyList_Append(out.ptr(), pair.ptr()) != 0) throw nb::python_error();
    });
    return out;
}

nb::dict pairs_by_name(nb::handle query, bool keep_blank, bool strict, nb::handle separator) {
    nb::dict out;
    each_pair(query, keep_blank, strict, separator, [&](const nb::object &name, const nb::object &value) {
        PyObject *const known = PyDict_GetItemWithError(out.ptr(), name.ptr());
        if (known != nullptr) {
            if (PyList_Append(known, value.ptr()) != 0) throw nb::python_error();
            return;
        }
        if (PyErr_Occurred() != nullptr) throw nb::python_error();
        const nb::object one = nb::steal(PyList_New(1));
        if (!one.is_valid()) throw nb::python_error();
        if (PyList_SetItem(one.ptr(), 0, Py_NewRef(value.ptr())) != 0 ||
            PyDict_SetItem(out.ptr(), name.ptr(), one.ptr()) != 0)
            throw nb::python_error();
    });
    return out;
}

void form_append(std::string &out, nb::handle data) {
    if (PyBytes_Check(data.ptr()) || PyUnicode_CheckExact(data.ptr()))
        quote_append(out, bytes_of(data), unreserved, true);
    else
        quote_append(out, utf8_of(nb::str(data)), unreserved, true);
}

void pair_append(std::string &out, nb::handle name, nb::handle value) {
    if (!out.empty()) out += '&';
    form_append(out, name);
    out += '=';
    form_append(out, value);
}

void pairs_append(std::string &out, nb::handle name, nb::handle value, bool each_element) {
    const bool one = !each_element || PyUnicode_Check(value.ptr()) || PyBytes_Check(value.ptr());
    if (one || !nb::hasattr(value, "__len__")) {
        pair_append(out, name, value);
    } else {
        for (const nb::handle element : value) pair_append(out, name, element);
    }
}

nb::object form_of(nb::handle query, bool each_element) {
    if (PyUnicode_Check(query.ptr()) || PyBytes_Check(query.ptr()))
        raise_type("a mapping or an iterable of pairs", query);
    std::string out;
    if (PyDict_CheckExact(query.ptr())) {
        // The pairs are taken before: changes that __str__ of a value makes to the dictionary are not seen.
        const nb::object items = nb::steal(PyDict_Items(query.ptr()));
        if (!items.is_valid()) throw nb::python_error();
        for (Py_ssize_t i = 0; i < PyList_Size(items.ptr()); ++i) {
            PyObject *const pair = PyList_GetItem(items.ptr(), i);
            pairs_append(out, PyTuple_GetItem(pair, 0), PyTuple_GetItem(pair, 1), each_element);
        }
        return ascii_str(out);
    }
    const nb::object items = nb::hasattr(query, "items") ? query.attr("items")() : nb::borrow(query);
    for (const nb::handle pair : items) {
        const nb::object row = pair_of(pair);
        pairs_append(out, PyTuple_GetItem(row.ptr(), 0), PyTuple_GetItem(row.ptr(), 1), each_element);
    }
    return ascii_str(out);
}

} // namespace

void add_urllib(nb::module_ &m) {
    m.def(
        "quote", [](nb::handle string, nb::handle safe) { return quoted(string, safe, false); },
        nb::arg("string").none(), nb::arg("safe").none() = "/",
        nb::sig("def quote(string: str | bytes, safe: str | bytes = '/') -> str"),
        "Percent-encoded; unreserved characters and those of `safe` stay.\n\n"
        ">>> quote(\"a b/é~\"), quote(\"a/b\", safe=\"\")\n('a%20b/%C3%A9~', 'a%2Fb')");
    m.def(
        "quote_plus", [](nb::handle string, nb::handle safe) { return quoted(string, safe, true); },
        nb::arg("string").none(), nb::arg("safe").none() = "",
        nb::sig("def quote_plus(string: str | bytes, safe: str | bytes = '') -> str"),
        "As quote(), with \"+\" for a space, as in HTML forms.\n\n"
        ">>> quote_plus(\"a b+c\")\n'a+b%2Bc'");
    m.def(
        "unquote",
        [](nb::handle string, given_text encoding, given_text errors) {
            return unquoted(string, c_str_of(encoding), c_str_of(errors), plus::as_written);
        },
        nb::arg("string").none(), nb::arg("encoding") = "utf-8", nb::arg("errors") = "replace",
        nb::sig("def unquote(string: str, encoding: str = 'utf-8', errors: str = 'replace') -> str"),
        "Decoded. UniformError for a \"%\" without two hexadecimal digits, which urllib.parse leaves as it is.\n\n"
        ">>> unquote(\"a%20b%2F\"), unquote(\"%FF\"), unquote(\"%FF\", \"latin-1\")\n('a b/', '\\ufffd', 'ÿ')");
    m.def(
        "unquote_plus",
        [](nb::handle string, given_text encoding, given_text errors) {
            return unquoted(string, c_str_of(encoding), c_str_of(errors), plus::as_space);
        },
        nb::arg("string").none(), nb::arg("encoding") = "utf-8", nb::arg("errors") = "replace",
        nb::sig("def unquote_plus(string: str, encoding: str = 'utf-8', errors: str = 'replace') -> str"),
        "As unquote(), with \"+\" for a space.\n\n"
        ">>> unquote_plus(\"a+b%2B\")\n'a b+'");
    m.def("unquote_to_bytes", &unquoted_bytes, nb::arg("string").none(),
          nb::sig("def unquote_to_bytes(string: str | bytes) -> bytes"),
          "The decoded bytes.\n\n"
          ">>> unquote_to_bytes(\"%FF\")\nb'\\xff'");
    m.def("parse_qsl", &pairs_of, nb::arg("qs").none(), nb::arg("keep_blank_values") = false,
          nb::arg("strict_parsing") = false, nb::arg("separator").none() = "&",
          nb::sig("def parse_qsl(qs: str, keep_blank_values: bool = False, strict_parsing: bool = False, separator: "
                  "str = '&') -> list[tuple[str, str]]"),
          "The names and values of a query, \"+\" being a space. `strict_parsing`: a pair without \"=\" raises "
          "ValueError.\n\n"
          ">>> parse_qsl(\"a=1+2&b=&c=%26\"), parse_qsl(\"b=\", keep_blank_values=True)\n"
          "([('a', '1 2'), ('c', '&')], [('b', '')])");
    m.def("parse_qs", &pairs_by_name, nb::arg("qs").none(), nb::arg("keep_blank_values") = false,
          nb::arg("strict_parsing") = false, nb::arg("separator").none() = "&",
          nb::sig("def parse_qs(qs: str, keep_blank_values: bool = False, strict_parsing: bool = False, separator: "
                  "str = '&') -> dict[str, list[str]]"),
          "As parse_qsl(), by name.\n\n"
          ">>> parse_qs(\"a=1&a=2\")\n{'a': ['1', '2']}");
    m.def("urlencode", &form_of, nb::arg("query").none(), nb::arg("doseq") = false,
          nb::sig("def urlencode(query: Mapping[Any, Any] | Iterable[tuple[Any, Any]], doseq: bool = False) -> str"),
          "A query of names and values, \" \" being \"+\". `doseq`: a sequence is a pair for each of its elements.\n\n"
          ">>> urlencode({\"a\": \"1 2\", \"b\": \"&\"}), urlencode({\"a\": [1, 2]}, doseq=True)\n"
          "('a=1+2&b=%26', 'a=1&a=2')");
}

} // namespace uniform::python
