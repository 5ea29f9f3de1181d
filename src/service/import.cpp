// Importing in blocks: while one is on its way to the disk, the next is read and validated.

#include <uniform/service/import.hpp>

#include <algorithm>
#include <array>
#include <future>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <uniform/resolver/json_text.hpp>
#include <uniform/resolver/life.hpp>
#include <uniform/service/names.hpp>

#include "service/bulk_line.hpp"
#include "service/bulk_reader.hpp"
#include "service/ground.hpp"
#include "service/outcomes.hpp"
#include "service/policies.hpp"

namespace uniform::service {

namespace {

using json = nlohmann::ordered_json;
using resolver::name_record;
using resolver::problem_type;
using failed = std::unexpected<problem>;

enum class result : std::uint8_t { assigned, unchanged, conflict, problem };

// One line on its way through.
struct item {
    std::uint64_t line = 0;
    std::string urn = {}; // as the line has it
    std::string key = {};
    name_record record = {};
    bool registrar_said = false; // by the line
    service::result result = result::assigned;
    std::optional<problem> why = {};      // found when it was read
    std::optional<problem> why_late = {}; // found when it was to be written

    // Whether more than its key decides, in the transaction.
    [[nodiscard]] bool is_plain() const noexcept {
        return !has_relations() && record.state != resolver::name_state::withdrawn;
    }
    [[nodiscard]] bool has_relations() const noexcept {
        return !record.successor.empty() || !record.predecessor.empty() || !record.other_names.empty();
    }
};

struct block {
    std::vector<item> items = {};
    std::vector<std::pair<std::string, std::string>> rows = {}; // of the items without problem, when all are plain
    std::size_t bytes = 0;
    policies::snapshot judged_by = {};
    // where the input stands behind it
    std::uint64_t lines = 0;
    std::uint64_t offset = 0;
    std::string digest = {};
    bool last = false;
    // of the transaction
    std::unordered_map<std::uint64_t, store::name_row> existing = {}; // of conflicts, by line
    bool stopped = false;  // by a conflict or problem: the items behind it were left alone
    bool outdated = false; // judged_by was no longer what is in the store
};

// Where an import stands: a document of kind "import".
struct position {
    std::uint64_t lines = 0;
    std::uint64_t offset = 0;
    std::string digest = {};
    import_counts counts = {};
    bool done = false;
};

std::string body_of(const position &p) {
    json body;
    body["state"] = p.done ? "done" : "broken off";
    body["line"] = p.lines;
    body["bytes"] = p.offset;
    body["sha256"] = p.digest;
    body["lines"] = p.counts.lines;
    body["assigned"] = p.counts.assigned;
    body["unchanged"] = p.counts.unchanged;
    body["conflicts"] = p.counts.conflicts;
    body["problems"] = p.counts.problems;
    return body.dump();
}

position position_from(const store::document &d) {
    const json body = json::parse(d.body, nullptr, false);
    const auto number = [&](const char *name) {
        if (!body.is_object() || !body.contains(name) || !body[name].is_number_unsigned()) {
            throw store::failure(store::failure_kind::damaged, "import " + d.id + " cannot be read");
        }
        return body[name].get<std::uint64_t>();
    };
    position p{.lines = number("line"), .offset = number("bytes"), .digest = body.value("sha256", "")};
    p.counts = {.lines = number("lines"),
                .assigned = number("assigned"),
                .unchanged = number("unchanged"),
                .conflicts = number("conflicts"),
                .problems = number("problems"),
                .bytes = p.offset};
    p.done = body.value("state", "") == "done";
    return p;
}

// Whether a record that is there is the one of the line. How the name is spelt does not count.
bool same(const name_record &there, const name_record &wanted) {
    return there.state == wanted.state && there.registrar == wanted.registrar && there.reason == wanted.reason &&
           (there.withdrawn == wanted.withdrawn || !wanted.withdrawn) &&
           (wanted.batch.empty() || there.batch == wanted.batch) && client_part(there) == client_part(wanted);
}

class importer {
public:
    importer(store::store &s, const store::origin &by, const principal &who, const import_options &o,
             const bulk_source &source, const bulk_sink &sink)
        : store_(s), by_(by), who_(who), options_(o), sink_(sink), reader_(o.format, source, !o.id.empty()) {}

