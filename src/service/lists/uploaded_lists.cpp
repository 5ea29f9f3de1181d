#include <uniform/service/uploaded_lists.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/refusal.hpp>

#include "base/text.hpp"
#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/lists/bulk_line.hpp"
#include "service/lists/import_counts_text.hpp"
#include "service/lists/uploaded_list_source.hpp"
#include "service/random_id.hpp"

namespace uniform::service {

namespace {

using resolver::principal;
using resolver::problem;
using resolver::problem_type;
using resolver::timestamp;

constexpr std::size_t stored_part = std::size_t{256} << 10U;
constexpr std::string_view columns_of_entry =
    "list, title, format, bytes, lines, columns, state, counts, says, changed, who";

std::string text_of(const std::vector<std::string> &all) {
    json::array out;
    for (const std::string &one : all) out.emplace_back(one);
    return json::to_text(json::value{std::move(out)});
}

std::vector<std::string> texts_in(std::string_view json) {
    std::vector<std::string> out;
    const auto read = json::read(json);
    if (!read) return out;
    for (const json::value &one : read->elements()) {
        if (const std::string *const text = one.if_string()) out.push_back(*text);
    }
    return out;
}

// The way of the last work on the list with names that exist (text_of()).
on_conflict existing_names_in(std::string_view who) {
    const auto read = json::read(who).value_or(json::value{});
    return on_conflict_names.find(read.string_of("on_conflict")).value_or(on_conflict::report);
}

list_entry entry_in(const store::row &r) {
    list_entry out{.id = std::string{r.text(0)},
                   .title = std::string{r.text(1)},
                   .format = bulk_format_names.find(r.text(2)).value_or(bulk_format::csv),
                   .bytes = static_cast<std::uint64_t>(r.integer(3)),
                   .lines = static_cast<std::uint64_t>(r.integer(4)),
                   .columns = texts_in(r.text(5)),
                   .state = list_state_names.find(r.text(6)).value_or(list_state::failed),
                   .counts = counts_from_text(r.text(7)),
                   .says = std::string{r.text(8)}};
    out.changed = timestamp{std::chrono::seconds{r.integer(9)}};
    out.existing = existing_names_in(r.text(10));
    return out;
}

// The principal, to be the author of what the list becomes, and what is done with names that exist.
std::string text_of(const resolver::principal &who, on_conflict existing) {
    json::value out = json::object{};
    json::array prefixes;
    for (const std::string &p : who.prefixes) prefixes.emplace_back(p);
    out.set("id", who.id).set("role", resolver::to_string(who.role)).set("registrar", who.registrar);
    if (existing != on_conflict::report) out.set("on_conflict", to_string(existing));
    return json::to_text(out.set("prefixes", std::move(prefixes)));
}

std::optional<std::string> part_of(store::connection &c, std::string_view id, std::int64_t part) {
    std::optional<std::string> out;
    c.run("SELECT content FROM list_parts WHERE list = $1 AND part = $2", {id, part}, [&](const store::row &r) {
        out = std::string{r.bytes(0)};
        return false;
    });
    return out;
}

void delete_contents(store::connection &c, std::string_view id) {
    c.run("DELETE FROM list_results WHERE list = $1", {id});
    c.run("DELETE FROM list_parts WHERE list = $1", {id});
    c.run("DELETE FROM lists WHERE list = $1", {id});
}

constexpr std::array<std::string_view, 17> offered{
    "name",        "url",         "title",     "creator",     "date",    "type",
    "publisher",   "media_type",  "language",  "country",     "weight",  "valid_from",
    "valid_until", "other_names", "successor", "predecessor", "metadata"};

// The names of the columns in other systems, in English and German.
constexpr auto aliases = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"urn", "name"},
    {"identifier", "name"},
    {"id", "name"},
    {"uri", "url"},
    {"link", "url"},
    {"locator", "url"},
    {"address", "url"},
    {"location", "url"},
    {"author", "creator"},
    {"year", "date"},
    {"mime", "media_type"},
    {"lang", "language"},
    {"bezeichner", "name"},
    {"kennung", "name"},
    {"adresse", "url"},
    {"titel", "title"},
    {"autor", "creator"},
    {"urheber", "creator"},
    {"verfasser", "creator"},
    {"datum", "date"},
    {"jahr", "date"},
    {"typ", "type"},
    {"verlag", "publisher"},
    {"herausgeber", "publisher"},
    {"medientyp", "media_type"},
    {"sprache", "language"},
    {"land", "country"},
    {"gewicht", "weight"},
    {"nachfolger", "successor"},
    {"metadaten", "metadata"},
});

} // namespace

