// The JSON form: docs/reference/namespace-template.schema.json.

#include <uniform/base/ascii.hpp>
#include <uniform/registry/template.hpp>

#include <algorithm>
#include <array>
#include <charconv>

#include <uniform/json/pointer.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>

#include "registry/template_lines.hpp"

namespace uniform::registry {

namespace {

using what = template_error::what;

// The field of a key. Both names of the first field are accepted.
std::optional<field> field_of_key(std::string_view key) {
    if (std::ranges::any_of(key, [](char c) { return c != '_' && (!ascii::is_alpha(c) || c != ascii::to_lower(c)); })) {
        return std::nullopt;
    }
    return field_from_name(key);
}

std::string key_of(edition e, field f) {
    const field_rule *rule = find_rule(e, f);
    std::string key = rule != nullptr ? ascii::lower_copy(rule->name) : std::string{to_string(f)};
    std::ranges::replace(key, ' ', '_');
    return key;
}

template_error error_of(std::string_view text, const json::error &e) {
    const std::string message = "invalid JSON: " + e.message;
    if (e.code != json::error_code::syntax) return {what::invalid_shape, {}, e.pointer, message, e.offset};
    return {what::invalid_json, position_of(text, e.offset.value_or(0)), {}, message, e.offset};
}

std::unexpected<template_error> refuse(std::string_view why, std::string pointer) {
    return std::unexpected{template_error{what::invalid_shape, {}, std::move(pointer), std::string(why)}};
}

// Makes the fields of the values.
class reader {
public:
    reader(namespace_template &out, const read_options &options)
        : out_{out}, max_fields_{options.max_fields}, misleading_characters_{options.misleading_characters} {}

    std::string_view edition_name = {};

    std::expected<void, template_error> read(const json::value &document) {
        if (!document.is_object()) return refuse("the template must be a JSON object", {});
        const json::value *others = nullptr;
        for (const json::member &m : document.members()) {
            if (auto ok = check_name(m.name, {}); !ok) return ok;
            const auto id = field_of_key(m.name);
            if (!id && m.name != "edition" && m.name != "other" && m.name != "$schema") {
                return refuse("unknown field: put fields that the template does not have into \"other\"",
                              json::pointer_to({}, m.name));
            }
            if (m.name == "other") {
                others = &m.value;
                continue;
            }
            const std::string pointer = json::pointer_to({}, m.name);
            if (id && out_.find(*id) != nullptr) return refuse("this field is repeated", pointer);
            const auto text =
                id == field::version && m.value.if_number() ? version_of(m.value, pointer) : text_of(m.value, pointer);
            if (!text) return std::unexpected{text.error()};
            if (m.name == "edition") edition_name = *m.value.if_string();
            if (id) out_.entries.push_back({.id = id, .name = {}, .text = normal_text(*text)});
        }
        if (others != nullptr) {
            if (auto ok = read_others(*others); !ok) return ok;
        }
        if (out_.entries.size() <= max_fields_) return {};
        return std::unexpected{
            template_error{what::too_large, {}, {}, "more than " + std::to_string(max_fields_) + " fields"}};
    }

private:
    [[nodiscard]] std::optional<std::size_t> find_refused(std::string_view text) const noexcept {
        if (const auto bad = base::find_control_character(text)) return bad;
        return misleading_characters_ ? std::nullopt : base::find_misleading_character(text);
    }

    [[nodiscard]] std::expected<void, template_error> check_name(const std::string &name,
                                                                 const std::string &parent) const {
        const auto bad = find_refused(name);
        if (!bad) return {};
        return std::unexpected{template_error{what::control_character,
                                              {},
                                              parent, // the name itself is not printed
                                              about_refused_character(std::string_view{name}.substr(*bad))}};
    }

    [[nodiscard]] std::expected<std::string, template_error> text_of(const json::value &v,
                                                                     const std::string &pointer) const {
        const std::string *const text = v.if_string();
        if (text == nullptr) {
            return refuse(v.is_null() ? "must be a string; leave the member out instead of null" : "must be a string",
                          pointer);
        }
        if (const auto bad = find_refused(*text)) {
            return std::unexpected{template_error{
                what::control_character, {}, pointer, about_refused_character(std::string_view{*text}.substr(*bad))}};
        }
        return *text;
    }

    static std::expected<std::string, template_error> version_of(const json::value &v, const std::string &pointer) {
        if (const auto number = v.if_unsigned(); number && *number > 0) return std::to_string(*number);
        constexpr double beyond = 18446744073709551616.0; // 2^64
        return refuse(v.if_number().value_or(0) >= beyond
                          ? "this version is out of range: the largest is 18446744073709551615"
                          : "a version must be a whole number, starting with 1",
                      pointer);
    }