    std::expected<import_summary, problem> run(const std::function<void(const import_counts &)> &progress);

private:
    [[nodiscard]] std::expected<void, problem> resume();
    [[nodiscard]] bool report_again(const position &p);
    void say_where(const position &p) const;
    [[nodiscard]] std::expected<void, problem> header();
    [[nodiscard]] block read_block();
    void read_item(item &i, std::string_view text);
    [[nodiscard]] const namespace_registry &registry_of(std::string_view urn);
    [[nodiscard]] bool is_registrar(const std::string &id);
    [[nodiscard]] std::expected<void, problem> judge(const ground &g, item &i) const;
    void commit(block &b) const;
    void look(store::reading &r, block &b) const;
    void add(store::writing &w, block &b) const;
    void add_rows(store::writing &w, block &b) const;
    void judge_again(store::reading &r, block &b) const;
    void stop_at_first(store::reading &r, block &b) const;
    [[nodiscard]] std::string report(const block &b) const;

    store::store &store_;
    const store::origin &by_;
    const principal &who_;
    const import_options &options_;
    const bulk_sink &sink_;
    bulk_reader reader_;
    std::vector<csv_column> columns_;
    policies policies_;
    std::unordered_set<std::string> registrars_; // that are known
    import_counts counts_;
    std::uint64_t resumed_after_ = 0;
    bool already_done_ = false;
};

void refuse_late(item &i, problem p) {
    i.why_late = std::move(p);
    i.result = result::problem;
}

void compare(item &i, store::name_row row, block &b) {
    const name_record there = record_of(row.key, row.record);
    i.result = same(there, i.record) ? result::unchanged : result::conflict;
    if (i.result == result::conflict) b.existing.insert_or_assign(i.line, std::move(row));
}

// The lines of a block that would be assigned, by key.
using accepted = std::unordered_map<std::string_view, const item *>;
enum class standing : std::uint8_t { fresh, twice, there, wrong };

// What the store and the lines before it say of a line. Only what is not there is asked where its successors lead, in
// the store and in the block, so that a repeat is never a problem.
standing look_at(store::reading &r, item &i, accepted &before, block &b) {
    if (auto row = r.name(i.key)) {
        compare(i, std::move(*row), b);
        return standing::there;
    }
    if (before.contains(i.key)) return standing::twice;
    const auto known = [&](std::string_view key) {
        if (const auto row = r.name(key)) return record_of(row->key, row->record).successor;
        const auto at = before.find(key);
        return at == before.end() ? std::string{} : at->second->record.successor;
    };
    if (auto fine = check_relations(known, i.key, i.record); !fine) {
        refuse_late(i, std::move(fine.error()));
        return standing::wrong;
    }
    before.emplace(i.key, &i);
    return standing::fresh;
}

// The same when nothing is to be written: a name that is there twice is compared with its first line.
void foretell(store::reading &r, item &i, accepted &before, block &b) {
    if (look_at(r, i, before, b) != standing::twice) return;
    const name_record &first = before.at(i.key)->record;
    i.result = same(first, i.record) ? result::unchanged : result::conflict;
    if (i.result == result::conflict) {
        b.existing.insert_or_assign(i.line, store::name_row{.key = i.key, .record = resolver::encode(first)});
    }
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
        case result::conflict:
            ++c.conflicts;
            break;
        case result::problem:
            ++c.problems;
            break;
        }
        if (b.stopped && (i.result == result::conflict || i.result == result::problem)) break;
    }
    c.bytes = b.offset;
    return c;
}

std::expected<void, problem> importer::header() {
    if (options_.format != bulk_format::csv) return {};
    const auto row = reader_.next();
    if (!row) return failed(problem{.type = problem_type::invalid, .detail = "there is no header row"});
    if (row->wrong) return failed(*row->wrong);
    auto columns = read_csv_header(row->text);
    if (!columns) return failed(std::move(columns.error()));
    columns_ = std::move(*columns);
    return {};
}

std::expected<void, problem> importer::resume() {
    if (options_.id.empty() || options_.dry_run) return {};
    const std::string id = who_.id + " " + options_.id;
    const auto d = store_.look_up([&](store::reading &r) { return r.find("import", id); });
    if (!d) return {};
    const position p = position_from(*d);
    const bool again = options_.results_after && *options_.results_after < p.lines;
    if (!(again ? report_again(p) : reader_.skip_to(p.offset, p.lines)) || reader_.digest() != p.digest) {
        return failed(problem{.type = problem_type::key_reused,
                              .detail = "the import \"" + options_.id + "\" read another input: its first " +
                                        std::to_string(p.offset) + " bytes were different"});
    }
    counts_ = p.counts;
    resumed_after_ = p.lines;
    already_done_ = p.done;
    if (!again) say_where(p);
    return {};
}

