// uniform store index.

#include <string>

#include <uniform/http/server.hpp>
#include <uniform/store/search.hpp>
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

struct index_options : with<store_command_options, store_row, progress_option> {
    bool drop = false;
    bool again = false;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&index_options::drop>({rules, 0, "drop", "", "Drop the index: names cannot be searched any more."}),
            option<&index_options::again>({rules, 0, "again", "", "Drop the index, and make it again."}),
        };
    }
};

int index(const index_options &o) {
    if (o.drop && o.again) return fail(exit_usage, "--drop and --again exclude each other");
    const auto c = read_settings(o);
    if (!c) return c.error();
    return guarded([&] {
        auto with = http::store_options_of(c->values);
        with.database.create = false;
        const auto s = store::store::open(http::store_location(c->values), with);
        const std::string location = s->sql_database().location();
        if (o.drop || o.again) store::drop_search_index(*s);
        if (o.drop) {
            if (o.json) return print_json(json::object{{"store", location}, {"index", false}});
            return print_all(printable(location) + ": no index of search\n");
        }
        const std::uint64_t of = 0;
        steps progress(o.progress, "names");
        const std::uint64_t names = store::make_search_index(*s, [&](std::uint64_t done) {
            progress(done, of);
            return true;
        });
        progress.clear();
        if (o.json) return print_json(json::object{{"store", location}, {"index", true}, {"names", names}});
        return print_all(printable(location) + ": " + std::to_string(names) + " names added to the index of search\n");
    });
}

constexpr example index_examples[]{
    {"Make the index while the service runs; then names can be searched",
     "uniform store index --store names.db\n"
     "uniform name list --store names.db --search 'forest lakes'"},
};

} // namespace

const command store_index_command = command_of<index>(
    {"store index", "make or drop the index of search", "",
     "Makes the index that `uniform name list --search`, the parameters q and url of GET /api/v1/names, and L2Ns need; "
     "or continues, if making it was interrupted. The service may run meanwhile. As long as the index exists, every "
     "write of "
     "a name keeps it up to date, which makes writes slower and the store larger (docs/operations.md). It is no part "
     "of the "
     "history: copies and restored stores may lack it.",
     index_examples});

} // namespace uniform::cli
