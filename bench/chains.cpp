// Prototypes of how writes may be chained, without the store: one chain of hashes for all writes, and one for each
// namespace with a tree over their heads. docs/decisions/0055 has what was decided by them.
//
//     chains LOCATION WRITERS CLIENTS [SECONDS [ROUNDS [COMMIT_DELAY]]]
//
// LOCATION is a folder for new SQLite files or a connection URI of an empty database. WRITERS stand for processes, or
// for threads of one that write to different namespaces; each has CLIENTS that wait for single names, so that each of
// its commits has so many. COMMIT_DELAY: microseconds that PostgreSQL waits before each flush of its log, which makes
// this disk as slow as another one, or as a synchronous replica. In turn, so many rounds of so many seconds:
//
//     grouped     one chain, one writer, all clients in one commit: what one process does
//     contending  one chain, the writers take turns: they hold the lock until their commit is durable
//     early       one chain; the lock ends with a commit that is not durable yet, and the writer answers when it is
//     each        a chain for each writer; the tree over their heads is made and stored every 100 ms
//
// Prints the medians, the processor time of a name (clients, writers and server), and the ratio to `grouped` and to
// `contending` within a round: median and range. On a machine with other work, many threads get a larger share of the
// processors than one, so that only the processor time compares there.
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <libpq-fe.h>
#include <sqlite3.h>

#include "store/history/event_encoding.hpp"
#include "store/postgresql/postgresql_binary.hpp"

namespace {

using namespace uniform;
using store::digest;
using store::detail::event_view;
using steady = std::chrono::steady_clock;

[[noreturn]] void die(std::string_view says) {
    std::fprintf(stderr, "chains: %.*s\n", static_cast<int>(says.size()), says.data());
    std::exit(1);
}

double processor_seconds() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

double seconds_since(steady::time_point t) { return std::chrono::duration<double>(steady::now() - t).count(); }

std::string_view bytes_of(const digest &d) { return {reinterpret_cast<const char *>(d.data()), d.size()}; }

digest digest_of(std::string_view bytes) {
    digest d{};
    if (bytes.size() != d.size()) die("a head has another length");
    std::ranges::transform(bytes, d.begin(), [](char c) { return static_cast<std::byte>(c); });
    return d;
}

struct head {
    std::int64_t number = 0;
    digest hash = {};
};

// The rows of one commit.
struct commit {
    std::int64_t first = 0;
    head after;
    std::string events;
    std::vector<std::string> keys, records;
};

std::atomic<std::uint64_t> next_name;

commit commit_after(const head &before, std::size_t clients) {
    commit c;
    c.first = before.number + 1;
    c.after = before;
    store::detail::segment_writer w;
    const auto now = std::chrono::system_clock::now().time_since_epoch() / std::chrono::microseconds(1);
    for (std::size_t i = 0; i < clients; ++i) {
        char number[24];
        std::snprintf(number, sizeof number, "%016llx",
                      static_cast<unsigned long long>(next_name++ * 0x9e3779b97f4a7c15U));
        c.keys.push_back(std::string("example:library-") + number);
        // As long as the record of a name with one locator.
        c.records.push_back(std::string("A1https://repository.example.org/items/") + number);
        const event_view e{.number = static_cast<std::uint64_t>(++c.after.number),
                           .at = now,
                           .who = "token:7f3a9c",
                           .from = "192.0.2.17",
                           .action = "assign",
                           .kind = "name",
                           .id = c.keys.back(),
                           .body = c.records.back()};
        c.after.hash = hash_of(c.after.hash, e);
        w.add(e);
    }
    c.events = w.take();
    return c;
}

// RFC 9162 2.1.1: the hash of a tree over these leaves.
digest root_of(std::span<const std::string> leaves) {
    if (leaves.size() == 1) return store::detail::sha256(std::string(1, '\0') + leaves.front());
    std::size_t left = 1;
    while (left * 2 < leaves.size()) left *= 2;
    std::string both(1, '\1');
    both += bytes_of(root_of(leaves.first(left)));
    both += bytes_of(root_of(leaves.subspan(left)));
    return store::detail::sha256(both);
}

enum class mode { grouped, contending, early, each };
constexpr std::string_view names_of_modes[] = {"grouped", "contending", "early", "each"};

// A connection that adds commits to a chain.
class writer {
public:
    writer() = default;
    writer(const writer &) = delete;
    writer &operator=(const writer &) = delete;
    virtual ~writer() = default;
    virtual void write(mode m, std::size_t clients) = 0;
    // Makes the tree over the heads of all chains, and stores it.
    virtual void write_tree() = 0;
    // The processor time that a server has spent for it.
    [[nodiscard]] virtual double server_seconds() const { return 0; }
};

class postgresql_writer final : public writer {
public:
    postgresql_writer(const std::string &uri, std::int64_t chain)
        : c_(PQconnectdb(uri.c_str()), PQfinish), chain_(chain) {
        if (PQstatus(c_.get()) != CONNECTION_OK || PQenterPipelineMode(c_.get()) != 1) die(PQerrorMessage(c_.get()));
    }

