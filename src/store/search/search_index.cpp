#include "store/search/search_index.hpp"

#include <algorithm>
#include <array>
#include <deque>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/resolver/search_terms.hpp>

#include "store/history/event_encoding.hpp"
#include "store/search/search_hash.hpp"

namespace uniform::store::detail {

namespace {

// FTS5 separates words at all ASCII characters other than letters and digits, and takes every other byte for a letter:
// the words are as they were made. Neither positions nor sizes are kept, because nothing is ranked.
constexpr std::string_view sqlite_tables = R"(
CREATE TABLE search_state (rules INTEGER NOT NULL, complete INTEGER NOT NULL, made_to TEXT NOT NULL);
CREATE VIRTUAL TABLE search_words USING fts5(words, content='', detail=none, columnsize=0, tokenize='ascii');
CREATE TABLE search_locators (hash INTEGER NOT NULL, name INTEGER NOT NULL, PRIMARY KEY (hash, name)) WITHOUT ROWID;
)";
constexpr std::string_view postgresql_tables = R"(
CREATE TABLE search_state (rules BIGINT NOT NULL, complete BIGINT NOT NULL, made_to TEXT COLLATE "C" NOT NULL);
CREATE TABLE search_names (name BIGINT NOT NULL PRIMARY KEY, key TEXT COLLATE "C" NOT NULL, words TSVECTOR NOT NULL);
CREATE INDEX search_names_words ON search_names USING gin (words);
CREATE TABLE search_locators (hash BIGINT NOT NULL, name BIGINT NOT NULL, PRIMARY KEY (hash, name));
)";

constexpr std::string_view add_words_sqlite = "INSERT INTO search_words (rowid, words) VALUES ($1, $2)";
constexpr std::string_view remove_words_sqlite =
    "INSERT INTO search_words (search_words, rowid, words) VALUES ('delete', $1, $2)";
constexpr std::string_view add_words_postgresql =
    "INSERT INTO search_names (name, key, words) VALUES ($1, $2, ($3::text)::tsvector)";
constexpr std::string_view remove_words_postgresql = "DELETE FROM search_names WHERE name = $1";
constexpr std::string_view add_locator =
    "INSERT INTO search_locators (hash, name) VALUES ($1, $2) ON CONFLICT (hash, name) DO NOTHING";
constexpr std::string_view remove_locator = "DELETE FROM search_locators WHERE hash = $1 AND name = $2";

// FTS5 takes a text apart, PostgreSQL reads a list of lexemes.
std::string word_list(std::span<const std::string> words, bool quoted) {
    std::string out;
    for (const std::string &w : words) {
        if (!out.empty()) out += ' ';
        out += quoted ? quoted_word(dialect::postgresql, w) : w;
    }
    return out;
}

// The entries of the index for names, as rows of parameters.
struct search_rows {
    std::deque<std::string> texts = {};
    std::vector<parameter> words = {};
    std::vector<parameter> locators = {};
};
search_rows search_rows_of(dialect d, std::span<const indexed_name> names, bool adding) {
    search_rows all;
    const bool sqlite = d == dialect::sqlite;
    for (const indexed_name &n : names) {
        const auto record = resolver::decode(n.record);
        if (!record) continue; // damaged: `store verify` reports it
        all.words.emplace_back(n.event);
        if (!sqlite && adding) all.words.emplace_back(n.key);
        if (sqlite || adding) {
            all.texts.push_back(word_list(resolver::search_words_of(n.key, *record), !sqlite));
            all.words.emplace_back(std::string_view{all.texts.back()});
        }
        std::vector<std::int64_t> hashes;
        for (const resolver::locator &l : record->locators) hashes.push_back(locator_hash(l.url));
        std::ranges::sort(hashes);
        const auto repeated = std::ranges::unique(hashes);
        hashes.erase(repeated.begin(), repeated.end());
        for (const std::int64_t h : hashes) all.locators.insert(all.locators.end(), {h, n.event});
    }
    return all;
}

