// uniform name history, namespace history, request-history, delegation-history, registrar history, transfer-history and
// token history: one way to show them all.

#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "client_text.hpp"
#include "service_call.hpp"
#include "verbs.hpp"

namespace uniform::command {

namespace {

using nlohmann::json;

void show_event(const json &e) {
    std::string line = member_of(e, "number") + "  " + member_of(e, "at") + "  " + member_of(e, "action");
    if (const std::string who = member_of(e, "who"); !who.empty()) {
        line += "  by " + who;
        if (const std::string from = member_of(e, "from"); !from.empty()) line += " from " + from;
    }
    print_cells({{line}});
    print_cells({{"  hash " + member_of(e, "hash")}});
}

// @param what is needed: "a URN"
// @param kind the collection in the API
int history(const options &o, std::string_view verb, std::string_view what, std::string_view kind,
            const std::vector<std::pair<std::string, std::string>> &fields = {}) {
    if (o.arguments.size() != 1) return fail(exit_usage, std::string{verb} + " takes " + std::string{what});
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->list("/api/v1/" + std::string{kind} + '/' + http::path_segment(o.arguments[0]) + "/history",
                      show_event, fields);
}

} // namespace

int name_history_verb(const options &o) { return history(o, "name history", "one URN", "names"); }
int namespace_history_verb(const options &o) { return history(o, "namespace history", "a NID", "namespaces"); }
int namespace_request_history_verb(const options &o) {
    return history(o, "namespace request-history", "the number of a request", "requests", secret_of(o));
}
int namespace_delegation_history_verb(const options &o) {
    return history(o, "namespace delegation-history", "a prefix", "delegations");
}
int registrar_history_verb(const options &o) { return history(o, "registrar history", "an ID", "registrars"); }
int registrar_transfer_history_verb(const options &o) {
    return history(o, "registrar transfer-history", "the id of a transfer", "transfers");
}
int token_history_verb(const options &o) { return history(o, "token history", "an ID", "tokens"); }

} // namespace uniform::command
