// uniform store history.

#include <string>

#include <uniform/http/server.hpp>
#include <uniform/service/history_lines.hpp>
#include <uniform/store/store.hpp>

#include "cli/options.hpp"
#include "print/exit.hpp"
#include "run/progress.hpp"
#include "service/commands.hpp"
#include "service/config.hpp"
#include "service/store_options.hpp"

namespace uniform::cli {

namespace {

constexpr std::size_t events_at_once = 512;
constexpr std::size_t bytes_at_once = std::size_t{1} << 18U;

using history_options = with<common_options, settings_options, store_row, progress_option>;

int write_history(store::reading &r, steps &progress) {
    const auto [last, hash] = r.head();
    std::string out = service::first_history_line();
    std::uint64_t after = 0;
    while (after < last) {
        const auto events = r.events(after, events_at_once);
        if (events.empty())
            throw store::failure(store::failure_kind::damaged,
                                 "event " + std::to_string(after + 1) + " is missing. Run `uniform store verify`");
        for (const store::event &e : events) {
            service::append_history_line(out, e, service::secrets::included);
            if (out.size() < bytes_at_once) continue;
            if (const int code = print_all(out); code != exit_good) return code;
            out.clear();
        }
        after = events.back().number;
        progress(after, last);
    }
    return print_all(out + service::last_history_line({last, hash}));
}

int export_history(const history_options &o) {
    const auto c = read_settings(o);
    if (!c) return c.error();
    return guarded([&] {
        // Also of a store with a changed schema: the history shows what happened.
        const auto s = store::store::open(http::store_location(c->values),
                                          {.database = existing(c->values), .migrate = false, .check_schema = false});
        steps progress(o.progress, "events");
        const int code = s->read([&](store::reading &r) { return write_history(r, progress); });
        progress.clear();
        return code;
    });
}

constexpr example history_examples[]{
    {"Keep what proves the names, without this program", "uniform store history --store names.db > history.ndjson"},
};

} // namespace

const command store_history_command = command_of<export_history>(
    {"store history", "write all events of the history", "",
     "Writes the events of one moment to standard output, as one JSON object per line, with all that their hashes "
     "depend on, and the head at the end. docs/reference/history-format.md describes every byte, and "
     "scripts/verify_history.py checks an export without this program. The output contains the hashes of the secrets "
     "of "
     "tokens: keep it private.",
     history_examples});

} // namespace uniform::cli
