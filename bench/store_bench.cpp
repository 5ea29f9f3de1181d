// The cost of the store beside that of the bare database.
//
//   store_bench durable LOCATION CLIENTS [SECONDS [WRITERS]]
//                                                    single durable assignments as the service makes them, beside
//                                                    INSERTs by the database's own interface with the same durability
//                                                    and as many connections; medians of nine rounds in turn. The
//                                                    clients share so many stores on the same database
//   store_bench import LOCATION COUNT [shuffled]     names into a new store, thousands at a time; bytes on disk
//   store_bench verify LOCATION                      checking it
//
// LOCATION is a file (a new one; "-bare" is appended for the peer's) or a connection URI of an empty database.
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <libpq-fe.h>
#include <sqlite3.h>

#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/service/names.hpp>
#include <uniform/store/store.hpp>

namespace {

using namespace uniform;
using steady = std::chrono::steady_clock;

double seconds_since(steady::time_point t) { return std::chrono::duration<double>(steady::now() - t).count(); }

std::string key_of(std::uint64_t n) {
    char text[60];
    std::snprintf(text, sizeof text, "example:library-%09llu", static_cast<unsigned long long>(n));
    return text;
}
std::string url_of(std::uint64_t n) { return "https://repository.example.org/items/" + std::to_string(n); }

resolver::name_record record_of(std::uint64_t n) {
    resolver::name_record r;
    r.locators.push_back({.url = url_of(n)});
    return r;
}

/// Runs `one` in several threads for some time; `make` creates the context of a thread.
template <class Make>
double each_second(int clients, double seconds, Make make) {
    std::atomic<std::uint64_t> next = 1, done = 0;
    std::atomic<bool> stop = false;
    const auto start = steady::now();
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < clients; ++i)
            threads.emplace_back([&] {
                auto one = make();
                while (!stop) {
                    one(next++);
                    ++done;
                }
            });
        std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
        stop = true;
    }
    return static_cast<double>(done) / seconds_since(start);
}

[[noreturn]] void die(const std::string &says) {
    std::fprintf(stderr, "store_bench: %s\n", says.c_str());
    std::exit(1);
}

/// One connection of the bare SQLite, one INSERT for each transaction.
std::function<void(std::uint64_t)> bare_sqlite(const std::string &path) {
    sqlite3 *db = nullptr;
    if (sqlite3_open(path.c_str(), &db) != SQLITE_OK) die(path);
    sqlite3_busy_timeout(db, 60000);
    const auto run = [db](const char *sql) {
        if (sqlite3_exec(db, sql, nullptr, nullptr, nullptr) != SQLITE_OK) die(sqlite3_errmsg(db));
    };
    run("PRAGMA journal_mode=WAL");
    run("PRAGMA synchronous=FULL");
    run("CREATE TABLE IF NOT EXISTS names (key TEXT PRIMARY KEY, url TEXT) WITHOUT ROWID");
    sqlite3_stmt *insert = nullptr, *begin = nullptr, *commit = nullptr;
    sqlite3_prepare_v2(db, "INSERT INTO names VALUES (?1, ?2)", -1, &insert, nullptr);
    sqlite3_prepare_v2(db, "BEGIN IMMEDIATE", -1, &begin, nullptr);
    sqlite3_prepare_v2(db, "COMMIT", -1, &commit, nullptr);
    // Left open: the last connection that closes a database removes its log.
    return [=](std::uint64_t n) {
        const auto key = key_of(n), url = url_of(n);
        sqlite3_bind_text(insert, 1, key.data(), static_cast<int>(key.size()), SQLITE_STATIC);
        sqlite3_bind_text(insert, 2, url.data(), static_cast<int>(url.size()), SQLITE_STATIC);
        for (auto *s : {begin, insert, commit}) {
            if (sqlite3_step(s) != SQLITE_DONE) die(sqlite3_errmsg(db));
            sqlite3_reset(s);
        }
    };
}

