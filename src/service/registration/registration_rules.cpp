#include "service/registration/registration_rules.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <uniform/json/writer.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/urn.hpp>

#include "base/text.hpp"
#include "base/try.hpp"
#include "service/names/name_rows.hpp"
#include "service/parsed_document.hpp"
#include "service/registration/registration_template.hpp"
#include "service/registration/request_encoding.hpp"
#include "service/shown_text.hpp"

namespace uniform::service::registration {

namespace {

using base::concat;
using registry::derived_rules;
using resolver::namespace_settings;
using resolver::rules_source;

constexpr std::size_t most_shown = 100;
constexpr std::size_t names_at_once = 1000;
constexpr std::size_t most_remembered = 10'000;

constexpr std::string_view rule_names[]{"syntax", "equivalence", "checks", "components"};

json::value rule_of(const namespace_settings &s, std::string_view name) {
    if (name == "syntax") return s.rules.syntax();
    if (name == "equivalence") return s.rules.equivalence();
    if (name == "checks") return s.rules.checks();
    return s.components.value();
}

json::value rule_of(const derived_rules &d, std::string_view name) {
    if (name == "syntax") return d.syntax;
    if (name == "equivalence") return d.equivalence;
    if (name == "components") return d.components;
    return {}; // a template describes check characters in prose
}

const std::optional<json::value> &decided_rule(const rules_decision &d, std::string_view name) {
    if (name == "syntax") return d.syntax;
    if (name == "equivalence") return d.equivalence;
    if (name == "checks") return d.checks;
    return d.components;
}

problem conflict(std::string detail, json::array names) {
    problem p{.type = problem_type::conflict, .detail = std::move(detail), .rule = "RFC 8141 section 3.1"};
    if (!names.empty()) p.members.emplace_back("names", std::move(names));
    return p;
}

// Two names that would be one.
problem would_merge(std::string_view nid, const std::string &one, const std::string &other) {
    return conflict(concat({"the equivalence would make \"", one, "\" and \"", other, "\" one name of \"", nid,
                            "\", but both exist, and names are for ever: decide another equivalence"}),
                    {json::value{one}, json::value{other}});
}

// Keys are written once: an equivalence that gives a name another one comes too late, even if it merges none.
class keys_after {
public:
    keys_after(store::reading &r, const namespace_settings &after) : store_{r}, after_{after} {}

