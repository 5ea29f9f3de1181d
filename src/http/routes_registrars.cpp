// Registrars, delegations, transfers.

#include <array>

#include <uniform/percent.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/service/transfers.hpp>
#include <uniform/store/store.hpp>

#include "http/history_request.hpp"
#include "http/preconditions.hpp"
#include "http/router.hpp"
#include "resolver/json_members.hpp"

namespace uniform::http {

namespace {

using resolver::json;
using resolver::members;
using resolver::problem;
using resolver::problem_type;
using uniform::service::delegation_entry;
using uniform::service::registrar;
using uniform::service::transfer;
using uniform::service::transfer_decision;

std::unexpected<problem> refuse(problem_type type, std::string detail, std::string more = {}) {
    return std::unexpected{problem{.type = type, .detail = std::move(detail), .members = std::move(more)}};
}

template <class T>
std::unexpected<problem> failed(std::expected<T, problem> &x) {
    return std::unexpected{std::move(x.error())};
}

response versioned(int status, std::string body, std::uint64_t version) {
    response r = json_response(status, std::move(body));
    r.fields.emplace_back("ETag", etag_of(version));
    return r;
}

// What others may change meanwhile is asked for anew; with a token there is more in it.
response shown(std::string body, std::uint64_t version) {
    response r = versioned(200, std::move(body), version);
    r.fields.emplace_back("Cache-Control", "no-cache");
    r.fields.emplace_back("Vary", "Authorization");
    return r;
}

// --- registrars

answer list(call &c) {
    const auto p = page_of(c);
    if (!p) return std::unexpected{p.error()};
    const auto found =
        c.site.store->read([&](store::reading &r) { return uniform::service::list_registrars(r, p->after, p->limit); });
    std::vector<std::string> items;
    for (const registrar &r : found) items.push_back(to_json(r, c.who != nullptr));
    response r = list_response(c, items, found.size() == p->limit ? std::string_view{found.back().id} : "");
    r.fields.emplace_back("Vary", "Authorization");
    return r;
}

answer add(call &c) {
    const auto body = json_body(c);
    if (!body) return std::unexpected{body.error()};
    auto wanted = uniform::service::registrar_from_json(*body);
    if (!wanted) return failed(wanted);
    auto made = c.site.store->write(
        origin_of(c), [&](store::writing &w) { return uniform::service::add_registrar(w, *c.who, *wanted); });
    if (!made) return failed(made);
    response r = versioned(201, to_json(*made, true), made->event);
    r.fields.emplace_back("Location", "/api/v1/registrars/" + made->id);
    return r;
}

answer show(call &c) {
    std::vector<std::string> prefixes;
    auto found = c.site.store->read([&](store::reading &r) {
        auto x = uniform::service::registrar_of(r, c.path_value("id"));
        if (x) prefixes = uniform::service::prefixes_of(r, x->id);
        return x;
    });
    if (!found) return failed(found);
    std::string body = to_json(*found, c.who != nullptr);
    body.pop_back();
    body += ",\"prefixes\":" + json(prefixes).dump() + "}";
    return shown(std::move(body), found->event);
}

answer change(call &c) {
    const auto body = json_body(c);
    if (!body) return std::unexpected{body.error()};
    const auto condition = precondition_of(c.request);
    if (!condition) return std::unexpected{condition.error()};
    auto wanted = uniform::service::registrar_from_json(*body);
    if (!wanted) return failed(wanted);
    if (wanted->id.empty()) wanted->id = c.path_value("id");
    if (wanted->id != c.path_value("id")) {
        return refuse(problem_type::invalid, "the body is of another registrar than the path", R"({"pointer":"/id"})");
    }
    auto made = c.site.store->write(origin_of(c), [&](store::writing &w) {
        return uniform::service::change_registrar(w, *c.who, *wanted, *condition);
    });
    if (!made) return failed(made);
    return versioned(200, to_json(*made, true), made->event);
}

answer end(call &c) {
    const auto condition = precondition_of(c.request);
    if (!condition) return std::unexpected{condition.error()};
    auto made = c.site.store->write(origin_of(c), [&](store::writing &w) {
        return uniform::service::end_registrar(w, *c.who, c.path_value("id"), *condition);
    });
    if (!made) return failed(made);
    return versioned(200, to_json(*made, true), made->event);
}

// --- delegations

answer list_delegations(call &c) {
    const auto p = page_of(c);
    if (!p) return std::unexpected{p.error()};
    std::string within;
    if (const auto text = c.query_value("within"); text && !text->empty()) {
        auto prefix =
            c.site.store->look_up([&](store::reading &r) { return uniform::service::prefix_of_keys(r, *text); });
        if (!prefix) return failed(prefix);
        within = std::move(*prefix);
    }
    const auto found = c.site.store->read(
        [&](store::reading &r) { return uniform::service::list_delegations(r, within, p->after, p->limit); });
    std::vector<std::string> items;
    for (const delegation_entry &d : found) items.push_back(to_json(d));
    return list_response(c, items, found.size() == p->limit ? std::string_view{found.back().delegation.prefix} : "");
}

answer show_delegation(call &c) {
    const auto when = as_of(c);
    if (!when) return std::unexpected{when.error()};
    const std::string_view prefix = c.path_value("prefix");
    auto found = c.site.store->read([&](store::reading &r) {
        return *when ? uniform::service::delegation_as_of(r, prefix, **when)
                     : uniform::service::delegation_of(r, prefix);
    });
    if (!found) return failed(found);
    return shown(to_json(*found), found->event);
}

answer put_delegation(call &c) {
    const auto body = json_body(c);
    if (!body) return std::unexpected{body.error()};
    const auto condition = precondition_of(c.request);
    if (!condition) return std::unexpected{condition.error()};
    // What GET shows may be sent back: "version" is said by If-Match.
    json object = json::parse(*body);
    if (object.is_object()) object.erase("version");
    auto wanted = resolver::delegation_from_json(object.dump());
    if (!wanted) return failed(wanted);
    const auto in_store = [&](std::string_view text) {
        return c.site.store->look_up([&](store::reading &r) { return uniform::service::prefix_of_keys(r, text); });
    };
    const auto prefix = in_store(c.path_value("prefix"));
    if (!prefix) return std::unexpected{prefix.error()};
    if (!wanted->prefix.empty() && in_store(wanted->prefix).value_or("") != *prefix) {
        return refuse(problem_type::invalid, "the body is of another prefix than the path", R"({"pointer":"/prefix"})");
    }
    wanted->prefix = *prefix;
    bool there = false;
    auto made = c.site.store->write(origin_of(c), [&](store::writing &w) {
        there = w.find("delegation", *prefix).has_value();
        return uniform::service::put_delegation(w, *c.who, *wanted, *condition);
    });
    if (!made) return failed(made);
    return versioned(there ? 200 : 201, to_json(*made), made->event); // RFC 9110 9.3.4
}

answer end_delegation(call &c) {
    const auto condition = precondition_of(c.request);
    if (!condition) return std::unexpected{condition.error()};
    auto made = c.site.store->write(origin_of(c), [&](store::writing &w) {
        return uniform::service::end_delegation(w, *c.who, c.path_value("prefix"), *condition);
    });
    if (!made) return failed(made);
    return versioned(200, to_json(*made), made->event);
}

// --- transfers

answer list_transfers(call &c) {
    const auto p = page_of(c);
    if (!p) return std::unexpected{p.error()};
    const std::string_view state = c.query_value("state").value_or("");
    const auto [found, last] = c.site.store->read(
        [&](store::reading &r) { return uniform::service::list_transfers(r, *c.who, state, p->after, p->limit); });
    std::vector<std::string> items;
    for (const transfer &t : found) items.push_back(to_json(t));
    return list_response(c, items, last);
}

answer request_transfer(call &c) {
    const auto body = json_body(c);
    if (!body) return std::unexpected{body.error()};
    std::string prefix;
    std::string to;
    std::string note;
    members m{*body, "a transfer"};
    m.require("prefix").require("to").text("prefix", prefix, 512).text("to", to, 64).text("note", note, 2000);
    if (auto done = m.done(); !done) return failed(done);
    auto made = c.site.store->write(origin_of(c), [&](store::writing &w) {
        return uniform::service::request_transfer(w, *c.who, prefix, to, note);
    });
    if (!made) return failed(made);
    response r = versioned(201, to_json(*made), made->event);
    r.fields.emplace_back("Location", "/api/v1/transfers/" + encode_segment(made->id));
    return r;
}

answer show_transfer(call &c) {
    auto found = c.site.store->read(
        [&](store::reading &r) { return uniform::service::transfer_of(r, *c.who, c.path_value("id")); });
    if (!found) return failed(found);
    return versioned(200, to_json(*found), found->event);
}

template <transfer_decision D>
answer decide(call &c) {
    const auto body = optional_json_body(c);
    if (!body) return std::unexpected{body.error()};
    std::string text;
    if (!body->empty()) {
        members m{*body, "the decision"};
        m.text("answer", text, 2000);
        if (auto done = m.done(); !done) return failed(done);
    }
    auto made = c.site.store->write(origin_of(c), [&](store::writing &w) {
        return uniform::service::decide_transfer(w, *c.who, c.path_value("id"), D, text);
    });
    if (!made) return failed(made);
    return versioned(200, to_json(*made), made->event);
}

constexpr std::array routes{
    route{"GET", "/api/v1/registrars", "listRegistrars", resolver::anyone, list}.with_query("limit after"),
    route{"POST", "/api/v1/registrars", "addRegistrar", resolver::managers, add, 65536},
    route{"GET", "/api/v1/registrars/{id}", "getRegistrar", resolver::anyone, show},
    route{"PUT", "/api/v1/registrars/{id}", "changeRegistrar", resolver::registrars, change, 65536},
    route{"POST", "/api/v1/registrars/{id}/end", "endRegistrar", resolver::managers, end, 65536},
    route{"GET", "/api/v1/delegations", "listDelegations", resolver::anyone, list_delegations}.with_query(
        "within limit after"),
    route{"GET", "/api/v1/delegations/{prefix}", "getDelegation", resolver::anyone, show_delegation}.with_query(
        "as_of"),
    route{"PUT", "/api/v1/delegations/{prefix}", "putDelegation", resolver::managers, put_delegation, 65536},
    route{"POST", "/api/v1/delegations/{prefix}/end", "endDelegation", resolver::managers, end_delegation, 65536},
    route{"GET", "/api/v1/transfers", "listTransfers", resolver::registrars, list_transfers}.with_query(
        "state limit after"),
    route{"POST", "/api/v1/transfers", "requestTransfer", resolver::registrars, request_transfer, 65536},
    route{"GET", "/api/v1/transfers/{id}", "getTransfer", resolver::registrars, show_transfer},
    route{"POST", "/api/v1/transfers/{id}/accept", "acceptTransfer", resolver::registrars,
          decide<transfer_decision::accept>, 65536},
    route{"POST", "/api/v1/transfers/{id}/refuse", "refuseTransfer", resolver::registrars,
          decide<transfer_decision::refuse>, 65536},
    route{"POST", "/api/v1/transfers/{id}/withdraw", "withdrawTransfer", resolver::registrars,
          decide<transfer_decision::withdraw>, 65536},
};

} // namespace

std::span<const route> registrars_routes() noexcept { return routes; }

} // namespace uniform::http