void run_rows(connection &c, std::string_view sql, std::size_t width, const std::vector<parameter> &rows) {
    if (!rows.empty()) c.run_each(sql, width, rows);
}

// As FTS5's tokenizer "ascii" takes it apart.
std::string quoted_tokens(std::string_view word) {
    const auto is_of_token = [](char c) { return ascii::is_alnum(c) || static_cast<unsigned char>(c) >= 0x80; };
    std::string out;
    bool is_open = false;
    for (const char c : word) {
        if (is_of_token(c) != is_open) {
            if (!is_open && !out.empty()) out += " AND ";
            out += '"';
            is_open = !is_open;
        }
        if (is_open) out += c;
    }
    if (is_open) out += '"';
    return out;
}

// PostgreSQL manual 8.11: a quote or a backslash within quotes is doubled.
std::string quoted_lexeme(std::string_view word) {
    std::string out = "'";
    for (const char c : word) {
        if (c == '\'' || c == '\\') out += c;
        out += c;
    }
    return out += '\'';
}

} // namespace

std::string quoted_word(dialect d, std::string_view word) {
    return d == dialect::sqlite ? quoted_tokens(word) : quoted_lexeme(word);
}

std::string_view search_exists_query(dialect d) noexcept {
    return d == dialect::sqlite ? "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'search_state'"
                                : "SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND "
                                  "tablename = 'search_state'";
}

search_progress read_search_progress(connection &c) {
    search_progress p;
    c.run("SELECT rules, complete, made_to FROM search_state", {}, [&](const row &r) {
        p.current = r.integer(0) == resolver::search_rules;
        p.complete = r.integer(1) != 0;
        p.made_to = r.text(2);
        return false;
    });
    return p;
}

std::optional<search_progress> search_progress_of(connection &c) {
    bool exists = false;
    c.run(search_exists_query(c.dialect()), {}, [&](const row &r) {
        exists = r.integer(0) != 0;
        return false;
    });
    if (!exists) return std::nullopt;
    return read_search_progress(c);
}

void add_to_search(connection &c, std::span<const indexed_name> names) {
    const bool sqlite = c.dialect() == dialect::sqlite;
    const auto rows = search_rows_of(c.dialect(), names, true);
    run_rows(c, sqlite ? add_words_sqlite : add_words_postgresql, sqlite ? 2 : 3, rows.words);
    run_rows(c, add_locator, 2, rows.locators);
}

void remove_from_search(connection &c, std::span<const indexed_name> names) {
    const bool sqlite = c.dialect() == dialect::sqlite;
    const auto rows = search_rows_of(c.dialect(), names, false);
    run_rows(c, sqlite ? remove_words_sqlite : remove_words_postgresql, sqlite ? 2 : 1, rows.words);
    run_rows(c, remove_locator, 2, rows.locators);
}

void make_search_tables(connection &c) {
    c.script(c.dialect() == dialect::sqlite ? sqlite_tables : postgresql_tables);
    c.run("INSERT INTO search_state (rules, complete, made_to) VALUES ($1, 0, '')",
          {std::int64_t{resolver::search_rules}});
}

void drop_search_tables(connection &c) {
    c.script(c.dialect() == dialect::sqlite
                 ? "DROP TABLE IF EXISTS search_words; DROP TABLE IF EXISTS search_locators; DROP TABLE search_state;"
                 : "DROP TABLE IF EXISTS search_names; DROP TABLE IF EXISTS search_locators; DROP TABLE search_state;");
}

void put_search_progress(connection &c, const search_progress &p) {
    c.run("UPDATE search_state SET complete = $1, made_to = $2",
          {std::int64_t{p.complete ? 1 : 0}, std::string_view{p.made_to}});
    // The plan of a search depends on the frequency of its words.
    if (p.complete && c.dialect() == dialect::postgresql) c.run("ANALYZE search_names");
}

} // namespace uniform::store::detail
