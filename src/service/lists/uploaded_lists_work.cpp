// The work on lists: one is taken with a lease, checked or imported by service::import_names(), and its results are
// stored as they come.

#include <algorithm>
#include <chrono>
#include <utility>

#include <uniform/json/read.hpp>
#include <uniform/service/uploaded_lists.hpp>

#include "service/lists/import_counts_text.hpp"
#include "service/lists/uploaded_list_source.hpp"

namespace uniform::service {

namespace {

using resolver::problem;

constexpr std::int64_t lease = 60; // seconds; renewed after each block
const store::origin by_service{.who = "service", .from = "lists"};

struct ended {};

struct job {
    std::string id = {};
    bool dry_run = false;
    list_entry list = {};
    resolver::principal who = {};
};

std::int64_t seconds_now(store::writing &w) {
    return std::chrono::floor<std::chrono::seconds>(w.now()).time_since_epoch().count();
}

template <class F>
void write(store::store &s, F f) {
    static_cast<void>(s.write(by_service, [&](store::writing &w) -> std::expected<int, problem> {
        f(w);
        return 0;
    }));
}

// The holder as it was when it started the work.
resolver::principal principal_in(std::string_view text) {
    const auto read = json::read(text).value_or(json::value{});
    resolver::principal who{.id = std::string{read.string_of("id")},
                            .role = resolver::role_names.find(read.string_of("role")).value_or(resolver::role::reader),
                            .registrar = std::string{read.string_of("registrar")}};
    if (const json::value *const prefixes = read.find("prefixes")) {
        for (const json::value &p : prefixes->elements()) {
            if (const std::string *const one = p.if_string()) who.prefixes.push_back(*one);
        }
    }
    return who;
}

// The list that has waited longest, if its lease is free, with a lease of this worker.
std::optional<job> take(store::store &s, std::string_view worker) {
    bool waits = false;
    s.look_up([&](store::reading &r) {
        r.sql().run("SELECT 1 FROM lists WHERE state IN ('checking', 'importing') LIMIT 1", {},
                    [&](const store::row &) {
                        waits = true;
                        return false;
                    });
        return 0;
    });
    if (!waits) return std::nullopt;
    std::optional<job> out;
    write(s, [&](store::writing &w) {
        out.reset();
        const std::int64_t now = seconds_now(w);
        std::string who;
        store::connection &c = w.sql();
        c.run("SELECT list, state, who FROM lists WHERE state IN ('checking', 'importing') AND (until < $1 OR worker = "
              "$2) ORDER BY changed LIMIT 1",
              {now, worker}, [&](const store::row &r) {
                  out.emplace(job{.id = std::string{r.text(0)}, .dry_run = r.text(1) == "checking"});
                  who = r.text(2);
                  return false;
              });
        if (!out) return;
        out->who = principal_in(who);
        c.run("UPDATE lists SET worker = $1, until = $2 WHERE list = $3",
              {worker, now + lease, std::string_view{out->id}});
        if (auto found = list_of(w, out->who, out->id)) out->list = std::move(*found);
    });
    return out;
}

// The stored part of a line's result.
std::optional<list_result> result_in(std::string_view line) {
    const auto read = json::read(line);
    if (!read || read->find("line") == nullptr) return std::nullopt; // where an import continues
    list_result out{.line = read->find("line")->if_unsigned().value_or(0),
                    .result = std::string{read->string_of("result")},
                    .name = std::string{read->string_of("name")}};
    if (const json::value *const why = read->find("problem")) {
        out.says = why->string_of("detail");
        if (out.says.empty()) out.says = why->string_of("title");
    }
    if (out.result == "conflict") out.says = "the name exists with another record";
    return out;
}

class worker_on_list {
public:
    worker_on_list(store::store &s, std::string_view worker, job j, const std::function<bool()> &ends)
        : store_(s), worker_(worker), job_(std::move(j)), ends_(ends) {}

