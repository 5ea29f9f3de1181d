// The values that the expansions of a variable in a URI have.
#include <algorithm>

#include "uri/templates/expansion_text.hpp"
#include "uri/templates/template_alignment.hpp"
#include "uri/templates/template_matcher.hpp"

namespace uniform {

using detail::octet_at, detail::is_upper_hex, detail::plain_text, detail::split, detail::template_operator;

namespace {

// Whether the text of "+" or "#" has a pct-encoded that can also be the encoding of an octet.
bool has_encoded_octet(std::string_view text) noexcept {
    for (std::size_t at = 0; at + 2 < text.size(); ++at) {
        if (text[at] != '%') continue;
        const char c = octet_at(text, at);
        const bool upper = is_upper_hex(text[at + 1]) && is_upper_hex(text[at + 2]);
        const bool triplet =
            c == '%' && at + 4 < text.size() && ascii::is_hexdig(text[at + 3]) && ascii::is_hexdig(text[at + 4]);
        if (upper && !triplet && !detail::template_unreserved.contains(c) && !detail::template_reserved.contains(c))
            return true;
        at += 2;
    }
    return false;
}

bool has_twice(const template_pairs &pairs) {
    std::vector<std::string_view> names;
    for (const auto &[name, value] : pairs) names.emplace_back(name);
    std::ranges::sort(names);
    return std::ranges::adjacent_find(names) != names.end();
}

std::optional<template_value> checked(template_pairs pairs) {
    if (has_twice(pairs)) return std::nullopt;
    return template_value{std::move(pairs)};
}

template_pairs pairs_of(const std::vector<std::string_view> &fields, bool raw) {
    const auto text = [&](std::string_view t) { return raw ? std::string{t} : plain_text(t); };
    template_pairs pairs;
    for (const std::string_view field : fields) {
        const std::size_t equals = std::min(field.find('='), field.size());
        pairs.emplace_back(text(field.substr(0, equals)), text(field.substr(std::min(equals + 1, field.size()))));
    }
    return pairs;
}

template_pairs two_by_two(const std::vector<std::string_view> &fields, bool raw) {
    template_pairs pairs;
    const auto text = [&](std::string_view t) { return raw ? std::string{t} : plain_text(t); };
    for (std::size_t i = 0; i + 1 < fields.size(); i += 2) pairs.emplace_back(text(fields[i]), text(fields[i + 1]));
    return pairs;
}

template_list plain_list(const std::vector<std::string_view> &fields) {
    template_list list;
    for (const std::string_view field : fields) list.push_back(plain_text(field));
    return list;
}

} // namespace

bool uri_template::matcher::is_empty(const template_value &value) {
    const auto *list = std::get_if<template_list>(&value);
    const auto *pairs = std::get_if<template_pairs>(&value);
    return list != nullptr ? list->empty() : pairs != nullptr && pairs->empty();
}

// The expansion of one specification alone.
std::optional<std::string> uri_template::matcher::expansion(const node &n, bool any,
                                                            const template_value &value) const {
    const template_operator &o = op(n);
    uri_template alone;
    alone.parts_.push_back({.op = n.of->op, .is_expression = true, .specifications = {*n.spec}});
    auto text = alone.expand([&](std::string_view) { return &value; });
    if (!text) return std::nullopt;
    if (!any || is_empty(value)) return *std::move(text);
    return o.separator + text->substr(o.first.size());
}

bool uri_template::matcher::expands_to(const template_value &value, const occurrence &o) {
    const auto text = expansion(nodes_[o.node], o.any, value);
    steps_ += o.end - o.begin;
    return text && *text == uri_.substr(o.begin, o.end - o.begin);
}

std::optional<template_value> uri_template::matcher::value_of(const node &n, const candidate &c) {
    const template_operator &o = op(n);
    const std::string_view text = uri_.substr(c.value, c.end - c.value);
    steps_ += text.size();
    const auto behind_name = [&](std::string_view field) {
        if (!o.named || !n.spec->explode) return plain_text(field);
        return plain_text(field.substr(std::min(field.size(), n.spec->name.size() + 1)));
    };
    if (c.how == kind::text) return behind_name(text);
    const std::vector<std::string_view> fields = split(text, n.spec->explode ? o.separator : ',');
    if (c.how == kind::list) {
        template_list list;
        for (const std::string_view field : fields) list.push_back(behind_name(field));
        return list;
    }
    return checked(n.spec->explode ? pairs_of(fields, false) : two_by_two(fields, false));
}

// The values that expand to all these occurrences, the preferred first. Those of which only the beginning is there
// have that.
std::vector<template_value> uri_template::matcher::values_of(const std::vector<occurrence> &seen) {
    std::vector<template_value> all;
    const auto put = [&](std::optional<template_value> value) {
        if (!value || std::ranges::find(all, *value) != all.end()) return;
        if (std::ranges::all_of(seen, [&](const occurrence &o) { return expands_to(*value, o); }))
            all.push_back(*std::move(value));
    };
    if (std::ranges::none_of(seen, [&](const occurrence &o) { return nodes_[o.node].spec->prefix != 0; })) {
        std::vector<detail::written_value> texts;
        for (const occurrence &one : seen) {
            const node &n = nodes_[one.node];
            texts.push_back({uri_.substr(one.value, one.end - one.value), op(n).reserved, n.spec->explode});
        }
        for (template_pairs &pairs : detail::aligned_pairs(texts, steps_, most_steps)) put(std::move(pairs));
        if (auto list = detail::aligned_list(texts)) put(*std::move(list));
    }
    std::string_view raw;
    std::string plain;
    const template_operator &reserved = detail::template_operator_of('+');
    for (const occurrence &one : seen) {
        const node &n = nodes_[one.node];
        const template_operator &o = op(n);
        const std::string_view text = uri_.substr(one.value, one.end - one.value);
        steps_ += text.size();
        if (!o.reserved && !n.spec->explode) {
            std::string now = plain_text(text);
            if (now.size() > plain.size()) plain = std::move(now);
            continue;
        }
        if (o.reserved && text.size() > raw.size()) raw = text;
        if (n.spec->prefix != 0 || !n.spec->explode) continue;
        const auto fields = split(text, o.separator);
        if (fields.size() > 1) put(o.reserved ? template_list(fields.begin(), fields.end()) : plain_list(fields));
        if (!o.reserved) put(plain_text(text));
        if (text.contains('=') || (seen.size() > 1 && all.empty())) put(checked(pairs_of(fields, o.reserved)));
        if (o.reserved && seen.size() > 1) { // each pct-encoded an octet, as the others have them
            put(plain_list(fields));
            put(checked(pairs_of(fields, false)));
        }
    }
    // a string: the beginning as it is known from an encoded occurrence, the rest as it is in one that passes
    std::string text = plain;
    if (!raw.empty()) {
        uri_template alone;
        alone.parts_.push_back({.op = reserved.op, .is_expression = true, .specifications = {{.name = "a"}}});
        const template_value begins{plain};
        const auto encoded = alone.expand([&](std::string_view) { return &begins; });
        if (encoded && raw.starts_with(*encoded)) text += raw.substr(encoded->size());
    }
    put(std::move(text));
    if (seen.size() > 1 && all.empty()) put(plain_text(raw));
    if (seen.size() > 1 && all.empty()) put(std::string{raw}); // a prefix can end in a pct-encoded of the value
    for (const occurrence &one : seen) {
        const node &n = nodes_[one.node];
        if (!op(n).reserved || n.spec->explode || n.spec->prefix != 0) continue;
        const auto fields = split(uri_.substr(one.value, one.end - one.value), ',');
        if (fields.size() < 2) continue;
        put(template_list(fields.begin(), fields.end()));
        if (fields.size() % 2 == 0) put(checked(two_by_two(fields, true)));
        if (seen.size() == 1) continue;
        put(plain_list(fields));
        if (fields.size() % 2 == 0) put(checked(two_by_two(fields, false)));
    }
    return all;
}

// Whether there are values that expand to the occurrences and are not among those of values_of().
bool uri_template::matcher::has_more(const std::vector<occurrence> &seen) const {
    bool cut = true;
    bool open = true;
    for (const occurrence &one : seen) {
        const node &n = nodes_[one.node];
        cut = cut && n.spec->prefix != 0;
        open = open && op(n).reserved && has_encoded_octet(uri_.substr(one.value, one.end - one.value));
    }
    if (!cut) return open;
    // fewer characters than the prefix has are all
    return open || std::ranges::all_of(seen, [&](const occurrence &one) {
               const std::string plain = plain_text(uri_.substr(one.value, one.end - one.value));
               return static_cast<std::size_t>(std::ranges::count_if(plain, detail::begins_character)) >=
                      nodes_[one.node].spec->prefix;
           });
}

} // namespace uniform
