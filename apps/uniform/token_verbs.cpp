// uniform token create, list, show and revoke.

#include <cstdio>
#include <iostream>
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

void show_token(const json &t) {
    print_cells({{"token " + member_of(t, "id")}});
    for (const char *const member :
         {"role", "registrar", "label", "state", "created", "created_by", "expires", "revoked"}) {
        std::string label = member;
        if (label.contains('_')) label.replace(label.find('_'), 1, " ");
        print_member(label, member_of(t, member));
    }
    print_member("prefixes", joined(t, "prefixes"));
    print_member("with it", joined(t, "revoked_with_it"));
}

int sent(const options &o, std::string method, std::string path) {
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->run({.method = std::move(method), .path = std::move(path)}, show_token);
}

} // namespace

int token_create_verb(const options &o) {
    if (!o.arguments.empty()) return fail(exit_usage, "token create takes no arguments");
    const std::string *const role = o.value_of("role");
    if (!role) return fail(exit_usage, "token create needs --role");
    ordered_json body{{"role", *role}};
    for (const char *const member : {"registrar", "label", "expires"})
        if (const std::string *const value = o.value_of(member)) body[member] = *value;
    if (const auto prefixes = o.values_of("prefix"); !prefixes.empty()) body["prefixes"] = prefixes;
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->run(
        {.method = "POST", .path = "/api/v1/tokens", .body = body.dump(-1, ' ', false, json::error_handler_t::replace)},
        [](const json &t) {
            // The token alone, so that it can go to a file; what it is, to the person.
            std::cout << printable(member_of(t, "token")) << '\n';
            std::string says = "token " + member_of(t, "id") + ": " + member_of(t, "role");
            if (const auto registrar = member_of(t, "registrar"); !registrar.empty()) says += " of " + registrar;
            if (const auto prefixes = joined(t, "prefixes"); !prefixes.empty()) says += ", " + prefixes;
            says += ", until " + member_of(t, "expires") + "; it is shown this once";
            std::fputs((printable(says) + '\n').c_str(), stderr);
        });
}

int token_list_verb(const options &o) {
    if (!o.arguments.empty()) return fail(exit_usage, "token list takes no arguments");
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->list("/api/v1/tokens", [](const json &t) {
        print_cells({{member_of(t, "id"), 12},
                     {member_of(t, "state"), 7},
                     {member_of(t, "role"), 13},
                     {member_of(t, "expires"), 20},
                     {member_of(t, "registrar"), 16},
                     {member_of(t, "label")}});
    });
}

int token_show_verb(const options &o) {
    if (o.arguments.size() > 1) return fail(exit_usage, "token show takes an ID, or nothing for the token in use");
    return sent(o, "GET", "/api/v1/tokens/" + (o.arguments.empty() ? "self" : http::path_segment(o.arguments[0])));
}

int token_revoke_verb(const options &o) {
    if (o.arguments.size() != 1) return fail(exit_usage, "token revoke takes an ID");
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->run({.method = "POST",
                      .path = "/api/v1/tokens/" + http::path_segment(o.arguments[0]) + "/revoke",
                      .body = o.value_of("keep-made") ? R"({"keep_made":true})" : ""},
                     show_token);
}

} // namespace uniform::command
