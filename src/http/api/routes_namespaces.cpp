// Namespaces, their settings, and whether a NID is free.

#include <array>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/service/registration.hpp>
#include <uniform/store/store.hpp>

#include "base/try.hpp"
#include "http/api/history_request.hpp"
#include "http/api/parameters.hpp"
#include "http/api/permitted_template.hpp"
#include "http/api/preconditions.hpp"
#include "http/api/router.hpp"
#include "http/api/routes.hpp"

namespace uniform::http {

namespace {

using resolver::problem_type;

constexpr parameter force{.name = "force",
                          .type = parameter_type::boolean,
                          .description = "add the namespace although its NID is similar to one that is managed here or "
                                         "registered with IANA",
                          .fallback = "false"};

handler_result list(request_context &c) {
    UNIFORM_TRY(const auto &p, page_of(c));
    const auto [found, next] =
        c.server.store->read([&](store::reading &r) { return service::list_namespaces(r, p.after, p.limit); });
    return list_response(c, found, next);
}

handler_result show(request_context &c) {
    UNIFORM_TRY(const auto &when, as_of(c));
    const std::string_view nid = c.path_value("nid");
    UNIFORM_TRY(auto &found, c.server.store->read([&](store::reading &r) {
        return when ? service::namespace_as_of(r, nid, *when) : service::namespace_of(r, nid);
    }));
    response r = json_response(200, json::written(found));
    r.fields.emplace_back("ETag", etag_of(found.version));
    r.fields.emplace_back("Cache-Control", "no-cache");
    return r;
}

handler_result put(request_context &c) {
    UNIFORM_TRY(const auto &body, json_body(c));
    UNIFORM_TRY(const auto &condition, precondition_of(c.request));
    UNIFORM_TRY(auto &wanted, resolver::namespace_settings_from_json(body));
    if (auto fine = check_scheme_of_template(c, wanted.locator_template); !fine) {
        return std::unexpected{in_body(std::move(fine.error()), body)};
    }
    resolver::namespace_settings of_path{.nid = std::string(c.path_value("nid"))};
    ascii::make_lower(of_path.nid);
    if (wanted.nid.empty()) wanted.nid = of_path.nid;
    if (wanted.nid != of_path.nid) {
        return std::unexpected{in_body(
            {.type = problem_type::invalid, .detail = "\"nid\" must be the NID in the path", .pointer = "/nid"}, body)};
    }
    bool is_new = false;
    auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        is_new = !service::find_namespace(w, wanted.nid);
        return service::put_namespace(w, *c.who, wanted, condition, c.flag(force));
    });
    if (!made) return std::unexpected{in_body(std::move(made.error()), body)};
    response r = json_response(is_new ? 201 : 200, json::written(*made));
    r.fields.emplace_back("ETag", etag_of(made->version));
    if (is_new) r.fields.emplace_back("Location", "/api/v1/namespaces/" + made->settings.nid);
    return r;
}

handler_result check_nid(request_context &c) {
    const auto found =
        c.server.store->read([&](store::reading &r) { return service::status_of_nid(r, c.path_value("nid")); });
    response r = json_response(200, json::written(found));
    r.fields.emplace_back("Cache-Control", "no-cache");
    return r;
}

constexpr route table[]{
    {.method = "GET",
     .path = "/api/v1/namespaces",
     .operation = "listNamespaces",
     .summary = "List the managed namespaces in the order of their NIDs",
     .tag = "namespaces",
     .scope = permission_scope::none,
     .handler = list,
     .query = {&limit_parameter, &after_parameter},
     .responses = {{200, "a page of namespaces", "page(namespace)", {&next_link_field}}}},
    {.method = "GET",
     .path = "/api/v1/namespaces/{nid}",
     .operation = "getNamespace",
     .summary = "Show the settings of a namespace as they are or as they were",
     .tag = "namespaces",
     .scope = permission_scope::none,
     .handler = show,
     .in_path = {&nid_in_path},
     .query = {&as_of_parameter},
     .responses = {{200, "the namespace", "namespace", {&etag_field}}},
     .problems = {404}},
    {.method = "PUT",
     .path = "/api/v1/namespaces/{nid}",
     .operation = "putNamespace",
     .summary = "Replace the settings of a namespace, or add a namespace",
     .description = "Absent members get their defaults. The origin of a namespace does not change. With "
                    "`If-None-Match: *`, an administrator adds a namespace: one that IANA has registered, or a local "
                    "one; others are added by registration requests. If its NID is similar to one that is managed here "
                    "or registered with IANA, it is only added with `force=true`. Without `If-None-Match: *`, a "
                    "namespace that is not managed here is not found, and the detail names the most similar NID.",
     .tag = "namespaces",
     .roles = resolver::managers,
     .scope = permission_scope::prefix,
     .handler = put,
     .in_path = {&nid_in_path},
     .query = {&force},
     .body = {.content = "namespace_settings", .limit = 65'536},
     .responses = {{200, "the changed namespace", "namespace", {&etag_field}},
                   {201, "the new namespace", "namespace", {&etag_field, &location_field}}},
     .problems = {404, 409},
     .conditional = true},
    {.method = "GET",
     .path = "/api/v1/nids/{nid}",
     .operation = "checkNid",
     .summary = "Check whether a NID is available (RFC 8141 section 5.1), and which requests are for it",
     .tag = "namespaces",
     .scope = permission_scope::none,
     .handler = check_nid,
     .in_path = {&nid_in_path},
     .responses = {{200, "the status of the NID", "nid_status"}}},
};

} // namespace

std::span<const route> namespaces_routes() noexcept { return table; }

} // namespace uniform::http
