#include "http/site/api_reference.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/syntax/percent.hpp>

namespace uniform::http {

namespace {

using api_pages::content_row;
using api_pages::described_response;
using api_pages::member_row;
using api_pages::operation_link;
using api_pages::parameter_row;
using api_pages::type_words;
using json::value;

constexpr unsigned deepest = 6;
constexpr std::string_view schemas = "#/components/schemas/";

const value &member(const value &of, std::string_view name) {
    static const value none;
    const value *const found = of.find(name);
    return found == nullptr ? none : *found;
}

value object() { return value{json::object{}}; }

// The value that a reference within the document names: "#/components/schemas/name".
const value &followed(const value &document, const value *stated) {
    const value &v = *stated;
    std::string_view reference = v.string_of("$ref");
    if (!reference.starts_with("#/")) return v;
    reference.remove_prefix(2);
    const value *at = &document;
    while (!reference.empty()) {
        const std::string_view step = reference.substr(0, reference.find('/'));
        reference.remove_prefix(std::min(reference.size(), step.size() + 1));
        at = &member(*at, step);
    }
    return *at;
}

std::string joined(const value &list, std::string_view between) {
    std::string out;
    for (const value &v : list.elements()) {
        if (!out.empty()) out += between;
        out += v.is_string() ? *v.if_string() : to_text(v);
    }
    return out;
}

// The type of a value in words, and the schema that has the rest: "list of" and a link.
type_words type_of(const value &schema) {
    std::string words;
    const value *at = &schema;
    while (member(*at, "type").if_string() != nullptr && *member(*at, "type").if_string() == "array") {
        words += "list of ";
        at = &member(*at, "items");
    }
    const std::string_view reference = at->string_of("$ref");
    const std::string_view name =
        reference.starts_with(schemas) ? reference.substr(schemas.size()) : std::string_view{};
    if (name.empty()) {
        const value &type = member(*at, "type");
        if (const value &choices = member(*at, "enum"); choices.is_array()) {
            words += joined(choices, " | ");
        } else if (const value &only = member(*at, "const"); !only.is_null()) {
            words += only.is_string() ? *only.if_string() : to_text(only);
        } else if (type.is_array()) {
            words += joined(type, " | ");
        } else {
            words += type.is_string() ? *type.if_string() : "any";
        }
        if (const std::string_view format = at->string_of("format"); !format.empty()) {
            words += " (" + std::string{format} + ")";
        }
        const value &least = member(*at, "minimum");
        const value &most = member(*at, "maximum");
        if (!least.is_null() && !most.is_null()) words += ", " + to_text(least) + " to " + to_text(most);
    }
    return {.words = std::move(words),
            .schema = std::string{name},
            .href = name.empty() ? std::string{} : "/api?schema=" + encode_query_data(name)};
}

value merged(const value &document, const value &parts, unsigned depth) {
    value out = object();
    for (const value &part : parts.elements()) {
        for (const auto &[name, v] : example_of(document, part, depth + 1).members()) out.set(name, v);
    }
    return out;
}

value example_of_text(const value &schema) {
    const std::string_view format = schema.string_of("format");
    if (format == "date-time") return value{"2026-11-21T10:00:00Z"};
    if (format == "date") return value{"2026-11-21"};
    if (format == "uri" || format == "uri-reference") return value{"https://www.example.org/"};
    return value{"text"};
}

value example_of_object(const value &document, const value &schema, unsigned depth) {
    value out = object();
    const auto &required = member(schema, "required").elements();
    for (const auto &[name, property] : member(schema, "properties").members()) {
        const bool is_required = std::ranges::any_of(
            required, [&name](const value &v) { return v.if_string() != nullptr && *v.if_string() == name; });
        if (is_required || required.empty()) out.set(name, example_of(document, property, depth + 1));
    }
    return out;
}

bool is_json(std::string_view media_type) { return media_type == "application/json" || media_type.ends_with("+json"); }

// Each media type of a body or a response: its schema, and an example of what is JSON.
std::vector<content_row> contents_of(const value &document, const value &content) {
    std::vector<content_row> out;
    for (const auto &[media_type, described] : content.members()) {
        const value &schema = member(described, "schema");
        content_row one{.media_type = media_type, .is_of = type_of(schema)};
        if (is_json(media_type)) one.sample = to_text(example_of(document, schema), json::layout::indented);
        out.push_back(std::move(one));
    }
    return out;
}

std::string upper(std::string_view text) {
    std::string out{text};
    std::ranges::transform(out, out.begin(), ascii::to_upper);
    return out;
}

// A string as it is, another value as JSON; empty for null.
std::string plain(const value &v) {
    if (v.is_null()) return {};
    return v.is_string() ? *v.if_string() : to_text(v);
}

parameter_row parameter_of(const value &p) {
    const value &schema = member(p, "schema");
    parameter_row out{.name = std::string{p.string_of("name")},
                      .place = std::string{p.string_of("in")},
                      .explanation = std::string{p.string_of("description")},
                      .is_required = member(p, "required").if_boolean().value_or(false),
                      .is_of = type_of(schema),
                      .fallback = plain(member(schema, "default")),
                      .sample = plain(member(p, "example"))};
    if (out.place == "path" || out.is_required) out.filled = out.sample;
    return out;
}

// For a shell: nothing but "'" ends a text between them.
std::string shell_word(std::string_view text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string{"'\\''"} : std::string(1, c);
    return out + '\'';
}

std::string curl_command(const api_pages::operation &operation, std::string_view base) {
    std::string path = operation.target;
    std::string query;
    for (const parameter_row &p : operation.parameters) {
        if (p.place == "path") {
            const auto at = path.find('{' + p.name + '}');
            if (at != std::string::npos) path.replace(at, p.name.size() + 2, encode_segment(p.filled));
        } else if (p.place == "query" && !p.filled.empty()) {
            query += (query.empty() ? "?" : "&") + p.name + '=' + encode_query_data(p.filled);
        }
    }
    std::string out = "curl";
    if (operation.verb != "GET") out += " -X " + operation.verb;
    if (operation.needs_token) out += " -H 'Authorization: Bearer TOKEN'";
    if (!operation.bodies.empty()) {
        const content_row &body = operation.bodies.front();
        out += " \\\n  -H " + shell_word("Content-Type: " + body.media_type);
        out += body.sample.empty() ? " --data-binary @FILE" : " --data " + shell_word(body.sample);
        out += " \\\n ";
    }
    return out + ' ' + shell_word(std::string{base} + path + query);
}

// Calls f(path, method, operation) for each, until it returns true.
template <class F>
bool any_operation(const value &document, F f) {
    for (const auto &[path, methods] : member(document, "paths").members()) {
        for (const auto &[method, operation] : methods.members()) {
            if (!operation.string_of("operationId").empty() && f(path, method, operation)) return true;
        }
    }
    return false;
}

std::vector<described_response> responses_of(const value &document, const value &operation) {
    std::vector<described_response> out;
    for (const auto &[status, stated] : member(operation, "responses").members()) {
        const value &r = followed(document, &stated);
        described_response one{.status = status, .explanation = std::string{r.string_of("description")}};
        for (const auto &[name, field] : member(r, "headers").members()) {
            one.fields.push_back({.name = name, .explanation = std::string{field.string_of("description")}});
        }
        const bool is_problem = status >= "400";
        if (!is_problem) one.contents = contents_of(document, member(r, "content"));
        out.push_back(std::move(one));
    }
    return out;
}

std::vector<member_row> members_of(const value &schema) {
    std::vector<member_row> out;
    const auto &required = member(schema, "required").elements();
    for (const auto &[name, property] : member(schema, "properties").members()) {
        out.push_back({.name = name,
                       .is_of = type_of(property),
                       .explanation = std::string{property.string_of("description")},
                       .is_required = std::ranges::any_of(required, [&name](const value &v) {
                           return v.if_string() != nullptr && *v.if_string() == name;
                       })});
    }
    return out;
}

} // namespace

json::value example_of(const value &document, const value &schema, unsigned depth) {
    if (depth > deepest) return value{};
    if (!schema.string_of("$ref").empty()) return example_of(document, followed(document, &schema), depth + 1);
    if (const auto &examples = member(schema, "examples").elements(); !examples.empty()) return examples.front();
    for (const char *const name : {"example", "const", "default"}) {
        if (const value *const v = schema.find(name)) return *v;
    }
    if (const auto &choices = member(schema, "enum").elements(); !choices.empty()) return choices.front();
    if (const value *const all = schema.find("allOf")) return merged(document, *all, depth);
    for (const char *const name : {"anyOf", "oneOf"}) {
        const auto &some = member(schema, name).elements();
        if (!some.empty() && schema.find("properties") == nullptr) return example_of(document, some.front(), depth + 1);
    }
    const value &type = member(schema, "type");
    const std::string_view word = type.is_string() ? *type.if_string()
                                  : !type.elements().empty() && type.elements().front().is_string()
                                      ? *type.elements().front().if_string()
                                      : std::string_view{};
    if (word == "string") return example_of_text(schema);
    if (word == "integer" || word == "number") return schema.find("minimum") ? *schema.find("minimum") : value{1};
    if (word == "boolean") return value{true};
    if (word == "array") {
        json::array out;
        out.push_back(example_of(document, member(schema, "items"), depth + 1));
        return value{std::move(out)};
    }
    return word == "object" ? example_of_object(document, schema, depth) : value{};
}

api_pages::overview_model overview_of(const value &document, pages::language l) {
    api_pages::overview_model out;
    std::size_t count = 0;
    for (const value &tag : member(document, "tags").elements()) {
        api_pages::operation_group group{.name = std::string{tag.string_of("name")},
                                         .explanation = std::string{tag.string_of("description")}};
        any_operation(document, [&](const std::string &path, const std::string &method, const value &operation) {
            const auto &tags = member(operation, "tags").elements();
            if (tags.empty() || *tags.front().if_string() != group.name) return false;
            group.operations.push_back(
                {.verb = upper(method),
                 .target = path,
                 .summary = std::string{operation.string_of("summary")},
                 .href = "/api?operation=" + encode_query_data(operation.string_of("operationId"))});
            return false;
        });
        count += group.operations.size();
        out.groups.push_back(std::move(group));
    }
    out.count = pages::number(l, count);
    out.explanation = member(document, "info").string_of("description");
    return out;
}

std::optional<api_pages::operation_model> operation_of(const value &document, std::string_view id,
                                                       std::string_view base) {
    std::optional<api_pages::operation_model> out;
    any_operation(document, [&](const std::string &path, const std::string &method, const value &operation) {
        if (operation.string_of("operationId") != id) return false;
        api_pages::operation &o = out.emplace().operation;
        const value &roles = member(operation, "x-roles");
        const value &body = followed(document, &member(operation, "requestBody"));
        o.summary = operation.string_of("summary");
        o.explanation = operation.string_of("description");
        o.verb = upper(method);
        o.target = path;
        o.roles = joined(roles, ", ");
        o.needs_token = !roles.elements().empty();
        o.opened_by = operation.string_of("x-opened-by");
        o.within_prefix = operation.string_of("x-scope") == "prefix";
        o.own = operation.string_of("x-scope") == "own";
        o.each = operation.string_of("x-scope") == "each";
        o.instance = operation.string_of("x-scope") == "instance";
        for (const value &parameter : member(operation, "parameters").elements()) {
            o.parameters.push_back(parameter_of(followed(document, &parameter)));
        }
        o.has_parameters = !o.parameters.empty();
        o.bodies = contents_of(document, member(body, "content"));
        o.has_body = !o.bodies.empty();
        if (o.has_body) o.first_sample = o.bodies.front().sample;
        o.responses = responses_of(document, operation);
        o.curl = curl_command(o, base);
        return true;
    });
    return out;
}

std::optional<api_pages::schema_model> schema_of(const value &document, std::string_view name) {
    const value *const schema = member(member(document, "components"), "schemas").find(name);
    if (schema == nullptr) return std::nullopt;
    api_pages::schema out{.name = std::string{name},
                          .explanation = std::string{schema->string_of("description")},
                          .is_of = type_of(*schema),
                          .members_of_it = members_of(*schema),
                          .sample = to_text(example_of(document, *schema), json::layout::indented),
                          .definition = to_text(*schema, json::layout::indented)};
    out.has_members = !out.members_of_it.empty();
    return api_pages::schema_model{std::move(out)};
}

} // namespace uniform::http
