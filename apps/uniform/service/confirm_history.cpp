// uniform store confirm-history.

#include <string>

#include <uniform/http/server.hpp>
#include <uniform/store/history_head.hpp>
#include <uniform/store/store.hpp>

#include "cli/options.hpp"
#include "print/words.hpp"
#include "service/client_text.hpp"
#include "service/commands.hpp"
#include "service/config.hpp"
#include "service/service_call.hpp"
#include "service/store_options.hpp"

namespace uniform::cli {

namespace {

using confirm_history_options = with<store_command_options, store_row>;

int confirm_history(const confirm_history_options &o) {
    const auto lost = store::history_head_from(o.arguments[0]);
    if (!lost || lost->first == 0) return fail(exit_usage, not_of_form(o.arguments[0], "NUMBER:HASH"));
    const auto c = read_settings(o);
    if (!c) return c.error();
    return guarded([&] {
        const auto s = open_as_it_is(c->values);
        const auto event = s->confirm_history({.who = "local:" + user_name(), .from = "command line"}, *lost);
        const std::string text = store::to_string(*lost);
        if (o.json) {
            return print_json(
                json::object{{"lost", text}, {"event", event != 0 ? json::value(event) : json::value(nullptr)}});
        }
        if (event == 0) return print_all("nothing to confirm: the store has this event, or its loss was confirmed\n");
        return print_all("the loss of event " + std::to_string(lost->first) + " is confirmed by event " +
                         std::to_string(event) + "\n");
    });
}

constexpr example lost_event_examples[]{
    {"The file has the event that /readyz names: the backup that was restored ends before it",
     "uniform store confirm-history --store names.db \"$(cat lost)\""},
};

} // namespace

const command store_confirm_history_command = command_of<confirm_history>(
    {"store confirm-history", "permit writes although acknowledged events are lost", "NUMBER:HASH",
     "A service writes to no store whose history lacks an event that it knows: a former primary, a replica that was "
     "promoted without the last events, an older backup. If the store with that event can come back, bring it back. If "
     "the event is lost, this command says so, with an event in the history; then writes are accepted again. /readyz "
     "and "
     "the log name the event.",
     lost_event_examples});

} // namespace uniform::cli
