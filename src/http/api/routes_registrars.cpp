// Registrars, delegations, transfers.

#include <array>

#include <uniform/json/members.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/service/transfers.hpp>
#include <uniform/store/store.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/try.hpp"
#include "http/api/history_request.hpp"
#include "http/api/parameters.hpp"
#include "http/api/permitted_template.hpp"
#include "http/api/preconditions.hpp"
#include "http/api/router.hpp"
#include "http/api/routes.hpp"

namespace uniform::http {

namespace {

using resolver::problem;
using resolver::problem_type;
using service::registrar;
using service::transfer_decision;

// The body and the path name different registrars, delegations or transfers.
std::unexpected<problem> other_than_path(std::string_view what, std::string_view member, const json::value &body) {
    return std::unexpected{in_body({.type = problem_type::invalid,
                                    .detail = "the " + std::string(what) + " in the body is not that of the path",
                                    .pointer = "/" + std::string(member)},
                                   body)};
}

response versioned(int status, std::string body, std::uint64_t version) {
    response r = json_response(status, std::move(body));
    r.fields.emplace_back("ETag", etag_of(version));
    return r;
}

// Other clients may change it at any time, so caches revalidate it; with a token, the response has more members.
response shown(std::string body, std::uint64_t version) {
    response r = versioned(200, std::move(body), version);
    r.fields.emplace_back("Cache-Control", "no-cache");
    r.fields.emplace_back("Vary", "Authorization");
    return r;
}

// --- registrars

handler_result list(request_context &c) {
    UNIFORM_TRY(const auto &p, page_of(c));
    const auto [found, next] =
        c.server.store->read([&](store::reading &r) { return service::list_registrars(r, p.after, p.limit); });
    response r =
        list_response(c, found, next, [&](json::writer &w, const registrar &one) { write(w, one, c.who != nullptr); });
    r.fields.emplace_back("Vary", "Authorization");
    return r;
}

handler_result add(request_context &c) {
    UNIFORM_TRY(const auto &body, json_body(c));
    UNIFORM_TRY(auto &wanted, service::registrar_from_json(body));
    auto made = c.server.store->write(origin_of(c),
                                      [&](store::writing &w) { return service::add_registrar(w, *c.who, wanted); });
    if (!made) return std::unexpected{in_body(std::move(made.error()), body)};
    response r = versioned(201, json::written(*made, true), made->version);
    r.fields.emplace_back("Location", "/api/v1/registrars/" + made->id);
    return r;
}

handler_result show(request_context &c) {
    std::vector<std::string> prefixes;
    auto read = c.server.store->read([&](store::reading &r) {
        auto x = service::registrar_of(r, c.path_value("id"));
        if (x) prefixes = service::prefixes_of(r, x->id);
        return x;
    });
    UNIFORM_TRY(const auto &found, std::move(read));
    return shown(json::to_text(value_of(found, c.who != nullptr).set("prefixes", prefixes)), found.version);
}

handler_result change(request_context &c) {
    UNIFORM_TRY(const auto &body, json_body(c));
    UNIFORM_TRY(const auto &condition, precondition_of(c.request));
    UNIFORM_TRY(auto &wanted, service::registrar_from_json(body));
    if (wanted.id.empty()) wanted.id = c.path_value("id");
    if (wanted.id != c.path_value("id")) {
        return other_than_path("registrar", "id", body);
    }
    auto made = c.server.store->write(
        origin_of(c), [&](store::writing &w) { return service::change_registrar(w, *c.who, wanted, condition); });
    if (!made) return std::unexpected{in_body(std::move(made.error()), body)};
    return versioned(200, json::written(*made, true), made->version);
}

handler_result end(request_context &c) {
    UNIFORM_TRY(const auto &condition, precondition_of(c.request));
    UNIFORM_TRY(auto &made, c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::end_registrar(w, *c.who, c.path_value("id"), condition);
    }));
    return versioned(200, json::written(made, true), made.version);
}

// --- delegations

