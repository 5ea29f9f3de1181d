#include <uniform/resolver/refusal.hpp>
#include <uniform/service/running_imports.hpp>

#include <optional>
#include <utility>

#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/lists/import_counts_text.hpp"
#include "service/random_id.hpp"

namespace uniform::service {

namespace {

using resolver::problem;
using resolver::problem_type;
using resolver::timestamp;

constexpr std::int64_t import_lease = 180; // seconds: longer than a client may be silent
constexpr std::string_view columns_of_import =
    "SELECT import, who, title, format, dry_run, state, counts, started, changed FROM imports ";
const store::origin by_imports{.who = "service", .from = "imports"};

running_import import_in(const store::row &r) {
    return {.id = std::string{r.text(0)},
            .who = std::string{r.text(1)},
            .title = std::string{r.text(2)},
            .format = bulk_format_names.find(r.text(3)).value_or(bulk_format::ndjson),
            .dry_run = r.integer(4) != 0,
            .is_ending = r.text(5) == "ending",
            .counts = counts_from_text(r.text(6)),
            .started = timestamp{std::chrono::seconds{r.integer(7)}},
            .changed = timestamp{std::chrono::seconds{r.integer(8)}}};
}

} // namespace

std::vector<running_import> running_imports(store::reading &r, const resolver::principal &who, std::string_view after,
                                            std::size_t limit) {
    std::vector<running_import> out;
    const std::int64_t now = resolver::seconds_since_epoch(resolver::now());
    r.sql().run(std::string{columns_of_import} +
                    "WHERE import > $1 AND until >= $2 AND ($3 = '' OR who = $3) ORDER BY import LIMIT $4",
                {after, now, visible_holder(who), static_cast<std::int64_t>(limit)}, [&](const store::row &row) {
                    out.push_back(import_in(row));
                    return true;
                });
    return out;
}

std::expected<running_import, problem> end_import(store::writing &w, const resolver::principal &who,
                                                  std::string_view id) {
    UNIFORM_CHECK(check_token(w, who));
    std::optional<running_import> found;
    w.sql().run(std::string{columns_of_import} + "WHERE import = $1 AND until >= $2 AND ($3 = '' OR who = $3)",
                {id, resolver::seconds_since_epoch(resolver::now()), visible_holder(who)}, [&](const store::row &row) {
                    found = import_in(row);
                    return false;
                });
    if (!found) return refuse(problem_type::not_found, "no such import runs");
    w.sql().run("UPDATE imports SET state = 'ending' WHERE import = $1", {id});
    found->is_ending = true;
    return std::move(*found);
}

std::int64_t expire_imports(store::writing &w) {
    return w.sql().run("DELETE FROM imports WHERE until < $1", {resolver::seconds_since_epoch(resolver::now())});
}

noted_import::noted_import(store::store &s, std::string who, const import_options &o, std::chrono::milliseconds every)
    : store_(s),
      import_{.id = random_id(),
              .who = std::move(who),
              .title = o.id,
              .format = o.format,
              .dry_run = o.dry_run,
              .started = resolver::now()},
      every_{every} {}

noted_import::~noted_import() {
    if (!written_) return;
    try {
        static_cast<void>(store_.write(by_imports, [&](store::writing &w) -> std::expected<std::int64_t, problem> {
            return w.sql().run("DELETE FROM imports WHERE import = $1", {std::string_view{import_.id}});
        }));
    } catch (const std::exception &) { // it expires
    }
}

void noted_import::look() {
    if (std::chrono::steady_clock::now() - last_ < every_) return;
    write();
    last_ = std::chrono::steady_clock::now();
}

void noted_import::progress(const import_counts &c) {
    import_.counts = c;
    look();
}

void noted_import::write() {
    const std::string counts = text_of_counts(import_.counts);
    const std::int64_t now = resolver::seconds_since_epoch(resolver::now());
    bool is_ending = false;
    static_cast<void>(store_.write(by_imports, [&](store::writing &w) -> std::expected<int, problem> {
        is_ending = false;
        store::connection &c = w.sql();
        c.run(
            "INSERT INTO imports (import, who, title, format, dry_run, state, counts, started, changed, until) VALUES "
            "($1, $2, $3, $4, $5, 'running', $6, $7, $8, $9) ON CONFLICT (import) DO UPDATE SET counts = "
            "excluded.counts, changed = excluded.changed, until = excluded.until",
            {std::string_view{import_.id}, std::string_view{import_.who}, std::string_view{import_.title},
             to_string(import_.format), import_.dry_run ? 1 : 0, std::string_view{counts},
             resolver::seconds_since_epoch(import_.started), now, now + import_lease});
        c.run("SELECT 1 FROM imports WHERE import = $1 AND state = 'ending'", {std::string_view{import_.id}},
              [&](const store::row &) {
                  is_ending = true;
                  return false;
              });
        return 0;
    }));
    written_ = true;
    if (is_ending) throw ended{};
}

} // namespace uniform::service