    std::expected<void, problem> see(const store::name_row &row, const std::string &written) {
        const auto key = resolver::key_of(written, after_.rules.keys());
        if (!key || *key == row.key) return {};
        if (const auto other = store_.name(*key)) {
            const auto record = record_in(other->key, other->record);
            return std::unexpected{would_merge(after_.nid, written, resolver::urn_of(other->key, record))};
        }
        if (seen_.size() < most_remembered) {
            const auto [at, is_new] = seen_.emplace(*key, written);
            if (!is_new) return std::unexpected{would_merge(after_.nid, at->second, written)};
        }
        return {};
    }
    [[nodiscard]] std::expected<void, problem> done() const {
        if (seen_.empty()) return {};
        const std::string &first = seen_.begin()->second;
        return std::unexpected{
            conflict(concat({"the equivalence would give existing names of \"", after_.nid, "\" other keys, such as \"",
                             first, "\", and keys never change: decide the equivalence that they have"}),
                     {json::value{first}})};
    }

private:
    store::reading &store_;
    const namespace_settings &after_;
    std::map<std::string, std::string> seen_; // of the names with another key: it, and the name
};

std::expected<void, problem> delegations_keep_keys(store::reading &r, const namespace_settings &after) {
    const std::string all = after.nid + ":";
    std::string last;
    for (;;) {
        const auto some = r.list("delegation", all, last, names_at_once);
        for (const store::document &d : some) {
            const auto prefix = resolver::prefix_of_keys(d.id, after.rules.keys());
            if (prefix && *prefix == d.id) continue;
            return std::unexpected{conflict(concat({"the equivalence would change the prefix \"urn:", d.id,
                                                    "\", which is delegated: decide the equivalence that it has"}),
                                            {})};
        }
        if (some.size() < names_at_once) return {};
        last = some.back().id;
    }
}

// The state of the rules as clients see it.
json::value value_of_examples(const std::vector<registry::template_example> &examples) {
    json::array all;
    for (const registry::template_example &e : examples) {
        json::value one = json::object{};
        all.push_back(std::move(one.set("name", e.urn).set_if("fault", e.fault)));
    }
    return json::value{std::move(all)};
}

std::optional<registry::namespace_template> template_of_version(store::reading &r, const registration_request &q) {
    const auto stored = r.find("version", version_id(q.number, q.versions));
    if (!stored) return std::nullopt;
    auto t = read(version_from(*stored).template_text);
    if (!t) return std::nullopt;
    return std::move(*t);
}

std::optional<registry::namespace_template> registered_document(store::reading &r, std::uint64_t number) {
    const auto text = registered_template(r, number);
    if (!text) return std::nullopt;
    auto t = read(*text);
    if (!t) return std::nullopt;
    return std::move(*t);
}

} // namespace

std::expected<proposed_rules, problem> propose_rules(namespace_settings now, const registry::namespace_template &t,
                                                     const registry::namespace_template *base,
                                                     const rules_decision &decided) {
    derived_rules derived = derive_rules(t);
    const bool names_possible = base != nullptr && now.rules_from != rules_source::undecided;
    const bool was_registered = names_possible && now.rules_from == rules_source::registration;
    const derived_rules before = was_registered ? derive_rules(*base) : derived_rules{};

    proposed_rules out;
    json::value settings = json::object{{"nid", now.nid}};
    for (const std::string_view name : rule_names) {
        json::value rule = rule_of(derived, name);
        const bool is_open = derived.is_open(name);
        const bool is_same = was_registered && rule == rule_of(before, name) && is_open == before.is_open(name);
        if (const auto &given = decided_rule(decided, name)) {
            UNIFORM_CHECK(check_shown_texts(concat({"/rules/", name}), *given));
            rule = *given;
        } else if (is_same || (names_possible && is_open) || name == "checks") {
            rule = rule_of(now, name);
        } else if (is_open) {
            std::ranges::copy_if(derived.open, std::back_inserter(out.open),
                                 [&](const registry::open_rule &o) { return o.setting == name; });
        }
        if (!rule.is_null()) settings.set(name, std::move(rule));
    }
    auto read = resolver::namespace_settings_from_json(settings);
    auto fine = read ? std::expected<void, problem>{} : std::unexpected{std::move(read.error())};
    if (fine && decided.syntax) fine = resolver::check_one_syntax(now.nid, *decided.syntax);
    if (!fine) {
        problem p = std::move(fine.error());
        p.pointer = concat({"/rules", p.pointer.value_or("")});
        p.offset.reset();
        return std::unexpected{std::move(p)};
    }
    now.rules = std::move(read->rules);
    now.components = std::move(read->components);
    now.rules_from = out.open.empty() ? rules_source::registration : rules_source::undecided;
    out.examples = std::move(derived.examples);
    for (registry::template_example &e : out.examples)
        e.fault = registry::fault_of_example(e.urn, now.rules.registry());
    out.settings = std::move(now);
    return out;
}

std::expected<rules_effect, problem> effect_of(store::reading &r, const namespace_settings &before,
                                               const namespace_settings &after) {
    rules_effect out;
    if (before.rules == after.rules) return out;
    const bool other_keys = !before.rules.same_names(after.rules);
    if (other_keys) {
        UNIFORM_CHECK(delegations_keep_keys(r, after));
    }
    keys_after keys{r, after};
    const std::string all = after.nid + ":";
    std::string last;
    for (bool more = true; more;) {
        const auto some = r.names(all, last, names_at_once);
        more = some.size() == names_at_once;
        if (!some.empty()) last = some.back().key;
        for (const store::name_row &row : some) {
            const auto record = record_in(row.key, row.record);
            const std::string written = resolver::urn_of(row.key, record);
            if (other_keys) {
                UNIFORM_CHECK(keys.see(row, written));
            }
            ++out.names;
            if (registry::fault_of_example(written, after.rules.registry()).empty()) continue;
            ++out.invalid;
            if (out.examples.size() < most_shown) out.examples.push_back(written);
        }
    }
    UNIFORM_CHECK(keys.done());
    return out;
}

bool has_open_rules(store::reading &r, const registration_request &q) {
    const auto n = q.nid.empty() ? std::nullopt : find_namespace(r, q.nid);
    return n && n->settings.rules_from == rules_source::undecided &&
           request_number(n->settings.request).value_or(0) == q.number;
}

void show_rules(store::reading &r, request_view &v) {
    const registration_request &q = v.request;
    const auto t = q.versions == 0 ? std::nullopt : template_of_version(r, q);
    if (!t) return;
    const bool is_registered = q.state == registry::request_state::registered;
    const auto n = q.nid.empty() ? std::nullopt : find_namespace(r, q.nid);
    namespace_settings now = n && (is_registered || !q.revises.empty())
                                 ? n->settings
                                 : namespace_settings{.nid = q.nid.empty() ? "example" : q.nid};
    rules_view out;
    if (is_registered && n) {
        auto open = derive_rules(*t);
        out.state = now.rules_from == rules_source::undecided ? "undecided" : "registered";
        if (now.rules_from == rules_source::undecided) out.open = std::move(open.open);
        out.examples = std::move(open.examples);
        for (registry::template_example &e : out.examples)
            e.fault = registry::fault_of_example(e.urn, now.rules.registry());
    } else {
        const auto base = q.revises.empty() ? std::nullopt : registered_document(r, q.base);
        auto proposed = propose_rules(now, *t, base ? &*base : nullptr, {});
        if (!proposed) return;
        out.state = "proposed";
        out.open = std::move(proposed->open);
        out.examples = std::move(proposed->examples);
        // All names are read: only for those who decide about it next.
        constexpr registry::actors deciding = registry::actor::expert | registry::actor::administrator;
        if (base && is_open(q.state) && (v.actors & deciding) != 0) {
            auto effect = effect_of(r, now, proposed->settings);
            if (effect)
                out.effect = std::move(*effect);
            else
                out.conflict = effect.error().detail;
        }
        now = std::move(proposed->settings);
    }
    out.settings = std::move(now);
    v.rules = std::move(out);
}

std::expected<namespace_entry, problem> settle_rules(store::writing &w, const registration_request &q,
                                                     const action_input &input) {
    if (!has_open_rules(w, q)) {
        return refuse(problem_type::wrong_state,
                      concat({"the rules of the names in \"", q.nid,
                              "\" are decided: a revision of the registration changes them"}),
                      "RFC 8141 section 6.2");
    }
    const auto n = find_namespace(w, q.nid);
    const auto t = template_of_version(w, q);
    if (!t) return refuse(problem_type::internal, "a template in the store cannot be read");
    UNIFORM_TRY(auto &proposed, propose_rules(n->settings, *t, nullptr, input.rules.value_or(rules_decision{})));
    if (!proposed.open.empty()) {
        const registry::open_rule &open = proposed.open.front();
        auto refused = refuse(problem_type::invalid, concat({"\"", open.setting, "\" is not decided: ", open.why}),
                              "RFC 8141 section 6.4.2");
        refused.error().pointer = concat({"/rules/", open.setting});
        return refused;
    }
    UNIFORM_CHECK(effect_of(w, n->settings, proposed.settings));
    namespace_entry out{.settings = std::move(proposed.settings)};
    set_revision(out, w.put("namespace", out.settings.nid, resolver::to_json(out.settings),
                            to_string(registry::request_action::settle)));
    return out;
}

} // namespace uniform::service::registration

namespace uniform::service {

json::value value_of(const rules_effect &e) {
    json::value out = json::object{};
    return out.set("names", e.names).set("invalid", e.invalid).set("examples", e.examples);
}

json::value value_of(const rules_view &v) {
    json::value out = json::object{};
    out.set("state", v.state);
    for (const std::string_view name : registration::rule_names) {
        json::value rule = registration::rule_of(v.settings, name);
        if (!rule.is_null()) out.set(name, std::move(rule));
    }
    json::array open;
    for (const registry::open_rule &o : v.open) {
        open.push_back(json::object{{"setting", o.setting}, {"why", o.why}});
    }
    out.set("open", std::move(open)).set("examples", registration::value_of_examples(v.examples));
    if (v.effect) out.set("existing_names", value_of(*v.effect));
    return out.set_if("conflict", v.conflict);
}

} // namespace uniform::service
