#include "store/writing/whole_write.hpp"

#include <utility>
#include <variant>

#include <uniform/base/assertion.hpp>
#include <uniform/store/schema_version.hpp>

namespace uniform::store::detail {

namespace {

// An element of an array in PostgreSQL's text format.
void add_element(std::string &to, std::string_view text) {
    to += to.empty() ? "{\"" : ",\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') to += '\\';
        to += c;
    }
    to += '"';
}
void add_element(std::string &to, std::int64_t number) {
    to.append(to.empty() ? "{" : ",").append(std::to_string(number));
}

} // namespace

// The number is NULL unless the last event has the hash `before` and the number before this one. When another process
// wrote while the statement waited for the lock, the statement still sees the state before; but then the number exists
// already, which ON CONFLICT finds whatever the statement sees.
whole_write::whole_write(const segment &s) {
    parameters_ = {s.first, s.count, blob{s.head}, blob{s.events}, blob{s.before}};
    // The transaction that is then begun says why not.
    conditions_ = " AND (SELECT max(version) FROM schema_version) <= " + std::to_string(schema_version());
}

std::string whole_write::place(parameter p) {
    parameters_.push_back(p);
    return '$' + std::to_string(parameters_.size());
}

std::string whole_write::place_array(std::string elements, std::string_view type) {
    elements += elements.empty() ? "{}" : "}";
    return place(std::string_view(texts_.emplace_back(std::move(elements)))) + "::" + std::string(type) + "[]";
}

// Several rows for FROM, as v with the columns a, b, c, ... They have one parameter for each column, so that few texts
// are prepared.
std::string whole_write::source(std::size_t width, const std::vector<parameter> &rows) {
    std::string arrays, columns, array_names;
    UNIFORM_ASSERT(width >= 1 && width <= 5 && !rows.empty() && rows.size() % width == 0);
    const auto add = [](std::string &to, const std::string &what) { to += (to.empty() ? "" : ", ") + what; };
    for (std::size_t column = 0; column < width; ++column) {
        const std::string name(1, static_cast<char>('a' + column));
        std::string first, second, bytes;
        std::int64_t at = 1;
        for (std::size_t i = column; i < rows.size(); i += width) {
            if (const auto *t = std::get_if<std::string_view>(&rows[i])) {
                add_element(first, *t);
            } else if (const auto *n = std::get_if<std::int64_t>(&rows[i])) {
                add_element(first, *n);
            } else {
                // All bytes one after another, and where each begins: an array would have them in hexadecimal.
                const auto part = std::get<blob>(rows[i]).bytes;
                add_element(first, at);
                add_element(second, static_cast<std::int64_t>(part.size()));
                at += static_cast<std::int64_t>(part.size());
                bytes += part;
            }
        }
        if (std::holds_alternative<blob>(rows[column])) {
            const auto all = place(blob{texts_.emplace_back(std::move(bytes))});
            add(arrays, place_array(std::move(first), "integer"));
            add(arrays, place_array(std::move(second), "integer"));
            add(array_names, name + "_at, " + name + "_size");
            add(columns, "substring(" + all + ", " + name + "_at, " + name + "_size)");
        } else {
            const bool is_text = std::holds_alternative<std::string_view>(rows[column]);
            add(arrays, place_array(std::move(first), is_text ? "text" : "bigint"));
            add(array_names, name);
            add(columns, name);
        }
    }
    return "(SELECT " + columns + " FROM unnest(" + arrays + ") AS u (" + array_names + ")) AS v (" +
           std::string("a, b, c, d, e", 3 * width - 2) + ')';
}

// Adds "INSERT INTO TABLE (COLUMNS)" with the rows, for each segment.
// @return the parameters of a single row; empty for several
std::vector<std::string> whole_write::make(std::string_view table, std::string_view columns, std::size_t width,
                                           const std::vector<parameter> &rows, std::string &from) {
    UNIFORM_ASSERT(!rows.empty() && rows.size() % width == 0);
    std::vector<std::string> places;
    others_.push_back("INSERT INTO " + std::string(table) + " (" + std::string(columns) + ") SELECT ");
    auto &sql = others_.back();
    if (rows.size() != width) {
        from = source(width, rows);
        sql += "v.* FROM segment, " + from;
        return places;
    }
    for (const auto &value : rows) {
        places.push_back(place(value));
        sql += (places.size() == 1 ? "" : ", ") + places.back();
    }
    sql += " FROM segment";
    return places;
}

