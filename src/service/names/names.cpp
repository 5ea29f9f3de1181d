#include <uniform/resolver/refusal.hpp>
#include <uniform/service/names.hpp>

#include <uniform/service/keys.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

#include <uniform/json/members.hpp>
#include <uniform/json/merge_patch.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/life.hpp>
#include <uniform/resolver/location_schemes.hpp>

#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/names/idempotency.hpp"
#include "service/names/name_check.hpp"
#include "service/names/name_members.hpp"
#include "service/names/name_rows.hpp"
#include "service/parsed_document.hpp"
#include "service/registrars/registrars_common.hpp"
#include "service/shown_text.hpp"

namespace uniform::service {

namespace {

using resolver::name_action;
using resolver::name_record;
using resolver::name_state;
using resolver::problem_type;

// The existing name that an operation changes.
struct subject {
    std::string key;
    store::name_row row;
    name_record record;
    key_policy policy;
};

std::expected<subject, problem> find_subject(store::writing &w, const principal &who, std::string_view urn) {
    UNIFORM_TRY(auto &key, key_of(w, urn));
    key_policy g = policy_of(w, key);
    UNIFORM_CHECK(may_change(g, who, key));
    auto row = w.name(key);
    if (!row) return std::unexpected{resolver::name_does_not_exist(key)};
    name_record record = record_in(key, row->record);
    return subject{std::move(key), std::move(*row), std::move(record), std::move(g)};
}

// The problem shows the current record, so that the client need not request it.
std::expected<void, problem> condition_holds(const write_options &t, std::string_view key, const name_record &record,
                                             std::uint64_t event) {
    auto ok = t.condition.check(record.version, "the name");
    if (!ok) {
        ok.error().members.clear(); // the version is in it
        ok.error().existing = value_of(name_entry{.key = std::string(key), .record = record, .event = event});
    }
    return ok;
}
std::expected<void, problem> condition_holds(const write_options &t, const subject &s) {
    return condition_holds(t, s.key, s.record, s.row.event);
}

// The state of the name does not permit the operation.
std::unexpected<problem> wrong_state(const subject &s, problem p) {
    p.existing = value_of(name_entry{.key = s.key, .record = s.record, .event = s.row.event});
    return std::unexpected{std::move(p)};
}

name_entry put(store::writing &w, subject s, name_action a) {
    const std::uint64_t event = w.change_name(s.row, s.record, to_string(a));
    s.record.version = resolver::version_of(s.row.record) + 1;
    return {.key = std::move(s.key), .record = std::move(s.record), .event = event};
}

// RFC 7396 2. The result is checked like metadata that replaces the old.
std::expected<resolver::metadata, problem> merged_metadata(const resolver::metadata &was, const json::value &patch) {
    json::value whole = was.value().is_object() ? was.value() : json::object{};
    json::merge_patch(whole, patch);
    auto record = resolver::record_from_json(json::object{{"metadata", std::move(whole)}});
    if (record) return std::move(record->metadata);
    record.error().offset.reset(); // some values are from the patch, others from the store
    return std::unexpected{std::move(record.error())};
}

std::expected<name_entry, problem> assign_name(store::writing &w, const principal &who, const assignment &a) {
    UNIFORM_TRY(auto &name, check_new_name(w, a.urn));
    const key_policy g = policy_of(w, name.key);
    UNIFORM_CHECK(may_assign(g, who, name.key));
    if (!a.options.condition.empty()) {
        const auto there = w.name(name.key);
        UNIFORM_CHECK(there ? condition_holds(a.options, name.key, record_in(name.key, there->record), there->event)
                            : a.options.condition.check(std::nullopt, "the name"));
    }
    name_record record = client_members(a.record);
    record.state = name_state::active;
    record.name = std::move(name.written);
    record.registrar = registrar_for(g, who);
    UNIFORM_CHECK(resolver::check_schemes(record, a.options.schemes));
    UNIFORM_CHECK(check_policies(g, name.key, record));
    UNIFORM_CHECK(check_relations(w, name.key, record));
    if (auto existing = w.add_name(name.key, record, to_string(name_action::assign))) {
        name_record there = record_in(name.key, existing->record);
        if (a.accept_identical && there.state == name_state::active &&
            client_members(there) == client_members(a.record)) {
            return name_entry{.key = std::move(name.key), .record = std::move(there), .event = existing->event};
        }
        return std::unexpected{already_exists(*existing, there)};
    }
    const std::uint64_t event = w.name(name.key)->event;
    return name_entry{.key = std::move(name.key), .record = std::move(record), .event = event, .created = true};
}

std::expected<name_entry, problem> activate_name(store::writing &w, const principal &who, const assignment &a) {
    UNIFORM_TRY(auto &s, find_subject(w, who, a.urn));
    UNIFORM_CHECK(condition_holds(a.options, s));
    if (a.accept_identical && s.record.state == name_state::active &&
        client_members(s.record) == client_members(a.record)) {
        return name_entry{.key = s.key, .record = s.record, .event = s.row.event};
    }
    const auto state = resolver::after(s.record.state, name_action::activate, s.key, s.record.name);
    if (!state) return wrong_state(s, state.error());
    // A template of the reservation may have the members that the activation lacks.
    name_record filled = client_members(a.record);
    for_each_member([&](const auto &member) {
        if (is_absent(filled.*member.of_record)) filled.*member.of_record = std::move(s.record.*member.of_record);
    });
    filled.state = *state;
    filled.name = std::move(s.record.name);
    filled.registrar = registrar_for(s.policy, who);
    filled.batch = std::move(s.record.batch);
    UNIFORM_CHECK(resolver::check_schemes(filled, a.options.schemes));
    UNIFORM_CHECK(check_policies(s.policy, s.key, filled));
    UNIFORM_CHECK(check_relations(w, s.key, filled));
    s.record = std::move(filled);
    return put(w, std::move(s), name_action::activate);
}

std::expected<name_entry, problem> change_name(store::writing &w, const principal &who, std::string_view urn,
                                               const changes &c, const write_options &t, bool only_successor) {
    UNIFORM_TRY(auto &s, find_subject(w, who, urn));
    UNIFORM_CHECK(condition_holds(t, s));
    const name_record was = s.record;
    const name_action action = was.state == name_state::withdrawn && was.successor.empty() && only_successor
                                   ? name_action::succeed
                                   : name_action::change;
    if (const auto state = resolver::after(was.state, action, s.key, was.name); !state)
        return wrong_state(s, state.error());
    for_each_member([&](const auto &member) {
        if (c.*member.of_change) s.record.*member.of_record = *(c.*member.of_change);
    });
    // Another order of the members is no change.
    if (c.metadata && have_same_members(was.metadata, *c.metadata)) s.record.metadata = was.metadata;
    if (c.metadata_patch) {
        UNIFORM_TRY(auto &merged, merged_metadata(was.metadata, *c.metadata_patch));
        s.record.metadata = std::move(merged);
    }
    if (s.record == was) return name_entry{.key = s.key, .record = was, .event = s.row.event};
    if (c.locators) {
        UNIFORM_CHECK(resolver::check_schemes(s.record, t.schemes));
        // Only the policy for locators is checked: the name exists, whatever the naming policy is today.
        UNIFORM_CHECK(check_locator_policy(s.policy, s.record));
    }
    UNIFORM_CHECK(check_relations(w, s.key, s.record));
    return put(w, std::move(s), action);
}

std::expected<name_entry, problem> withdraw_name(store::writing &w, const principal &who, const withdrawal &x) {
    if (x.reason.empty() || x.reason.size() > longest_reason) {
        return resolver::refuse_member("reason", "the reason for the withdrawal must be 1 to 2000 bytes of text");
    }
    UNIFORM_CHECK(check_shown_text("reason", x.reason, base::text_lines::several));
    UNIFORM_TRY(auto &s, find_subject(w, who, x.urn));
    UNIFORM_CHECK(condition_holds(x.options, s));
    const auto state = resolver::after(s.record.state, name_action::withdraw, s.key, s.record.name);
    if (!state) return wrong_state(s, state.error());
    s.record.state = *state;
    s.record.reason = x.reason;
    s.record.withdrawn = w.now();
    if (!x.successor.empty()) {
        const auto successor = key_of(w, x.successor);
        if (!successor) {
            problem p = successor.error();
            p.detail = "invalid successor: " + p.detail;
            p.pointer = "/successor";
            return std::unexpected{std::move(p)};
        }
        s.record.successor = resolver::urn_of(*successor);
    }
    UNIFORM_CHECK(check_relations(w, s.key, s.record));
    return put(w, std::move(s), name_action::withdraw);
}

std::expected<name_entry, problem> reinstate_name(store::writing &w, const principal &who, std::string_view urn,
                                                  const write_options &o) {
    if (!who.is(resolver::managers)) return std::unexpected{resolver::insufficient_role(resolver::managers, who.role)};
    UNIFORM_TRY(auto &s, find_subject(w, who, urn));
    UNIFORM_CHECK(condition_holds(o, s));
    if (const auto state = resolver::after(s.record.state, name_action::reinstate, s.key, s.record.name); !state) {
        return wrong_state(s, state.error());
    }
    const std::chrono::seconds grace{s.policy.settings == nullptr ? 0 : s.policy.settings->reinstate_within};
    const std::string named = "the name \"" + resolver::urn_of(s.key, s.record) + "\" was withdrawn ";
    if (!s.record.withdrawn || w.now() - *s.record.withdrawn > grace) {
        problem p{.type = problem_type::wrong_state, .rule = "RFC 8141 section 5"};
        p.detail = grace.count() == 0
                       ? named + "permanently: its namespace sets no time in which a withdrawal can be reverted"
                       : named + "more than " + std::to_string(grace.count()) +
                             " seconds ago: after this time, its namespace permits no reversion";
        return wrong_state(s, std::move(p));
    }
    // The withdrawal is the last event, or the last but one if a successor was set afterwards.
    constexpr std::size_t some_events = 8;
    for (const store::event &e : w.history("name", s.key, 0, some_events)) {
        name_record was = record_in(s.key, e.body);
        if (was.state == name_state::withdrawn) continue;
        s.record = std::move(was);
        UNIFORM_CHECK(check_relations(w, s.key, s.record));
        return put(w, std::move(s), name_action::reinstate);
    }
    throw store::failure(store::failure_kind::damaged, "the history of \"" + resolver::urn_of(s.key, s.record) +
                                                           "\" lacks the record before its withdrawal");
}

} // namespace

std::expected<name_entry, problem> assign(store::writing &w, const principal &who, const assignment &a) {
    return idempotent(w, who, a.options, {"assign", a.urn, resolver::encode(a.record), a.accept_identical ? "put" : ""},
                      [&] { return assign_name(w, who, a); });
}

std::expected<name_entry, problem> activate(store::writing &w, const principal &who, const assignment &a) {
    return idempotent(w, who, a.options,
                      {"activate", a.urn, resolver::encode(a.record), a.accept_identical ? "put" : ""},
                      [&] { return activate_name(w, who, a); });
}

std::expected<name_entry, problem> change(store::writing &w, const principal &who, std::string_view urn,
                                          const changes &c, const write_options &t) {
    name_record wanted; // for the digest of the request
    std::string which;
    bool only_successor = c.successor && !c.metadata_patch;
    for_each_member([&](const auto &member) {
        const auto &given = c.*member.of_change;
        if (given) wanted.*member.of_record = *given;
        if (given && member.letter != 's') only_successor = false;
        if (given) {
            which += member.letter;
        } else if (member.letter == 'm' && c.metadata_patch) {
            which += 'M';
        } else if (member.letter != 'v') { // requests without values have the digests of version 0.1.0
            which += '-';
        }
    });
    if (c.metadata_patch) wanted.metadata = json::to_text(*c.metadata_patch);
    return idempotent(w, who, t, {"change", urn, which, resolver::encode(wanted), to_string(t.condition)},
                      [&] { return change_name(w, who, urn, c, t, only_successor); });
}

std::expected<name_entry, problem> locate(store::writing &w, const principal &who, std::string_view urn,
                                          std::vector<resolver::locator> locators, const write_options &t) {
    return change(w, who, urn, {.locators = std::move(locators)}, t);
}

std::expected<name_entry, problem> describe(store::writing &w, const principal &who, std::string_view urn,
                                            resolver::metadata metadata, const write_options &t) {
    return change(w, who, urn, {.metadata = std::move(metadata)}, t);
}

std::expected<name_entry, problem> withdraw(store::writing &w, const principal &who, const withdrawal &x) {
    return idempotent(w, who, x.options, {"withdraw", x.urn, x.reason, x.successor, to_string(x.options.condition)},
                      [&] { return withdraw_name(w, who, x); });
}

std::expected<name_entry, problem> reinstate(store::writing &w, const principal &who, std::string_view urn,
                                             const write_options &o) {
    return idempotent(w, who, o, {"reinstate", urn, to_string(o.condition)},
                      [&] { return reinstate_name(w, who, urn, o); });
}

std::expected<changes, problem> changes_from_json(const json::value &value, bool merges) {
    constexpr std::size_t longest_patch = std::size_t{64} << 10U; // as metadata
    if (!value.is_object()) return std::unexpected{resolver::to_problem(json::not_an_object(value, "the body"))};
    changes c;
    json::object rest; // null is the empty value: absent from the record
    for (const json::member &m : value.members()) {
        if (merges && m.name == "metadata" && m.value.is_object()) {
            if (json::to_text(m.value).size() > longest_patch) {
                json::members all{value, "a name record"};
                all.refuse("metadata", "must not be longer than 65536 bytes");
                return std::unexpected{resolver::to_problem(all.done().error())};
            }
            c.metadata_patch = m.value;
        } else if (!m.value.is_null()) {
            rest.push_back(m);
        }
    }
    UNIFORM_TRY(auto &record, resolver::record_from_json(std::move(rest)));
    for (const json::member &m : value.members()) {
        bool known = false;
        for_each_member([&](const auto &member) {
            if (member.name != m.name) return;
            known = true;
            if (m.name == "metadata" && c.metadata_patch) return;
            c.*member.of_change = std::move(record.*member.of_record);
        });
        if (!known) {
            json::members all{value, "a name record"};
            all.refuse(m.name, "cannot be changed");
            return std::unexpected{resolver::to_problem(all.done().error())};
        }
    }
    return c;
}

} // namespace uniform::service
