#include "http/api/openapi.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/value.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/registry/process.hpp>
#include <uniform/registry/template_check.hpp>
#include <uniform/registry/template_diff.hpp>
#include <uniform/resolver/choose.hpp>
#include <uniform/resolver/correction.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem_types.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/resolver/services.hpp>
#include <uniform/service/decisions.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/service/transfers.hpp>
#include <uniform/service/webhooks.hpp>
#include <uniform/version.hpp>

#include "http/api/parameters.hpp"
#include "http/operation/figures.hpp"
#include "http/operation/statistics.hpp"
#include "http/operation/verification.hpp"
#include "links/link_checker_rules.hpp"
#include "links/link_hosts.hpp"

namespace uniform::http {

namespace {

using json::value;

// The files src/http/api/openapi/*.json, which the build turns into an array of string literals.
constexpr std::string_view documents[]{
#include "openapi_schemas.inc"
};

[[noreturn]] void mistake(const std::string &what) { throw std::logic_error("OpenAPI document: " + what); }

value object_of(std::initializer_list<json::member> members) { return value{json::object(members)}; }

template <class... T>
value array_of(T &&...items) {
    value out{json::array{}};
    (out.add(std::forward<T>(items)), ...);
    return out;
}

value parsed(std::string_view text) {
    auto v = json::read(text);
    if (!v) mistake("invalid JSON: " + std::string(text.substr(0, 100)));
    return std::move(*v);
}

// Calls f(word) for each word between spaces.
template <class F>
void each_word(std::string_view text, F f) {
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        if (!word.empty()) f(word);
    }
}

// --- the responses that follow from other parts of a row

struct problem_response {
    int status;
    std::string_view description;
    bounded_list<const response_field *, 2> fields = {};
};

constexpr response_field challenge_field{
    .name = "WWW-Authenticate", .description = "RFC 6750 section 3", .required = true};
// The precondition of each resource that has an entity-tag.
constexpr response_field known_etag_field{"ETag", "the entity-tag that the client knows",
                                          R"({"type":"string","pattern":"^\"[0-9]+([.:][a-z0-9._-]*)?\"$"})"};
constexpr response_field retry_after_field{"Retry-After", "seconds", R"({"type":"integer","minimum":0})"};

constexpr std::array problem_responses{
    problem_response{400,
                     "The request is malformed: not a URN, not JSON, not a cursor, an unknown or duplicate parameter; "
                     "`offset` is the position. Also an Idempotency-Key that is empty, a duplicate, or one that "
                     "this operation does not accept."},
    problem_response{401, "A valid access token is required (RFC 6750).", {&challenge_field}},
    problem_response{403,
                     "Insufficient permissions: the token's role, registrar or prefixes do not permit the operation "
                     "(RFC 6750: insufficient_scope).",
                     {&challenge_field}},
    problem_response{404, "No such resource, or no such name."},
    problem_response{406, "The name exists, but its metadata lacks what the format requires."},
    problem_response{409,
                     "It already exists (`existing` is the existing one), or its state does not permit the operation."},
    problem_response{410, "The name was withdrawn."},
    problem_response{412,
                     "A precondition failed: If-Match, If-None-Match, If-History, or the round of a review that is "
                     "over."},
    problem_response{413, "The request is too large."},
    problem_response{415,
                     "The media type of the body is not supported, or the body has a content coding or a charset other "
                     "than UTF-8. After PATCH, Accept-Patch lists the supported types."},
    problem_response{421,
                     "This service has the names of some prefixes only, and not these (RFC 9110 section 15.5.20)."},
    problem_response{422, "Well-formed, but a value violates a rule, or a policy of the namespace or the prefix."},
    problem_response{429, "Too many requests, or too many invalid tokens.", {&retry_after_field}},
    problem_response{500, "Internal error; the service's log has the request."},
    problem_response{502, "The OpenID provider's answer cannot be used; the service's log has the reason."},
    problem_response{503, "The store is not accessible at the moment; retry.", {&retry_after_field}},
    problem_response{504,
                     "The database was lost while it committed the request: whether it was carried out is not known. "
                     "Repeat it with the same Idempotency-Key."},
    problem_response{508, "A delegation loop: resolvers redirect to each other."},
};

// --- parameters of the protocol

constexpr parameter idempotency_key{
    .name = "Idempotency-Key",
    .description =
        "chosen by the client, 1 to 200 visible characters: a retry with the same key gets the stored response to "
        "the first request; another request with the same key is refused. Refusals are not stored.",
    .least = 1,
    .most = 202};
