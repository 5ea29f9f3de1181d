// The table-valued functions: uri_parameters(url), uri_find(text), uri_lint(text).

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <sqlite3ext.h>

#include "sql/rows.hpp"
#include "sqlite/call.hpp"

namespace uniform::sqlite {

namespace {

const sqlite3_api_routines *routines = nullptr; // NOLINT: set when the extension is loaded, the same for all

using cell = std::variant<std::monostate, std::int64_t, std::string>; // NULL, an integer, a text
using row = std::vector<cell>;

struct table {
    const char *name;
    const char *columns; ///< for CREATE TABLE; the argument is the last one, and hidden
    int argument;        ///< its column
    std::vector<row> (*rows)(std::string_view text);
};

cell cell_of(std::optional<std::string> value) { return value ? cell{*std::move(value)} : cell{}; }

constexpr std::array tables{
    table{"uri_parameters", "CREATE TABLE x(position INTEGER, key TEXT, value TEXT, raw TEXT, url TEXT HIDDEN)", 4,
          [](std::string_view url) {
              std::vector<row> rows;
              for (auto &p : sql::parameters(url)) {
                  const auto position = static_cast<std::int64_t>(rows.size()) + 1;
                  rows.push_back({position, std::move(p.key), cell_of(std::move(p.value)), std::move(p.raw)});
              }
              return rows;
          }},
    table{"uri_find", "CREATE TABLE x(position INTEGER, length INTEGER, uri TEXT, text TEXT HIDDEN)", 3,
          [](std::string_view text) {
              std::vector<row> rows;
              for (auto &f : sql::find(text)) rows.push_back({f.position, f.length, std::move(f.uri)});
              return rows;
          }},
    table{"uri_lint",
          "CREATE TABLE x(position INTEGER, length INTEGER, rule TEXT, severity TEXT, explanation TEXT, section TEXT, "
          "safer TEXT, text TEXT HIDDEN)",
          7,
          [](std::string_view text) {
              std::vector<row> rows;
              for (auto &f : sql::lint(text)) {
                  rows.push_back({f.position, f.length, std::string{f.rule}, std::string{f.severity},
                                  std::move(f.explanation), std::move(f.section), cell_of(std::move(f.safer))});
              }
              return rows;
          }},
};

// SQLite knows the first members only.
struct connected : sqlite3_vtab {
    const table *kind;
};
struct cursor : sqlite3_vtab_cursor {
    std::string argument;
    std::vector<row> rows;
    std::size_t at = 0;
};

cursor &of(sqlite3_vtab_cursor *c) { return *static_cast<cursor *>(c); }

int connect(sqlite3 *db, void *kind, int /*count*/, const char *const * /*words*/, sqlite3_vtab **out,
            char ** /*message*/) noexcept {
    const auto *t = static_cast<const table *>(kind);
    const int result = routines->declare_vtab(db, t->columns);
    if (result != SQLITE_OK) return result;
    routines->vtab_config(db, SQLITE_VTAB_INNOCUOUS);
    auto *made = new (std::nothrow) connected{};
    if (made == nullptr) return SQLITE_NOMEM;
    made->kind = t;
    *out = made;
    return SQLITE_OK;
}

int disconnect(sqlite3_vtab *v) noexcept {
    delete static_cast<connected *>(v);
    return SQLITE_OK;
}

// The argument must be given: SQLITE_CONSTRAINT asks for another plan, in which it is known.
int best_index(sqlite3_vtab *v, sqlite3_index_info *info) noexcept {
    const table &kind = *static_cast<connected *>(v)->kind;
    bool given = false;
    for (int i = 0; i < info->nConstraint; ++i) {
        const auto &c = info->aConstraint[i];
        if (c.iColumn != kind.argument || c.op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
        given = true;
        if (c.usable == 0) continue;
        info->aConstraintUsage[i].argvIndex = 1;
        info->aConstraintUsage[i].omit = 1;
        info->estimatedCost = 10;
        info->estimatedRows = 10;
        return SQLITE_OK;
    }
    if (given) return SQLITE_CONSTRAINT;
    routines->free(v->zErrMsg);
    v->zErrMsg = routines->mprintf("%s() needs its argument", kind.name);
    return SQLITE_ERROR;
}

int open(sqlite3_vtab * /*v*/, sqlite3_vtab_cursor **out) noexcept {
    *out = new (std::nothrow) cursor{};
    return *out == nullptr ? SQLITE_NOMEM : SQLITE_OK;
}

int close(sqlite3_vtab_cursor *c) noexcept {
    delete &of(c);
    return SQLITE_OK;
}

int filter(sqlite3_vtab_cursor *c, int /*index*/, const char * /*name*/, int count, sqlite3_value **values) noexcept {
    try {
        cursor &self = of(c);
        self.at = 0;
        self.rows.clear();
        self.argument.clear();
        if (count == 0 || routines->value_type(values[0]) == SQLITE_NULL) return SQLITE_OK;
        self.argument = text_of(values[0], routines);
        self.rows = static_cast<connected *>(c->pVtab)->kind->rows(self.argument);
        return SQLITE_OK;
    } catch (const std::bad_alloc &) {
        return SQLITE_NOMEM;
    } catch (...) {
        return SQLITE_ERROR;
    }
}

int next(sqlite3_vtab_cursor *c) noexcept {
    ++of(c).at;
    return SQLITE_OK;
}

int eof(sqlite3_vtab_cursor *c) noexcept { return of(c).at >= of(c).rows.size() ? 1 : 0; }

int column(sqlite3_vtab_cursor *c, sqlite3_context *context, int number) noexcept {
    const auto give = [context](const std::string &text) {
        routines->result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    };
    const row &r = of(c).rows[of(c).at];
    if (static_cast<std::size_t>(number) >= r.size()) {
        give(of(c).argument);
    } else if (const auto *text = std::get_if<std::string>(&r[static_cast<std::size_t>(number)])) {
        give(*text);
    } else if (const auto *value = std::get_if<std::int64_t>(&r[static_cast<std::size_t>(number)])) {
        routines->result_int64(context, *value);
    }
    return SQLITE_OK;
}

int row_id(sqlite3_vtab_cursor *c, sqlite3_int64 *out) noexcept {
    *out = static_cast<sqlite3_int64>(of(c).at) + 1;
    return SQLITE_OK;
}

// Without xCreate there is no CREATE VIRTUAL TABLE: the table is there under its own name, as a function.
const sqlite3_module module = [] {
    sqlite3_module m{};
    m.xConnect = connect;
    m.xBestIndex = best_index;
    m.xDisconnect = disconnect;
    m.xOpen = open;
    m.xClose = close;
    m.xFilter = filter;
    m.xNext = next;
    m.xEof = eof;
    m.xColumn = column;
    m.xRowid = row_id;
    return m;
}();

} // namespace

int register_tables(sqlite3 *db, const sqlite3_api_routines *api) {
    routines = api;
    for (const table &t : tables) {
        // SQLite does not write through the pointer.
        auto *self = const_cast<table *>(&t); // NOLINT(cppcoreguidelines-pro-type-const-cast)
        const int result = api->create_module_v2(db, t.name, &module, self, nullptr);
        if (result != SQLITE_OK) return result;
    }
    return SQLITE_OK;
}

} // namespace uniform::sqlite