void importer::say_where(const position &p) const {
    if (p.lines != 0) sink_("{\"resumed_after_line\":" + std::to_string(p.lines) + "}\n");
}

// What became of the lines of an earlier run whose results did not arrive. False when the input is another one.
bool importer::report_again(const position &p) {
    say_where(p);
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
        store_.read([&](store::reading &r) {
            for (item &i : b.items) {
                if (i.why) continue;
                if (auto row = r.name(i.key)) {
                    compare(i, std::move(*row), b);
                } else {
                    refuse_late(i, {.type = problem_type::invalid,
                                    .detail = "an earlier run refused this line, and the reason is gone: import it "
                                              "again, with another id"});
                }
            }
        });
        if (const std::string lines = report(b); !lines.empty()) sink_(lines);
    }
    return reader_.offset() == p.offset;
}

// The rules of the place; and the registrar, when the line does not say it.
std::expected<void, problem> importer::judge(const ground &g, item &i) const {
    if (auto may = may_assign(g, who_, i.key); !may) return may;
    const std::string &registrar = registrar_of(g, who_);
    const bool manager = who_.is(resolver::managers);
    if (!i.registrar_said) {
        i.record.registrar = registrar;
    } else if (i.record.registrar != registrar && !manager) {
        return failed(
            problem{.type = problem_type::forbidden, .detail = "only managers import names of another registrar"});
    }
    if (!i.record.batch.empty() && !manager) {
        return failed(problem{.type = problem_type::forbidden,
                              .detail = "only managers import names with their batch; reserve them instead"});
    }
    return in_policy(g, i.key, i.record);
}

void importer::read_item(item &i, std::string_view text) {
    auto line = options_.format == bulk_format::csv ? read_csv(text, columns_) : read_ndjson(text);
    if (!line) {
        i.why = std::move(line.error());
        return;
    }
    i.urn = std::move(line->urn);
    auto name = read_new_name(i.urn, registry_of(i.urn));
    if (!name) {
        i.why = std::move(name.error());
        return;
    }
    if (!line->key.empty() && line->key != name->key) {
        i.why = problem{.type = problem_type::invalid, .detail = "the name's key is \"" + name->key + "\""};
        return;
    }
    i.key = std::move(name->key);
    i.record = std::move(line->record);
    i.record.name = std::move(name->written);
    i.registrar_said = !i.record.registrar.empty();
    if (i.record.withdrawn && *i.record.withdrawn > resolver::now()) {
        i.why = problem{.type = problem_type::invalid,
                        .detail = "\"withdrawn\" is in the future: " + resolver::to_string(*i.record.withdrawn)};
        return;
    }
    if (i.registrar_said && i.record.registrar != who_.registrar && !is_registrar(i.record.registrar)) {
        i.why = problem{.type = problem_type::invalid,
                        .detail = "there is no registrar \"" + i.record.registrar + "\": add it before its names"};
        return;
    }
    std::expected<void, problem> fine;
    if (const ground *known = policies_.known(i.key)) {
        fine = judge(*known, i);
    } else {
        fine = judge(store_.look_up([&](store::reading &r) { return policies_.find(r, i.key); }), i);
    }
    if (!fine) i.why = std::move(fine.error());
}

