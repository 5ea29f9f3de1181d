// uniform store restore and copy.

#include <string>

#include <nlohmann/json.hpp>
#include <uniform/http/server.hpp>
#include <uniform/store/copy.hpp>

#include "config.hpp"
#include "store_run.hpp"
#include "verbs.hpp"
#include "words.hpp"

namespace uniform::command {

using nlohmann::ordered_json;

int store_restore_verb(const options &o) {
    if (o.arguments.size() != 1) return fail(exit_usage, "store restore takes one argument, the backup");
    const auto c = read_settings(o);
    if (!c) return c.error();
    return guarded([&] {
        const std::string &file = o.arguments.front();
        const std::string location = http::store_location(c->values);
        steps progress(o.progress, "restore");
        const std::string says = store::restore(
            file, location, {.replace = o.replace_store, .database = http::store_options_of(c->values).database},
            [&](std::uint64_t done, std::uint64_t of) { progress(done, of); });
        progress.clear();
        if (!says.empty()) fail(exit_good, says);
        const std::string shown = store::database::open(location, existing(c->values))->location();
        if (o.json) {
            return print_all(ordered_json{{"store", shown}, {"file", file}}.dump(
                                 -1, ' ', false, ordered_json::error_handler_t::replace) +
                             "\n");
        }
        return print_all(printable(shown) + ": restored from " + printable(file) + "\n");
    });
}

int store_copy_verb(const options &o) {
    if (o.arguments.size() != 2) return fail(exit_usage, "store copy takes two arguments, from where and to where");
    const auto c = read_settings(o);
    if (!c) return c.error();
    return guarded([&] {
        const auto from = store::database::open(o.arguments[0], existing(c->values));
        const auto to = store::database::open(o.arguments[1], http::store_options_of(c->values).database);
        steps progress(o.progress, "rows");
        const std::uint64_t rows =
            store::copy(*from, *to, [&](std::uint64_t done, std::uint64_t of) { progress(done, of); });
        progress.clear();
        if (o.json) {
            return print_all(ordered_json{{"from", from->location()}, {"to", to->location()}, {"rows", rows}}.dump(
                                 -1, ' ', false, ordered_json::error_handler_t::replace) +
                             "\n");
        }
        return print_all(printable(to->location()) + ": " + std::to_string(rows) + " rows\n");
    });
}

} // namespace uniform::command