    void write(mode m, std::size_t clients) override {
        const bool alone = m == mode::grouped || m == mode::each;
        if (!alone || !known_) {
            send("BEGIN");
            if (m == mode::early) send("SET LOCAL synchronous_commit TO off");
            send("SELECT pg_advisory_xact_lock(8141, $1::int8::int4)", {chain_});
            send("SELECT first + count - 1, head FROM chain_history WHERE chain = $1 ORDER BY first DESC LIMIT 1",
                 {chain_});
            head_ = {};
            sync([this](const store::postgresql_row &r) {
                if (!r.text(0).empty()) head_ = {r.integer(0), digest_of(r.bytes(1))};
            });
        }
        const commit c = commit_after(head_, clients);
        if (alone && known_) {
            send("INSERT INTO chain_history SELECT $1, next, $3, $4, $5 FROM (SELECT CASE WHEN "
                 "pg_advisory_xact_lock(8141, $1::int8::int4) IS NOT NULL AND head = $6 AND first + count = $2 THEN "
                 "first + count END AS next FROM chain_history WHERE chain = $1 ORDER BY first DESC LIMIT 1) AS last "
                 "WHERE next IS NOT NULL",
                 {chain_, c.first, static_cast<std::int64_t>(c.keys.size()), store::blob{bytes_of(c.after.hash)},
                  store::blob{c.events}, store::blob{bytes_of(head_.hash)}});
        } else {
            send("INSERT INTO chain_history VALUES ($1, $2, $3, $4, $5)",
                 {chain_, c.first, static_cast<std::int64_t>(c.keys.size()), store::blob{bytes_of(c.after.hash)},
                  store::blob{c.events}});
        }
        std::vector<store::parameter> rows;
        for (std::size_t i = 0; i < c.keys.size(); ++i) {
            rows.insert(rows.end(), {std::string_view(c.keys[i]), c.first + static_cast<std::int64_t>(i),
                                     store::blob{c.records[i]}});
        }
        store::bound_parameters columns;
        columns.columns(3, rows);
        send("INSERT INTO chain_names SELECT * FROM unnest($1, $2, $3)", columns);
        if (!alone || !known_) send("COMMIT");
        sync();
        // A commit waits for the log up to its own place, and so for the commit before.
        if (m == mode::early) {
            send("SELECT pg_logical_emit_message(true, 'u', '')");
            sync();
        }
        head_ = c.after;
        known_ = alone;
    }

    void write_tree() override {
        send("SELECT DISTINCT ON (chain) chain, first + count - 1, head FROM chain_history ORDER BY chain, first DESC");
        std::vector<std::string> leaves;
        sync([&](const store::postgresql_row &r) {
            leaves.push_back(std::to_string(r.integer(0)) + ' ' + std::to_string(r.integer(1)) + ' ' +
                             std::string(r.bytes(2)));
        });
        if (leaves.empty()) return;
        const digest root = root_of(leaves);
        send("INSERT INTO chain_heads (root) VALUES ($1)", {store::blob{bytes_of(root)}});
        sync();
    }