// The most frequent writes, of one row in a table, are the simplest for the server. Several rows are looked up one
// after another: LIMIT keeps the server from reading a whole table.
void whole_write::make_names(const std::vector<parameter> &rows) {
    if (rows.empty()) return;
    std::string from;
    const auto one = make("names", "key, event, record", 3, rows, from);
    // The index of search is written by the transaction that knows of it.
    conditions_ += " AND to_regclass('search_state') IS NULL";
    if (!one.empty()) {
        conditions_ += " AND NOT EXISTS (SELECT FROM names WHERE key = " + one[0] + ')';
    } else {
        conditions_ += " AND NOT EXISTS (SELECT FROM " + from +
                       ", LATERAL (SELECT FROM names WHERE names.key = v.a LIMIT 1) AS there)";
    }
}

void whole_write::make_documents(const std::vector<parameter> &rows) {
    std::string from;
    if (!rows.empty()) static_cast<void>(make("documents", "kind, id, event, body", 4, rows, from));
}

void whole_write::change_documents(const std::vector<parameter> &rows) {
    UNIFORM_ASSERT(rows.size() % 4 == 0);
    if (rows.empty()) return;
    if (rows.size() == 4) {
        const auto here = "kind = " + place(rows[0]) + " AND id = " + place(rows[1]);
        conditions_ += " AND EXISTS (SELECT FROM documents WHERE " + here + ')';
        others_.push_back("UPDATE documents SET event = " + place(rows[2]) + ", body = " + place(rows[3]) +
                          " FROM segment WHERE " + here);
        return;
    }
    const auto from = source(4, rows);
    conditions_ += " AND (SELECT count(*) FROM " + from +
                   ", LATERAL (SELECT FROM documents WHERE kind = v.a AND id = v.b LIMIT 1) AS there) = " +
                   place(static_cast<std::int64_t>(rows.size() / 4));
    others_.push_back("UPDATE documents SET event = v.c, body = v.d FROM segment, " + from +
                      " WHERE documents.kind = v.a AND documents.id = v.b");
}

// An answer may be written without an event, so it may appear while the statement waits for the lock, unseen by the
// condition. That is rare enough to be an error.
void whole_write::make_answers(const std::vector<parameter> &rows) {
    if (rows.empty()) return;
    std::string from;
    const auto one = make("answers", "client, key, request, answer, at", 5, rows, from);
    if (!one.empty()) {
        conditions_ +=
            " AND NOT EXISTS (SELECT FROM answers WHERE client = " + one[0] + " AND answers.key = " + one[1] + ')';
    } else {
        conditions_ += " AND NOT EXISTS (SELECT FROM " + from +
                       ", LATERAL (SELECT FROM answers WHERE client = v.a AND answers.key = v.b LIMIT 1) AS there)";
    }
}

bool whole_write::run(connection &c) const {
    UNIFORM_ASSERT(!others_.empty());
    std::string sql =
        "WITH segment AS (INSERT INTO history (first, count, head, events) SELECT next, $2, $3, $4 FROM (SELECT CASE "
        "WHEN pg_advisory_xact_lock(8141) IS NOT NULL AND head = $5 AND first + count = $1";
    sql += conditions_;
    sql +=
        " THEN first + count END AS next FROM history ORDER BY first DESC LIMIT 1) AS last WHERE next IS NOT NULL ON "
        "CONFLICT (first) DO NOTHING RETURNING first)";
    // The number of rows that the last one inserted or changed is the answer.
    for (std::size_t i = 0; i + 1 < others_.size(); ++i) {
        sql += ", other" + std::to_string(i) + " AS (" + others_[i] + ')';
    }
    sql += ' ' + others_.back();
    return c.run(sql, parameters_) != 0;
}

} // namespace uniform::store::detail
