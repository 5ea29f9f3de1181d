// The database below a store: locations, connections, statements, transactions, and failures.
#include <uniform/store/database.hpp>
#include <uniform/store/location.hpp>

#include <memory>
#include <string>
#include <vector>

#include "../check.hpp"
#include "../folder.hpp"

using namespace uniform::store;

namespace {

void statements() {
    const folder f;
    const std::unique_ptr<database> d = database::open(f.file("notes.db"), database_options{.pool_size = 2});
    const std::unique_ptr<connection> c = d->connect(access::read_write);
    CHECK(c->dialect() == dialect::sqlite);
    c->script("CREATE TABLE note (id INTEGER, text TEXT, data BLOB)");

    c->begin(access::read_write);
    CHECK(c->run("INSERT INTO note VALUES ($1, $2, $3)", {std::int64_t{1}, "Hello", blob{"\x01\x02"}}) == 1);
    const std::vector<parameter> more{std::int64_t{2}, "two", std::int64_t{3}, "three"};
    CHECK(c->run_each("INSERT INTO note (id, text) VALUES ($1, $2)", 2, parameters{more}).size() == 2);
    c->commit(); // returns when it is on disk

    std::string all;
    c->run("SELECT text, data FROM note ORDER BY id", {}, [&all](const row &r) {
        all += r.text(0);
        return !r.null(1); // false: no more rows
    });
    CHECK(all == "Hellotwo");
}

void several_queries() {
    const folder f;
    const auto d = database::open(f.file("notes.db"));
    const auto c = d->connect(access::read_write);
    std::int64_t sum = 0;
    const auto add = [&sum](const row &r) {
        sum += r.integer(0);
        return true;
    };
    const std::vector<query> both{{.sql = "SELECT 1", .each = add}, {.sql = "SELECT 2", .each = add}};
    c->run_queries(both); // with PostgreSQL in one round trip
    CHECK(sum == 3);
}

void reading_without_waiting() {
    const folder f;
    const auto d = database::open(f.file("notes.db"));
    d->connect(access::read_write)->script("CREATE TABLE note (id INTEGER)");
    const auto resident = d->connect_resident(); // null where the system cannot tell what is in memory
    try {
        if (resident) resident->run("SELECT id FROM note");
    } catch (const not_resident &) {
        d->reader()->run("SELECT id FROM note"); // may wait for the disk
    }
}

void failures() {
    const folder f;
    const auto d = database::open(f.file("notes.db"));
    try {
        d->connect(access::read_write)->run("SELECT nothing FROM nowhere");
        CHECK(false);
    } catch (const failure &e) {
        CHECK(e.kind() == failure_kind::other && std::string(e.what()).contains("nowhere"));
    }
}

void locations() {
    CHECK(is_postgresql("postgresql://db.example/names") && path_of("sqlite:/srv/names.db") == "/srv/names.db");
    CHECK(location_error("postgresql://db.example/names").empty());
    CHECK(!without_password("postgresql://alice:secret@db.example/names").contains("secret"));
}

} // namespace

int main() {
    statements();
    several_queries();
    reading_without_waiting();
    failures();
    locations();
    return 0;
}
