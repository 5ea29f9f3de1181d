// uniform name history, namespace history, request-history, delegation-history, registrar history, transfer-history and
// token history.

#include <string>
#include <string_view>

#include <uniform/json/value.hpp>

#include "namespace/commands.hpp"
#include "service/client_text.hpp"
#include "service/commands.hpp"
#include "service/service_call.hpp"

namespace uniform::cli {

namespace {

void show_event(const json::value &e) {
    std::string line = member_of(e, "number") + "  " + member_of(e, "at") + "  " + member_of(e, "action");
    if (const std::string who = member_of(e, "who"); !who.empty()) {
        line += "  by " + who;
        if (const std::string from = member_of(e, "from"); !from.empty()) line += " from " + from;
    }
    print_cells({{line}});
    print_cells({{"  hash " + member_of(e, "hash")}});
}

using history_options = with<service_options, json_row, limit_row>;
using request_history_options = with<history_options, secret_option>;

// @param kind the collection in the API
int history(const service_options &o, std::string_view kind, const header_fields &fields = {}) {
    return list_from_service(o, "/api/v1/" + std::string{kind} + '/' + http::path_segment(o.arguments[0]) + "/history",
                             show_event, fields);
}

int of_name(const history_options &o) { return history(o, "names"); }
int of_namespace(const history_options &o) { return history(o, "namespaces"); }
int of_request(const request_history_options &o) { return history(o, "requests", secret_of(o)); }
int of_delegation(const history_options &o) { return history(o, "delegations"); }
int of_registrar(const history_options &o) { return history(o, "registrars"); }
int of_transfer(const history_options &o) { return history(o, "transfers"); }
int of_token(const history_options &o) { return history(o, "tokens"); }

constexpr example name_examples[]{{"The events of a name", "uniform name history urn:example:a"}};
constexpr example namespace_examples[]{{"Who changed its settings?", "uniform namespace history example"}};
constexpr example request_examples[]{{"Who decided, and when?", "uniform namespace request-history 12"}};
constexpr example delegation_examples[]{
    {"Its registrars until now", "uniform namespace delegation-history example:library: --json"}};
constexpr example registrar_examples[]{{"The events of a registrar", "uniform registrar history library"}};
constexpr example transfer_examples[]{
    {"Who requested it, and who accepted it?", "uniform registrar transfer-history example:library:~3"}};
constexpr example token_examples[]{{"Who made it, and who revoked it?", "uniform token history 7f3a9c01d2e4"}};

} // namespace

const command name_history_command = command_of<of_name>({"name history", "show the events of a name", "URN",
                                                          "Shows the events of the name, the newest first, each with "
                                                          "its hash in the chain that `uniform store verify` checks.",
                                                          name_examples});

const command namespace_history_command = command_of<of_namespace>(
    {"namespace history", "show the events of a namespace", "NID",
     "Shows every change of a namespace, the newest first: the number of the event, the time, the action, the "
     "principal if there is an access token, and the hash in the chain of all events; with --json also the old and the "
     "new value.",
     namespace_examples});

const command namespace_request_history_command = command_of<of_request>(
    {"namespace request-history", "show the events of a registration request", "REQUEST",
     "Shows every action on a request, the newest first, as namespace history does.", request_examples});

const command namespace_delegation_history_command = command_of<of_delegation>(
    {"namespace delegation-history", "show the events of a delegation", "PREFIX",
     "Shows every change of the delegation of exactly this prefix, the newest first, as namespace history does.",
     delegation_examples});

const command registrar_history_command = command_of<of_registrar>(
    {"registrar history", "show the events of a registrar", "ID",
     "Shows every change of a registrar, the newest first: the number of the event, the time, the action, the "
     "principal if there is an access token, and the hash in the chain of all events; with --json also the old and the "
     "new value.",
     registrar_examples});

const command registrar_transfer_history_command = command_of<of_transfer>(
    {"registrar transfer-history", "show the events of a transfer", "TRANSFER",
     "Shows every action on a transfer, the newest first, as registrar history does.", transfer_examples});

const command token_history_command =
    command_of<of_token>({"token history", "show the events of an access token", "ID",
                          "Shows every change of a token, the newest first: the number of the event, the time, the "
                          "action, the principal, and the hash in the chain of all events; with --json also the old "
                          "and the new value.",
                          token_examples});

} // namespace uniform::cli
