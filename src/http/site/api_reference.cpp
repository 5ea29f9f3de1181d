#include "http/site/api_reference.hpp"

#include <algorithm>
#include <array>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/syntax/percent.hpp>

namespace uniform::http {

namespace {

using json::value;
using pages::html_page;

constexpr unsigned deepest = 6;
constexpr std::string_view schemas = "#/components/schemas/";

const value &member(const value &of, std::string_view name) {
    static const value none;
    const value *const found = of.find(name);
    return found == nullptr ? none : *found;
}

value object() { return value{json::object{}}; }

// What a reference within the document names: "#/components/schemas/name".
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

// What a value is, in words, and the schema that has the rest: "list of" and a link.
value type_of(const value &schema) {
    value out = object();
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
    out.set("words", words).set("schema", name);
    return out.set("href", name.empty() ? std::string{} : "/api?schema=" + encode_query_data(name));
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
value contents_of(const value &document, const value &content) {
    json::array out;
    for (const auto &[media_type, described] : content.members()) {
        value one = object();
        const value &schema = member(described, "schema");
        one.set("media_type", media_type).set("is_of", type_of(schema));
        one.set("sample", is_json(media_type) ? to_text(example_of(document, schema), json::layout::indented) : "");
        out.push_back(std::move(one));
    }
    return value{std::move(out)};
}

std::string upper(std::string_view text) {
    std::string out{text};
    std::ranges::transform(out, out.begin(), ascii::to_upper);
    return out;
}

value parameter_of(const value &p) {
    value one = object();
    const value &schema = member(p, "schema");
    const value &example = member(p, "example");
    const value &fallback = member(schema, "default");
    const std::string_view in = p.string_of("in");
    one.set("name", p.string_of("name")).set("place", in).set("explanation", p.string_of("description"));
    one.set("is_required", member(p, "required").if_boolean().value_or(false)).set("is_of", type_of(schema));
    one.set("fallback", fallback.is_null()     ? std::string{}
                        : fallback.is_string() ? *fallback.if_string()
                                               : to_text(fallback));
    one.set("sample", example.is_null()     ? std::string{}
                      : example.is_string() ? *example.if_string()
                                            : to_text(example));
    // What a request needs is filled in.
    const bool is_filled = in == "path" || one.find("is_required")->if_boolean().value_or(false);
    return one.set("filled", is_filled ? one.string_of("sample") : std::string_view{});
}

// For a shell: nothing but "'" ends a text between them.
std::string shell_word(std::string_view text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string{"'\\''"} : std::string(1, c);
    return out + '\'';
}

std::string curl_command(const value &operation, std::string_view method, std::string path, std::string_view base) {
    std::string query;
    for (const value &p : operation.find("parameters")->elements()) {
        const std::string name{p.string_of("name")};
        const std::string_view filled = p.string_of("filled");
        if (p.string_of("place") == "path") {
            const auto at = path.find('{' + name + '}');
            if (at != std::string::npos) path.replace(at, name.size() + 2, encode_segment(filled));
        } else if (p.string_of("place") == "query" && !filled.empty()) {
            query += (query.empty() ? "?" : "&") + name + '=' + encode_query_data(filled);
        }
    }
    std::string out = "curl";
    if (method != "GET") out += " -X " + std::string{method};
    if (operation.find("needs_token")->if_boolean().value_or(false)) out += " -H 'Authorization: Bearer TOKEN'";
    const auto &bodies = operation.find("bodies")->elements();
    if (!bodies.empty()) {
        out += " \\\n  -H " + shell_word("Content-Type: " + std::string{bodies.front().string_of("media_type")});
        const std::string_view sample = bodies.front().string_of("sample");
        out += sample.empty() ? " --data-binary @FILE" : " --data " + shell_word(sample);
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

value responses_of(const value &document, const value &operation) {
    json::array out;
    for (const auto &[status, stated] : member(operation, "responses").members()) {
        const value &r = followed(document, &stated);
        value one = object();
        one.set("status", status).set("explanation", r.string_of("description"));
        one.set("is_problem", status >= "400");
        json::array fields;
        for (const auto &[name, field] : member(r, "headers").members()) {
            value f = object();
            fields.push_back(std::move(f.set("name", name).set("explanation", field.string_of("description"))));
        }
        one.set("fields", std::move(fields));
        one.set("contents", status >= "400" ? value{json::array{}} : contents_of(document, member(r, "content")));
        out.push_back(std::move(one));
    }
    return value{std::move(out)};
}

json::array members_of(const value &schema) {
    json::array out;
    const auto &required = member(schema, "required").elements();
    for (const auto &[name, property] : member(schema, "properties").members()) {
        value one = object();
        one.set("name", name).set("is_of", type_of(property)).set("explanation", property.string_of("description"));
        one.set("is_required", std::ranges::any_of(required, [&name](const value &v) {
                    return v.if_string() != nullptr && *v.if_string() == name;
                }));
        out.push_back(std::move(one));
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

void add_overview(html_page &p, const value &document) {
    p.title = p.text("api.document");
    json::array groups;
    std::size_t count = 0;
    for (const value &tag : member(document, "tags").elements()) {
        json::array list;
        any_operation(document, [&](const std::string &path, const std::string &method, const value &operation) {
            const auto &tags = member(operation, "tags").elements();
            if (tags.empty() || *tags.front().if_string() != tag.string_of("name")) return false;
            value one = object();
            const std::string_view id = operation.string_of("operationId");
            one.set("verb", upper(method)).set("target", path).set("summary", operation.string_of("summary"));
            one.set("is_open", member(operation, "x-roles").elements().empty());
            list.push_back(std::move(one.set("href", "/api?operation=" + encode_query_data(id))));
            return false;
        });
        count += list.size();
        value group = object();
        group.set("name", tag.string_of("name")).set("explanation", tag.string_of("description"));
        groups.push_back(std::move(group.set("operations", std::move(list))));
    }
    p.data.set("groups", std::move(groups)).set("count", pages::number(p.in(), count));
    p.data.set("explanation", member(document, "info").string_of("description"));
}

bool add_operation(html_page &p, const value &document, std::string_view id, std::string_view base) {
    return any_operation(document, [&](const std::string &path, const std::string &method, const value &operation) {
        if (operation.string_of("operationId") != id) return false;
        p.title = operation.string_of("summary");
        value o = object();
        const value &roles = member(operation, "x-roles");
        const value &body = followed(document, &member(operation, "requestBody"));
        o.set("summary", p.title).set("explanation", operation.string_of("description")).set("verb", upper(method));
        o.set("target", path)
            .set("id", id)
            .set("roles", joined(roles, ", "))
            .set("needs_token", !roles.elements().empty());
        o.set("within_prefix", operation.string_of("x-scope") == "prefix")
            .set("own", operation.string_of("x-scope") == "own");
        json::array parameters;
        for (const value &parameter : member(operation, "parameters").elements()) {
            parameters.push_back(parameter_of(followed(document, &parameter)));
        }
        o.set("has_parameters", !parameters.empty()).set("parameters", std::move(parameters));
        value bodies = contents_of(document, member(body, "content"));
        const bool has_body = !bodies.elements().empty();
        o.set("has_body", has_body).set("first_sample", has_body ? bodies.elements().front().string_of("sample") : "");
        o.set("bodies", std::move(bodies)).set("responses", responses_of(document, operation));
        o.set("curl", curl_command(o, upper(method), path, base));
        p.data.set("operation", std::move(o));
        return true;
    });
}

bool add_schema(html_page &p, const value &document, std::string_view name) {
    const value *const schema = member(member(document, "components"), "schemas").find(name);
    if (schema == nullptr) return false;
    p.title = name;
    value s = object();
    s.set("name", name).set("explanation", schema->string_of("description")).set("is_of", type_of(*schema));
    json::array members = members_of(*schema);
    s.set("has_members", !members.empty()).set("members", std::move(members));
    s.set("sample", to_text(example_of(document, *schema), json::layout::indented));
    s.set("definition", to_text(*schema, json::layout::indented));
    p.data.set("schema", std::move(s));
    return true;
}

} // namespace uniform::http