std::span<const std::string_view> list_columns() noexcept { return offered; }

list_sample sample_of(std::string_view beginning) {
    list_sample out;
    if (beginning.starts_with("\xEF\xBB\xBF")) beginning.remove_prefix(3);
    const std::string_view first = beginning.substr(0, beginning.find('\n'));
    std::ptrdiff_t most = 0;
    for (const char c : {',', ';', '\t'}) {
        if (const auto n = std::ranges::count(first, c); n > most) {
            most = n;
            out.separator = c;
        }
    }
    constexpr std::size_t rows = 4;
    for (std::size_t i = 0; i <= rows && !beginning.empty(); ++i) {
        std::string_view row = beginning.substr(0, beginning.find('\n'));
        beginning.remove_prefix(std::min(beginning.size(), row.size() + 1));
        if (row.ends_with('\r')) row.remove_suffix(1);
        auto fields = fields_of_row(row, out.separator);
        if (!fields) continue;
        if (out.header.empty()) {
            out.header = std::move(*fields);
        } else {
            out.rows.push_back(std::move(*fields));
        }
    }
    return out;
}

std::vector<std::string> guessed_columns(const std::vector<std::string> &header) {
    std::vector<std::string> out;
    for (const std::string &field : header) {
        const std::string word = ascii::lower_copy(ascii::trim(field));
        const auto alias =
            std::ranges::find(aliases, std::string_view{word}, &std::pair<std::string_view, std::string_view>::first);
        std::string column{alias != aliases.end() ? alias->second : std::string_view{word}};
        const bool known = csv_columns.find(column).has_value();
        if (!known || std::ranges::find(out, column) != out.end()) column.clear();
        out.push_back(std::move(column));
    }
    return out;
}

std::expected<list_entry, problem> add_list(store::writing &w, const resolver::principal &who, std::string_view title,
                                            bulk_format f, std::string_view content) {
    UNIFORM_CHECK(check_token(w, who));
    const auto invalid = [](std::string detail) { return resolver::refuse_member("file", std::move(detail)); };
    if (content.starts_with("\xEF\xBB\xBF")) content.remove_prefix(3);
    std::string with_lf; // a table whose lines end with CR alone, as some spreadsheets save it
    if (f == bulk_format::csv && content.contains('\r') && !content.contains('\n')) {
        with_lf = content;
        std::ranges::replace(with_lf, '\r', '\n');
        content = with_lf;
    }
    if (content.find_first_not_of(" \t\r\n") == std::string_view::npos) return invalid("the file is empty");
    if (content.size() > longest_list) return invalid("the file is longer than 32 MiB");
    if (base::find_invalid_utf8(content)) return invalid("the file is not UTF-8: save it with this encoding");
    if (lists_of(w, who).size() >= most_lists) {
        return refuse(problem_type::conflict, "you have 20 lists: delete one before you upload another");
    }
    list_entry out{.id = random_id(),
                   .title = base::find_invalid_utf8(title) ? "list" : base::on_one_line(base::beginning_of(title, 200)),
                   .format = f,
                   .bytes = content.size(),
                   .lines = static_cast<std::uint64_t>(std::ranges::count(content, '\n')),
                   .changed = w.now()};
    if (!content.ends_with('\n')) ++out.lines;
    const std::string permitted = text_of(who, out.existing);
    store::connection &c = w.sql();
    c.run("INSERT INTO lists (list, holder, who, title, format, bytes, lines, columns, state, counts, says, changed, "
          "worker, until) VALUES ($1, $2, $3, $4, $5, $6, $7, '[]', 'uploaded', '{}', '', $8, '', 0)",
          {std::string_view{out.id}, std::string_view{who.id}, std::string_view{permitted}, std::string_view{out.title},
           to_string(f), static_cast<std::int64_t>(out.bytes), static_cast<std::int64_t>(out.lines),
           resolver::seconds_since_epoch(out.changed)});
    for (std::int64_t part = 0; !content.empty(); ++part) {
        const std::string_view piece = content.substr(0, stored_part);
        content.remove_prefix(piece.size());
        c.run("INSERT INTO list_parts (list, part, content) VALUES ($1, $2, $3)",
              {std::string_view{out.id}, part, store::blob{piece}});
    }
    return out;
}

