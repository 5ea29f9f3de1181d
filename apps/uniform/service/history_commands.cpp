// uniform name history, registrar history, registrar transfer-history and token history.

#include "run/typed_arguments.hpp"
#include "service/commands.hpp"
#include "service/history_list.hpp"

namespace uniform::cli {

namespace {

int of_name(const history_options &o) { return show_history(o, "names"); }
int of_registrar(const history_options &o) { return show_history(o, "registrars"); }
int of_transfer(const history_options &o) { return show_history(o, "transfers"); }
int of_token(const history_options &o) { return show_history(o, "tokens"); }

constexpr example name_history_examples[]{{"The events of a name", "uniform name history urn:example:a"}};
constexpr example registrar_history_examples[]{{"The events of a registrar", "uniform registrar history library"}};
constexpr example transfer_history_examples[]{
    {"Who requested it, and who accepted it?", "uniform registrar transfer-history example:library:~3"}};
constexpr example token_history_examples[]{
    {"Who created it, and who revoked it?", "uniform token history 7f3a9c01d2e4"}};

} // namespace

const command name_history_command =
    command_of<run_typed<of_name>>({"name history", "show the events of a name", "URN",
                                    "Shows the events of the name, the newest first, each with "
                                    "its hash in the chain that `uniform store verify` checks.",
                                    name_history_examples});

const command registrar_history_command = command_of<of_registrar>(
    {"registrar history", "show the events of a registrar", "ID",
     "Shows every change of a registrar, the newest first: the number of the event, the time, the action, the "
     "principal if there is an access token, and the hash in the chain of all events; with --json also the old and the "
     "new value.",
     registrar_history_examples});

const command registrar_transfer_history_command = command_of<of_transfer>(
    {"registrar transfer-history", "show the events of a transfer", "TRANSFER",
     "Shows every action on a transfer, the newest first, as registrar history does.", transfer_history_examples});

const command token_history_command =
    command_of<of_token>({"token history", "show the events of an access token", "ID",
                          "Shows every change of a token, the newest first: the number of the event, the time, the "
                          "action, the principal, and the hash in the chain of all events; with --json also the old "
                          "and the new value.",
                          token_history_examples});

} // namespace uniform::cli