    // The server is on this machine.
    [[nodiscard]] double server_seconds() const override {
        std::ifstream stat("/proc/" + std::to_string(PQbackendPID(c_.get())) + "/stat");
        std::string text;
        std::getline(stat, text);
        std::istringstream fields(text.substr(std::min(text.rfind(')'), text.size() - 1) + 1));
        for (int i = 0; i < 11; ++i) fields >> text;
        double user = 0;
        double system = 0;
        fields >> user >> system;
        return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
    }

private:
    void send(const char *sql, std::initializer_list<store::parameter> p = {}) {
        send(sql, store::bound_parameters(store::parameters(p.begin(), p.size())));
    }
    void send(const char *sql, const store::bound_parameters &b) {
        const auto [at, is_new] = prepared_.try_emplace(sql, "s" + std::to_string(prepared_.size()));
        const int n = static_cast<int>(b.values.size());
        if (is_new && PQsendPrepare(c_.get(), at->second.c_str(), sql, n, b.types.data()) != 1)
            die(PQerrorMessage(c_.get()));
        if (PQsendQueryPrepared(c_.get(), at->second.c_str(), n, b.values.data(), b.lengths.data(), b.formats.data(),
                                1) != 1)
            die(PQerrorMessage(c_.get()));
    }
    template <class F>
    void sync(F each) {
        if (PQpipelineSync(c_.get()) != 1) die(PQerrorMessage(c_.get()));
        for (bool ended = false; !ended;) {
            while (PGresult *r = PQgetResult(c_.get())) {
                const auto status = PQresultStatus(r);
                if (status == PGRES_TUPLES_OK) {
                    store::postgresql_row row(r);
                    for (int i = 0; i < PQntuples(r); ++i) {
                        row.set(i);
                        each(row);
                    }
                } else if (status != PGRES_COMMAND_OK && status != PGRES_PIPELINE_SYNC) {
                    die(PQresultErrorMessage(r));
                }
                ended = status == PGRES_PIPELINE_SYNC;
                PQclear(r);
                if (ended) break;
            }
        }
    }
    void sync() {
        sync([](const store::postgresql_row &) {});
    }

    std::unique_ptr<PGconn, void (*)(PGconn *)> c_;
    std::int64_t chain_;
    std::map<std::string, std::string> prepared_;
    head head_;
    bool known_ = false; // head_ is the end of the chain: nobody else writes to it
};

class sqlite_writer final : public writer {
public:
    explicit sqlite_writer(const std::string &path) : db_(opened(path), sqlite3_close) {
        for (const char *sql :
             {"PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL",
              "CREATE TABLE IF NOT EXISTS names (key TEXT PRIMARY KEY, event INTEGER, record BLOB) WITHOUT ROWID",
              "CREATE TABLE IF NOT EXISTS history (first INTEGER PRIMARY KEY, count, head, events)"})
            run(sql);
        begin_ = prepared("BEGIN IMMEDIATE");
        end_ = prepared("SELECT first + count - 1, head FROM history ORDER BY first DESC LIMIT 1");
        segment_ = prepared("INSERT INTO history VALUES (?1, ?2, ?3, ?4)");
        name_ = prepared("INSERT INTO names VALUES (?1, ?2, ?3)");
        commit_ = prepared("COMMIT");
    }
    ~sqlite_writer() override {
        for (auto *s : {begin_, end_, segment_, name_, commit_}) sqlite3_finalize(s);
    }

