#include <uniform/base/enum_names.hpp>
#include <uniform/columns/columns.hpp>

#include "values.hpp"

struct uniform_column_function {
    uniform::columns::function value;
};

namespace uniform::c {

namespace {

// The codes of the interface.
constexpr auto codes = [] {
    using enum columns::failure_kind;
    return enum_table<columns::failure_kind>({{unknown_function, "unknown_function"},
                                              {unknown_option, "unknown_option"},
                                              {missing_option, "missing_option"},
                                              {invalid_option, "invalid_option"},
                                              {unsupported_type, "unsupported_type"},
                                              {malformed_array, "malformed_array"}});
}();
static_assert(codes.size() == static_cast<std::size_t>(columns::failure_kind::malformed_array) + 1);

uniform_status refuse_column(uniform_error *error, const columns::failure &why) noexcept {
    return refuse(error, {.code = codes.name(why.kind), .message = why.says});
}

} // namespace

} // namespace uniform::c

using namespace uniform::c;

uniform_status uniform_column_function_new(const char *name, size_t name_size, const uniform_values *options,
                                           uniform_column_function **function, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        std::vector<uniform::columns::option> given_options;
        if (options != nullptr) {
            for (const auto &e : options->entries) {
                if (e.kind != UNIFORM_VALUE_TEXT) throw bad_argument{"the value of an option is no text"};
                given_options.push_back({e.name, e.text});
            }
        }
        auto made = uniform::columns::function::make(text_of(name, name_size), given_options);
        if (!made) return refuse_column(error, made.error());
        hand_over(function, std::unique_ptr<uniform_column_function>{new uniform_column_function{*std::move(made)}});
        return UNIFORM_OK;
    });
}

void uniform_column_function_free(uniform_column_function *function) { delete function; }

uniform_status uniform_column_function_run(const uniform_column_function *function, const struct ArrowSchema *type,
                                           const struct ArrowArray *texts, struct ArrowSchema *result_type,
                                           struct ArrowArray *result, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const auto done =
            checked(function).value.run(checked(type), checked(texts), checked(result_type), checked(result));
        return done ? uniform_status{UNIFORM_OK} : refuse_column(error, done.error());
    });
}

size_t uniform_column_count(void) { return uniform::columns::functions().size(); }

uniform_status uniform_column_get(size_t index, uniform_column_info *info) {
    return guarded(nullptr, [&] -> uniform_status {
        const auto functions = uniform::columns::functions();
        if (index >= functions.size()) return UNIFORM_NONE;
        const auto &f = functions[index];
        uniform_column_info all{};
        all.options = static_cast<std::uint32_t>(f.options.size());
        all.name = given(f.name);
        all.result = given(to_string(f.result));
        all.says = given(f.says);
        all.document = given(f.document);
        give(info, all);
        return UNIFORM_OK;
    });
}

uniform_status uniform_column_option_get(size_t index, size_t option, uniform_column_option *result) {
    return guarded(nullptr, [&] -> uniform_status {
        const auto functions = uniform::columns::functions();
        if (index >= functions.size() || option >= functions[index].options.size()) return UNIFORM_NONE;
        const auto &o = functions[index].options[option];
        uniform_column_option all{};
        all.required = o.fallback.empty() ? 1 : 0;
        all.name = given(o.name);
        all.fallback = given(o.fallback);
        all.values = given(o.values);
        give(result, all);
        return UNIFORM_OK;
    });
}