handler_result list_delegations(request_context &c) {
    UNIFORM_TRY(const auto &p, page_of(c));
    std::string within;
    if (const auto text = c.query_value("within"); text && !text->empty()) {
        UNIFORM_TRY(auto &prefix,
                    c.server.store->look_up([&](store::reading &r) { return service::prefix_of_keys(r, *text); }));
        within = std::move(prefix);
    }
    const auto [found, next] =
        c.server.store->read([&](store::reading &r) { return service::list_delegations(r, within, p.after, p.limit); });
    return list_response(c, found, next);
}

handler_result show_delegation(request_context &c) {
    UNIFORM_TRY(const auto &when, as_of(c));
    const std::string_view prefix = c.path_value("prefix");
    UNIFORM_TRY(auto &found, c.server.store->read([&](store::reading &r) {
        return when ? service::delegation_as_of(r, prefix, *when) : service::delegation_of(r, prefix);
    }));
    return shown(json::written(found), found.version);
}

handler_result put_delegation(request_context &c) {
    UNIFORM_TRY(const auto &body, json_body(c));
    UNIFORM_TRY(const auto &condition, precondition_of(c.request));
    // The response to GET can be sent back: "version" and "event" are ignored, because If-Match has that function.
    UNIFORM_TRY(auto &wanted, resolver::delegation_from_json(body, {"version", "event"}));
    if (auto fine = check_scheme_of_template(c, wanted.locator_template); !fine) {
        return std::unexpected{in_body(std::move(fine.error()), body)};
    }
    const auto in_store = [&](std::string_view text) {
        return c.server.store->look_up([&](store::reading &r) { return service::prefix_of_keys(r, text); });
    };
    UNIFORM_TRY(const auto &prefix, in_store(c.path_value("prefix")));
    if (!wanted.prefix.empty() && in_store(wanted.prefix).value_or("") != prefix) {
        return other_than_path("prefix", "prefix", body);
    }
    wanted.prefix = prefix;
    bool there = false;
    auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        there = w.find("delegation", prefix).has_value();
        return service::put_delegation(w, *c.who, wanted, condition);
    });
    if (!made) return std::unexpected{in_body(std::move(made.error()), body)};
    return versioned(there ? 200 : 201, json::written(*made), made->version); // RFC 9110 9.3.4
}

handler_result end_delegation(request_context &c) {
    UNIFORM_TRY(const auto &condition, precondition_of(c.request));
    UNIFORM_TRY(auto &made, c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::end_delegation(w, *c.who, c.path_value("prefix"), condition);
    }));
    return versioned(200, json::written(made), made.version);
}

// --- transfers

constexpr parameter transfer_state_parameter{.name = "state",
                                             .type = parameter_type::choice,
                                             .description = "only transfers in this state",
                                             .choices = joined_names<service::transfer_state_names, " ">};

handler_result list_transfers(request_context &c) {
    UNIFORM_TRY(const auto &p, page_of(c));
    const auto state = service::transfer_state_names.find(c.text(transfer_state_parameter));
    const auto [found, last] = c.server.store->read(
        [&](store::reading &r) { return service::list_transfers(r, *c.who, state, p.after, p.limit); });
    return list_response(c, found, last);
}

handler_result request_transfer(request_context &c) {
    UNIFORM_TRY(const auto &body, json_body(c));
    std::string prefix;
    std::string to;
    std::string note;
    json::members m{body, "a transfer"};
    m.require("prefix").require("to").string("prefix", prefix, 512).string("to", to, 64).string("note", note, 2000);
    if (auto done = m.done(); !done) return std::unexpected{resolver::to_problem(done.error())};
    auto made = c.server.store->write(
        origin_of(c), [&](store::writing &w) { return service::request_transfer(w, *c.who, prefix, to, note); });
    if (!made) return std::unexpected{in_body(std::move(made.error()), body)};
    response r = versioned(201, json::written(*made), made->version);
    r.fields.emplace_back("Location", "/api/v1/transfers/" + encode_segment(made->id));
    return r;
}

handler_result show_transfer(request_context &c) {
    UNIFORM_TRY(auto &found, c.server.store->read([&](store::reading &r) {
        return service::transfer_of(r, *c.who, c.path_value("id"));
    }));
    return versioned(200, json::written(found), found.version);
}