// The rules of the namespace of a name, as it is kept here.
const namespace_registry &importer::registry_of(std::string_view urn) {
    std::string nid(nid_of_urn(urn).substr(0, 33));
    if (nid.empty() || nid.size() > 32) return namespace_registry::standard();
    std::ranges::transform(nid, nid.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    const resolver::namespace_rules *rules = policies_.rules(nid);
    if (rules == nullptr) {
        (void)store_.look_up([&](store::reading &r) { return policies_.find(r, nid + ":"); });
        rules = policies_.rules(nid);
    }
    return rules == nullptr ? namespace_registry::standard() : rules->registry();
}

// Registrars end, but none is ever gone.
bool importer::is_registrar(const std::string &id) {
    if (registrars_.contains(id)) return true;
    if (!store_.look_up([&](store::reading &r) { return r.find("registrar", id); })) return false;
    registrars_.insert(id);
    return true;
}

block importer::read_block() {
    constexpr std::size_t most_bytes = std::size_t{4} << 20U;
    block b;
    b.items.reserve(options_.block);
    bool plain = !options_.stop_on_error;
    while (b.items.size() < options_.block && b.bytes < most_bytes) {
        auto record = reader_.next();
        if (!record) {
            b.last = true;
            break;
        }
        item &i = b.items.emplace_back();
        i.line = record->line;
        b.bytes += record->text.size();
        if (record->wrong) {
            i.why = std::move(record->wrong);
        } else {
            read_item(i, record->text);
        }
        if (i.why) i.result = result::problem;
        if (i.why && options_.stop_on_error) break;
        plain = plain && (i.why || i.is_plain());
    }
    if (plain) {
        b.rows.reserve(b.items.size());
        for (const item &i : b.items) {
            if (!i.why) b.rows.emplace_back(i.key, resolver::encode(i.record));
        }
    }
    b.judged_by = policies_.seen();
    b.lines = reader_.lines();
    b.offset = reader_.offset();
    if (!options_.id.empty()) b.digest = reader_.digest();
    return b;
}

// Something of the namespaces and delegations has changed since the block was read.
void importer::judge_again(store::reading &r, block &b) const {
    policies now;
    for (item &i : b.items) {
        if (i.why) continue;
        auto fine = judge(now.find(r, i.key), i);
        const resolver::namespace_rules *const rules = now.rules(resolver::nid_of(i.key));
        if (fine && rules != nullptr) {
            const auto again = read_new_name(i.urn, rules->registry());
            if (!again) {
                fine = failed(again.error());
            } else if (again->key != i.key) {
                fine = failed(problem{.type = problem_type::conflict,
                                      .detail = "the rules of the namespace changed meanwhile: import the line again"});
            }
        }
        if (!fine) refuse_late(i, std::move(fine.error()));
    }
    b.rows.clear();
    b.outdated = true;
}

// What comes behind the first line that cannot be assigned is not to be written, so all are looked at first.
void importer::stop_at_first(store::reading &r, block &b) const {
    accepted before;
    for (item &i : b.items) {
        if (i.result != result::problem) foretell(r, i, before, b);
        if (i.result == result::problem || i.result == result::conflict) {
            b.stopped = true;
            return;
        }
    }
}

// What would happen: nothing is written.
void importer::look(store::reading &r, block &b) const {
    if (options_.stop_on_error) return stop_at_first(r, b);
    accepted before;
    for (item &i : b.items) {
        if (!i.why) foretell(r, i, before, b);
    }
}

void importer::add_rows(store::writing &w, block &b) const {
    std::vector<item *> items;
    items.reserve(b.items.size());
    const bool made = !b.rows.empty();
    accepted before;
    std::vector<std::pair<std::string, std::string>> rows;
    for (item &i : b.items) {
        const bool refused = i.result == result::problem || i.result == result::conflict;
        if (refused && b.stopped) break;
        if (refused) continue;
        if (!made) {
            if (i.has_relations()) {
                const standing is = look_at(w, i, before, b);
                if (is == standing::there || is == standing::wrong) continue;
            } else {
                before.emplace(i.key, &i);
            }
            if (i.record.state == resolver::name_state::withdrawn && !i.record.withdrawn) {
                name_record dated = i.record;
                dated.withdrawn = w.now();
                rows.emplace_back(i.key, resolver::encode(dated));
            } else {
                rows.emplace_back(i.key, resolver::encode(i.record));
            }
        }
        items.push_back(&i);
    }
    const std::vector<bool> added = w.add_names(made ? b.rows : rows, "import");
    for (std::size_t n = 0; n < items.size(); ++n) {
        if (added[n]) {
            items[n]->result = result::assigned;
        } else {
            compare(*items[n], w.name(items[n]->key).value(), b);
        }
    }
}

// May be run again for the same block.
void importer::add(store::writing &w, block &b) const {
    for (item &i : b.items) {
        i.why_late.reset();
        i.result = i.why ? result::problem : result::assigned;
    }
    b.existing.clear();
    b.stopped = false;
    if (!is_current(b.judged_by, w)) judge_again(w, b);
    if (options_.stop_on_error) stop_at_first(w, b);
    add_rows(w, b);
    // An import that stopped begins again with this block: what was assigned of it is unchanged then.
    if (options_.id.empty() || b.stopped) return;
    const position p{
        .lines = b.lines, .offset = b.offset, .digest = b.digest, .counts = count(b, counts_), .done = b.last};
    w.put("import", who_.id + " " + options_.id, body_of(p), "import");
}

// On a thread of its own.
void importer::commit(block &b) const {
    if (options_.dry_run) return store_.read([&](store::reading &r) { look(r, b); });
    if (b.items.empty() && options_.id.empty()) return;
    auto done = store_.write(by_, [&](store::writing &w) -> std::expected<bool, problem> {
        add(w, b);
        return true;
    });
    (void)done;
}

std::string importer::report(const block &b) const {
    constexpr std::array<std::string_view, 4> words{"assigned", "unchanged", "conflict", "problem"};
    std::string out;
    if (!options_.only_problems) out.reserve(b.items.size() * 80);
    for (const item &i : b.items) {
        if (options_.only_problems && (i.result == result::assigned || i.result == result::unchanged)) continue;
        out += "{\"line\":";
        out += std::to_string(i.line);
        out += ",\"result\":\"";
        out += words[static_cast<std::size_t>(i.result)];
        out += '"';
        if (!i.urn.empty()) {
            out += ",\"name\":";
            resolver::append_json_string(out, i.urn);
        }
        if (i.result == result::conflict) {
            const store::name_row &row = b.existing.at(i.line);
            out += ",\"existing\":";
            out += to_json(outcome{.key = row.key, .record = record_of(row.key, row.record), .event = row.event});
        }
        if (i.result == result::problem) {
            out += ",\"problem\":";
            out += resolver::to_json(i.why ? *i.why : *i.why_late);
        }
        out += "}\n";
        if (b.stopped && (i.result == result::conflict || i.result == result::problem)) break;
    }
    return out;
}

std::expected<import_summary, problem> importer::run(const std::function<void(const import_counts &)> &progress) {
    if (auto fine = header(); !fine) return failed(std::move(fine.error()));
    if (auto fine = resume(); !fine) return failed(std::move(fine.error()));
    import_summary summary{.resumed_after = resumed_after_, .dry_run = options_.dry_run};
    block on_its_way;
    std::future<void> committed; // its destructor waits, whatever is thrown here
    bool more = !already_done_;
    while (more || committed.valid()) {
        block next;
        if (more) next = read_block();
        if (committed.valid()) {
            committed.get();
            counts_ = count(on_its_way, counts_);
            if (const std::string lines = report(on_its_way); !lines.empty()) sink_(lines);
            if (progress) progress(counts_);
            if (on_its_way.outdated) policies_ = {};
            if (on_its_way.stopped) {
                summary.stopped = true;
                break;
            }
        }
        if (more) {
            more = !next.last && !(options_.stop_on_error && next.items.back().why);
            on_its_way = std::move(next);
            committed = std::async(std::launch::async, [this, &on_its_way] { commit(on_its_way); });
        }
    }
    summary.counts = counts_;
    return summary;
}

} // namespace

