#include <uniform/store/copy.hpp>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/store/store.hpp>

#include "store/migrations.hpp"
#include "store/no_store.hpp"
#include "store/postgresql/postgresql_connection.hpp"
#include "store/transaction.hpp"
#include "store/verify/schema_check.hpp"
#include "store/writing/follower_mark.hpp"

namespace uniform::store {

namespace {

enum class column_type : std::uint8_t { integer, text, bytes, other };

struct column {
    std::string name;
    column_type type;
    bool operator==(const column &) const = default;
};
struct table {
    std::string name;
    std::vector<column> columns;
    bool operator==(const table &) const = default;
};

column_type type_called(std::string_view name) {
    if (name == "INTEGER" || name == "bigint") return column_type::integer;
    if (name == "TEXT" || name == "text") return column_type::text;
    if (name == "BLOB" || name == "bytea") return column_type::bytes;
    return column_type::other;
}

// All tables except schema_version, and their columns, in the same order for both databases.
std::vector<table> tables_of(connection &c) {
    std::vector<table> tables;
    c.run(c.dialect() == dialect::sqlite
              ? "SELECT t.name, c.name, c.type FROM sqlite_schema t JOIN pragma_table_info(t.name) c "
                "WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY t.name, c.cid"
              : "SELECT c.table_name::text COLLATE \"C\", c.column_name::text, c.data_type::text "
                "FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name) "
                "WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' "
                "ORDER BY 1, c.ordinal_position",
          {}, [&](const row &r) {
              if (r.text(0) == "schema_version") return true;
              if (tables.empty() || tables.back().name != r.text(0)) tables.push_back({std::string(r.text(0)), {}});
              tables.back().columns.push_back({std::string(r.text(1)), type_called(r.text(2))});
              return true;
          });
    return tables;
}

std::string column_list(const table &t) {
    std::string list;
    for (const auto &c : t.columns) list += (list.empty() ? "\"" : ", \"") + c.name + '"';
    return list;
}

class meter {
public:
    meter(const copy_progress &progress, std::uint64_t of) : progress_(progress), of_(of) {}
    void one_more() {
        if (++done_ % 4096 == 0) report();
    }
    void report() const {
        if (progress_) progress_(done_, of_);
    }
    [[nodiscard]] std::uint64_t done() const noexcept { return done_; }

private:
    const copy_progress &progress_;
    std::uint64_t of_;
    std::uint64_t done_ = 0;
};

using each_row = std::function<void(const std::function<bool(const row &)> &)>;

void into_sqlite(connection &to, const table &t, const each_row &rows, meter &m) {
    std::string sql = "INSERT INTO \"" + t.name + "\" (" + column_list(t) + ") VALUES (";
    for (std::size_t i = 0; i < t.columns.size(); ++i) sql += (i == 0 ? "$" : ", $") + std::to_string(i + 1);
    sql += ")";
    std::vector<parameter> values(t.columns.size());
    rows([&](const row &r) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            const int at = static_cast<int>(i);
            if (r.null(at)) {
                values[i] = std::monostate{};
            } else if (t.columns[i].type == column_type::integer) {
                values[i] = r.integer(at);
            } else if (t.columns[i].type == column_type::text) {
                values[i] = r.text(at);
            } else {
                values[i] = blob{r.bytes(at)};
            }
        }
        to.run(sql, values, nullptr);
        m.one_more();
        return true;
    });
}

void append_number(std::string &to, std::uint64_t n, int bytes) {
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
        to += static_cast<char>(n >> static_cast<unsigned>(shift) & 0xffU);
    }
}