    void run(std::span<const std::string> schemes) {
        import_options o{.format = job_.list.format,
                         .id = job_.dry_run ? std::string{} : "list-" + job_.id,
                         .dry_run = job_.dry_run,
                         .existing = job_.list.existing,
                         .block = 2000,
                         // A run that is cut while it is read has written nothing: a service that is restarted again
                         // and again would never finish the list.
                         .sorted_lines = 0,
                         .most_rejected = 0,
                         .schemes = schemes};
        // A cut import reports again only the results that it has not stored.
        if (!job_.dry_run) o.results_after = last_line();
        std::int64_t part = 0;
        const auto next_part = [&]() -> std::string {
            std::string out;
            store_.look_up([&](store::reading &r) {
                r.sql().run("SELECT content FROM list_parts WHERE list = $1 AND part = $2",
                            {std::string_view{job_.id}, part}, [&](const store::row &row) {
                                out = row.bytes(0);
                                return false;
                            });
                return 0;
            });
            ++part;
            return out;
        };
        std::string whole;
        const bool is_csv = job_.list.format == bulk_format::csv;
        const char separator =
            is_csv ? store_.look_up([&](store::reading &r) { return sample_of(beginning_of(r, job_.id)).separator; })
                   : ',';
        list_source source{job_.list.columns, separator, next_part};
        const auto read = [&]() -> std::string_view {
            if (is_csv) return source.read();
            whole = next_part();
            return whole;
        };
        const auto done = import_names(
            store_, {.who = job_.who.id, .from = "list"}, job_.who, o, read,
            [&](std::string_view lines) { keep(lines); }, [&](const import_counts &c) { progress(c); });
        write(store_, [&](store::writing &w) {
            const std::string counts = done ? text_of_counts(done->counts) : std::string{};
            const std::string says = done ? std::string{} : done.error().detail;
            const std::string_view state = !done ? "failed" : job_.dry_run ? "checked" : "imported";
            w.sql().run(
                "UPDATE lists SET state = $1, says = $2, changed = $3, worker = '', until = 0, counts = CASE WHEN "
                "$4 = '' THEN counts ELSE $4 END WHERE list = $5 AND worker = $6",
                {state, std::string_view{says}, seconds_now(w), std::string_view{counts}, std::string_view{job_.id},
                 worker_});
        });
    }

private:
    std::uint64_t last_line() {
        std::uint64_t out = 0;
        store_.look_up([&](store::reading &r) {
            r.sql().run("SELECT line FROM list_results WHERE list = $1 ORDER BY line DESC LIMIT 1",
                        {std::string_view{job_.id}}, [&](const store::row &row) {
                            out = static_cast<std::uint64_t>(row.integer(0));
                            return false;
                        });
            return 0;
        });
        return out;
    }

    void keep(std::string_view lines) {
        std::vector<list_result> results;
        while (!lines.empty()) {
            const std::string_view line = lines.substr(0, lines.find('\n'));
            lines.remove_prefix(std::min(lines.size(), line.size() + 1));
            if (auto r = result_in(line)) results.push_back(std::move(*r));
        }
        write(store_, [&](store::writing &w) {
            std::vector<store::parameter> rows;
            rows.reserve(results.size() * 5);
            for (const list_result &r : results) {
                rows.insert(rows.end(),
                            {std::string_view{job_.id}, static_cast<std::int64_t>(r.line), std::string_view{r.result},
                             std::string_view{r.name}, std::string_view{r.says}});
            }
            w.sql().run_each(
                "INSERT INTO list_results (list, line, result, name, says) VALUES ($1, $2, $3, $4, $5) ON "
                "CONFLICT (list, line) DO UPDATE SET result = excluded.result, name = excluded.name, says = "
                "excluded.says",
                5, rows);
        });
    }

    // After each block: the counts are shown, and the lease is renewed. Who has lost it ends.
    void progress(const import_counts &c) {
        const std::string counts = text_of_counts(c);
        std::int64_t changed = 0;
        write(store_, [&](store::writing &w) {
            const std::int64_t now = seconds_now(w);
            changed =
                w.sql().run("UPDATE lists SET counts = $1, changed = $2, until = $3 WHERE list = $4 AND worker = $5",
                            {std::string_view{counts}, now, now + lease, std::string_view{job_.id}, worker_});
        });
        if (changed == 0 || (ends_ && ends_())) throw ended{};
    }

    store::store &store_;
    std::string_view worker_;
    job job_;
    const std::function<bool()> &ends_;
};

} // namespace

bool work_on_lists(store::store &s, std::string_view worker, std::span<const std::string> schemes,
                   const std::function<bool()> &ends) {
    auto next = take(s, worker);
    if (!next) return false;
    const std::string id = next->id;
    try {
        worker_on_list{s, worker, std::move(*next), ends}.run(schemes);
    } catch (const ended &) {
        // The lease ends now, so that another process, or this one after its restart, continues at once.
        write(s, [&](store::writing &w) {
            w.sql().run("UPDATE lists SET until = 0 WHERE list = $1 AND worker = $2", {std::string_view{id}, worker});
        });
    }
    return true;
}

} // namespace uniform::service