/// One connection of the bare PostgreSQL, one INSERT for each transaction.
std::function<void(std::uint64_t)> bare_postgresql(const std::string &uri) {
    const std::shared_ptr<PGconn> connection(PQconnectdb(uri.c_str()), PQfinish);
    PGconn *c = connection.get();
    if (PQstatus(c) != CONNECTION_OK) die(PQerrorMessage(c));
    PQclear(PQprepare(c, "i", "INSERT INTO bare_names VALUES ($1, $2)", 2, nullptr));
    return [connection](std::uint64_t n) {
        const auto key = key_of(n), url = url_of(n);
        const char *values[] = {key.c_str(), url.c_str()};
        PGresult *r = PQexecPrepared(connection.get(), "i", 2, values, nullptr, nullptr, 0);
        if (PQresultStatus(r) != PGRES_COMMAND_OK) die(PQerrorMessage(connection.get()));
        PQclear(r);
    };
}

bool is_postgresql(std::string_view location) { return location.starts_with("postgres"); }

/// The processor time of this process.
double processor_seconds() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto of = [](const timeval &t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    return of(used.ru_utime) + of(used.ru_stime);
}

double median(std::vector<double> v) {
    std::ranges::sort(v);
    return v[v.size() / 2];
}

/// A namespace and a delegation to a registrar, as in a service.
void make_ground(store::store &s, const store::origin &by) {
    const auto done = s.write(by, [](store::writing &w) -> std::expected<void, store::problem> {
        if (w.find("namespace", "example")) return {};
        w.put("namespace", "example",
              to_json(resolver::namespace_settings{.nid = "example", .status = resolver::namespace_status::active}),
              "put");
        resolver::delegation d;
        d.prefix = "example:library-";
        d.registrar = "library";
        w.put("delegation", d.prefix, to_json(d), "put");
        return {};
    });
    if (!done) die(done.error().detail);
}

void durable(const std::string &location, int clients, double seconds, std::size_t writers) {
    std::vector<std::unique_ptr<store::store>> stores;
    for (std::size_t i = 0; i < writers; ++i) stores.push_back(store::store::open(location));
    std::function<std::function<void(std::uint64_t)>()> bare = [&] { return bare_sqlite(location + "-bare"); };
    if (is_postgresql(location)) {
        PGconn *c = PQconnectdb(location.c_str());
        PQclear(PQexec(c,
                       "DROP TABLE IF EXISTS bare_names; CREATE TABLE bare_names (key TEXT COLLATE \"C\" PRIMARY KEY, "
                       "url TEXT NOT NULL)"));
        PQfinish(c);
        bare = [&] { return bare_postgresql(location); };
    } else {
        static_cast<void>(bare()); // makes the table
    }
    const store::origin by{.who = "token:7f3a9c", .from = "192.0.2.17"};
    make_ground(*stores.front(), by);
    const resolver::principal who{.id = "token:7f3a9c",
                                  .role = resolver::role::registrar,
                                  .registrar = "library",
                                  .prefixes = {"example:library-"}};
    // Names that no earlier run has assigned.
    const auto started = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count());
    std::vector<double> ours, theirs, ratios;
    double our_work = 0, their_work = 0, our_count = 0, their_count = 0;
    // Alternately, so that other work on the machine affects both.
    constexpr int rounds = 9;
    for (std::uint64_t i = 0; i < rounds; ++i) {
        const std::uint64_t base = (started * 10 + i) * 10000000;
        const double length = seconds / rounds;
        auto before = processor_seconds();
        theirs.push_back(
            each_second(clients, length, [&] { return [one = bare(), base](std::uint64_t n) { one(base + n); }; }));
        their_work += processor_seconds() - before;
        their_count += theirs.back() * length;
        before = processor_seconds();
        std::atomic<std::size_t> client = 0;
        ours.push_back(each_second(clients, length, [&] {
            auto *s = stores[client++ % stores.size()].get();
            return [&, base, s](std::uint64_t n) {
                const service::assignment a{.urn = "urn:" + key_of(base + n), .record = record_of(n)};
                const auto done = s->write(by, [&](store::writing &w) { return service::assign(w, who, a); });
                if (!done) die(done.error().detail);
            };
        }));
        our_work += processor_seconds() - before;
        our_count += ours.back() * length;
        ratios.push_back(ours.back() / theirs.back());
    }
    double load = 0;
    static_cast<void>(getloadavg(&load, 1));
    std::printf("%s, %2d clients, %zu writers: bare %6.0f/s, store %6.0f/s, ratio %.2f (%.2f to %.2f); processor time "
                "of a write in "
                "this process: bare %.0f us, store %.0f us; load %.1f\n",
                is_postgresql(location) ? "postgresql" : "sqlite", clients, writers, median(theirs), median(ours),
                median(ratios), std::ranges::min(ratios), std::ranges::max(ratios), their_work / their_count * 1e6,
                our_work / our_count * 1e6, load);
}

