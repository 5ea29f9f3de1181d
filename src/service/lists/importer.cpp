// Importing in blocks: while one is written to disk, the next is read and validated.

#include "service/lists/importer.hpp"

#include <future>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <uniform/base/enum_names.hpp>
#include <uniform/json/members.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/life.hpp>
#include <uniform/resolver/refusal.hpp>

#include "base/try.hpp"
#include "service/names/name_rows.hpp"
#include "service/parsed_document.hpp"

namespace uniform::service::importing {

namespace {

using resolver::problem_type;

position position_from(const store::document &d) {
    const auto body = json::read(d.body).value_or(json::value{});
    const auto number = [&](std::string_view name) {
        const json::value *const v = body.find(name);
        const auto n = v == nullptr ? std::nullopt : v->if_unsigned();
        if (!n) throw_damaged("import", d.id);
        return *n;
    };
    position p{.lines = number("line"), .offset = number("bytes"), .digest = std::string(body.string_of("sha256"))};
    p.counts = {.lines = number("lines"),
                .assigned = number("assigned"),
                .unchanged = number("unchanged"),
                .conflicts = number("conflicts"),
                .problems = number("problems"),
                .bytes = p.offset};
    const auto later = [&](std::string_view name) { // members that older positions lack
        const json::value *const v = body.find(name);
        return v == nullptr ? 0 : v->if_unsigned().value_or(0);
    };
    p.counts.changed = later("changed");
    p.counts.withdrawn = later("withdrawn");
    p.existing = on_conflict_names.find(body.string_of("on_conflict")).value_or(on_conflict::report);
    p.done = body.string_of("state") == "done";
    if (const json::value *const run = body.find("run")) {
        const auto of_run = [&](std::string_view name) {
            const json::value *const v = run->find(name);
            return v == nullptr ? 0 : v->if_unsigned().value_or(0);
        };
        p.run = unfinished_run{.end = {.lines = of_run("line"),
                                       .offset = of_run("bytes"),
                                       .digest = std::string(run->string_of("sha256"))},
                               .key = std::string(run->string_of("last_key")),
                               .line = of_run("last_line")};
    }
    return p;
}

// Tells the thread that writes a run that nobody waits for the rest of it.
struct ends_with_scope {
    std::atomic<bool> &ended;
    ~ends_with_scope() { ended = true; }
};

} // namespace

std::string json_of(const position &p) {
    std::string out;
    json::writer w{out};
    w.begin_object().member("state", p.done ? "done" : "broken off").member("line", p.lines).member("bytes", p.offset);
    w.member("sha256", p.digest).member("lines", p.counts.lines).member("assigned", p.counts.assigned);
    w.member("unchanged", p.counts.unchanged).member("conflicts", p.counts.conflicts);
    w.member("problems", p.counts.problems);
    if (p.existing != on_conflict::report) {
        w.member("on_conflict", to_string(p.existing)).member("changed", p.counts.changed);
        w.member("withdrawn", p.counts.withdrawn);
    }
    if (p.run) {
        w.key("run").begin_object().member("line", p.run->end.lines).member("bytes", p.run->end.offset);
        w.member("sha256", p.run->end.digest).member("last_key", p.run->key).member("last_line", p.run->line);
        w.end_object();
    }
    w.end_object();
    return out;
}

import_counts count(const block &b, import_counts c) {
    for (const item &i : b.items) {
        ++c.lines;
        switch (i.result) {
        case result::assigned:
            ++c.assigned;
            break;
        case result::unchanged:
            ++c.unchanged;
            break;
        case result::changed:
            ++c.changed;
            break;
        case result::withdrawn:
            ++c.withdrawn;
            break;
        case result::conflict:
            ++c.conflicts;
            break;
        case result::problem:
            ++c.problems;
            break;
        }
        if (b.stopped && is_rejected(i.result)) break;
    }
    c.bytes = b.offset;
    return c;
}

std::expected<void, problem> importer::header() {
    if (options_.format != bulk_format::csv) return {};
    const auto row = reader_.next();
    if (!row)
        return std::unexpected{
            problem{.type = problem_type::invalid,
                    .detail = "the header row is missing; it names the columns, for example \"name,url\"",
                    .members = {{"line", 1}, {"column", 1}}}};
    if (row->wrong) return std::unexpected{*row->wrong};
    UNIFORM_TRY(auto &columns, read_csv_header(row->text));
    columns_ = std::move(columns);
    return {};
}

import_options importer::without_position_in_dry_run(import_options o) {
    if (o.dry_run) o.id.clear();
    return o;
}

std::expected<void, problem> importer::resume() {
    if (options_.id.empty()) return {};
    const std::string id = who_.id + " " + options_.id;
    const auto d = store_.look_up([&](store::reading &r) { return r.find("import", id); });
    if (!d) return {};
    const position p = position_from(*d);
    if (p.existing != options_.existing) {
        return refuse(problem_type::key_reused, "the import \"" + options_.id + "\" was begun with on_conflict=" +
                                                    std::string{to_string(p.existing)} +
                                                    ": go on with it, or take another id");
    }
    const bool again = options_.results_after && *options_.results_after < p.lines;
    if (!(again ? report_again(p) : reader_.skip_to(p.offset, p.lines)) || reader_.digest() != p.digest) {
        return std::unexpected{is_another_input(p.offset)};
    }
    resumed_run_ = p.run;
    counts_ = p.counts;
    rejected_before_ = p.counts.conflicts + p.counts.problems;
    resumed_after_ = p.lines;
    already_done_ = p.done;
    if (!again) report_position(p);
    return {};
}

problem importer::is_another_input(std::uint64_t bytes) const {
    return {.type = problem_type::key_reused,
            .detail = "the import \"" + options_.id + "\" read another input: its first " + std::to_string(bytes) +
                      " bytes were different"};
}

void importer::report_position(const position &p) const {
    if (p.lines == 0) return;
    std::string out;
    json::writer w{out};
    w.begin_object().member("resumed_after_line", p.lines).end_object();
    sink_(out += '\n');
}

// The results of lines of an earlier run that the client did not receive. False if the input is another one.
bool importer::report_again(const position &p) {
    report_position(p);
    while (reader_.offset() < p.offset) {
        block b;
        while (b.items.size() < options_.block && reader_.offset() < p.offset) {
            const auto record = reader_.next();
            if (!record) break;
            if (record->line <= *options_.results_after) continue;
            item &i = b.items.emplace_back();
            i.line = record->line;
            if (record->wrong) {
                i.why = record->wrong;
            } else {
                read_item(i, record->text);
            }
            if (i.why) i.result = result::problem;
        }
        if (b.items.empty() && reader_.offset() < p.offset) return false; // the input ends before
        compare_with_store(b);
        report(b);
    }
    return reader_.offset() == p.offset;
}

void importer::compare_with_store(block &b) {
    store_.read([&](store::reading &r) {
        for (item &i : b.items) {
            if (i.why) {
                if (is_there_already(r, who_, i)) i.result = result::unchanged;
                continue;
            }
            if (auto row = r.name(i.key)) {
                compare(i, std::move(*row), b, options_.existing);
            } else {
                refuse_late(i, {.type = problem_type::invalid,
                                .detail = "an earlier run refused this line, and the reason is gone: import it "
                                          "again, with another id"});
            }
        }
    });
}

void importer::append_result(std::string &out, const block &b, const item &i) const {
    static constexpr auto words = enum_table<result>({{result::assigned, "assigned"},
                                                      {result::unchanged, "unchanged"},
                                                      {result::changed, "changed"},
                                                      {result::withdrawn, "withdrawn"},
                                                      {result::conflict, "conflict"},
                                                      {result::problem, "problem"}});
    if (options_.only_problems && !is_rejected(i.result)) return;
    json::writer w{out};
    w.begin_object().member("line", i.line).member("result", words.name(i.result));
    w.member_if("name", i.urn);
    if (i.result == result::conflict) {
        if (const auto shown = b.existing.find(i.line); shown != b.existing.end()) {
            w.key("existing");
            write(w, entry_of(shown->second));
        }
    }
    if (i.result == result::problem) {
        w.key("problem");
        if (i.why_late) {
            write(w, in_input(*i.why_late, i.text));
        } else if (!i.why_text.empty()) {
            w.raw(i.why_text);
        } else {
            write(w, *i.why);
        }
    }
    w.end_object();
    out += '\n';
}

void importer::report(const block &b) {
    std::string &out = report_;
    out.clear();
    if (!options_.only_problems) out.reserve(b.items.size() * 80);
    for (const item &i : b.items) {
        append_result(out, b, i);
        if (b.stopped && is_rejected(i.result)) break;
    }
    if (!out.empty()) sink_(out);
}

std::expected<void, problem> importer::check_rejected() const {
    if (options_.most_rejected == 0) return {};
    if (counts_.conflicts + counts_.problems - rejected_before_ <= options_.most_rejected) return {};
    return refuse(problem_type::invalid, "more than " + std::to_string(options_.most_rejected) +
                                             " lines were rejected; the names before them stay assigned");
}

std::expected<import_summary, problem> importer::run(const std::function<void(const import_counts &)> &progress) {
    UNIFORM_CHECK(header());
    UNIFORM_CHECK(resume());
    import_summary summary{.resumed_after = resumed_after_, .dry_run = options_.dry_run, .existing = options_.existing};
    const std::function<void()> show = [&] {
        if (progress) progress(known_counts());
    };
    block on_its_way;
    block next; // both are used again and again: megabytes that the system would have to provide for each block
    std::future<void> committed; // its destructor waits, whatever is thrown here
    const ends_with_scope ends{abandoned_};
    bool more = !already_done_;
    know_counts(counts_);
    while (more || committed.valid()) {
        if (more) UNIFORM_CHECK(read_next(next, show));
        if (committed.valid()) {
            wait_for(committed, show);
            if (on_its_way.refused) return std::unexpected{std::move(*on_its_way.refused)};
            counts_ = on_its_way.run ? on_its_way.run->counts : count(on_its_way, counts_);
            know_counts(counts_);
            if (on_its_way.run) {
                measure(*on_its_way.run);
                report_run(*on_its_way.run, show);
            } else {
                report(on_its_way);
            }
            show();
            UNIFORM_CHECK(check_rejected());
            if (on_its_way.outdated) policies_ = {};
            if (on_its_way.stopped) {
                summary.stopped = true;
                break;
            }
        }
        if (more) {
            more = !next.last && !ends_with_problem(next);
            std::swap(on_its_way, next);
            on_its_way.before = counts_;
            committed = std::async(std::launch::async, [this, &on_its_way] { commit(on_its_way); });
        }
    }
    summary.counts = counts_;
    return summary;
}

} // namespace uniform::service::importing