    void write(mode, std::size_t clients) override {
        step(begin_);
        head before;
        if (sqlite3_step(end_) == SQLITE_ROW)
            before = {sqlite3_column_int64(end_, 0),
                      digest_of({static_cast<const char *>(sqlite3_column_blob(end_, 1)), digest{}.size()})};
        sqlite3_reset(end_);
        const commit c = commit_after(before, clients);
        sqlite3_bind_int64(segment_, 1, c.first);
        sqlite3_bind_int64(segment_, 2, static_cast<std::int64_t>(c.keys.size()));
        bind(segment_, 3, bytes_of(c.after.hash));
        bind(segment_, 4, c.events);
        step(segment_);
        for (std::size_t i = 0; i < c.keys.size(); ++i) {
            sqlite3_bind_text(name_, 1, c.keys[i].data(), static_cast<int>(c.keys[i].size()), SQLITE_STATIC);
            sqlite3_bind_int64(name_, 2, c.first + static_cast<std::int64_t>(i));
            bind(name_, 3, c.records[i]);
            step(name_);
        }
        step(commit_);
    }
    // Nothing: what it would cost is left out, in favour of the chains.
    void write_tree() override {}

private:
    static sqlite3 *opened(const std::string &path) {
        sqlite3 *db = nullptr;
        if (sqlite3_open(path.c_str(), &db) != SQLITE_OK) die(path);
        sqlite3_busy_timeout(db, 60000);
        return db;
    }
    void run(const char *sql) {
        if (sqlite3_exec(db_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) die(sqlite3_errmsg(db_.get()));
    }
    sqlite3_stmt *prepared(const char *sql) {
        sqlite3_stmt *s = nullptr;
        if (sqlite3_prepare_v2(db_.get(), sql, -1, &s, nullptr) != SQLITE_OK) die(sqlite3_errmsg(db_.get()));
        return s;
    }
    static void bind(sqlite3_stmt *s, int at, std::string_view bytes) {
        sqlite3_bind_blob(s, at, bytes.data(), static_cast<int>(bytes.size()), SQLITE_STATIC);
    }
    void step(sqlite3_stmt *s) {
        if (sqlite3_step(s) != SQLITE_DONE) die(sqlite3_errmsg(db_.get()));
        sqlite3_reset(s);
    }

    std::unique_ptr<sqlite3, int (*)(sqlite3 *)> db_;
    sqlite3_stmt *begin_ = nullptr, *end_ = nullptr, *segment_ = nullptr, *name_ = nullptr, *commit_ = nullptr;
};

struct measurement {
    std::string location;
    std::size_t writers = 1;
    std::size_t clients = 1;
    double seconds = 1;

    [[nodiscard]] bool is_postgresql() const { return location.starts_with("postgres"); }

    [[nodiscard]] std::unique_ptr<writer> open(mode m, std::size_t number) const {
        const std::size_t chain = m == mode::each ? number + 1 : 0;
        if (is_postgresql()) return std::make_unique<postgresql_writer>(location, static_cast<std::int64_t>(chain));
        return std::make_unique<sqlite_writer>(location + "/chain" + std::to_string(chain) + ".db");
    }

    struct result {
        double rate = 0;         // names a second
        double microseconds = 0; // of the processors, for a name
    };