void import(const std::string &location, std::uint64_t count, bool shuffled) {
    const auto s = store::store::open(location);
    constexpr std::uint64_t at_once = 20000;
    std::vector<std::pair<std::string, std::string>> rows;
    std::uint64_t bytes = 0;
    double spent = 0;
    const auto start = steady::now();
    for (std::uint64_t n = 0; n < count;) {
        rows.clear();
        for (; rows.size() < at_once && n < count; ++n) {
            // A step that is prime to the count visits every number once, far from the one before.
            const std::uint64_t k = shuffled ? n * 7368787 % count : n;
            rows.emplace_back(key_of(k), resolver::encode(record_of(k)));
            bytes += 4 + rows.back().first.size() + url_of(k).size();
        }
        const auto began = steady::now();
        static_cast<void>(s->write({.who = "local:somebody", .from = "command line"},
                                   [&](store::writing &w) -> std::expected<void, store::problem> {
                                       for (const bool is_new : w.add_names(rows, "import"))
                                           if (!is_new) die("not new");
                                       return {};
                                   }));
        spent += seconds_since(began);
        if (n % (at_once * 50) == 0)
            std::fprintf(stderr, "%llu: %.0f/s\n", static_cast<unsigned long long>(n), static_cast<double>(n) / spent);
    }
    std::printf("%llu names%s: %.0f/s (%.0f/s with making them)\n", static_cast<unsigned long long>(count),
                shuffled ? " in no order" : "", static_cast<double>(count) / spent,
                static_cast<double>(count) / seconds_since(start));
    s->close();
    if (!is_postgresql(location)) {
        const auto size = std::filesystem::file_size(location);
        std::printf("%llu bytes of keys and locators, %llu on disk: ratio %.2f\n",
                    static_cast<unsigned long long>(bytes), static_cast<unsigned long long>(size),
                    static_cast<double>(size) / static_cast<double>(bytes));
    }
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    std::printf("memory: %ld MiB\n", used.ru_maxrss / 1024);
}

void verify(const std::string &location) {
    const auto s = store::store::open(location);
    const auto start = steady::now();
    const auto v = s->verify({}, {});
    std::printf("%llu events, %llu names, %llu documents: %zu found, %.1f s\n",
                static_cast<unsigned long long>(v.events), static_cast<unsigned long long>(v.names),
                static_cast<unsigned long long>(v.documents), v.found.size(), seconds_since(start));
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    std::printf("memory: %ld MiB\n", used.ru_maxrss / 1024);
}

} // namespace

int main(int argc, char **argv) {
    const std::vector<std::string_view> args(argv + 1, argv + argc);
    const auto number = [&](std::size_t i, std::uint64_t otherwise) {
        std::uint64_t n = otherwise;
        if (i < args.size()) std::from_chars(args[i].data(), args[i].data() + args[i].size(), n);
        return n;
    };
    if (args.size() >= 3 && args[0] == "durable")
        durable(std::string(args[1]), static_cast<int>(number(2, 1)), static_cast<double>(number(3, 8)), number(4, 1));
    else if (args.size() >= 3 && args[0] == "import")
        import(std::string(args[1]), number(2, 1000000), args.size() > 3 && args[3] == "shuffled");
    else if (args.size() == 2 && args[0] == "verify")
        verify(std::string(args[1]));
    else
        die("durable LOCATION CLIENTS [SECONDS [WRITERS]] | import LOCATION COUNT [shuffled] | verify LOCATION");
}