    std::expected<void, template_error> read_others(const json::value &others) {
        if (!others.is_array()) return refuse("must be an array of objects with \"name\" and \"text\"", "/other");
        for (const json::value &each : others.elements()) {
            const std::string pointer =
                json::pointer_to("/other", static_cast<std::size_t>(&each - others.elements().data()));
            if (!each.is_object()) return refuse("must be a JSON object with \"name\" and \"text\"", pointer);
            entry e;
            for (const json::member &m : each.members()) {
                if (auto ok = check_name(m.name, pointer); !ok) return ok;
                const std::string at = json::pointer_to(pointer, m.name);
                if (m.name != "name" && m.name != "text")
                    return refuse("unknown member: a field has \"name\" and \"text\"", at);
                auto text = text_of(m.value, at);
                if (!text) return std::unexpected{text.error()};
                if (m.name == "text") {
                    e.text = normal_text(*text);
                    continue;
                }
                // a name that is not read as a label cannot be written
                const std::string as_label = *text + ':';
                const auto found = label_of(as_label);
                if (!found || found->name != *text) return refuse("this cannot be the label of a field", at);
                e.name = std::move(*text);
                e.id = found->id;
            }
            if (e.name.empty()) return refuse("a field must have a name", pointer);
            out_.entries.push_back(std::move(e));
        }
        return {};
    }

    namespace_template &out_;
    std::size_t max_fields_;
    bool misleading_characters_;
};

std::expected<namespace_template, template_error> read_value(const json::value &value, const read_options &options) {
    namespace_template result{.edition = options.edition.value_or(edition::rfc8141), .read_from = form::json};
    reader fields{result, options};
    if (auto ok = fields.read(value); !ok) return std::unexpected{std::move(ok.error())};
    if (!fields.edition_name.empty()) {
        const auto named = edition_from_string(fields.edition_name);
        if (!named) {
            const std::string message = "unknown edition: supported are rfc8141, urnbis-16 and urnbis-14";
            return std::unexpected{template_error{what::no_such_edition, {}, "/edition", message}};
        }
        if (options.edition && *options.edition != *named) {
            const std::string message = "this is a template of " + std::string{to_string(*named)} + ", but " +
                                        std::string{to_string(*options.edition)} + " was requested";
            return std::unexpected{template_error{what::other_edition, {}, "/edition", message}};
        }
        result.edition = *named;
    }
    if (template_fields(result.edition).empty()) {
        const std::string message = std::string{document(result.edition)} + " has no registration template";
        return std::unexpected{
            template_error{what::no_such_edition, {}, fields.edition_name.empty() ? "" : "/edition", message}};
    }
    const auto known = [](const entry &e) { return e.id.has_value(); };
    if (std::ranges::none_of(result.entries, known)) {
        return std::unexpected{template_error{what::no_template, {}, {}, "no field of a registration template found"}};
    }
    // The order of the members of an object has no meaning. Fields in "other" stay at the end.
    const auto others = std::ranges::find_if(result.entries, [](const entry &e) { return !e.name.empty(); });
    std::sort(result.entries.begin(), others,
              [](const entry &a, const entry &b) { return a.id < b.id; }); // no two are equal
    for (entry &e : result.entries) {
        if (!e.name.empty() || !e.id) continue;
        const field_rule *rule = find_rule(result.edition, *e.id);
        e.name = rule != nullptr ? rule->name : find_rule(edition::rfc8141, *e.id)->name;
    }
    return result;
}

} // namespace

std::expected<namespace_template, template_error> read_template_json(const json::value &document,
                                                                     const read_options &options) {
    auto result = read_value(document, options);
    if (result) return result;
    const json::value *const at = json::at(document, result.error().pointer);
    if (at != nullptr && at->offset() != json::value::no_offset) result.error().offset = at->offset();
    return result;
}

std::expected<namespace_template, template_error> read_template_json(std::string_view text,
                                                                     const read_options &options) {
    if (text.size() > options.max_size) {
        const std::string message = "longer than " + std::to_string(options.max_size) + " bytes";
        return std::unexpected{template_error{what::too_large, {}, {}, message}};
    }
    const auto value = json::read(text);
    if (!value) return std::unexpected{error_of(text, value.error())};
    return read_template_json(*value, options);
}

std::string write_template_json(const namespace_template &t) {
    std::string out;
    json::writer w{out, json::layout::indented};
    w.begin_object().member("edition", to_string(t.edition));
    std::vector<const entry *> others;
    std::array<const entry *, static_cast<std::size_t>(field::revision_information) + 1> once{};
    for (const entry &e : t.entries) {
        if (e.id && once[static_cast<std::size_t>(*e.id)] == nullptr) {
            once[static_cast<std::size_t>(*e.id)] = &e;
        } else {
            others.push_back(&e);
        }
    }
    for (const entry *e : once) {
        if (e == nullptr) continue;
        w.key(key_of(t.edition, *e->id));
        std::uint64_t number = 0;
        const auto [end, problem] = std::from_chars(e->text.data(), e->text.data() + e->text.size(), number);
        if (e->id == field::version && problem == std::errc{} && number != 0 && std::to_string(number) == e->text) {
            w.number(number);
        } else {
            w.string(e->text);
        }
    }
    if (!others.empty()) {
        w.key("other").begin_array();
        for (const entry *e : others) w.begin_object().member("name", e->name).member("text", e->text).end_object();
        w.end_array();
    }
    w.end_object();
    return out + '\n';
}

} // namespace uniform::registry
