// Writing a block of an import: in one transaction, compared with the store.

#include <algorithm>
#include <memory>
#include <utility>

#include <uniform/resolver/life.hpp>
#include <uniform/service/names.hpp>

#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/lists/importer.hpp"
#include "service/names/name_check.hpp"
#include "service/names/name_rows.hpp"

namespace uniform::service::importing {

namespace {

using resolver::name_record;

// Whether an existing record is that of the line, regardless of the spelling of the name. Members that the line does
// not have are not compared: the registrar of a new name is the one to whom its prefix is delegated, which changes by a
// transfer.
bool same(const name_record &there, const item &i) {
    const name_record &wanted = i.record;
    return there.state == wanted.state && (!i.registrar_said || there.registrar == wanted.registrar) &&
           there.reason == wanted.reason && (there.withdrawn == wanted.withdrawn || !wanted.withdrawn) &&
           (wanted.batch.empty() || there.batch == wanted.batch) && client_members(there) == client_members(wanted);
}

// The lines of a block that may be assigned, by key.
using accepted = std::unordered_map<std::string_view, const item *>;

// Whether a line may be assigned whose name does not exist, by the store and the lines before it. Only the successors
// of new names are checked, in the store and in the block, so that a retry is never a problem.
bool may_be_assigned(store::reading &r, item &i, const accepted &before) {
    if (before.contains(i.key)) return true; // it is compared with what that line becomes
    const auto known = [&](std::string_view key) {
        if (const auto row = r.name(key)) return record_in(row->key, row->record).successor;
        const auto at = before.find(key);
        return at == before.end() ? std::string{} : at->second->record.successor;
    };
    if (auto fine = check_relations(known, i.key, i.record); !fine) {
        refuse_late(i, std::move(fine.error()));
        return false;
    }
    return true;
}

// The record of a new name.
name_record dated(const name_record &r, store::writing &w) {
    name_record made = r;
    if (made.state == resolver::name_state::withdrawn && !made.withdrawn) made.withdrawn = w.now();
    return made;
}

// A name record may be a thousand times as long as the line that is in conflict with it.
void show(block &b, std::uint64_t line, store::name_row row) {
    constexpr std::size_t most = std::size_t{1} << 20U;
    const std::size_t bytes = row.key.size() + row.record.size();
    if (b.existing_bytes + bytes > most) return;
    if (b.existing.insert_or_assign(line, std::move(row)).second) b.existing_bytes += bytes;
}

} // namespace

void item::decode() {
    if (encoded.empty()) return;
    record = record_in(key, encoded);
    encoded.clear();
}

void compare(item &i, store::name_row row, block &b, on_conflict how) {
    i.decode();
    const name_record there = record_in(row.key, row.record);
    const bool changes = how == on_conflict::report ? !same(there, i) : brought_to(there, i, how) != there;
    if (changes) return is_in_conflict(i, std::move(row), b);
    i.result = result::unchanged;
}

void is_in_conflict(item &i, store::name_row row, block &b) {
    i.result = result::conflict;
    show(b, i.line, std::move(row));
}

// A line that sets nothing new is never a problem, whatever has changed since for new names: delegations, policies, the
// namespace. Managers, the registrar that assigned the name and the one that is responsible for it now are told so; who
// may not assign the name is not told whether it is another's.
bool is_there_already(store::reading &r, const principal &who, item &i) {
    if (!i.for_new_names || i.key.empty() || !who.is(resolver::registrars)) return false;
    const auto row = r.name(i.key);
    if (!row) return false;
    i.decode();
    const name_record there = record_in(row->key, row->record);
    if (!same(there, i)) return false;
    return who.is(resolver::managers) || (!who.registrar.empty() && there.registrar == who.registrar) ||
           may_change(policy_of(r, i.key), who, i.key).has_value();
}

void refuse_late(item &i, problem p) {
    i.why_late = std::move(p);
    i.result = result::problem;
}

// The namespaces or delegations have changed since the block was read.
void importer::check_again(store::reading &r, block &b) const {
    policy_cache now;
    for (item &i : b.items) {
        if (i.why) continue;
        i.decode();
        std::expected<void, problem> fine;
        // Its key may also have changed.
        if (const auto place = now.find(r, i.key); place.settings) {
            if (auto again = check_new_name(i.urn, place.settings->rules)) {
                i.key = std::move(again->key);
                i.record.name = std::move(again->written);
            } else {
                fine = std::unexpected{again.error()};
            }
        }
        if (fine) fine = check(now.find(r, i.key), i);
        if (fine) continue;
        i.for_new_names = true;
        if (is_there_already(r, who_, i)) {
            i.result = result::unchanged;
        } else {
            refuse_late(i, std::move(fine.error()));
        }
    }
    b.rows.clear();
    b.outdated = true;
}

void importer::add_rows(store::writing &w, block &b) const {
    std::vector<item *> items;
    items.reserve(b.items.size());
    const bool made = !b.rows.empty();
    accepted before;
    std::vector<std::pair<std::string, std::string>> rows;
    for (item &i : b.items) {
        if (i.result != result::assigned) continue;
        if (!made) {
            if (i.has_relations()) {
                if (auto row = w.name(i.key)) {
                    meet(w, i, std::move(*row), b);
                    continue;
                }
                if (!may_be_assigned(w, i, before)) continue;
            }
            before.emplace(i.key, &i);
            rows.emplace_back(i.key, resolver::encode(dated(i.record, w)));
        }
        items.push_back(&i);
    }
    const std::vector<bool> added = w.add_names(made ? b.rows : rows, "import");
    // In the order of the lines: the last one of a name decides what it becomes.
    std::size_t n = 0;
    for (item &i : b.items) {
        if (n < items.size() && items[n] == &i) {
            if (!added[n++]) meet(w, i, w.name(i.key).value(), b);
        } else if (i.result == result::problem) {
            meet_refused(w, i, b);
        }
    }
}

void importer::add_one(store::writing &w, item &i, block &b) const {
    const accepted none;
    if (i.result == result::problem) return meet_refused(w, i, b);
    if (i.result != result::assigned) return;
    if (i.has_relations()) {
        if (auto row = w.name(i.key)) return meet(w, i, std::move(*row), b);
        if (!may_be_assigned(w, i, none)) return;
    }
    if (auto there = w.add_name(i.key, dated(i.record, w), "import")) meet(w, i, std::move(*there), b);
}

// The lines after the first one that is rejected must not be written, and a relation may be one to the line before.
void importer::add_one_by_one(store::writing &w, block &b) const {
    for (item &i : b.items) {
        add_one(w, i, b);
        if (!options_.stop_on_error || !is_rejected(i.result)) continue;
        b.stopped = true;
        return;
    }
}

// May be called again for the same block.
void importer::add(store::writing &w, block &b) const {
    for (item &i : b.items) {
        i.why_late.reset();
        i.result = result::assigned;
        if (i.why) i.result = is_there_already(w, who_, i) ? result::unchanged : result::problem;
    }
    b.existing.clear();
    b.existing_bytes = 0;
    b.stopped = false;
    b.policies = {};
    if (!is_current(b.checked_with, w)) check_again(w, b);
    const bool may_change = options_.existing != on_conflict::report;
    if (options_.stop_on_error || (may_change && std::ranges::any_of(b.items, &item::has_relations))) {
        add_one_by_one(w, b);
    } else {
        add_rows(w, b);
    }
    // An import that stopped resumes with this block: the names that it assigned are unchanged then.
    if (options_.id.empty() || b.stopped) return;
    const position p{.lines = b.lines,
                     .offset = b.offset,
                     .digest = b.digest,
                     .counts = count(b, b.before),
                     .done = b.last,
                     .run = b.part_of,
                     .existing = options_.existing};
    w.put("import", who_.id + " " + options_.id, json_of(p), "import");
}

// Runs on a thread of its own.
void importer::commit(block &b) {
    if (b.run) {
        commit_run(b);
    } else {
        commit_block(b);
    }
}

// A dry run does the same, in a transaction that is not committed.
void importer::commit_block(block &b) {
    if (b.items.empty() && options_.id.empty()) return;
    // An import may take hours: its token may have been revoked in the meantime.
    const auto run = [&](store::writing &w) -> std::expected<void, problem> {
        UNIFORM_CHECK(check_token(w, who_));
        add(w, b);
        return {};
    };
    auto done = rehearsal_ ? rehearsal_->write(by_, run) : store_.write(by_, run);
    if (!done) b.refused = std::move(done.error());
}

} // namespace uniform::service::importing