constexpr parameter if_match{.name = "If-Match",
                             .description =
                                 "entity-tags of versions, one of which must be current, or `*` for any (RFC 9110 "
                                 "section 13.1.1); otherwise the response is 412",
                             .example = "\"17\", \"18\""};
constexpr parameter if_none_match{.name = "If-None-Match",
                                  .description =
                                      "entity-tags of versions, none of which may be current, or `*` for any (RFC "
                                      "9110 section 13.1.2); otherwise the response is 304 to GET and HEAD, and "
                                      "412 to others",
                                  .example = "\"17\""};

constexpr parameter if_history{.name = "If-History",
                               .description =
                                   "NUMBER:HASH of an event that the store must have, such as the field History of an "
                                   "earlier response: otherwise nothing is done and the response is 412. So a former "
                                   "primary of the database, which lacks what was acknowledged after it, refuses."};
constexpr response_field history_field{
    "History", "the end of the history after this request, NUMBER:HASH; for If-History of a later one",
    R"({"type":"string","pattern":"^[0-9]+:[0-9a-f]{64}$"})"};

std::string_view scope_name(permission_scope s) noexcept {
    static constexpr auto names = enum_table<permission_scope>({{permission_scope::none, "none"},
                                                                {permission_scope::prefix, "prefix"},
                                                                {permission_scope::each, "each"},
                                                                {permission_scope::own, "own"},
                                                                {permission_scope::instance, "instance"}});
    return names.name(s);
}

std::string_view name_of(bool settings::*member) {
    const auto at = std::ranges::find(all_settings(), setting_member{member}, &setting::member);
    return at->name;
}

// The JSON Schema of one parameter.
value schema_of(const parameter &p) {
    value s{json::object{}};
    const auto fallback_number = [&] {
        std::uint64_t n = 0;
        (void)std::from_chars(p.fallback.data(), p.fallback.data() + p.fallback.size(), n);
        return n;
    };
    switch (p.type) {
    case parameter_type::text:
        s.set("type", "string");
        if (!p.format.empty()) s.set("format", p.format);
        if (p.least != 0) s.set("minLength", p.least);
        if (p.most != 0) s.set("maxLength", p.most);
        if (!p.pattern.empty()) s.set("pattern", p.pattern);
        if (!p.fallback.empty()) s.set("default", p.fallback);
        break;
    case parameter_type::number:
        s.set("type", "integer");
        s.set("minimum", p.least);
        if (p.most != 0) s.set("maximum", p.most);
        if (!p.fallback.empty()) s.set("default", fallback_number());
        break;
    case parameter_type::boolean:
    case parameter_type::choice: {
        value words{json::array{}};
        each_word(p.type == parameter_type::boolean ? "true false" : p.choices, [&](auto w) { words.add(w); });
        s.set("type", "string");
        s.set("enum", std::move(words));
        if (!p.fallback.empty()) s.set("default", p.fallback);
        break;
    }
    }
    return s;
}

value described(const parameter &p, std::string_view in) {
    value out = object_of({{"name", p.name}, {"in", in}, {"description", p.description}});
    if (in == "path" || p.required) out.set("required", true);
    out.set("schema", schema_of(p));
    if (!p.example.empty()) out.set("example", p.example);
    return out;
}

value described(const response_field &f) {
    value out = object_of({{"description", f.description}, {"schema", parsed(f.schema)}});
    if (f.required) out.set("required", true);
    return out;
}

template <std::size_t N>
void add_fields(value &to, const bounded_list<const response_field *, N> &fields,
                const response_field *more = nullptr) {
    if (fields.empty() && more == nullptr) return;
    value headers{json::object{}};
    for (const response_field *f : fields) headers.set(f->name, described(*f));
    if (more != nullptr) headers.set(more->name, described(*more));
    to.set("headers", std::move(headers));
}