template <transfer_decision D>
handler_result decide(request_context &c) {
    UNIFORM_TRY(const auto &body, optional_json_body(c));
    std::string text;
    if (body) {
        json::members m{*body, "the decision"};
        m.string("answer", text, 2000);
        if (auto done = m.done(); !done) return std::unexpected{resolver::to_problem(done.error())};
    }
    auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::decide_transfer(w, *c.who, c.path_value("id"), D, text);
    });
    if (!made) return std::unexpected{body ? in_body(std::move(made.error()), *body) : std::move(made.error())};
    return versioned(200, json::written(*made), made->version);
}

constexpr parameter within_parameter{
    .name = "within", .description = "only prefixes that begin with this one", .example = "nbn:de:"};
constexpr std::size_t body_limit = 65536;
constexpr bounded_list<const response_field *, 8> versioned_fields{&etag_field};
constexpr bounded_list<const response_field *, 8> created{&etag_field, &location_field};

constexpr route table[]{
    {.method = "GET",
     .path = "/api/v1/registrars",
     .operation = "listRegistrars",
     .summary = "List the registrars in the order of their ids",
     .description = "The contacts are shown only with a token.",
     .tag = "registrars",
     .scope = permission_scope::none,
     .handler = list,
     .query = {&limit_parameter, &after_parameter},
     .responses = {{200, "a page of registrars", "page(registrar)", {&next_link_field}}}},
    {.method = "POST",
     .path = "/api/v1/registrars",
     .operation = "addRegistrar",
     .summary = "Add a registrar",
     .tag = "registrars",
     .roles = resolver::managers,
     .scope = permission_scope::none,
     .handler = add,
     .body = {.content = "registrar_request", .limit = body_limit},
     .responses = {{201, "the registrar", "registrar", created}},
     .problems = {409}},
    {.method = "GET",
     .path = "/api/v1/registrars/{id}",
     .operation = "getRegistrar",
     .summary = "Show a registrar and the prefixes that are delegated to it",
     .tag = "registrars",
     .scope = permission_scope::none,
     .handler = show,
     .in_path = {&registrar_id},
     .responses = {{200, "the registrar", "registrar", versioned_fields}},
     .problems = {404}},
    {.method = "PUT",
     .path = "/api/v1/registrars/{id}",
     .operation = "changeRegistrar",
     .summary = "Change the name and the contact of a registrar",
     .description =
         "Permitted to the registrar itself, to administrators, and to managers whose tokens cover all prefixes "
         "that are delegated to it.",
     .tag = "registrars",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = change,
     .in_path = {&registrar_id},
     .body = {.content = "registrar_request", .limit = body_limit},
     .responses = {{200, "the changed registrar", "registrar", versioned_fields}},
     .problems = {404, 409},
     .conditional = true},
    {.method = "POST",
     .path = "/api/v1/registrars/{id}/end",
     .operation = "endRegistrar",
     .summary = "End a registrar",
     .description = "Its tokens are no longer valid; its names stay. Refused while a prefix is delegated to it.",
     .tag = "registrars",
     .roles = resolver::managers,
     .scope = permission_scope::own,
     .handler = end,
     .in_path = {&registrar_id},
     .body = {.limit = body_limit},
     .responses = {{200, "the ended registrar", "registrar", versioned_fields}},
     .problems = {404, 409},
     .conditional = true},
    {.method = "GET",
     .path = "/api/v1/delegations",
     .operation = "listDelegations",
     .summary = "List the delegations in the order of their prefixes",
     .tag = "delegations",
     .scope = permission_scope::none,
     .handler = list_delegations,
     .query = {&within_parameter, &limit_parameter, &after_parameter},
     .responses = {{200, "a page of delegations", "page(delegation)", {&next_link_field}}}},
    {.method = "GET",
     .path = "/api/v1/delegations/{prefix}",
     .operation = "getDelegation",
     .summary = "Show the delegation of exactly this prefix, as it is or as it was",
     .tag = "delegations",
     .scope = permission_scope::none,
     .handler = show_delegation,
     .in_path = {&delegation_prefix},
     .query = {&as_of_parameter},
     .responses = {{200, "the delegation", "delegation", versioned_fields}},
     .problems = {404, 422}},
    {.method = "PUT",
     .path = "/api/v1/delegations/{prefix}",
     .operation = "putDelegation",
     .summary = "Delegate a prefix, or change its delegation",
     .description = "An ended delegation starts again.",
     .tag = "delegations",
     .roles = resolver::managers,
     .scope = permission_scope::prefix,
     .handler = put_delegation,
     .in_path = {&delegation_prefix},
     .body = {.content = "delegation_request", .limit = body_limit},
     .responses = {{200, "the changed delegation", "delegation", versioned_fields},
                   {201, "the new delegation (RFC 9110 section 9.3.4)", "delegation", versioned_fields}},
     .problems = {404, 409},
     .conditional = true},
    {.method = "POST",
     .path = "/api/v1/delegations/{prefix}/end",
     .operation = "endDelegation",
     .summary = "End a delegation",
     .description = "Its names stay; from now on the next shorter prefix decides about them. Transfers that wait for a "
                    "decision are withdrawn.",
     .tag = "delegations",
     .roles = resolver::managers,
     .scope = permission_scope::prefix,
     .handler = end_delegation,
     .in_path = {&delegation_prefix},
     .body = {.limit = body_limit},
     .responses = {{200, "the ended delegation", "delegation", versioned_fields}},
     .problems = {404, 409, 422},
     .conditional = true},
    {.method = "GET",
     .path = "/api/v1/transfers",
     .operation = "listTransfers",
     .summary = "List the transfers that concern the token's registrar or prefixes",
     .tag = "transfers",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = list_transfers,
     .query = {&transfer_state_parameter, &limit_parameter, &after_parameter},
     .responses = {{200, "a page of transfers", "page(transfer)", {&next_link_field}}}},
    {.method = "POST",
     .path = "/api/v1/transfers",
     .operation = "requestTransfer",
     .summary = "Request the transfer of a prefix",
     .description =
         "By the registrar that has the prefix, by the registrar that receives it, or by a manager. At most one "
         "request for a prefix is open.",
     .tag = "transfers",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = request_transfer,
     .body = {.content = "transfer_request", .limit = body_limit},
     .responses = {{201, "the transfer", "transfer", created}},
     .problems = {404, 409}},
    {.method = "GET",
     .path = "/api/v1/transfers/{id}",
     .operation = "getTransfer",
     .summary = "Show a transfer",
     .tag = "transfers",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = show_transfer,
     .in_path = {&transfer_id},
     .responses = {{200, "the transfer", "transfer", versioned_fields}},
     .problems = {404}},
    {.method = "POST",
     .path = "/api/v1/transfers/{id}/accept",
     .operation = "acceptTransfer",
     .summary = "Accept a transfer: the prefix is delegated to its new registrar",
     .description =
         "By the side that did not request it: if a registrar requested to receive the prefix, the registrar that "
         "has it or a manager of the prefix; otherwise the registrar that receives it, with a token that covers "
         "the prefix or has no prefixes. Always permitted to administrators.",
     .tag = "transfers",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = decide<transfer_decision::accept>,
     .in_path = {&transfer_id},
     .body = {.content = "transfer_answer", .required = false, .limit = body_limit},
     .responses = {{200, "the accepted transfer", "transfer", versioned_fields}},
     .problems = {404, 409}},
    {.method = "POST",
     .path = "/api/v1/transfers/{id}/refuse",
     .operation = "refuseTransfer",
     .summary = "Refuse a transfer that the other side requested",
     .tag = "transfers",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = decide<transfer_decision::refuse>,
     .in_path = {&transfer_id},
     .body = {.content = "transfer_answer", .required = false, .limit = body_limit},
     .responses = {{200, "the refused transfer", "transfer", versioned_fields}},
     .problems = {404, 409}},
    {.method = "POST",
     .path = "/api/v1/transfers/{id}/withdraw",
     .operation = "withdrawTransfer",
     .summary = "Withdraw one's own request for a transfer",
     .tag = "transfers",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = decide<transfer_decision::withdraw>,
     .in_path = {&transfer_id},
     .body = {.content = "transfer_answer", .required = false, .limit = body_limit},
     .responses = {{200, "the withdrawn transfer", "transfer", versioned_fields}},
     .problems = {404, 409}},
};

} // namespace

std::span<const route> registrars_routes() noexcept { return table; }

} // namespace uniform::http
