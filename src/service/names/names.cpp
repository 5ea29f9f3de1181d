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

#include "service/authorization.hpp"
#include "service/names/idempotency.hpp"
#include "service/names/name_check.hpp"
#include "service/names/name_members.hpp"
#include "service/names/name_rows.hpp"
#include "service/parsed_document.hpp"
#include "service/registrars/registrars_common.hpp"

namespace uniform::service {

namespace {

using resolver::name_action;
using resolver::name_record;
using resolver::name_state;
using resolver::problem_type;
using failed = std::unexpected<problem>;

// The existing name that an operation changes.
struct subject {
    std::string key;
    store::name_row row;
    name_record record;
    key_policy policy;
};

std::expected<subject, problem> find_subject(store::writing &w, const principal &who, std::string_view urn) {
    auto key = key_of(w, urn);
    if (!key) return failed(std::move(key.error()));
    key_policy g = policy_of(w, *key);
    if (auto may = may_change(g, who, *key); !may) return failed(std::move(may.error()));
    auto row = w.name(*key);
    if (!row) return failed(resolver::name_does_not_exist(*key));
    name_record record = record_in(*key, row->record);
    return subject{std::move(*key), std::move(*row), std::move(record), std::move(g)};
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
failed wrong_state(const subject &s, problem p) {
    p.existing = value_of(name_entry{.key = s.key, .record = s.record, .event = s.row.event});
    return failed(std::move(p));
}

name_entry put(store::writing &w, subject s, name_action a) {
    const std::uint64_t event = w.change_name(s.row, s.record, to_string(a));
    s.record.version = resolver::version_of(s.row.record) + 1;
    return {.key = std::move(s.key), .record = std::move(s.record), .event = event};
}

// The recorded response, if this is a retry.
std::expected<std::optional<name_entry>, problem> repeated(store::writing &w, idempotent_request &request) {
    auto was = request.recorded();
    if (!was) return failed(std::move(was.error()));
    if (!*was) return std::nullopt;
    auto again = decode_entries(w, **was);
    if (again.size() != 1) throw_damaged("idempotency record", **was);
    return std::move(again.front());
}

// RFC 7396 2. The result is checked like metadata that replaces the old.
std::expected<resolver::metadata, problem> merged_metadata(const resolver::metadata &was, const json::value &patch) {
    json::value whole = was.value().is_object() ? was.value() : json::object{};
    json::merge_patch(whole, patch);
    auto record = resolver::record_from_json(json::object{{"metadata", std::move(whole)}});
    if (record) return std::move(record->metadata);
    record.error().offset.reset(); // some values are from the patch, others from the store
    return failed(std::move(record.error()));
}

name_entry recorded(idempotent_request &request, name_entry result) {
    request.record(encode_entries({&result, 1}));
    return result;
}

} // namespace

std::expected<name_entry, problem> assign(store::writing &w, const principal &who, const assignment &a) {
    if (auto valid = check_token(w, who); !valid) return failed(std::move(valid.error()));
    idempotent_request request(w, who, a.options,
                               {"assign", a.urn, resolver::encode(a.record), a.accept_identical ? "put" : ""});
    auto before = repeated(w, request);
    if (!before) return failed(std::move(before.error()));
    if (*before) return std::move(**before);

    auto name = check_new_name(w, a.urn);
    if (!name) return failed(std::move(name.error()));
    const key_policy g = policy_of(w, name->key);
    if (auto may = may_assign(g, who, name->key); !may) return failed(std::move(may.error()));
    if (!a.options.condition.empty()) {
        const auto there = w.name(name->key);
        auto ok = there ? condition_holds(a.options, name->key, record_in(name->key, there->record), there->event)
                        : a.options.condition.check(std::nullopt, "the name");
        if (!ok) return failed(std::move(ok.error()));
    }
    name_record record = client_members(a.record);
    record.state = name_state::active;
    record.name = std::move(name->written);
    record.registrar = registrar_for(g, who);
    if (auto fine = resolver::check_schemes(record, a.options.schemes); !fine) return failed(std::move(fine.error()));
    if (auto fine = check_policies(g, name->key, record); !fine) return failed(std::move(fine.error()));
    if (auto fine = check_relations(w, name->key, record); !fine) return failed(std::move(fine.error()));
    if (auto existing = w.add_name(name->key, record, to_string(name_action::assign))) {
        name_record there = record_in(name->key, existing->record);
        if (a.accept_identical && there.state == name_state::active &&
            client_members(there) == client_members(a.record)) {
            return recorded(request,
                            {.key = std::move(name->key), .record = std::move(there), .event = existing->event});
        }
        return failed(already_exists(*existing, there));
    }
    const std::uint64_t event = w.name(name->key)->event;
    return recorded(request,
                    {.key = std::move(name->key), .record = std::move(record), .event = event, .created = true});
}

std::expected<name_entry, problem> activate(store::writing &w, const principal &who, const assignment &a) {
    if (auto valid = check_token(w, who); !valid) return failed(std::move(valid.error()));
    idempotent_request request(w, who, a.options,
                               {"activate", a.urn, resolver::encode(a.record), a.accept_identical ? "put" : ""});
    auto before = repeated(w, request);
    if (!before) return failed(std::move(before.error()));
    if (*before) return std::move(**before);

    auto s = find_subject(w, who, a.urn);
    if (!s) return failed(std::move(s.error()));
    if (auto fine = condition_holds(a.options, *s); !fine) return failed(std::move(fine.error()));
    if (a.accept_identical && s->record.state == name_state::active &&
        client_members(s->record) == client_members(a.record)) {
        return recorded(request, {.key = s->key, .record = s->record, .event = s->row.event});
    }
    const auto state = resolver::after(s->record.state, name_action::activate, s->key, s->record.name);
    if (!state) return wrong_state(*s, state.error());
    // What the activation does not say, a template of the reservation may have said.
    name_record filled = client_members(a.record);
    for_each_member([&](const auto &member) {
        if (is_absent(filled.*member.of_record)) filled.*member.of_record = std::move(s->record.*member.of_record);
    });
    filled.state = *state;
    filled.name = std::move(s->record.name);
    filled.registrar = registrar_for(s->policy, who);
    filled.batch = std::move(s->record.batch);
    if (auto fine = resolver::check_schemes(filled, a.options.schemes); !fine) return failed(std::move(fine.error()));
    if (auto fine = check_policies(s->policy, s->key, filled); !fine) return failed(std::move(fine.error()));
    if (auto fine = check_relations(w, s->key, filled); !fine) return failed(std::move(fine.error()));
    s->record = std::move(filled);
    return recorded(request, put(w, std::move(*s), name_action::activate));
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
    if (auto valid = check_token(w, who); !valid) return failed(std::move(valid.error()));
    idempotent_request request(w, who, t, {"change", urn, which, resolver::encode(wanted), to_string(t.condition)});
    auto before = repeated(w, request);
    if (!before) return failed(std::move(before.error()));
    if (*before) return std::move(**before);

    auto s = find_subject(w, who, urn);
    if (!s) return failed(std::move(s.error()));
    if (auto fine = condition_holds(t, *s); !fine) return failed(std::move(fine.error()));
    const name_record was = s->record;
    const name_action action = was.state == name_state::withdrawn && was.successor.empty() && only_successor
                                   ? name_action::succeed
                                   : name_action::change;
    if (const auto state = resolver::after(was.state, action, s->key, was.name); !state)
        return wrong_state(*s, state.error());
    for_each_member([&](const auto &member) {
        if (c.*member.of_change) s->record.*member.of_record = *(c.*member.of_change);
    });
    // Another order of the members is no change.
    if (c.metadata && have_same_members(was.metadata, *c.metadata)) s->record.metadata = was.metadata;
    if (c.metadata_patch) {
        auto merged = merged_metadata(was.metadata, *c.metadata_patch);
        if (!merged) return failed(std::move(merged.error()));
        s->record.metadata = std::move(*merged);
    }
    if (s->record == was) return recorded(request, {.key = s->key, .record = was, .event = s->row.event});
    if (c.locators) {
        if (auto fine = resolver::check_schemes(s->record, t.schemes); !fine) return failed(std::move(fine.error()));
        // Of the policies only that of locators: the name exists, whatever the naming policy is today.
        if (auto fine = check_locator_policy(s->policy, s->record); !fine) return failed(std::move(fine.error()));
    }
    if (auto fine = check_relations(w, s->key, s->record); !fine) return failed(std::move(fine.error()));
    return recorded(request, put(w, std::move(*s), action));
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
    if (auto valid = check_token(w, who); !valid) return failed(std::move(valid.error()));
    idempotent_request request(w, who, x.options,
                               {"withdraw", x.urn, x.reason, x.successor, to_string(x.options.condition)});
    auto before = repeated(w, request);
    if (!before) return failed(std::move(before.error()));
    if (*before) return std::move(**before);

    if (x.reason.empty() || x.reason.size() > longest_reason || !is_plain_text(x.reason)) {
        return detail::refuse_member("reason",
                                     "the reason for the withdrawal must be 1 to 2000 bytes of UTF-8 text; of the "
                                     "control characters it may contain only line ends and tabs");
    }
    auto s = find_subject(w, who, x.urn);
    if (!s) return failed(std::move(s.error()));
    if (auto fine = condition_holds(x.options, *s); !fine) return failed(std::move(fine.error()));
    const auto state = resolver::after(s->record.state, name_action::withdraw, s->key, s->record.name);
    if (!state) return wrong_state(*s, state.error());
    s->record.state = *state;
    s->record.reason = x.reason;
    s->record.withdrawn = w.now();
    if (!x.successor.empty()) {
        const auto successor = key_of(w, x.successor);
        if (!successor) {
            problem p = successor.error();
            p.detail = "invalid successor: " + p.detail;
            p.pointer = "/successor";
            return failed(std::move(p));
        }
        s->record.successor = resolver::urn_of(*successor);
    }
    if (auto fine = check_relations(w, s->key, s->record); !fine) return failed(std::move(fine.error()));
    return recorded(request, put(w, std::move(*s), name_action::withdraw));
}

std::expected<name_entry, problem> reinstate(store::writing &w, const principal &who, std::string_view urn,
                                             const write_options &o) {
    if (auto valid = check_token(w, who); !valid) return failed(std::move(valid.error()));
    idempotent_request request(w, who, o, {"reinstate", urn, to_string(o.condition)});
    auto before = repeated(w, request);
    if (!before) return failed(std::move(before.error()));
    if (*before) return std::move(**before);

    if (!who.is(resolver::managers)) return failed(resolver::insufficient_role(resolver::managers, who.role));
    auto s = find_subject(w, who, urn);
    if (!s) return failed(std::move(s.error()));
    if (auto fine = condition_holds(o, *s); !fine) return failed(std::move(fine.error()));
    if (const auto state = resolver::after(s->record.state, name_action::reinstate, s->key, s->record.name); !state) {
        return wrong_state(*s, state.error());
    }
    const std::chrono::seconds grace{s->policy.settings == nullptr ? 0 : s->policy.settings->reinstate_within};
    const std::string named = "the name \"" + resolver::urn_of(s->key, s->record) + "\" was withdrawn ";
    if (!s->record.withdrawn || w.now() - *s->record.withdrawn > grace) {
        problem p{.type = problem_type::wrong_state, .rule = "RFC 8141 section 5"};
        p.detail = grace.count() == 0
                       ? named + "permanently: its namespace sets no time in which a withdrawal can be reverted"
                       : named + "more than " + std::to_string(grace.count()) +
                             " seconds ago: after this time, its namespace permits no reversion";
        return wrong_state(*s, std::move(p));
    }
    // The withdrawal is the last event, or the last but one if a successor was set afterwards.
    constexpr std::size_t some_events = 8;
    for (const store::event &e : w.history("name", s->key, 0, some_events)) {
        name_record was = record_in(s->key, e.body);
        if (was.state == name_state::withdrawn) continue;
        s->record = std::move(was);
        if (auto fine = check_relations(w, s->key, s->record); !fine) return failed(std::move(fine.error()));
        return recorded(request, put(w, std::move(*s), name_action::reinstate));
    }
    throw store::failure(store::failure_kind::damaged, "the history of \"" + resolver::urn_of(s->key, s->record) +
                                                           "\" lacks the record before its withdrawal");
}

std::expected<changes, problem> changes_from_json(const json::value &value, bool merges) {
    constexpr std::size_t longest_patch = std::size_t{64} << 10U; // as metadata
    if (!value.is_object()) return failed(resolver::to_problem(json::not_an_object(value, "the body")));
    changes c;
    json::object rest; // null is the empty value: absent from the record
    for (const json::member &m : value.members()) {
        if (merges && m.name == "metadata" && m.value.is_object()) {
            if (json::to_text(m.value).size() > longest_patch) {
                json::members all{value, "a name record"};
                all.refuse("metadata", "must not be longer than 65536 bytes");
                return failed(resolver::to_problem(all.done().error()));
            }
            c.metadata_patch = m.value;
        } else if (!m.value.is_null()) {
            rest.push_back(m);
        }
    }
    auto record = resolver::record_from_json(std::move(rest));
    if (!record) return failed(std::move(record.error()));
    for (const json::member &m : value.members()) {
        bool known = false;
        for_each_member([&](const auto &member) {
            if (member.name != m.name) return;
            known = true;
            if (m.name == "metadata" && c.metadata_patch) return;
            c.*member.of_change = std::move((*record).*member.of_record);
        });
        if (!known) {
            json::members all{value, "a name record"};
            all.refuse(m.name, "cannot be changed");
            return failed(resolver::to_problem(all.done().error()));
        }
    }
    return c;
}

} // namespace uniform::service
