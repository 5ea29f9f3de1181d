// Writing a block of an import: in one transaction, compared with the store.

#include <memory>
#include <utility>

#include <uniform/resolver/life.hpp>
#include <uniform/service/names.hpp>

#include "service/authorization.hpp"
#include "service/importer.hpp"
#include "service/name_check.hpp"
#include "service/name_rows.hpp"

namespace uniform::service::importing {

namespace {

using failed = std::unexpected<problem>;
using resolver::name_record;
using resolver::problem_type;

// Whether an existing record is equal to that of the line, regardless of the spelling of the name.
bool same(const name_record &there, const name_record &wanted) {
    return there.state == wanted.state && there.registrar == wanted.registrar && there.reason == wanted.reason &&
           (there.withdrawn == wanted.withdrawn || !wanted.withdrawn) &&
           (wanted.batch.empty() || there.batch == wanted.batch) && client_members(there) == client_members(wanted);
}

// The lines of a block that would be assigned, by key.
using accepted = std::unordered_map<std::string_view, const item *>;
enum class standing : std::uint8_t { fresh, twice, there, wrong };

// Compares a line with the store and with the lines before it. Only the successors of new names are checked, in the
// store and in the block, so that a retry is never a problem.
standing look_at(store::reading &r, item &i, accepted &before, block &b) {
    if (auto row = r.name(i.key)) {
        compare(i, std::move(*row), b);
        return standing::there;
    }
    if (before.contains(i.key)) return standing::twice;
    const auto known = [&](std::string_view key) {
        if (const auto row = r.name(key)) return record_in(row->key, row->record).successor;
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

// A name record may be a thousand times as long as the line that is in conflict with it.
void show(block &b, std::uint64_t line, store::name_row row) {
    constexpr std::size_t most = std::size_t{1} << 20U;
    const std::size_t bytes = row.key.size() + row.record.size();
    if (b.existing_bytes + bytes > most) return;
    if (b.existing.insert_or_assign(line, std::move(row)).second) b.existing_bytes += bytes;
}

// The same if nothing is to be written: a name that occurs twice is compared with its first line.
void foretell(store::reading &r, item &i, accepted &before, block &b) {
    if (look_at(r, i, before, b) != standing::twice) return;
    const name_record &first = before.at(i.key)->record;
    i.result = same(first, i.record) ? result::unchanged : result::conflict;
    if (i.result == result::conflict) {
        show(b, i.line, store::name_row{.key = i.key, .record = resolver::encode(first)});
    }
}

} // namespace

void compare(item &i, store::name_row row, block &b) {
    const name_record there = record_in(row.key, row.record);
    i.result = same(there, i.record) ? result::unchanged : result::conflict;
    if (i.result == result::conflict) show(b, i.line, std::move(row));
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
        if (!fine) refuse_late(i, std::move(fine.error()));
    }
    b.rows.clear();
    b.outdated = true;
}

// The lines after the first one that cannot be assigned must not be written, so all are checked first.
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

// Only determines the results: nothing is written.
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

// May be called again for the same block.
void importer::add(store::writing &w, block &b) const {
    for (item &i : b.items) {
        i.why_late.reset();
        i.result = i.why ? result::problem : result::assigned;
    }
    b.existing.clear();
    b.existing_bytes = 0;
    b.stopped = false;
    if (!is_current(b.checked_with, w)) check_again(w, b);
    if (options_.stop_on_error) stop_at_first(w, b);
    add_rows(w, b);
    // An import that stopped resumes with this block: the names that it assigned are unchanged then.
    if (options_.id.empty() || b.stopped) return;
    const position p{
        .lines = b.lines, .offset = b.offset, .digest = b.digest, .counts = count(b, counts_), .done = b.last};
    w.put("import", who_.id + " " + options_.id, json_of(p), "import");
}

// Runs on a thread of its own.
void importer::commit(block &b) const {
    if (options_.dry_run) return store_.read([&](store::reading &r) { look(r, b); });
    if (b.items.empty() && options_.id.empty()) return;
    // An import may take hours: its token may have been revoked in the meantime.
    auto done = store_.write(by_, [&](store::writing &w) -> std::expected<void, problem> {
        if (auto holds = check_token(w, who_); !holds) return holds;
        add(w, b);
        return {};
    });
    if (!done) b.refused = std::move(done.error());
}

} // namespace uniform::service::importing
