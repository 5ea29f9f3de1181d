// uniform store migrate, verify and backup.

#include <array>
#include <filesystem>
#include <string>

#include <uniform/base/hex.hpp>
#include <uniform/http/server.hpp>
#include <uniform/service/history_lines.hpp>
#include <uniform/service/published_tables.hpp>
#include <uniform/store/copy.hpp>
#include <uniform/store/history_head.hpp>
#include <uniform/store/store.hpp>

#include "cli/options.hpp"
#include "print/words.hpp"
#include "run/progress.hpp"
#include "service/client_text.hpp"
#include "service/commands.hpp"
#include "service/config.hpp"
#include "service/store_options.hpp"

namespace uniform::cli {

namespace {

using migrate_options = with<store_command_options, store_row>;

int migrate(const migrate_options &o) {
    const auto c = read_settings(o);
    if (!c) return c.error();
    return guarded([&] {
        auto with = http::store_options_of(c->values);
        with.migrate = true;
        const auto s = store::store::open(http::store_location(c->values), with);
        const std::string location = s->sql_database().location();
        if (o.json) {
            return print_json(json::object{{"store", location}, {"schema", store::schema_version()}});
        }
        return print_all(printable(location) + ": schema " + std::to_string(store::schema_version()) + "\n");
    });
}

struct verify_options : with<store_command_options, store_row, quiet_option, progress_option> {
    std::optional<std::string> known;

    static constexpr auto rows() {
        return std::array{option<&verify_options::known>(
            {heading::rules, 0, "known", "NUMBER:HASH",
             "A head of the history that was noted earlier, as `store verify` prints it: it must still be in the "
             "chain."})};
    }
};

int verify(const verify_options &o) {
    std::optional<store::history_head> known;
    if (o.known) {
        known = store::history_head_from(*o.known);
        if (!known) return fail(exit_usage, "--known: " + not_of_form(*o.known, "NUMBER:HASH"));
    }
    const auto c = read_settings(o);
    if (!c) return c.error();
    return guarded([&] {
        store::store_options with{.database = existing(c->values), .migrate = false, .check_schema = false};
        const auto s = store::store::open(http::store_location(c->values), with);
        steps progress(o.progress && !o.quiet, "events");
        const store::verification v =
            service::verify_store(*s, known, [&](std::uint64_t done, std::uint64_t of) { progress(done, of); });
        progress.clear();
        const int code = v.found.empty() ? exit_good : exit_bad_input;
        if (o.quiet) return code;
        const std::string head = service::to_string({v.events, v.head});
        if (o.json) {
            json::array found;
            for (const store::damage &d : v.found) {
                found.emplace_back(json::object{{"event", d.event}, {"subject", d.subject}, {"detail", d.message}});
            }
            const int printed = print_json(json::object{{"store", s->sql_database().location()},
                                                        {"events", v.events},
                                                        {"names", v.names},
                                                        {"documents", v.documents},
                                                        {"head", head},
                                                        {"good", v.found.empty()},
                                                        {"found", std::move(found)}});
            return printed == exit_good ? code : printed;
        }
        for (const store::damage &d : v.found) {
            std::string says;
            if (d.event != 0) says += "event " + std::to_string(d.event) + ": ";
            if (!d.subject.empty()) says += d.subject + ": ";
            fail(code, says + d.message);
        }
        const int printed = print_all(std::to_string(v.events) + " events, " + std::to_string(v.names) + " names, " +
                                      std::to_string(v.documents) + " documents\nhead " + head + "\n" +
                                      (v.found.empty() ? "the store matches its history\n" : ""));
        return printed == exit_good ? code : printed;
    });
}

using backup_options = with<store_command_options, store_row, replace_option, progress_option>;

int backup(const backup_options &o) {
    const auto c = read_settings(o);
    if (!c) return c.error();
    return guarded([&] {
        const auto from = store::database::open(http::store_location(c->values), existing(c->values));
        steps progress(o.progress, "backup");
        const std::string &file = o.arguments.front();
        store::backup(*from, file, o.replace, [&](std::uint64_t done, std::uint64_t of) { progress(done, of); });
        progress.clear();
        std::error_code ignored;
        const auto bytes = std::filesystem::file_size(file, ignored);
        if (o.json) {
            return print_json(json::object{{"store", from->location()}, {"file", file}, {"bytes", bytes}});
        }
        return print_all(printable(file) + ": " + std::to_string(bytes) + " bytes\n");
    });
}

constexpr example migrate_examples[]{
    {"Create a store, or migrate it to the current schema", "uniform store migrate --store names.db"},
};
constexpr example verify_examples[]{
    {"Has anything been tampered with?", "uniform store verify --store names.db"},
    {"The head, to be noted in another place", "uniform store verify --store names.db --json | tee head.json"},
};
constexpr example backup_examples[]{
    {"While the service runs", "uniform store backup --store names.db names-backup.db"},
};

} // namespace

const command store_migrate_command = command_of<migrate>({"store migrate", "create a store, or migrate its schema", "",
                                                           "Creates the tables that are missing, in one transaction "
                                                           "for each version. The service must not run meanwhile. Make "
                                                           "a backup first: a migration cannot be undone.",
                                                           migrate_examples});

const command store_verify_command = command_of<verify>(
    {"store verify", "check a store against its history", "",
     "Reads the whole history, recomputes every hash of its chain, and compares every name and document (namespace, "
     "request, "
     "registrar, delegation, transfer, token) with its last "
     "event, and the schema with what this version makes. Differences go to standard error, and the exit code is 1. "
     "Prints the numbers of events, names and "
     "documents, and the head: the number and hash of the last event. A head that was noted in another place proves "
     "later, with --known, that no earlier event was changed.",
     verify_examples});

const command store_backup_command = command_of<backup>(
    {"store backup", "copy a store to a file while the service runs", "FILE",
     "Writes the store as it is at one moment, from SQLite or PostgreSQL, to an SQLite file, which appears when it is "
     "complete. A file that exists is replaced only with --replace, and a file of the store itself never.",
     backup_examples});

} // namespace uniform::cli
