#include "store/verify/schema_check.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include <sqlite3.h>

#include <uniform/base/ascii.hpp>
#include <uniform/store/schema_version.hpp>

#include "base/mutex.hpp"
#include "store/migrations.hpp"
#include "store/search/search_index.hpp"
#include "store/sqlite/sqlite_connection.hpp"
#include "store/transaction.hpp"

namespace uniform::store {

namespace {

#include "store/catalogue.inc" // made by scripts/generate_schema.py: postgresql_catalogue, postgresql_catalogue_query

constexpr std::size_t most_named = 20; // differences in one message

bool is_word(char c) noexcept {
    return ascii::is_alnum(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

// The statement without the spaces that have no meaning. Version 0.1.0 wrote some of its statements on one line.
std::string without_spaces(std::string_view sql) {
    std::string out;
    bool space = false;
    for (std::size_t i = 0; i < sql.size(); ++i) {
        const char c = sql[i];
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
            space = true;
            continue;
        }
        if (space && !out.empty() && is_word(out.back()) && is_word(c)) out += ' ';
        space = false;
        out += c;
        if (c != '\'' && c != '"' && c != '`' && c != '[') continue;
        // A quoted part, as it is.
        const auto end = sql.find(c == '[' ? ']' : c, i + 1);
        if (end == std::string_view::npos) continue;
        out += sql.substr(i + 1, end - i);
        i = end;
    }
    return out;
}

schema_object object_of_sqlite(std::string_view type, std::string_view name, std::string_view table,
                               std::string_view sql, bool has_pages) {
    schema_object o{.name = std::string(type) + ' ' + std::string(name), .definition = without_spaces(sql)};
    if (type == "table" || type == "view") {
        if (table != name) o.definition += " of " + std::string(table);
    } else {
        o.name += " on " + std::string(table);
        if (type == "index") o.table = "table " + std::string(table);
    }
    // Only tables and indexes have pages.
    if (has_pages != (type == "table" || type == "index")) o.definition += ", other pages";
    return o;
}

// ANALYZE makes them; triggers on them are impossible.
bool is_made_by_analyze(const schema_object &o) {
    return (o.name == "table sqlite_stat1" && o.definition == "CREATE TABLE sqlite_stat1(tbl,idx,stat)") ||
           (o.name == "table sqlite_stat4" && o.definition == "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)");
}

bool is_table_of_search(std::string_view name) noexcept {
    constexpr std::string_view table = "table ";
    return name.starts_with(table) && detail::is_of_search(name.substr(table.size()));
}

constexpr const char *select_schema = "SELECT type, name, tbl_name, sql, rootpage > 0 FROM sqlite_schema";

std::vector<schema_object> sorted(std::vector<schema_object> all) {
    std::ranges::sort(all, {}, [](const schema_object &o) { return std::tie(o.name, o.definition); });
    return all;
}

std::vector<schema_object> make_in_sqlite(int version) {
    sqlite3 *db = nullptr;
    const int code = sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    const sqlite_handle memory(db);
    const auto check = [&](int is) {
        if (is != SQLITE_OK) throw_sqlite(db, is, "in memory", "the schema");
    };
    check(code);
    for (const auto &m : migrations(dialect::sqlite)) {
        if (m.version <= version) check(sqlite3_exec(db, std::string(m.script).c_str(), nullptr, nullptr, nullptr));
    }
    // Row by row: an exception must not pass through SQLite.
    sqlite3_stmt *s = nullptr;
    const int prepared = sqlite3_prepare_v2(db, select_schema, -1, &s, nullptr);
    const sqlite_statement statement(s);
    check(prepared);
    std::vector<schema_object> all;
    const auto text = [&](int column) {
        const auto *bytes = sqlite3_column_text(s, column);
        return bytes == nullptr ? std::string_view{} : std::string_view(reinterpret_cast<const char *>(bytes));
    };
    int is = SQLITE_OK;
    while ((is = sqlite3_step(s)) == SQLITE_ROW) {
        all.push_back(object_of_sqlite(text(0), text(1), text(2), text(3), sqlite3_column_int(s, 4) != 0));
    }
    if (is != SQLITE_DONE) check(is);
    return sorted(std::move(all));
}

// The objects that the migrations up to `version` make in SQLite: made once, in memory.
const std::vector<schema_object> &made_in_sqlite(int version) {
    static base::mutex mutex;
    static std::map<int, std::vector<schema_object>> made UNIFORM_GUARDED_BY(mutex);
    const base::scoped_lock lock(mutex);
    if (const auto at = made.find(version); at != made.end()) return at->second;
    return made.emplace(version, make_in_sqlite(version)).first->second;
}

// The lines of schema/postgresql.catalogue: name, table and definition with tabs between them.
std::vector<schema_object> made_in_postgresql() {
    std::vector<schema_object> all;
    for (std::string_view rest = postgresql_catalogue; !rest.empty();) {
        const auto line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        const auto first = line.find('\t');
        const auto second = line.find('\t', first + 1);
        if (second == std::string_view::npos) continue;
        all.push_back({.name = std::string(line.substr(0, first)),
                       .table = std::string(line.substr(first + 1, second - first - 1)),
                       .definition = std::string(line.substr(second + 1))});
    }
    return sorted(std::move(all));
}

} // namespace

std::vector<schema_object> schema_of(connection &c) {
    std::vector<schema_object> all;
    const bool sqlite = c.dialect() == dialect::sqlite;
    c.run(sqlite ? std::string_view(select_schema) : postgresql_catalogue_query, {}, [&](const row &r) {
        auto o = sqlite ? object_of_sqlite(r.text(0), r.text(1), r.text(2), r.text(3), r.integer(4) != 0)
                        : schema_object{.name = std::string(r.text(0)),
                                        .table = std::string(r.text(1)),
                                        .definition = std::string(r.text(2))};
        // The index of search is made and dropped at will.
        if (is_table_of_search(o.table.empty() ? o.name : o.table)) return true;
        if (!sqlite || !is_made_by_analyze(o)) all.push_back(std::move(o));
        return true;
    });
    return sorted(std::move(all));
}

std::vector<schema_difference> schema_differences(connection &c, int version) {
    const auto is = schema_of(c);
    const auto expected = c.dialect() == dialect::sqlite ? made_in_sqlite(version) : made_in_postgresql();
    std::multimap<std::string_view, const schema_object *> there;
    for (const auto &o : is) there.emplace(o.name, &o);
    std::vector<schema_difference> all;
    std::set<std::string_view> explained; // tables that are missing or foreign, with everything in them
    const auto add = [&](const schema_object &o, schema_fault f) {
        if (o.table.empty() && f != schema_fault::different) explained.insert(o.name);
        all.push_back({.object = o.name, .fault = f});
    };
    std::vector<std::pair<const schema_object *, schema_fault>> parts;
    const auto note = [&](const schema_object &o, schema_fault f) {
        if (o.table.empty()) {
            add(o, f);
        } else {
            parts.emplace_back(&o, f);
        }
    };
    for (const auto &o : expected) {
        const auto [first, last] = there.equal_range(o.name);
        if (first == last) {
            note(o, schema_fault::missing);
        } else if (std::distance(first, last) != 1 || *first->second != o) {
            note(o, schema_fault::different);
        }
        there.erase(first, last);
    }
    for (const auto &[name, o] : there) note(*o, schema_fault::foreign);
    for (const auto &[o, f] : parts) {
        if (!explained.contains(o->table)) add(*o, f);
    }
    std::ranges::sort(all, {}, &schema_difference::object);
    return all;
}

std::vector<schema_difference> schema_differences(connection &c) { return schema_differences(c, schema_version()); }

void check_schema(connection &c, const std::string &called, int version) {
    const auto differences = schema_differences(c, version);
    if (differences.empty()) return;
    std::string says = "the schema of " + called + " is not the one that this version makes: ";
    for (std::size_t i = 0; i < std::min(differences.size(), most_named); ++i) {
        if (i != 0) says += "; ";
        says.append("the ").append(differences[i].object).append(" ").append(to_string(differences[i].fault));
    }
    if (differences.size() > most_named) says += "; and " + std::to_string(differences.size() - most_named) + " more";
    throw failure(failure_kind::damaged,
                  says + ". Somebody changed the database. Run `uniform store verify`, and copy the contents to a new "
                         "store with `uniform store copy`");
}

void check_schema(connection &c, const std::string &called) { check_schema(c, called, schema_version()); }

void check_schema(database &where) {
    // A replica may not have the last migration yet.
    const auto check = [&](connection &c) {
        const transaction same_moment(c, access::read_only);
        check_schema(c, "the store " + where.location());
    };
    if (where.readers_may_be_stale()) return check(*where.connect(access::read_write));
    check(*where.reader());
}

} // namespace uniform::store
