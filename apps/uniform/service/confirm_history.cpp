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

// Why an event is not the one whose loss can be confirmed; empty: it is. The administrator has to name what is lost, so
// that nobody confirms a loss by a mistyped or an older event and takes it for done.
// @param file of a service, with the last event that it has seen; empty: there is none
std::string why_not_lost(const store::history_head &lost, const std::string &file) {
    const std::string says = "event " + store::to_string(lost) + " cannot be confirmed as lost: ";
    if (file.empty()) {
        return says + "there is no file of a service here that says which event is lost. Run this command where the "
                      "service runs that refuses to write, or name its file with --set store.head_file=FILE";
    }
    const auto noted = store::head_noted_in(file);
    if (!noted) return says + "the file " + printable(file) + " does not say which event is lost";
    if (*noted == lost) return {};
    return says + "the event that would be lost is " + store::to_string(*noted) + ", by the file " + printable(file);
}

int confirm_history(const confirm_history_options &o) {
    const auto lost = store::history_head_from(o.arguments[0]);
    if (!lost || lost->first == 0) return fail(exit_usage, not_of_form(o.arguments[0], "NUMBER:HASH"));
    const auto c = read_settings(o);
    if (!c) return c.error();
    return guarded([&] {
        const auto s = open_as_it_is(c->values);
        const std::string text = store::to_string(*lost);
        const bool is_confirmed = s->read([&](store::reading &r) { return r.find("history", text).has_value(); });
        if (!is_confirmed) {
            const auto why = why_not_lost(*lost, http::command_store_options_of(c->values).database.head_file);
            if (!why.empty()) return fail(exit_bad_input, why);
        }
        const auto event =
            is_confirmed ? 0 : s->confirm_history({.who = "local:" + user_name(), .from = "command line"}, *lost);
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
    {"The file lost has the event that /readyz names; noted is the file of the service",
     "uniform store confirm-history --store names.db --set store.head_file=noted \"$(cat lost)\""},
};

} // namespace

const command store_confirm_history_command = command_of<confirm_history>(
    {"store confirm-history", "permit writes although acknowledged events are lost", "NUMBER:HASH",
     "A service writes to no store whose history lacks an event that it knows: a former primary, a replica that was "
     "promoted without the last events, an older backup. If the store with that event can come back, bring it back. If "
     "the event is lost, this command says so, with an event in the history; then writes are accepted again. /readyz "
     "and the log name the event. It has to be the one in the file of the service, which is beside an SQLite store; "
     "for "
     "PostgreSQL, and for a service on another machine, name that file with --set store.head_file=FILE.",
     lost_event_examples});

} // namespace uniform::cli