class generator {
public:
    explicit generator(std::span<const route *const> routes) : routes_{routes} {
        for (const std::string_view text : documents) {
            const value d = parsed(text);
            for (const json::member &m : d.members()) {
                if (m.name != "schemas") {
                    head_.set(m.name, m.value);
                    continue;
                }
                for (const json::member &s : m.value.members()) {
                    if (schemas_.find(s.name) != nullptr) mistake("the schema " + s.name + " is defined twice");
                    schemas_.set(s.name, s.value);
                }
            }
        }
        value types{json::array{}};
        for (std::size_t i = 0; i < resolver::problem_type_count; ++i)
            types.add("/problems/" + std::string(to_string(static_cast<resolver::problem_type>(i))));
        schemas_.set("problem_type_uri", object_of({{"type", "string"},
                                                    {"enum", std::move(types)},
                                                    {"description", "its meaning: GET /problems/{type}"}}));
        add_enumerations();
    }

    std::string text() {
        value paths{json::object{}};
        for (const route *r : routes_) add(paths, *r);
        value responses{json::object{}};
        for (const problem_response &p : problem_responses) {
            if (used_.contains(p.status)) responses.set("problem_" + std::to_string(p.status), response_of(p));
        }
        value not_modified =
            object_of({{"description", "The client has the current version: If-None-Match names it."}});
        add_fields(not_modified, bounded_list<const response_field *, 1>{&known_etag_field});
        responses.set("not_modified", std::move(not_modified));
        value components{json::object{}};
        if (const value *s = head_.find("securitySchemes")) components.set("securitySchemes", *s);
        components.set("responses", std::move(responses));
        components.set("schemas", schemas_);

        value info{json::object{}};
        if (const value *i = head_.find("info")) info = *i;
        info.set("version", uniform::version);
        value document = object_of({{"openapi", "3.1.0"}, {"info", std::move(info)}});
        document.set("servers",
                     array_of(object_of({{"url", "/"}, {"description", "the service that sent this document"}})));
        if (const value *t = head_.find("tags")) document.set("tags", *t);
        check_tags();
        document.set("paths", std::move(paths));
        document.set("components", std::move(components));
        check_references(document);
        return json::to_text(document);
    }

private:
    // The tables of names in the code, as the schemas to which openapi/*.json refer.
    void add_enumerations() {
        const auto add = [&](std::string_view schema, const auto &names) {
            value of = object_of({{"type", "string"}});
            if (const value *there = schemas_.find(schema)) of = *there; // with a description
            if (of.find("enum") != nullptr) mistake("the schema " + std::string(schema) + " has names of its own");
            value all{json::array{}};
            for (const auto &row : names) all.add(row.name);
            schemas_.set(schema, std::move(of.set("enum", std::move(all))));
        };
        add("role", resolver::role_names);
        add("token_state", service::token_state_names);
        add("registrar_state", service::registrar_state_names);
        add("webhook_state", service::webhook_state_names);
        add("delivery_state", service::delivery_state_names);
        add("delegation_state", resolver::delegation_state_names);
        add("transfer_state", service::transfer_state_names);
        add("minting_method", resolver::minting_method_names);
        add("minting_check", resolver::check_rule_names);
        add("name_state", resolver::name_state_names);
        add("namespace_status", resolver::namespace_status_names);
        add("q_strategy", resolver::q_strategy_names);
        add("correction", resolver::correction_names);
        add("resolution_service", resolver::service_names);
        add("choice_criterion", resolver::criterion_names);
        add("outcome", outcome_names);
        add("link_state", links::link_state_names);
        add("link_host_rule_name", links::host_rule_names);
        add("verification_state", verification_state_names);
        add("decision_area", service::decision_area_names);
        add("latency_span", latency_span_names);
        add("request_state", registry::request_state_names);
        add("request_action", registry::request_action_names);
        add("request_track", registry::track_names);
        add("finding_level", registry::severity_names);
        add("field_change_kind", registry::change_names);
    }

    static value response_of(const problem_response &p) {
        value out = object_of({{"description", p.description}});
        add_fields(out, p.fields);
        out.set("content", object_of({{"application/problem+json", object_of({{"schema", reference("problem")}})},
                                      {"text/html", object_of({{"schema", object_of({{"type", "string"}})}})}}));
        return out;
    }

    static value reference(std::string_view schema) {
        return object_of({{"$ref", "#/components/schemas/" + std::string(schema)}});
    }