std::vector<list_entry> lists_of(store::reading &r, const resolver::principal &who) {
    std::vector<list_entry> out;
    r.sql().run("SELECT " + std::string{columns_of_entry} + " FROM lists WHERE holder = $1 ORDER BY changed DESC, list",
                {std::string_view{who.id}}, [&](const store::row &row) {
                    out.push_back(entry_in(row));
                    return true;
                });
    return out;
}

std::expected<list_entry, problem> list_of(store::reading &r, const resolver::principal &who, std::string_view id) {
    std::optional<list_entry> out;
    r.sql().run("SELECT " + std::string{columns_of_entry} + " FROM lists WHERE list = $1 AND holder = $2",
                {id, std::string_view{who.id}}, [&](const store::row &row) {
                    out = entry_in(row);
                    return false;
                });
    if (!out) return refuse(problem_type::not_found, "there is no such list");
    return std::move(*out);
}

std::string beginning_of(store::reading &r, std::string_view id) {
    return part_of(r.sql(), id, 0).value_or(std::string{});
}

std::expected<list_entry, problem> start_list(store::writing &w, const resolver::principal &who, std::string_view id,
                                              bool dry_run, const std::vector<std::string> &columns,
                                              on_conflict existing) {
    UNIFORM_CHECK(check_token(w, who));
    auto found = list_of(w, who, id);
    UNIFORM_CHECK(found);
    if (found->state == list_state::imported || found->state == list_state::importing) {
        return refuse(problem_type::wrong_state, "the list is imported already, or is being imported");
    }
    if (found->state == list_state::checking) return refuse(problem_type::wrong_state, "the list is being checked");
    if (found->format == bulk_format::csv) {
        if (columns.size() != sample_of(beginning_of(w, id)).header.size()) {
            return refuse(problem_type::invalid, "say of each column what it is");
        }
        if (std::ranges::count(columns, "name") != 1) {
            return refuse(problem_type::invalid, "exactly one column must be the name");
        }
        std::vector<std::string> seen;
        for (const std::string &column : columns) {
            if (column.empty() || column == "metadata.") continue;
            if (!csv_columns.find(column)) {
                return refuse(problem_type::invalid, "there is no column \"" + column + '"');
            }
            if (std::ranges::find(seen, column) != seen.end()) {
                return refuse(problem_type::invalid, "two columns are \"" + column + '"');
            }
            seen.push_back(column);
        }
        if (std::ranges::find(seen, "metadata") != seen.end() &&
            std::ranges::find(columns, "metadata.") != columns.end()) {
            return refuse(problem_type::invalid, "metadata come from one column of JSON or from several, not both");
        }
    }
    const std::string permitted = text_of(who, existing);
    found->existing = existing;
    found->state = dry_run ? list_state::checking : list_state::importing;
    found->columns = columns;
    found->counts = {};
    found->says.clear();
    const std::string texts = text_of(columns);
    store::connection &c = w.sql();
    c.run("UPDATE lists SET who = $1, columns = $2, state = $3, counts = '{}', says = '', changed = $4, worker = '', "
          "until = 0 WHERE list = $5",
          {std::string_view{permitted}, std::string_view{texts}, to_string(found->state),
           resolver::seconds_since_epoch(w.now()), id});
    c.run("DELETE FROM list_results WHERE list = $1", {id});
    return found;
}

