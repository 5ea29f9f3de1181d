#include <uniform/service/names.hpp>

#include <uniform/service/keys.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

#include <nlohmann/json.hpp>

#include <uniform/resolver/json_text.hpp>
#include <uniform/resolver/life.hpp>

#include "resolver/json_members.hpp"
#include "service/ground.hpp"
#include "service/idempotency.hpp"
#include "service/outcomes.hpp"

namespace uniform::service {

namespace {

using resolver::name_action;
using resolver::name_record;
using resolver::name_state;
using resolver::problem_type;
using failed = std::unexpected<problem>;

failed refuse(problem_type type, std::string detail) {
    return failed(problem{.type = type, .detail = std::move(detail)});
}

// What is known of the name that an operation is about.
struct subject {
    std::string key;
    store::name_row row;
    name_record record;
    ground where;
};

std::expected<subject, problem> find_subject(store::writing &w, const principal &who, std::string_view urn) {
    auto key = key_of(w, urn);
    if (!key) return failed(std::move(key.error()));
    ground g = ground_of(w, *key);
    if (auto may = may_touch(g, who, *key); !may) return failed(std::move(may.error()));
    auto row = w.name(*key);
    if (!row) return failed(unknown(*key));
    name_record record = record_of(*key, row->record);
    return subject{std::move(*key), std::move(*row), std::move(record), std::move(g)};
}

// What is there is shown, so that the client need not ask for it.
std::expected<void, problem> condition_holds(const terms &t, std::string_view key, const name_record &record,
                                             std::uint64_t event) {
    auto ok = t.condition.check(event, "the name");
    if (!ok) {
        ok.error().members =
            "{\"existing\":" + to_json(outcome{.key = std::string(key), .record = record, .event = event}) + "}";
    }
    return ok;
}
std::expected<void, problem> condition_holds(const terms &t, const subject &s) {
    return condition_holds(t, s.key, s.record, s.row.event);
}

outcome put(store::writing &w, subject s, name_action a) {
    const std::uint64_t event = w.change_name(s.row, s.record, to_string(a));
    return {.key = std::move(s.key), .record = std::move(s.record), .event = event};
}

// The first answer, when this request came before.
std::expected<std::optional<outcome>, problem> repeated(store::writing &w, once &o) {
    auto was = o.before();
    if (!was) return failed(std::move(was.error()));
    if (!*was) return std::nullopt;
    auto again = outcomes_from(w, **was);
    if (again.size() != 1) throw store::failure(store::failure_kind::damaged, "a remembered answer cannot be read");
    return std::move(again.front());
}

// RFC 7396 2; what comes of it is checked as metadata that is given whole.
std::expected<std::string, problem> merged_metadata(const std::string &was, const std::string &patch) {
    using nlohmann::ordered_json;
    ordered_json whole = was.empty() ? ordered_json::object() : ordered_json::parse(was);
    whole.merge_patch(ordered_json::parse(patch));
    auto record = resolver::record_from_json(ordered_json{{"metadata", std::move(whole)}}.dump());
    if (!record) return failed(std::move(record.error()));
    return std::move(record->metadata);
}

outcome answer(once &o, outcome result) {
    o.remember(remembered({&result, 1}));
    return result;
}

} // namespace

std::expected<void, problem> check_relations(store::reading &r, std::string_view key, const name_record &record) {
    const auto in_store = [&r](std::string_view name) {
        const auto row = r.name(name);
        return row ? record_of(row->key, row->record).successor : std::string{};
    };
    return check_relations(in_store, key, record);
}

std::expected<void, problem> check_relations(const successor_of &known, std::string_view key,
                                             const name_record &record) {
    const std::string self = resolver::urn_of(key);
    if (record.predecessor == self) return refuse(problem_type::invalid, "a name is not its own predecessor");
    if (std::ranges::find(record.other_names, self) != record.other_names.end()) {
        return refuse(problem_type::invalid, "a name is not another name of itself");
    }
    // The names that take each other's place, as far as they are here, must come to an end.
    std::string next = record.successor;
    for (int steps = 0; !next.empty(); ++steps) {
        if (next == self) {
            return refuse(problem_type::invalid,
                          steps == 0 ? "a name is not its own successor" : "the successors lead back to this name");
        }
        if (steps == 100) return refuse(problem_type::invalid, "more than 100 successors behind each other");
        next = known(std::string_view(next).substr(4));
    }
    return {};
}

store::foresight foresee(const principal &who, std::string_view urn, const terms &t) {
    store::foresight f;
    if (auto key = resolver::key_of(urn)) f.names.push_back(std::move(*key));
    if (!t.key.empty()) f.answered.emplace(who.id, t.key);
    return f;
}

std::expected<outcome, problem> assign(store::writing &w, const principal &who, const assignment &a) {
    once o(w, who, a.terms, {"assign", a.urn, resolver::encode(a.record), a.same_is_fine ? "put" : ""});
    auto before = repeated(w, o);
    if (!before) return failed(std::move(before.error()));
    if (*before) return std::move(**before);

    auto name = read_new_name(w, a.urn);
    if (!name) return failed(std::move(name.error()));
    const ground g = ground_of(w, name->key);
    if (auto may = may_assign(g, who, name->key); !may) return failed(std::move(may.error()));
    if (!a.terms.condition.empty()) {
        const auto there = w.name(name->key);
        auto ok = there ? condition_holds(a.terms, name->key, record_of(name->key, there->record), there->event)
                        : a.terms.condition.check(std::nullopt, "the name");
        if (!ok) return failed(std::move(ok.error()));
    }
    name_record record = client_part(a.record);
    record.state = name_state::active;
    record.name = std::move(name->written);
    record.registrar = registrar_of(g, who);
    if (auto fine = in_policy(g, name->key, record); !fine) return failed(std::move(fine.error()));
    if (auto fine = check_relations(w, name->key, record); !fine) return failed(std::move(fine.error()));
    if (auto existing = w.add_name(name->key, record, to_string(name_action::assign))) {
        name_record there = record_of(name->key, existing->record);
        if (a.same_is_fine && there.state == name_state::active && client_part(there) == client_part(a.record)) {
            return answer(o, {.key = std::move(name->key), .record = std::move(there), .event = existing->event});
        }
        return failed(taken(*existing, there));
    }
    const std::uint64_t event = w.name(name->key)->event;
    return answer(o, {.key = std::move(name->key), .record = std::move(record), .event = event, .created = true});
}

std::expected<outcome, problem> activate(store::writing &w, const principal &who, const assignment &a) {
    once o(w, who, a.terms, {"activate", a.urn, resolver::encode(a.record), a.same_is_fine ? "put" : ""});
    auto before = repeated(w, o);
    if (!before) return failed(std::move(before.error()));
    if (*before) return std::move(**before);

    auto s = find_subject(w, who, a.urn);
    if (!s) return failed(std::move(s.error()));
    if (auto fine = condition_holds(a.terms, *s); !fine) return failed(std::move(fine.error()));
    if (a.same_is_fine && s->record.state == name_state::active && client_part(s->record) == client_part(a.record)) {
        return answer(o, {.key = s->key, .record = s->record, .event = s->row.event});
    }
    const auto state = resolver::after(s->record.state, name_action::activate);
    if (!state) return failed(state.error());
    name_record filled = client_part(a.record);
    filled.state = *state;
    filled.name = std::move(s->record.name);
    filled.registrar = registrar_of(s->where, who);
    filled.batch = std::move(s->record.batch);
    if (auto fine = in_policy(s->where, s->key, filled); !fine) return failed(std::move(fine.error()));
    if (auto fine = check_relations(w, s->key, filled); !fine) return failed(std::move(fine.error()));
    s->record = std::move(filled);
    return answer(o, put(w, std::move(*s), name_action::activate));
}

std::expected<outcome, problem> change(store::writing &w, const principal &who, std::string_view urn, const changes &c,
                                       const terms &t) {
    name_record wanted; // for the digest of the request
    if (c.locators) wanted.locators = *c.locators;
    if (c.metadata) wanted.metadata = *c.metadata;
    if (c.metadata_patch) wanted.metadata = *c.metadata_patch;
    if (c.other_names) wanted.other_names = *c.other_names;
    if (c.successor) wanted.successor = *c.successor;
    if (c.predecessor) wanted.predecessor = *c.predecessor;
    const std::string given{c.locators ? 'l' : '-',
                            c.metadata         ? 'm'
                            : c.metadata_patch ? 'M'
                                               : '-',
                            c.other_names ? 'o' : '-', c.successor ? 's' : '-', c.predecessor ? 'p' : '-'};
    once o(w, who, t, {"change", urn, given, resolver::encode(wanted), to_string(t.condition)});
    auto before = repeated(w, o);
    if (!before) return failed(std::move(before.error()));
    if (*before) return std::move(**before);

    auto s = find_subject(w, who, urn);
    if (!s) return failed(std::move(s.error()));
    if (auto fine = condition_holds(t, *s); !fine) return failed(std::move(fine.error()));
    const name_record was = s->record;
    const bool only_successor =
        c.successor && !c.locators && !c.metadata && !c.metadata_patch && !c.other_names && !c.predecessor;
    const name_action action = was.state == name_state::withdrawn && was.successor.empty() && only_successor
                                   ? name_action::succeed
                                   : name_action::change;
    if (const auto state = resolver::after(was.state, action); !state) return failed(state.error());
    if (c.locators) s->record.locators = *c.locators;
    if (c.metadata) s->record.metadata = *c.metadata;
    if (c.metadata_patch) {
        auto merged = merged_metadata(was.metadata, *c.metadata_patch);
        if (!merged) return failed(std::move(merged.error()));
        s->record.metadata = std::move(*merged);
    }
    if (c.other_names) s->record.other_names = *c.other_names;
    if (c.successor) s->record.successor = *c.successor;
    if (c.predecessor) s->record.predecessor = *c.predecessor;
    if (s->record == was) return answer(o, {.key = s->key, .record = was, .event = s->row.event});
    if (c.locators) {
        // Of the policies only that of locators: the name is there, whatever the naming policy is today.
        if (auto fine = locators_in_policy(s->where, s->record); !fine) return failed(std::move(fine.error()));
    }
    if (auto fine = check_relations(w, s->key, s->record); !fine) return failed(std::move(fine.error()));
    return answer(o, put(w, std::move(*s), action));
}

std::expected<outcome, problem> locate(store::writing &w, const principal &who, std::string_view urn,
                                       std::vector<resolver::locator> locators, const terms &t) {
    return change(w, who, urn, {.locators = std::move(locators)}, t);
}

std::expected<outcome, problem> describe(store::writing &w, const principal &who, std::string_view urn,
                                         std::string metadata, const terms &t) {
    return change(w, who, urn, {.metadata = std::move(metadata)}, t);
}

std::expected<outcome, problem> withdraw(store::writing &w, const principal &who, const withdrawal &x) {
    once o(w, who, x.terms, {"withdraw", x.urn, x.reason, x.successor, to_string(x.terms.condition)});
    auto before = repeated(w, o);
    if (!before) return failed(std::move(before.error()));
    if (*before) return std::move(**before);

    if (x.reason.empty() || x.reason.size() > longest_reason || !is_plain_text(x.reason)) {
        return refuse(
            problem_type::invalid,
            "a withdrawal has a reason: 1 to 2000 bytes of UTF-8 without control characters other than line ends "
            "and tabs");
    }
    auto s = find_subject(w, who, x.urn);
    if (!s) return failed(std::move(s.error()));
    if (auto fine = condition_holds(x.terms, *s); !fine) return failed(std::move(fine.error()));
    const auto state = resolver::after(s->record.state, name_action::withdraw);
    if (!state) return failed(state.error());
    s->record.state = *state;
    s->record.reason = x.reason;
    s->record.withdrawn = w.now();
    if (!x.successor.empty()) {
        const auto successor = key_of(w, x.successor);
        if (!successor) {
            problem p = successor.error();
            p.detail = "the successor: " + p.detail;
            return failed(std::move(p));
        }
        s->record.successor = resolver::urn_of(*successor);
    }
    if (auto fine = check_relations(w, s->key, s->record); !fine) return failed(std::move(fine.error()));
    return answer(o, put(w, std::move(*s), name_action::withdraw));
}

std::expected<changes, problem> changes_from_json(std::string_view text, bool merges) {
    constexpr std::size_t longest_patch = std::size_t{64} << 10U; // as metadata
    auto object = resolver::read_json(text, {.exact = true});
    if (!object) return failed(std::move(object.error()));
    if (!object->is_object()) return refuse(problem_type::malformed, "an object with the members to change is wanted");
    changes c;
    nlohmann::ordered_json rest = nlohmann::ordered_json::object();
    for (const auto &[key, value] : object->items()) {
        if (merges && key == "metadata" && value.is_object()) {
            c.metadata_patch = value.dump();
            if (c.metadata_patch->size() <= longest_patch) continue;
            return failed(problem{.type = problem_type::invalid,
                                  .detail = "more than 65536 bytes",
                                  .members = R"({"pointer":"/metadata"})"});
        }
        if (!value.is_null()) rest[key] = value;
    }
    auto record = resolver::record_from_json(rest.dump());
    if (!record) return failed(std::move(record.error()));
    for (const auto &[key, value] : object->items()) {
        if (key == "locators") {
            c.locators = std::move(record->locators);
        } else if (key == "metadata") {
            if (!c.metadata_patch) c.metadata = std::move(record->metadata);
        } else if (key == "other_names") {
            c.other_names = std::move(record->other_names);
        } else if (key == "successor") {
            c.successor = std::move(record->successor);
        } else if (key == "predecessor") {
            c.predecessor = std::move(record->predecessor);
        } else {
            return refuse(problem_type::invalid, "there is no member \"" + key + "\" to change");
        }
    }
    return c;
}

} // namespace uniform::service