    // "name", "page(name)" or "events(name_record)"; the latter two become schemas of their own.
    value schema(std::string_view word) {
        const auto inside = [&](std::string_view function) -> std::string_view {
            if (!word.starts_with(function) || !word.ends_with(')')) return {};
            return word.substr(function.size(), word.size() - function.size() - 1);
        };
        if (const auto item = inside("page("); !item.empty()) return reference(page_of(item));
        if (const auto state = inside("events("); !state.empty()) {
            const std::string event = std::string(state) + "_event";
            if (schemas_.find(event) == nullptr) {
                schemas_.set(
                    event, object_of({{"allOf", array_of(reference("event"))},
                                      {"required", array_of("new")},
                                      {"properties", object_of({{"old", reference(state)}, {"new", reference(state)}})},
                                      {"unevaluatedProperties", false}}));
            }
            return reference(page_of(event));
        }
        return reference(word);
    }

    std::string page_of(std::string_view item) {
        std::string name = std::string(item) + "_page";
        if (schemas_.find(name) == nullptr) {
            schemas_.set(name,
                         object_of({{"type", "object"},
                                    {"required", array_of("items")},
                                    {"properties",
                                     object_of({{"items", object_of({{"type", "array"}, {"items", reference(item)}})},
                                                {"next", reference("cursor")}})},
                                    {"additionalProperties", false}}));
        }
        return name;
    }

    value content(std::string_view words) {
        value out{json::object{}};
        each_word(words, [&](std::string_view word) {
            const auto equals = word.find('=');
            const bool is_media_type = word.substr(0, equals).contains('/');
            const std::string_view media = is_media_type ? word.substr(0, equals) : "application/json";
            value s = media.ends_with("+json") ? value{json::object{}} : object_of({{"type", "string"}});
            if (!is_media_type) s = schema(word);
            if (is_media_type && equals != std::string_view::npos) s = schema(word.substr(equals + 1));
            out.set(media, object_of({{"schema", std::move(s)}}));
        });
        return out;
    }

    [[nodiscard]] static bool writes(const route &r) noexcept { return !r.reads() && r.stores; }

    // Services that follow a part of a registry refuse others' names (response_for_other_part()).
    [[nodiscard]] static bool reads_a_name(const route &r) noexcept {
        const bool has_urn = r.path.contains("{urn}") || r.path.contains("{urn*}") || r.path.starts_with("/uri-res/");
        return has_urn && r.reads() && r.roles == resolver::anyone;
    }

    // Those that are not in the row.
    [[nodiscard]] static std::set<int> derived_statuses(const route &r) {
        std::set<int> out{401, 429, 500, 503};
        const bool has_query = !r.query.empty();
        if (r.is_api() || has_query || !r.in_path.empty() || !r.body.content.empty()) out.insert(400);
        if (r.roles != resolver::anyone) out.insert(403);
        if (r.scope != permission_scope::none && !r.reads()) out.insert(403);
        if (!r.reads()) out.insert({413, 415});
        if (writes(r)) out.insert(504);
        if (!r.body.content.empty() || (has_query && r.is_api())) out.insert(422);
        if (r.conditional || writes(r)) out.insert(412);
        if (reads_a_name(r)) out.insert(421);
        if (r.idempotent) out.insert({409, 422});
        out.insert(r.problems.begin(), r.problems.end());
        return out;
    }

    value responses_of(const route &r) {
        std::map<int, value> all;
        bool revalidates = false; // RFC 9110 13: GET with an entity-tag
        for (const response_row &row : r.responses) {
            value one = object_of({{"description", row.description}});
            add_fields(one, row.fields, writes(r) && row.status < 400 ? &history_field : nullptr);
            if (!row.content.empty()) one.set("content", content(row.content));
            for (const response_field *f : row.fields)
                revalidates = revalidates || (r.reads() && row.status == 200 && f->name == "ETag");
            all.emplace(row.status, std::move(one));
        }
        std::set<int> statuses = derived_statuses(r);
        if (revalidates) {
            statuses.insert(412);
            all.emplace(304, object_of({{"$ref", "#/components/responses/not_modified"}}));
        }
        for (const int status : statuses) {
            if (all.contains(status)) continue;
            used_.insert(status);
            all.emplace(status, object_of({{"$ref", "#/components/responses/problem_" + std::to_string(status)}}));
        }
        value out{json::object{}};
        for (auto &[status, one] : all) out.set(std::to_string(status), std::move(one));
        revalidates_ = revalidates;
        return out;
    }