std::expected<list_entry, problem> remove_list(store::writing &w, const resolver::principal &who, std::string_view id) {
    UNIFORM_CHECK(check_token(w, who));
    auto found = list_of(w, who, id);
    UNIFORM_CHECK(found);
    if (found->state == list_state::checking || found->state == list_state::importing) {
        return refuse(problem_type::wrong_state, "wait until the list is done");
    }
    delete_contents(w.sql(), id);
    return found;
}

std::vector<list_result> results_of(store::reading &r, std::string_view id, std::uint64_t after, std::size_t limit,
                                    bool only_problems) {
    std::vector<list_result> out;
    r.sql().run("SELECT line, result, name, says FROM list_results WHERE list = $1 AND line > $2" +
                    std::string{only_problems ? " AND says <> ''" : ""} + " ORDER BY line LIMIT $3",
                {id, static_cast<std::int64_t>(after), static_cast<std::int64_t>(limit)}, [&](const store::row &row) {
                    out.push_back({.line = static_cast<std::uint64_t>(row.integer(0)),
                                   .result = std::string{row.text(1)},
                                   .name = std::string{row.text(2)},
                                   .says = std::string{row.text(3)}});
                    return true;
                });
    return out;
}

std::vector<held_list> all_lists(store::reading &r, const principal &who, const std::optional<list_place> &after,
                                 std::size_t limit) {
    std::vector<held_list> out;
    const std::string select = "SELECT " + std::string{columns_of_entry} + ", holder FROM lists ";
    const auto each = [&](const store::row &row) {
        out.push_back({.list = entry_in(row), .holder = std::string{row.text(11)}});
        return true;
    };
    const auto most = static_cast<std::int64_t>(limit);
    const std::string_view holder = visible_holder(who);
    if (after) {
        r.sql().run(select + "WHERE (changed, list) < ($1, $2) AND ($3 = '' OR holder = $3) ORDER BY changed DESC, "
                             "list DESC LIMIT $4",
                    {after->changed, std::string_view{after->id}, holder, most}, each);
    } else {
        r.sql().run(select + "WHERE $1 = '' OR holder = $1 ORDER BY changed DESC, list DESC LIMIT $2", {holder, most},
                    each);
    }
    return out;
}

std::expected<held_list, problem> end_list(store::writing &w, const principal &who, std::string_view id) {
    UNIFORM_CHECK(check_token(w, who));
    std::optional<held_list> found;
    store::connection &c = w.sql();
    c.run("SELECT " + std::string{columns_of_entry} +
              ", holder FROM lists WHERE list = $1 AND ($2 = '' OR holder = $2)",
          {id, visible_holder(who)}, [&](const store::row &row) {
              found = held_list{.list = entry_in(row), .holder = std::string{row.text(10)}};
              return false;
          });
    if (!found) return refuse(problem_type::not_found, "there is no such list");
    if (found->list.state != list_state::checking && found->list.state != list_state::importing) {
        return refuse(problem_type::wrong_state, "the list is neither being checked nor imported");
    }
    found->list.state = list_state::failed;
    found->list.says = found->holder == who.id ? "it was ended; what was imported stays"
                                               : "an administrator has ended it; what was imported stays";
    found->list.changed = w.now();
    // The process that works on it has lost its lease, and ends.
    c.run("UPDATE lists SET state = $1, says = $2, changed = $3, worker = '', until = 0 WHERE list = $4",
          {to_string(found->list.state), std::string_view{found->list.says},
           resolver::seconds_since_epoch(found->list.changed), id});
    return std::move(*found);
}

std::int64_t expire_lists(store::writing &w, timestamp before) {
    std::vector<std::string> old;
    store::connection &c = w.sql();
    c.run("SELECT list FROM lists WHERE changed < $1 AND until < $1", {resolver::seconds_since_epoch(before)},
          [&](const store::row &r) {
              old.emplace_back(r.text(0));
              return true;
          });
    for (const std::string &id : old) delete_contents(c, id);
    return static_cast<std::int64_t>(old.size());
}

} // namespace uniform::service
