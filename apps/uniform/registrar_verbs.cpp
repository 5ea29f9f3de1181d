// uniform registrar add, change, list, show, end; transfer, transfers, accept, refuse, withdraw.

#include <string>

#include <nlohmann/json.hpp>

#include "client_text.hpp"
#include "service_call.hpp"
#include "verbs.hpp"
#include "words.hpp"

namespace uniform::command {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

std::string path_of(std::string_view id, std::string_view more = {}) {
    return "/api/v1/registrars/" + http::path_segment(id) + std::string{more};
}

void show_registrar(const json &r) {
    print_cells({{member_of(r, "id")}});
    print_member("name", member_of(r, "name"));
    print_member("contact", member_of(r, "contact"));
    print_member("state", member_of(r, "state"));
    print_member("version", member_of(r, "version"));
    print_member("prefixes", joined(r, "prefixes"));
}

void show_transfer(const json &t) {
    print_cells({{"transfer " + member_of(t, "id")}});
    for (const char *const member :
         {"prefix", "from", "to", "state", "note", "answer", "requested_by", "requested", "decided_by", "decided"}) {
        std::string label = member;
        if (label.contains('_')) label.replace(label.find('_'), 1, " ");
        print_member(label, member_of(t, member));
    }
}

int sent(const options &o, std::string method, std::string path, const std::string &body, void (*show)(const json &)) {
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->run({.method = std::move(method), .path = std::move(path), .body = body, .fields = if_match_of(o)},
                     show);
}

int decide(const options &o, std::string_view decision) {
    if (o.arguments.size() != 1)
        return fail(exit_usage, "registrar " + std::string{decision} + " takes the id of a transfer");
    ordered_json body = ordered_json::object();
    if (const std::string *const answer = o.value_of("reason")) body["answer"] = *answer;
    return sent(o, "POST", "/api/v1/transfers/" + http::path_segment(o.arguments[0]) + '/' + std::string{decision},
                body.dump(-1, ' ', false, json::error_handler_t::replace), show_transfer);
}

} // namespace

int registrar_add_verb(const options &o) {
    if (o.arguments.size() != 2) return fail(exit_usage, "registrar add takes an ID and a NAME");
    ordered_json body{{"id", o.arguments[0]}, {"name", o.arguments[1]}};
    if (const std::string *const contact = o.value_of("contact")) body["contact"] = *contact;
    return sent(o, "POST", "/api/v1/registrars", body.dump(-1, ' ', false, json::error_handler_t::replace),
                show_registrar);
}

int registrar_change_verb(const options &o) {
    if (o.arguments.size() != 1) return fail(exit_usage, "registrar change takes an ID");
    const std::string *const name = o.value_of("title");
    const std::string *const contact = o.value_of("contact");
    if (!name && !contact) return fail(exit_usage, "registrar change needs --title or --contact");
    auto call = service_call::open(o);
    if (!call) return call.error();
    json body;
    std::string version;
    if (const int code = call->get(path_of(o.arguments[0]), body, version); code != exit_good) return code;
    body.erase("prefixes");
    if (name) body["name"] = *name;
    if (contact) body["contact"] = *contact;
    auto terms = if_match_of(o);
    // What somebody else changed since we looked is not overwritten.
    if (terms.empty() && !version.empty()) terms.emplace_back("If-Match", version);
    return call->run({.method = "PUT",
                      .path = path_of(o.arguments[0]),
                      .body = body.dump(-1, ' ', false, json::error_handler_t::replace),
                      .fields = std::move(terms)},
                     show_registrar);
}

int registrar_list_verb(const options &o) {
    if (!o.arguments.empty()) return fail(exit_usage, "registrar list takes no arguments");
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->list("/api/v1/registrars", [](const json &r) {
        print_cells({{member_of(r, "id"), 20}, {member_of(r, "state"), 6}, {member_of(r, "name")}});
    });
}

int registrar_show_verb(const options &o) {
    if (o.arguments.size() != 1) return fail(exit_usage, "registrar show takes an ID");
    return sent(o, "GET", path_of(o.arguments[0]), "", show_registrar);
}

int registrar_end_verb(const options &o) {
    if (o.arguments.size() != 1) return fail(exit_usage, "registrar end takes an ID");
    return sent(o, "POST", path_of(o.arguments[0], "/end"), "", show_registrar);
}

int registrar_transfer_verb(const options &o) {
    if (o.arguments.size() != 2)
        return fail(exit_usage, "registrar transfer takes a PREFIX and the ID of the registrar that is to get it");
    ordered_json body{{"prefix", o.arguments[0]}, {"to", o.arguments[1]}};
    if (const std::string *const note = o.value_of("reason")) body["note"] = *note;
    return sent(o, "POST", "/api/v1/transfers", body.dump(-1, ' ', false, json::error_handler_t::replace),
                show_transfer);
}

int registrar_transfers_verb(const options &o) {
    if (!o.arguments.empty()) return fail(exit_usage, "registrar transfers takes no arguments");
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->list("/api/v1/transfers" + query_of({{"state", value_or_empty(o, "state")}}), [](const json &t) {
        print_cells({{member_of(t, "id"), 16},
                     {member_of(t, "state"), 9},
                     {member_of(t, "prefix"), 20},
                     {member_of(t, "from") + " -> " + member_of(t, "to")}});
    });
}

int registrar_accept_verb(const options &o) { return decide(o, "accept"); }
int registrar_refuse_verb(const options &o) { return decide(o, "refuse"); }
int registrar_withdraw_verb(const options &o) { return decide(o, "withdraw"); }

} // namespace uniform::command