    void add(value &paths, const route &r) {
        if (!ids_.insert(r.operation).second) mistake("two operations are named " + std::string(r.operation));
        tags_.insert(r.tag);
        check_path(r);
        value responses = responses_of(r);
        value parameters{json::array{}};
        for (const parameter *p : r.in_path) parameters.add(described(*p, "path"));
        for (const parameter *p : r.query) parameters.add(described(*p, "query"));
        for (const parameter *p : r.headers) parameters.add(described(*p, "header"));
        if (writes(r)) parameters.add(described(if_history, "header"));
        if (r.idempotent) parameters.add(described(idempotency_key, "header"));
        if (r.conditional || revalidates_) {
            parameters.add(described(if_match, "header"));
            parameters.add(described(if_none_match, "header"));
        }
        value operation = object_of({{"operationId", r.operation}, {"summary", r.summary}});
        if (!r.description.empty()) operation.set("description", r.description);
        operation.set("tags", array_of(r.tag));
        value roles{json::array{}};
        for (const auto &[role, name] : resolver::role_names)
            if ((r.roles & static_cast<resolver::roles>(role)) != 0) roles.add(name);
        operation.set("x-roles", std::move(roles));
        operation.set("x-scope", scope_name(r.scope));
        if (r.opened_by != nullptr) operation.set("x-opened-by", name_of(r.opened_by));
        const value token = object_of({{"token", value{json::array{}}}});
        operation.set("security", r.may_be_open() ? array_of(value{json::object{}}, token) : array_of(token));
        if (!parameters.elements().empty()) operation.set("parameters", std::move(parameters));
        if (!r.body.content.empty())
            operation.set("requestBody",
                          object_of({{"required", r.body.required}, {"content", content(r.body.content)}}));
        operation.set("responses", std::move(responses));

        std::string path{r.path};
        std::erase(path, '*'); // OpenAPI has no syntax for the rest of a path
        value item{json::object{}};
        if (const value *there = paths.find(path)) item = *there;
        item.set(ascii::lower_copy(r.method), std::move(operation));
        paths.set(path, std::move(item));
    }

    // The names in braces are those of the row's parameters, in order.
    static void check_path(const route &r) {
        std::string_view rest = r.path;
        for (const parameter *p : r.in_path) {
            const auto begin = std::min(rest.find('{'), rest.size());
            const auto end = std::min(rest.find('}', begin), rest.size());
            std::string_view name = rest.substr(std::min(begin + 1, end), end - std::min(begin + 1, end));
            if (name.ends_with('*')) name.remove_suffix(1);
            if (name != p->name)
                mistake("the path of " + std::string(r.operation) + " has other parameters than its row");
            rest = rest.substr(end);
        }
        if (rest.contains('{'))
            mistake("the path of " + std::string(r.operation) + " has more parameters than its row");
    }

    // Every tag of an operation is described, and every description is of a tag that is used.
    void check_tags() const {
        std::set<std::string_view> described_tags;
        if (const value *all = head_.find("tags"))
            for (const value &t : all->elements()) described_tags.insert(t.string_of("name"));
        if (!std::ranges::equal(described_tags, tags_)) mistake("the tags of the operations are not those described");
    }

    // Every reference is to a component, and every schema is referred to.
    void check_references(const value &document) const {
        std::set<std::string, std::less<>> used;
        std::string_view inside; // the schema that is looked at: what refers only to itself is not used
        const auto visit = [&](const auto &self, const value &v) -> void {
            if (const std::string_view target = v.string_of("$ref"); !target.empty()) {
                constexpr std::string_view lead = "#/components/schemas/";
                if (target.starts_with(lead)) {
                    const std::string_view name = target.substr(lead.size());
                    if (schemas_.find(name) == nullptr) mistake("the schema " + std::string(name) + " does not exist");
                    if (name != inside) used.emplace(name);
                }
            }
            for (const json::member &m : v.members()) self(self, m.value);
            for (const value &e : v.elements()) self(self, e);
        };
        visit(visit, *document.find("paths"));
        visit(visit, *document.find("components")->find("responses"));
        for (const json::member &s : schemas_.members()) {
            inside = s.name;
            visit(visit, s.value);
        }
        for (const json::member &s : schemas_.members())
            if (!used.contains(s.name)) mistake("the schema " + s.name + " is not used");
    }

    std::span<const route *const> routes_;
    value head_{json::object{}}; // the part that is written manually in addition to schemas
    value schemas_{json::object{}};
    std::set<int> used_; // problem responses
    std::set<std::string_view> ids_;
    std::set<std::string_view> tags_;
    bool revalidates_ = false;
};

} // namespace

std::string openapi_document(std::span<const route *const> routes) { return generator{routes}.text(); }

} // namespace uniform::http
