// uniform store retire and promote: a follower becomes the primary.

#include <array>
#include <optional>
#include <string>
#include <utility>

#include <uniform/http/server.hpp>
#include <uniform/service/history_lines.hpp>
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

struct retire_options : with<store_command_options, store_row> {
    std::optional<std::string> successor;

    static constexpr auto rows() {
        return std::array{option<&retire_options::successor>(
            {heading::rules, 0, "successor", "URL",
             "The service that becomes the primary: the service of this store refers changes to it."})};
    }
};

struct promote_options : with<store_command_options, store_row> {
    std::optional<std::string> known;
    bool without_primary = false;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&promote_options::known>(
                {rules, 0, "known", "NUMBER:HASH",
                 "The last event of the old primary, as `store retire` prints it: the store "
                 "must end with it."}),
            option<&promote_options::without_primary>(
                {rules, 0, "without-primary", "",
                 "The old primary does not run any more, and will not again but as a follower. What this store did not "
                 "get of it is lost."}),
        };
    }
};

template <class F>
int change_store(const store_command_options &o, std::string_view becomes, F change) {
    const auto c = read_settings(o);
    if (!c) return c.error();
    return guarded([&] {
        const auto s = open_as_it_is(c->values);
        const std::string head =
            service::to_string(change(*s, store::origin{.who = "local:" + user_name(), .from = "command line"}));
        const std::string location = s->sql_database().location();
        if (o.json) return print_json(json::object{{"store", location}, {"head", head}});
        return print_all(printable(location) + ": " + std::string(becomes) + "\nhead " + head + "\n");
    });
}

int retire(const retire_options &o) {
    if (o.successor && !http::is_service_url(*o.successor)) {
        return usage_error(o, "--successor must be an http or https URL without user, query and fragment");
    }
    return change_store(o, "only follows from now on", [&](store::store &s, const store::origin &by) {
        return s.retire(by, o.successor.value_or(""));
    });
}

int promote(const promote_options &o) {
    if (o.known && o.without_primary) return usage_error(o, exclusive("--known", "--without-primary"));
    if (!o.known && !o.without_primary) {
        return usage_error(o, "--known NUMBER:HASH is needed, the last event of the old primary, which `uniform store "
                              "retire` prints; or --without-primary, if it does not run any more");
    }
    const auto known = o.known ? store::history_head_from(*o.known) : std::nullopt;
    if (o.known && !known) {
        return fail(exit_usage, "--known: " + not_of_form(*o.known, "NUMBER:HASH"));
    }
    return change_store(o, "is the primary from now on",
                        [&](store::store &s, const store::origin &by) { return s.promote(by, known); });
}

constexpr example retire_examples[]{
    {"Hand over to a follower", "uniform store retire --store names.db --successor https://new.example.org"},
};
constexpr example promote_examples[]{
    {"The file has the head that `store retire` has printed for the old primary",
     "uniform store promote --store mirror.db --known \"$(cat head)\""},
    {"After the old primary was lost", "uniform store promote --store mirror.db --without-primary"},
};

} // namespace

const command store_retire_command = command_of<retire>(
    {"store retire", "let the store of a primary only follow", "",
     "Ends the history of this store as that of the primary, with an event, and prints the head. From then on nothing "
     "is assigned or changed here, by whatever process: the store is only read, until it follows the new primary "
     "(`uniform serve --follow URL`) or becomes the primary again. The service may go on, so that its followers get "
     "the "
     "last event; then one of them becomes the primary, by `uniform store promote`. With --successor, the service says "
     "where changes are accepted. The store is an SQLite file.",
     retire_examples});

const command store_promote_command = command_of<promote>(
    {"store promote", "make the store of a follower the primary", "",
     "Lets this store, which has followed another one, go on with a history of its own, by an event, and prints the "
     "head. Start its service without store.follow then. The old primary must not go on, or names would be assigned "
     "twice: retire it first, with `uniform store retire`, and give the head that it prints with --known, which proves "
     "that this store has all of it. Access tokens and webhooks have to be made again, because their secrets are not "
     "in "
     "the history.",
     promote_examples});

} // namespace uniform::cli