// PostgreSQL 15, COPY, "Binary Format": a header; for each row the number of fields, and for each field its length and
// bytes; and -1.
void into_postgresql(postgresql_connection &to, const table &t, const each_row &rows, meter &m) {
    to.copy_in("COPY \"" + t.name + "\" (" + column_list(t) + ") FROM STDIN (FORMAT binary)", [&](const auto &put) {
        std::string piece("PGCOPY\n\377\r\n\0", 11);
        append_number(piece, 0, 8);
        rows([&](const row &r) {
            append_number(piece, t.columns.size(), 2);
            for (std::size_t i = 0; i < t.columns.size(); ++i) {
                const int at = static_cast<int>(i);
                if (r.null(at)) {
                    append_number(piece, 0xffffffffU, 4);
                } else if (t.columns[i].type == column_type::integer) {
                    append_number(piece, 8, 4);
                    append_number(piece, static_cast<std::uint64_t>(r.integer(at)), 8);
                } else {
                    const auto bytes = t.columns[i].type == column_type::text ? r.text(at) : r.bytes(at);
                    append_number(piece, bytes.size(), 4);
                    piece += bytes;
                }
            }
            if (piece.size() >= std::size_t{1} << 16U) {
                put(piece);
                piece.clear();
            }
            m.one_more();
            return true;
        });
        append_number(piece, 0xffffU, 2);
        put(piece);
    });
}

bool has_rows(connection &c, const table &t) {
    bool any = false;
    c.run("SELECT 1 FROM \"" + t.name + "\" LIMIT 1", {}, [&](const row &) { return any = true; });
    return any;
}

} // namespace

std::uint64_t copy(database &from, database &to, const copy_progress &progress) {
    if (const int version = version_of(from); version == 0) {
        throw failure(failure_kind::unavailable,
                      "there is no store at " + from.location() + ": the database has no tables");
    } else if (version != schema_version()) {
        throw failure(failure_kind::version, "the store " + from.location() + " has schema version " +
                                                 std::to_string(version) + ", not " + std::to_string(schema_version()) +
                                                 ". Run `uniform store migrate --store " + from.location() +
                                                 "`, then copy");
    }
    migrate(to);
    check_schema(to);
    const auto source = from.connect(access::read_only);
    const auto target = to.connect(access::read_write);
    // Its transaction waits while the source is counted and sorted, and nobody else writes to an empty store.
    if (target->dialect() == dialect::postgresql) target->script("SET idle_in_transaction_session_timeout TO 0");
    transaction seen(*source, access::read_only);
    transaction made(*target, access::read_write);
    // A copy of a follower is a follower: nobody decided that it is a primary.
    if (const auto mark = detail::follower_mark(*source); mark != 0) {
        if (target->dialect() != dialect::sqlite) {
            throw failure(failure_kind::follows, "the store " + from.location() +
                                                     " follows another one, which a store in PostgreSQL cannot: "
                                                     "`uniform store promote` makes it a primary");
        }
        detail::set_follower_mark(*target, mark);
    }
    // Other tables of the source are not part of a store: a copy is also how a store with a changed schema is mended.
    const auto tables = tables_of(*target);
    const auto there = tables_of(*source);
    for (const auto &t : tables) {
        if (std::ranges::find(there, t) == there.end()) {
            throw failure(failure_kind::damaged, "the store " + from.location() + " has no table " + t.name +
                                                     " with the columns that this version makes");
        }
    }
    std::uint64_t of = 0;
    for (const auto &t : tables) {
        if (has_rows(*target, t)) {
            throw failure(failure_kind::other, "the store " + to.location() + " is not empty: its table " + t.name +
                                                   " has rows. Copy to an empty database or a new file");
        }
        if (progress) {
            source->run("SELECT count(*) FROM \"" + t.name + "\"", {}, [&](const row &r) {
                of += static_cast<std::uint64_t>(r.integer(0));
                return true;
            });
        }
    }
    meter m(progress, of);
    for (const auto &t : tables) {
        // Mostly in the order of keys, so that pages of the index are filled one after another.
        const auto rows = [&](const std::function<bool(const row &)> &each) {
            source->run("SELECT " + column_list(t) + " FROM \"" + t.name + "\" ORDER BY 1", {}, each);
        };
        if (target->dialect() == dialect::sqlite) {
            into_sqlite(*target, t, rows, m);
        } else {
            into_postgresql(static_cast<postgresql_connection &>(*target), t, rows, m);
        }
    }
    made.commit();
    m.report();
    return m.done();
}

} // namespace uniform::store
