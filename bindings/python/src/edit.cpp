// Edits: each returns another reference, or raises and changes nothing.
#include <uniform/uri/uri.hpp>

#include "module.hpp"
#include "reference.hpp"
#include "words.hpp"

namespace uniform::python {

namespace {

using given_text = std::string_view;
using change = std::expected<void, error>;

// The object for `r` after `edit`; `given` is the argument that an error's offset is in.
template <class F>
nb::object edited(const py_reference &r, std::string_view given, F edit) {
    reference copy{r.view};
    if (const change done = edit(copy); !done) raise(done.error(), given);
    return object_of(copy.text(), r.options());
}

// A component of replace(): absent where the caller did not name it, else a str, None, or bytes for data.
template <class Set, class SetData, class Remove>
void replace_component(reference &r, const nb::kwargs &given, const char *name, Set set, SetData set_data,
                       Remove remove) {
    if (!given.contains(name)) return;
    const nb::object value = given[name];
    if (value.is_none()) {
        if (const change done = remove(r); !done) raise(done.error(), "");
    } else if (PyBytes_Check(value.ptr())) {
        const auto data = nb::cast<nb::bytes>(value);
        const std::string_view bytes{data.c_str(), data.size()};
        if (const change done = set_data(r, decoded{bytes}); !done) raise(done.error(), bytes);
    } else if (PyUnicode_Check(value.ptr())) {
        const std::string_view bytes = utf8_of(value);
        if (const change done = set(r, bytes); !done) raise(done.error(), bytes);
    } else {
        raise_type("a str, bytes or None", value);
    }
}

change not_data(reference & /*r*/, decoded /*data*/) { throw nb::type_error("this component is a str or None"); }

nb::object replace(const py_reference &r, const nb::kwargs &given) {
    for (const auto &[key, value] : given) {
        const std::string_view name = utf8_of(key);
        if (std::ranges::find(component_names, name) == component_names.end()) raise_name("component", name);
    }
    reference copy{r.view};
    // Outer ones first: what is set later needs what is set before.
    replace_component(
        copy, given, "authority", [](reference &to, given_text t) { return to.set_authority(t); }, not_data,
        [](reference &to) { return to.remove_authority(); });
    replace_component(
        copy, given, "host", [](reference &to, given_text t) { return to.set_host(t); },
        [](reference &to, decoded d) { return to.set_host(d); }, [](reference &to) { return to.remove_authority(); });
    replace_component(
        copy, given, "userinfo", [](reference &to, given_text t) { return to.set_userinfo(t); },
        [](reference &to, decoded d) { return to.set_userinfo(d); },
        [](reference &to) { return to.remove_userinfo(); });
    replace_component(
        copy, given, "port", [](reference &to, given_text t) { return to.set_port(t); }, not_data,
        [](reference &to) { return to.remove_port(); });
    replace_component(
        copy, given, "path", [](reference &to, given_text t) { return to.set_path(t); },
        [](reference &to, decoded d) { return to.set_path(d); }, [](reference &to) { return to.set_path(""); });
    replace_component(
        copy, given, "query", [](reference &to, given_text t) { return to.set_query(t); },
        [](reference &to, decoded d) { return to.set_query(d); }, [](reference &to) { return to.remove_query(); });
    replace_component(
        copy, given, "fragment", [](reference &to, given_text t) { return to.set_fragment(t); },
        [](reference &to, decoded d) { return to.set_fragment(d); },
        [](reference &to) { return to.remove_fragment(); });
    replace_component(
        copy, given, "scheme", [](reference &to, given_text t) { return to.set_scheme(t); }, not_data,
        [](reference &to) { return to.remove_scheme(); });
    return object_of(copy.text(), r.options());
}

nb::object build_reference(const nb::kwargs &given) {
    components c;
    const auto read = [&](const char *name) -> std::optional<given_text> {
        if (!given.contains(name) || nb::object{given[name]}.is_none()) return std::nullopt;
        return utf8_of(nb::object{given[name]});
    };
    c.scheme = read("scheme");
    c.userinfo = read("userinfo");
    c.host = read("host");
    c.port = read("port");
    c.path = read("path").value_or("");
    c.query = read("query");
    c.fragment = read("fragment");
    c.authority = read("authority");
    const parse_options how{.edition = edition_of(read("edition").value_or(""), edition_use::parse)};
    const auto built = build(c, how);
    if (!built) raise(built.error(), "");
    return object_of(built->text(), how);
}

// The value of a parameter: data, or none.
std::optional<decoded> data_of(std::optional<given_text> value) {
    if (!value) return std::nullopt;
    return decoded{*value};
}

} // namespace

void add_edits(nb::module_ &m) {
    m.def("build", &build_reference, nb::arg("components"), nb::sig("def build(**components: str | None) -> Reference"),
          "RFC 3986 5.3: the components put together: scheme, userinfo, host, port (or authority), path, query, "
          "fragment, as written. UniformError unless the result has exactly these components. `edition` names the "
          "document."
          "\n\n"
          ">>> build(scheme=\"mailto\", path=\"a@example.com\")\n"
          "URI('mailto:a@example.com')");
}

void add_edits(nb::class_<py_reference> &c) {
    c.def(
        "replace", [](const py_reference &r, const nb::kwargs &given) { return replace(r, given); },
        nb::arg("reference"), nb::sig("def replace(self, **components: str | bytes | None) -> Reference"),
        "The reference with other components. A str is text as written, bytes are data, which is percent-encoded once; "
        "None removes the component. UniformError, and no change, where the result would not be a reference with "
        "exactly these components.");
    c.def(
        "append_segment",
        [](const py_reference &r, given_text data) {
            return edited(r, data, [&](reference &to) { return to.append_segment(decoded{data}); });
        },
        nb::sig("def append_segment(self, segment: str) -> Reference"),
        "A segment, as data, after the last one of the path; in its place if that is empty.");
    c.def(
        "insert_segment",
        [](const py_reference &r, std::size_t index, given_text data) {
            return edited(r, data, [&](reference &to) { return to.insert_segment(index, decoded{data}); });
        },
        nb::arg("index"), nb::arg("segment"),
        nb::sig("def insert_segment(self, index: int, segment: str) -> Reference"),
        "A segment, as data, before the one with that index, from 0.");
    c.def(
        "replace_segment",
        [](const py_reference &r, std::size_t index, given_text data) {
            return edited(r, data, [&](reference &to) { return to.replace_segment(index, decoded{data}); });
        },
        nb::arg("index"), nb::arg("segment"),
        nb::sig("def replace_segment(self, index: int, segment: str) -> Reference"),
        "A segment, as data, in the place of the one with that index.");
    c.def(
        "erase_segment",
        [](const py_reference &r, std::size_t index) {
            return edited(r, r.view.text(), [&](reference &to) { return to.erase_segment(index); });
        },
        nb::arg("index"), nb::sig("def erase_segment(self, index: int) -> Reference"),
        "Without the segment with that index.");
    c.def(
        "pop_segment",
        [](const py_reference &r) { return edited(r, r.view.text(), [](reference &to) { return to.pop_segment(); }); },
        nb::sig("def pop_segment(self) -> Reference"), "The path without its last segment.");
    c.def(
        "append_parameter",
        [](const py_reference &r, given_text key, std::optional<given_text> value) {
            return edited(r, key, [&](reference &to) { return to.append_parameter(decoded{key}, data_of(value)); });
        },
        nb::arg("key"), nb::arg("value").none() = nb::none(),
        nb::sig("def append_parameter(self, key: str, value: str | None = None) -> Reference"),
        "A parameter, as data, at the end of the query.");
    c.def(
        "set_parameter",
        [](const py_reference &r, given_text key, std::optional<given_text> value) {
            return edited(r, key, [&](reference &to) { return to.set_parameter(decoded{key}, data_of(value)); });
        },
        nb::arg("key"), nb::arg("value").none() = nb::none(),
        nb::sig("def set_parameter(self, key: str, value: str | None = None) -> Reference"),
        "The first parameter of that name gets the value, further ones are removed; without any it is appended.");
    c.def(
        "remove_parameter",
        [](const py_reference &r, given_text key) {
            return edited(r, key, [&](reference &to) { return to.remove_parameter(decoded{key}); });
        },
        nb::sig("def remove_parameter(self, key: str) -> Reference"), "Without any parameter of that name.");
    c.def(
        "remove_parameters_matching",
        [](const py_reference &r, given_text pattern) {
            return edited(r, pattern, [&](reference &to) { return to.remove_parameters_matching(pattern); });
        },
        nb::sig("def remove_parameters_matching(self, pattern: str) -> Reference"),
        "Without the parameters whose name matches the pattern: \"utm_*\".");
    c.def(
        "keep_parameters_matching",
        [](const py_reference &r, given_text pattern) {
            return edited(r, pattern, [&](reference &to) { return to.keep_parameters_matching(pattern); });
        },
        nb::sig("def keep_parameters_matching(self, pattern: str) -> Reference"),
        "Only with the parameters whose name matches the pattern.");
    c.def(
        "merge_parameters",
        [](const py_reference &r, given_text query) {
            return edited(r, query, [&](reference &to) { return to.merge_parameters(query); });
        },
        nb::sig("def merge_parameters(self, query: str) -> Reference"),
        "Every name in the given query, as written, has the values there and no others.");
    c.def(
        "sort_parameters",
        [](const py_reference &r) {
            return edited(r, r.view.text(), [](reference &to) { return to.sort_parameters(); });
        },
        nb::sig("def sort_parameters(self) -> Reference"), "With the parameters sorted by name.");
}

} // namespace uniform::python
