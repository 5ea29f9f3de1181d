// uniform store confirm-clock.

#include <string>

#include <uniform/http/server.hpp>
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

using confirm_options = with<store_command_options, store_row>;

int confirm_clock(const confirm_options &o) {
    const auto c = read_settings(o);
    if (!c) return c.error();
    return guarded([&] {
        const auto s = open_as_it_is(c->values);
        const auto done = s->confirm_clock({.who = "local:" + user_name(), .from = "command line"});
        const std::string clock = resolver::to_string(done.system);
        if (o.json) {
            return print_json(
                json::object{{"clock", clock},
                             {"last_event", done.last_event ? json::value(resolver::to_string(*done.last_event))
                                                            : json::value(nullptr)},
                             {"event", done.event != 0 ? json::value(done.event) : json::value(nullptr)}});
        }
        if (done.event == 0) return print_all(clock + ": the clock agrees with the store\n");
        return print_all(clock + ": confirmed by event " + std::to_string(done.event) + "\n");
    });
}

constexpr example confirm_examples[]{
    {"The computer's clock is right, after a year without the service", "uniform store confirm-clock --store names.db"},
};

} // namespace

const command store_confirm_clock_command = command_of<confirm_clock>(
    {"store confirm-clock", "permit writes although the clock has jumped", "",
     "The store refuses writes when the clock of this computer is too far from the last event, or from the time when a "
     "service last used the store (store.clock_ahead, store.clock_behind). If the clock is wrong, set it. If it is "
     "right, this command says so, with an event in the history; then writes are accepted again. Does nothing when the "
     "clock agrees with the store.",
     confirm_examples});

} // namespace uniform::cli
