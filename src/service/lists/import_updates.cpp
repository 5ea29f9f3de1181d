// Lines whose names exist, in an import that brings names to what its lines say (import_options::existing).

#include <optional>
#include <utility>

#include <uniform/resolver/life.hpp>
#include <uniform/resolver/location_schemes.hpp>

#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/lists/importer.hpp"
#include "service/names/name_check.hpp"
#include "service/names/name_members.hpp"
#include "service/names/name_rows.hpp"

namespace uniform::service::importing {

namespace {

using resolver::name_action;
using resolver::name_record;
using resolver::name_state;

// The action that leads from one state to the other, if one does.
name_action action_to(name_state from, name_state to) noexcept {
    if (from == to) return to == name_state::withdrawn ? name_action::succeed : name_action::change;
    if (to == name_state::active) return name_action::activate;
    return to == name_state::withdrawn ? name_action::withdraw : name_action::reserve;
}

// A withdrawn name may only get a successor, once.
bool adds_successor(const name_record &there, const name_record &next) {
    if (!there.successor.empty()) return false;
    name_record same = next;
    same.successor.clear();
    return same == there;
}

} // namespace

std::optional<name_record> brought_to(const name_record &there, const item &i, on_conflict how) {
    const name_record &wanted = i.record;
    if (i.registrar_said && there.registrar != wanted.registrar) return std::nullopt;
    if (!wanted.batch.empty() && there.batch != wanted.batch) return std::nullopt;
    const bool withdraws = wanted.state == name_state::withdrawn;
    name_record next = there;
    for_each_member([&](const auto &member) {
        const auto &given = wanted.*member.of_record;
        if (!is_absent(given) || (how == on_conflict::replace && !withdraws)) next.*member.of_record = given;
    });
    // Another order of the members is no change.
    if (have_same_members(there.metadata, next.metadata)) next.metadata = there.metadata;
    next.state = wanted.state;
    if (!withdraws) return next;
    if (there.state != name_state::withdrawn) {
        next.reason = wanted.reason;
        next.withdrawn = wanted.withdrawn;
    } else if (there.reason != wanted.reason || (wanted.withdrawn && there.withdrawn != wanted.withdrawn)) {
        return std::nullopt;
    }
    return next;
}

void importer::meet(store::writing &w, item &i, store::name_row row, block &b) const {
    if (options_.existing == on_conflict::report) return compare(i, std::move(row), b, on_conflict::report);
    bring(w, i, std::move(row), b);
}

void importer::bring(store::writing &w, item &i, store::name_row row, block &b) const {
    i.decode();
    const name_record there = record_in(row.key, row.record);
    auto next = brought_to(there, i, options_.existing);
    if (next && *next == there) {
        i.result = result::unchanged;
        return;
    }
    const name_action action = action_to(there.state, i.record.state);
    if (!next || !resolver::after(there.state, action, row.key, there.name) ||
        (action == name_action::succeed && !adds_successor(there, *next))) {
        return is_in_conflict(i, std::move(row), b);
    }
    if (auto done = change(w, i, row, std::move(*next), b.policies.find(w, i.key)); !done) {
        refuse_late(i, std::move(done.error()));
        return;
    }
    i.result = action == name_action::withdraw ? result::withdrawn : result::changed;
}

// By the rules of change(), activate() and withdraw().
std::expected<void, problem> importer::change(store::writing &w, item &i, const store::name_row &row, name_record next,
                                              const key_policy &g) const {
    UNIFORM_CHECK(may_change(g, who_, i.key));
    const name_record there = record_in(row.key, row.record);
    const name_action action = action_to(there.state, next.state);
    if (action == name_action::activate && !i.registrar_said) next.registrar = registrar_for(g, who_);
    if (action == name_action::withdraw && !next.withdrawn) next.withdrawn = w.now();
    if (next.locators != there.locators) UNIFORM_CHECK(resolver::check_schemes(next, options_.schemes));
    if (action == name_action::activate) {
        UNIFORM_CHECK(check_policies(g, i.key, next));
    } else if (next.locators != there.locators) {
        UNIFORM_CHECK(check_locator_policy(g, next));
    }
    if (i.has_relations()) UNIFORM_CHECK(check_relations(w, i.key, next));
    (void)w.change_name(row, next, to_string(action));
    return {};
}

void importer::meet_refused(store::writing &w, item &i, block &b) const {
    if (options_.existing == on_conflict::report || !i.for_new_names || i.key.empty()) return;
    // Who may not change the name is not told whether it exists.
    if (!may_change(b.policies.find(w, i.key), who_, i.key)) return;
    auto row = w.name(i.key);
    if (!row) return;
    bring(w, i, std::move(*row), b);
    if (i.result == result::conflict) i.result = result::problem; // which says why the line may not set it
}

} // namespace uniform::service::importing
