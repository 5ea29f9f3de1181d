// Functions over columns, through the Arrow PyCapsule interface: capsules in, capsules out, no copies. The loops run
// without the interpreter's lock.
#include <memory>
#include <vector>

#include <uniform/columns/columns.hpp>
#include <uniform/columns/find_in.hpp>

#include "documents.hpp"
#include "module.hpp"
#include "unlocked.hpp"

namespace uniform::python {

namespace {

// Arrow's C stream interface, "Structure definitions": the arrays of a column one after another.
struct arrow_stream {
    int (*get_schema)(arrow_stream *, ArrowSchema *out);
    int (*get_next)(arrow_stream *, ArrowArray *out);
    const char *(*get_last_error)(arrow_stream *);
    void (*release)(arrow_stream *);
    void *private_data;
};

// A struct of the interface that is released once, by its last owner.
template <class T>
struct owner {
    T value{};
    owner() = default;
    owner(const owner &) = delete;
    owner &operator=(const owner &) = delete;
    ~owner() {
        if (value.release != nullptr) value.release(&value);
    }
};

template <class T>
void release_capsule(PyObject *capsule) noexcept {
    const char *const name = PyCapsule_GetName(capsule);
    delete static_cast<owner<T> *>(PyCapsule_GetContext(capsule));
    static_cast<void>(name);
}

// PyCapsule interface: "the capsule's destructor calls the release callback, if it is not null".
template <class T>
nb::object capsule_of(std::unique_ptr<owner<T>> owned, const char *name) {
    nb::object capsule = nb::steal(PyCapsule_New(&owned->value, name, &release_capsule<T>));
    if (!capsule.is_valid() || PyCapsule_SetContext(capsule.ptr(), owned.get()) != 0) throw nb::python_error();
    static_cast<void>(owned.release());
    return capsule;
}

template <class T>
T &in_capsule(nb::handle capsule, const char *name) {
    auto *const found = static_cast<T *>(PyCapsule_GetPointer(capsule.ptr(), name));
    if (found == nullptr) throw nb::python_error();
    if (found->release == nullptr) throw nb::value_error("the capsule was consumed already");
    return *found;
}

[[noreturn]] void raise_failure(const columns::failure &f) {
    using enum columns::failure_kind;
    if (f.kind == unsupported_type) throw nb::type_error(f.says.c_str());
    throw nb::value_error(f.says.c_str());
}

// A function of an array, with a row for each row. A type, so that the methods below are written once.
struct named_function {
    columns::function does;

    static named_function make(std::string_view name, const nb::dict &options) {
        std::vector<columns::option> given;
        for (const auto &[key, value] : options) given.push_back({utf8_of(key), utf8_of(value)});
        auto made = columns::function::make(name, given);
        if (!made) raise_failure(made.error());
        return {*std::move(made)};
    }
    [[nodiscard]] auto run(const ArrowSchema &type, const ArrowArray &texts, owner<ArrowSchema> &result_type,
                           owner<ArrowArray> &result) const {
        return does.run(type, texts, result_type.value, result.value);
    }
};

struct finding {
    find_options how;

    [[nodiscard]] auto run(const ArrowSchema &type, const ArrowArray &texts, owner<ArrowSchema> &result_type,
                           owner<ArrowArray> &result) const {
        return columns::find_in(type, texts, how, result_type.value, result.value);
    }
};

template <class F>
struct py_function {
    F does;

    [[nodiscard]] nb::tuple run(const ArrowSchema &type, const ArrowArray &texts) const {
        auto result_type = std::make_unique<owner<ArrowSchema>>();
        auto result = std::make_unique<owner<ArrowArray>>();
        std::expected<void, columns::failure> done;
        without_lock([&] { done = does.run(type, texts, *result_type, *result); });
        if (!done) raise_failure(done.error());
        return nb::make_tuple(capsule_of(std::move(result_type), "arrow_schema"),
                              capsule_of(std::move(result), "arrow_array"));
    }

    // An object with __arrow_c_array__.
    [[nodiscard]] nb::tuple run_array(nb::handle schema, nb::handle array) const {
        return run(in_capsule<ArrowSchema>(schema, "arrow_schema"), in_capsule<ArrowArray>(array, "arrow_array"));
    }

    // An object with __arrow_c_stream__: a result for each of its arrays.
    [[nodiscard]] nb::list run_stream(nb::handle capsule) const {
        auto &stream = in_capsule<arrow_stream>(capsule, "arrow_array_stream");
        const auto check = [&](int code) {
            if (code == 0) return;
            const char *const why = stream.get_last_error(&stream);
            throw nb::value_error(why != nullptr ? why : "the stream of arrays ended with an error");
        };
        owner<ArrowSchema> type;
        check(stream.get_schema(&stream, &type.value));
        nb::list out;
        for (;;) {
            owner<ArrowArray> next;
            check(stream.get_next(&stream, &next.value));
            if (next.value.release == nullptr) return out;
            out.append(run(type.value, next.value));
        }
    }
};

template <class F>
nb::class_<py_function<F>> class_of(nb::module_ &m, const char *name, const char *says) {
    return nb::class_<py_function<F>>(m, name, says)
        .def("run_array", &py_function<F>::run_array, nb::arg("schema"), nb::arg("array"),
             nb::sig("def run_array(self, schema: object, array: object) -> tuple[object, object]"))
        .def("run_stream", &py_function<F>::run_stream, nb::arg("stream"),
             nb::sig("def run_stream(self, stream: object) -> list[tuple[object, object]]"));
}

} // namespace

void add_columns(nb::module_ &m) {
    class_of<named_function>(m, "ColumnFunction", "A function over columns; thread-safe.")
        .def(
            "__init__",
            [](py_function<named_function> *self, std::string_view name, nb::dict options) {
                new (self) py_function<named_function>{named_function::make(name, options)};
            },
            nb::arg("name"), nb::arg("options"),
            nb::sig("def __init__(self, name: str, options: dict[str, str]) -> None"));
    class_of<finding>(m, "ColumnFinder", "Finds URIs in columns of texts; thread-safe.")
        .def(
            "__init__",
            [](py_function<finding> *self, std::string_view edition_name, std::string_view schemes, bool abbreviated,
               bool join_lines) {
                new (self) py_function<finding>{{how_to_find(edition_name, schemes, abbreviated, join_lines)}};
            },
            nb::arg("edition"), nb::arg("schemes"), nb::arg("abbreviated"), nb::arg("join_lines"),
            nb::sig("def __init__(self, edition: FindEdition, schemes: FoundSchemes, abbreviated: bool, join_lines: "
                    "bool) -> None"));
    m.def(
        "column_functions",
        [] {
            nb::list out;
            for (const columns::function_info &f : columns::functions()) {
                nb::dict options;
                for (const columns::option_info &o : f.options) {
                    options[str_of(o.name)] = nb::make_tuple(str_of(o.fallback), str_of(o.values));
                }
                out.append(nb::make_tuple(str_of(f.name), str_of(columns::to_string(f.result)), options, str_of(f.says),
                                          str_of(f.document)));
            }
            return out;
        },
        nb::sig("def column_functions() -> list[tuple[str, str, dict[str, tuple[str, str]], str, str]]"));
}

} // namespace uniform::python
