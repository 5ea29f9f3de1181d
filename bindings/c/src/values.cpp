#include "values.hpp"

#include <uniform/uri/query.hpp>

#include "query.hpp"

namespace uniform::c {

query_options query_options_of(const uniform_query_options *given) {
    const auto o = options_of(given);
    query_options options;
    options.semicolon = truth(o.semicolon);
    if (truth(o.plus_is_space)) options.plus = plus::as_space;
    if (o.separator != 0) {
        if (o.separator < 0 || o.separator > 0x7F || !is_parameter_separator(static_cast<char>(o.separator)))
            throw bad_argument{"that character cannot separate parameters"};
        options.separator = static_cast<char>(o.separator);
    }
    return options;
}

namespace {

using entry = uniform_values::entry;

uniform_status add(uniform_values *values, const char *name, size_t name_size, uniform_value_kind kind,
                   std::string_view text = {}) {
    checked(values).entries.push_back({std::string{text_of(name, name_size)}, kind, std::string{text}});
    return UNIFORM_OK;
}

entry &last_of(uniform_values *values, uniform_value_kind kind) {
    auto &entries = checked(values).entries;
    if (entries.empty() || entries.back().kind != kind) throw bad_argument{"the last value is of another kind"};
    return entries.back();
}

uniform_value given_value(const entry &e) {
    uniform_value all{};
    all.kind = e.kind;
    all.name = given(std::string_view{e.name});
    const bool one = e.kind == UNIFORM_VALUE_TEXT || e.kind == UNIFORM_VALUE_NUMBER || e.kind == UNIFORM_VALUE_BOOLEAN;
    if (one) all.text = given(std::string_view{e.text});
    all.items = e.kind == UNIFORM_VALUE_PAIRS ? e.pairs.size() : e.list.size();
    return all;
}

} // namespace

} // namespace uniform::c

using namespace uniform::c;

uniform_status uniform_values_new(uniform_values **values) {
    return guarded(nullptr, [&] -> uniform_status {
        hand_over(values, std::make_unique<uniform_values>());
        return UNIFORM_OK;
    });
}

void uniform_values_free(uniform_values *values) { delete values; }

uniform_status uniform_values_add_absent(uniform_values *values, const char *name, size_t name_size) {
    return guarded(nullptr, [&] { return add(values, name, name_size, UNIFORM_VALUE_ABSENT); });
}

uniform_status uniform_values_add_text(uniform_values *values, const char *name, size_t name_size, const char *text,
                                       size_t size) {
    return guarded(nullptr, [&] { return add(values, name, name_size, UNIFORM_VALUE_TEXT, text_of(text, size)); });
}

uniform_status uniform_values_add_list(uniform_values *values, const char *name, size_t name_size) {
    return guarded(nullptr, [&] { return add(values, name, name_size, UNIFORM_VALUE_LIST); });
}

uniform_status uniform_values_add_pairs(uniform_values *values, const char *name, size_t name_size) {
    return guarded(nullptr, [&] { return add(values, name, name_size, UNIFORM_VALUE_PAIRS); });
}

uniform_status uniform_values_add_item(uniform_values *values, const char *text, size_t size) {
    return guarded(nullptr, [&] -> uniform_status {
        last_of(values, UNIFORM_VALUE_LIST).list.emplace_back(text_of(text, size));
        return UNIFORM_OK;
    });
}

uniform_status uniform_values_add_pair(uniform_values *values, const char *key, size_t key_size, const char *text,
                                       size_t size) {
    return guarded(nullptr, [&] -> uniform_status {
        last_of(values, UNIFORM_VALUE_PAIRS).pairs.emplace_back(text_of(key, key_size), text_of(text, size));
        return UNIFORM_OK;
    });
}

size_t uniform_values_size(const uniform_values *values) { return values == nullptr ? 0 : values->entries.size(); }

uniform_status uniform_values_get(const uniform_values *values, size_t index, uniform_value *value) {
    return guarded(nullptr, [&] -> uniform_status {
        if (index >= checked(values).entries.size()) return UNIFORM_NONE;
        give(value, given_value(values->entries[index]));
        return UNIFORM_OK;
    });
}

uniform_status uniform_values_find(const uniform_values *values, const char *name, size_t name_size,
                                   uniform_value *value) {
    return guarded(nullptr, [&] -> uniform_status {
        const std::string_view wanted = text_of(name, name_size);
        for (const auto &e : checked(values).entries) {
            if (e.name != wanted) continue;
            give(value, given_value(e));
            return UNIFORM_OK;
        }
        return UNIFORM_NONE;
    });
}

uniform_status uniform_values_item(const uniform_values *values, size_t index, size_t item, uniform_text *key,
                                   uniform_text *text) {
    return guarded(nullptr, [&] -> uniform_status {
        checked(text);
        if (index >= checked(values).entries.size()) return UNIFORM_NONE;
        const auto &e = values->entries[index];
        uniform_text found_key{};
        if (e.kind == UNIFORM_VALUE_PAIRS && item < e.pairs.size()) {
            found_key = given(std::string_view{e.pairs[item].first});
            *text = given(std::string_view{e.pairs[item].second});
        } else if (e.kind == UNIFORM_VALUE_LIST && item < e.list.size()) {
            *text = given(std::string_view{e.list[item]});
        } else {
            return UNIFORM_NONE;
        }
        if (key != nullptr) *key = found_key;
        return UNIFORM_OK;
    });
}

uniform_status uniform_query_decode(const char *query, size_t size, const uniform_query_options *options,
                                    uniform_values **values, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const auto o = query_options_of(options);
        const std::string_view t = text_of(query, size);
        auto pairs = uniform::decoded_parameters(t, o);
        if (!pairs) return refuse(error, pairs.error(), t);
        auto made = std::make_unique<uniform_values>();
        made->entries.reserve(pairs->size());
        for (auto &p : *pairs) {
            entry e{std::move(p.key)};
            if (p.value) {
                e.kind = UNIFORM_VALUE_TEXT;
                e.text = std::move(*p.value);
            }
            made->entries.push_back(std::move(e));
        }
        hand_over(values, std::move(made));
        return UNIFORM_OK;
    });
}

uniform_status uniform_query_encode(const uniform_values *values, const uniform_query_options *options,
                                    uniform_string *out, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const auto o = query_options_of(options);
        std::vector<uniform::decoded_parameter> pairs;
        for (const auto &e : checked(values).entries) {
            if (e.kind == UNIFORM_VALUE_LIST || e.kind == UNIFORM_VALUE_PAIRS)
                throw bad_argument{"a parameter is a list or pairs"};
            pairs.push_back({e.name, std::nullopt});
            if (e.kind != UNIFORM_VALUE_ABSENT) pairs.back().value = e.text;
        }
        const auto made = encode_parameters(pairs, o);
        if (!made) return refuse(error, made.error(), "");
        assign(out, *made);
        return UNIFORM_OK;
    });
}