std::string_view to_string(bulk_format f) noexcept { return f == bulk_format::csv ? "csv" : "ndjson"; }

std::optional<bulk_format> bulk_format_from(std::string_view text) noexcept {
    if (text == "ndjson") return bulk_format::ndjson;
    if (text == "csv") return bulk_format::csv;
    return std::nullopt;
}

std::string to_json(const import_summary &s) {
    json out;
    if (s.dry_run) out["dry_run"] = true;
    if (s.resumed_after != 0) out["resumed_after_line"] = s.resumed_after;
    if (s.stopped) out["stopped"] = true;
    out["lines"] = s.counts.lines;
    out["assigned"] = s.counts.assigned;
    out["unchanged"] = s.counts.unchanged;
    out["conflicts"] = s.counts.conflicts;
    out["problems"] = s.counts.problems;
    out["bytes"] = s.counts.bytes;
    return out.dump();
}

std::expected<import_summary, problem> import_names(store::store &s, const store::origin &by, const principal &who,
                                                    const import_options &o, const bulk_source &source,
                                                    const bulk_sink &sink,
                                                    const std::function<void(const import_counts &)> &progress) {
    const auto visible = [](char c) { return c > ' ' && c < '\x7F'; };
    if (o.id.size() > 200 || !std::ranges::all_of(o.id, visible)) {
        return failed(problem{.type = problem_type::invalid,
                              .detail = "the id of an import is 1 to 200 visible ASCII characters"});
    }
    if (o.block == 0 || o.block > 100000) {
        return failed(problem{.type = problem_type::invalid, .detail = "a block has 1 to 100000 names"});
    }
    return importer(s, by, who, o, source, sink).run(progress);
}

} // namespace uniform::service