    [[nodiscard]] result run(mode m) const {
        const bool one = m == mode::grouped;
        const std::size_t together = one ? clients * writers : clients;
        std::vector<std::unique_ptr<writer>> all;
        for (std::size_t i = 0; i < (one ? 1 : writers); ++i) {
            all.push_back(open(m, i));
            all.back()->write(m, together);
        }
        std::atomic<bool> stop = false;
        std::atomic<std::uint64_t> done = 0;
        double took = 0;
        const auto used = [&all] {
            double sum = processor_seconds();
            for (const auto &w : all) sum += w->server_seconds();
            return sum;
        };
        const double used_before = used();
        {
            std::vector<std::jthread> threads;
            const auto begin = steady::now();
            for (auto &w : all)
                threads.emplace_back([&, m] {
                    while (!stop) {
                        w->write(m, together);
                        done += together;
                    }
                });
            if (m == mode::each)
                threads.emplace_back([&, m] {
                    const auto tree = open(m, writers);
                    while (!stop) {
                        tree->write_tree();
                        std::this_thread::sleep_for(std::chrono::milliseconds(100));
                    }
                });
            std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
            took = seconds_since(begin);
            stop = true;
        }
        const auto count = static_cast<double>(std::max<std::uint64_t>(done, 1));
        return {.rate = count / took, .microseconds = (used() - used_before) / count * 1e6};
    }
};

double median(std::vector<double> v) {
    std::ranges::sort(v);
    return v[v.size() / 2];
}

void make_tables(const std::string &uri) {
    const std::unique_ptr<PGconn, void (*)(PGconn *)> c(PQconnectdb(uri.c_str()), PQfinish);
    PGresult *r = PQexec(
        c.get(), "DROP TABLE IF EXISTS chain_names, chain_history, chain_heads;"
                 "CREATE TABLE chain_names (key TEXT COLLATE \"C\" PRIMARY KEY, event BIGINT, record BYTEA);"
                 "CREATE TABLE chain_history (chain BIGINT, first BIGINT, count BIGINT, head BYTEA, events BYTEA, "
                 "PRIMARY KEY (chain, first));"
                 "CREATE TABLE chain_heads (number BIGSERIAL PRIMARY KEY, root BYTEA)");
    if (PQresultStatus(r) != PGRES_COMMAND_OK) die(PQerrorMessage(c.get()));
    PQclear(r);
}

void print_ratios(std::string_view to, const std::vector<double> &these, const std::vector<double> &those) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < these.size(); ++i) ratios.push_back(these[i] / those[i]);
    std::printf("; %.2f times %.*s (%.2f to %.2f)", median(ratios), static_cast<int>(to.size()), to.data(),
                std::ranges::min(ratios), std::ranges::max(ratios));
}

} // namespace

int main(int argc, char **argv) {
    const auto number = [&](int at, double otherwise) {
        double n = otherwise;
        if (at < argc) std::from_chars(argv[at], argv[at] + std::string_view(argv[at]).size(), n);
        return n;
    };
    if (argc < 4) die("LOCATION WRITERS CLIENTS [SECONDS [ROUNDS [COMMIT_DELAY]]]");
    measurement m{.location = argv[1],
                  .writers = static_cast<std::size_t>(number(2, 1)),
                  .clients = static_cast<std::size_t>(number(3, 1)),
                  .seconds = number(4, 1)};
    const int rounds = static_cast<int>(number(5, 5));
    const int delay = static_cast<int>(number(6, 0));
    next_name = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
    std::vector<mode> modes{mode::grouped, mode::contending, mode::each};
    if (m.is_postgresql()) {
        make_tables(m.location);
        modes.insert(modes.begin() + 2, mode::early);
        // As options of each connection, which a superuser may set.
        if (delay != 0)
            m.location += std::string(m.location.contains('?') ? "&" : "?") + "options=-c%20commit_delay%3D" +
                          std::to_string(delay) + "%20-c%20commit_siblings%3D0";
    }
    std::map<mode, std::vector<double>> rates;
    std::map<mode, std::vector<double>> costs;
    for (int i = 0; i < rounds; ++i) {
        for (const mode one : modes) {
            const auto [rate, microseconds] = m.run(one);
            rates[one].push_back(rate);
            costs[one].push_back(microseconds);
        }
    }
    std::printf("%s, %zu writers with %zu clients each%s\n", m.is_postgresql() ? "PostgreSQL" : "SQLite", m.writers,
                m.clients, delay == 0 ? "" : (", " + std::to_string(delay) + " us before each flush").c_str());
    for (const mode one : modes) {
        const auto name = names_of_modes[static_cast<std::size_t>(one)];
        std::printf("  %-10.*s %7.0f names a second, %3.0f us of the processors each", static_cast<int>(name.size()),
                    name.data(), median(rates[one]), median(costs[one]));
        if (one != mode::grouped) print_ratios("grouped", rates[one], rates[mode::grouped]);
        if (one == mode::early || one == mode::each) print_ratios("contending", rates[one], rates[mode::contending]);
        std::printf("\n");
    }
}
