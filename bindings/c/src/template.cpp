#include <uniform/uri/uri_template.hpp>

#include "values.hpp"

struct uniform_template {
    uniform::uri_template value;
};

namespace uniform::c {

namespace {

uniform_status refuse_template(uniform_error *error, const template_error &why, std::uint32_t argument) {
    return refuse(error,
                  {.offset = why.offset,
                   .code = why.is_limit ? "limit" : "invalid_template",
                   .message = why.message,
                   .rule = why.production,
                   .document = "RFC 6570",
                   .section = why.section},
                  argument);
}

template_value value_of(const uniform_values::entry &e) {
    if (e.kind == UNIFORM_VALUE_LIST) return e.list;
    if (e.kind == UNIFORM_VALUE_PAIRS) return e.pairs;
    return e.text;
}

uniform_values::entry entry_of(std::string name, template_value value) {
    uniform_values::entry e{std::move(name)};
    if (auto *text = std::get_if<std::string>(&value)) {
        e.kind = UNIFORM_VALUE_TEXT;
        e.text = std::move(*text);
    } else if (auto *list = std::get_if<template_list>(&value)) {
        e.kind = UNIFORM_VALUE_LIST;
        e.list = std::move(*list);
    } else {
        e.kind = UNIFORM_VALUE_PAIRS;
        e.pairs = std::get<template_pairs>(std::move(value));
    }
    return e;
}

} // namespace

} // namespace uniform::c

using namespace uniform::c;

uniform_status uniform_template_parse(const char *text, size_t size, uniform_template **result, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        auto made = uniform::uri_template::parse(text_of(text, size));
        if (!made) return refuse_template(error, made.error(), 0);
        hand_over(result, std::unique_ptr<uniform_template>{new uniform_template{*std::move(made)}});
        return UNIFORM_OK;
    });
}

void uniform_template_free(uniform_template *parsed) { delete parsed; }

uniform_status uniform_template_variables(const uniform_template *parsed, uniform_list **names) {
    return guarded(nullptr, [&] -> uniform_status {
        auto made = std::make_unique<uniform_list>();
        for (const std::string_view name : checked(parsed).value.variables()) made->texts.emplace_back(name);
        hand_over(names, std::move(made));
        return UNIFORM_OK;
    });
}

uniform_status uniform_template_expand(const uniform_template *parsed, const uniform_values *variables,
                                       uniform_string *out, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        uniform::template_variables all;
        for (const auto &e : checked(variables).entries) {
            if (e.kind != UNIFORM_VALUE_ABSENT) all.emplace(e.name, value_of(e)); // the first of a name
        }
        const auto made = checked(parsed).value.expand(all);
        if (!made) return refuse_template(error, made.error(), 0);
        assign(out, *made);
        return UNIFORM_OK;
    });
}

uniform_status uniform_template_match(const uniform_template *parsed, const char *uri, size_t size,
                                      uniform_values **values, int32_t *ambiguous, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        auto match = checked(parsed).value.match(text_of(uri, size));
        if (!match) return refuse_template(error, match.error(), 0);
        auto made = std::make_unique<uniform_values>();
        for (auto &[name, value] : match->values) made->entries.push_back(entry_of(std::move(name), std::move(value)));
        hand_over(values, std::move(made));
        if (ambiguous != nullptr) *ambiguous = match->ambiguous ? 1 : 0;
        return UNIFORM_OK;
    });
}
