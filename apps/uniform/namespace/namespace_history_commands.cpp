// uniform namespace history, request-history and delegation-history.

#include "namespace/commands.hpp"
#include "service/client_text.hpp"
#include "service/history_list.hpp"

namespace uniform::cli {

namespace {

using request_history_options = with<history_options, secret_option>;

int of_namespace(const history_options &o) { return show_history(o, "namespaces"); }
int of_request(const request_history_options &o) { return show_history(o, "requests", secret_of(o)); }
int of_delegation(const history_options &o) { return show_history(o, "delegations"); }

constexpr example history_examples[]{{"Who changed its settings?", "uniform namespace history example"}};
constexpr example request_history_examples[]{{"Who decided, and when?", "uniform namespace request-history 12"}};
constexpr example delegation_history_examples[]{
    {"Its registrars until now", "uniform namespace delegation-history example:library: --json"}};

} // namespace

const command namespace_history_command = command_of<of_namespace>(
    {"namespace history", "show the events of a namespace", "NID",
     "Shows every change of a namespace, the newest first: the number of the event, the time, the action, the "
     "principal if there is an access token, and the hash in the chain of all events; with --json also the old and the "
     "new value.",
     history_examples});

const command namespace_request_history_command = command_of<of_request>(
    {"namespace request-history", "show the events of a registration request", "REQUEST",
     "Shows every action on a request, the newest first, as namespace history does.", request_history_examples});

const command namespace_delegation_history_command = command_of<of_delegation>(
    {"namespace delegation-history", "show the events of a delegation", "PREFIX",
     "Shows every change of the delegation of exactly this prefix, the newest first, as namespace history does.",
     delegation_history_examples});

} // namespace uniform::cli
