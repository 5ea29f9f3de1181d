#include "service/registration/registration_effects.hpp"

#include <algorithm>
#include <limits>

#include <uniform/base/ascii.hpp>
#include <uniform/base/assertion.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/service/registry.hpp>
#include <uniform/urn/nid.hpp>

#include "base/text.hpp"
#include "base/try.hpp"
#include "service/parsed_document.hpp"
#include "service/registration/registration_drafts.hpp"
#include "service/registration/registration_rules.hpp"
#include "service/registration/registration_template.hpp"
#include "service/registration/request_actors.hpp"
#include "service/registration/request_encoding.hpp"

namespace uniform::service::registration {

namespace {

using base::concat;
using registry::actor;
using registry::request_action;

constexpr std::uint32_t most_versions = 999;

std::string errors_summary(const std::vector<registry::finding> &findings) {
    const auto errors = std::ranges::count(findings, registry::severity::error, &registry::finding::level);
    const auto first = std::ranges::find(findings, registry::severity::error, &registry::finding::level);
    return concat({std::to_string(errors), errors == 1 ? " error" : " errors", " in the template: ", first->message,
                   errors == 1 ? "" : "; and others"});
}

// The NID that the template asks for, if it can be registered.
std::expected<std::string, problem> claim_nid(store::reading &r, const registration_request &q,
                                              const registry::namespace_template &t,
                                              const std::vector<registry::finding> &findings) {
    std::string nid = registry::asks_for_informal(t) ? std::string{} : ascii::lower_copy(registry::requested_nid(t));
    if (q.revises.empty() && !nid.empty() && !informal_number(nid)) {
        if (auto refused = refusal_of_nid(r, nid)) {
            if (refused->type != problem_type::conflict) refused->type = problem_type::invalid;
            if (q.superseded_by != 0 && nid == q.nid) {
                refused->detail = superseded_message(q);
                refused->members.emplace_back("superseded_by", std::to_string(q.superseded_by));
            }
            refused->findings = registration::shown(findings);
            return std::unexpected{std::move(*refused)};
        }
    }
    if (registry::has_errors(findings)) {
        const auto first = std::ranges::find(findings, registry::severity::error, &registry::finding::level);
        auto refused = refuse(problem_type::invalid, errors_summary(findings), citation(*first));
        refused.error().findings = registration::shown(findings);
        return refused;
    }
    return nid;
}

// 5.2: the next available number in the sequence. IANA goes on with its own sequence from 1, which had come to 8 after
// 25 years, so the one of this service begins far above it: no number that is assigned here is assigned by IANA later.
constexpr std::uint64_t informal_numbers_begin = 1'000'000;

std::string next_informal_nid(store::writing &w) {
    for (;;) {
        std::string nid = concat({"urn-", std::to_string(informal_numbers_begin + w.next("informal-nid"))});
        if (!is_registered_with_iana(w, nid) && !find_namespace(w, nid)) return nid;
    }
}

constexpr auto no_limit = std::numeric_limits<std::size_t>::max();

// A template that is checked, and the NID that it asks for.
struct submission {
    parsed_template sent = {};
    std::string nid = {};
};

// The checks that precede each submission, received or not. Notes in the request which registration it revises.
std::expected<submission, problem> check_submission(store::reading &r, registration_request &q,
                                                    const action_input &input,
                                                    std::vector<registry::finding> &findings) {
    if (q.versions >= most_versions)
        return refuse(problem_type::too_many, "a request can be submitted 999 times at most");
    auto sent =
        input.document ? registration::read(*input.document, "/template") : registration::read(draft_of(r, q), {});
    if (sent && input.document) {
        UNIFORM_CHECK(check_size(sent->text.size(), {.size = input.limits.size}));
    }
    UNIFORM_CHECK(sent);
    if (!q.revises.empty()) {
        // A revision is based on the version that is registered now.
        if (const auto current = find_namespace(r, q.revises)) {
            q.base = request_number(current->settings.request).value_or(q.base);
        }
    }
    findings = check(r, q, sent->document);
    UNIFORM_TRY(auto &nid, claim_nid(r, q, sent->document, findings));
    return submission{.sent = std::move(*sent), .nid = std::move(nid)};
}

} // namespace

std::string superseded_message(const registration_request &q) {
    return concat({"\"", q.nid, "\" was registered by request ", std::to_string(q.superseded_by),
                   ": this request can only be changed to another NID, or withdrawn"});
}

std::expected<void, problem> submit_template(store::writing &w, registration_request &q, const action_input &input,
                                             std::vector<registry::finding> &findings,
                                             registry::request_action action) {
    UNIFORM_TRY(auto &checked, check_submission(w, q, input, findings));
    q.nid = std::move(checked.nid);
    q.informal = q.nid.empty() || informal_number(q.nid).has_value();
    q.superseded_by = 0;
    ++q.rounds;
    ++q.versions;
    put_version(w, q,
                {.number = q.versions,
                 .round = q.rounds,
                 .template_text = std::move(checked.sent.text),
                 .findings = registration::shown(findings),
                 .registered = false,
                 .at = w.now()},
                action);
    if (!q.nid.empty()) {
        const std::string id = concat({q.nid, "/", request_id(q.number)});
        if (!w.find("requested", id)) {
            w.put("requested", id, json::to_text(json::object{{"request", std::to_string(q.number)}}),
                  to_string(action));
        }
    }
    return {};
}

std::expected<void, problem> receive_submission(store::writing &w, registration_request &q, const action_input &input,
                                                const credentials &a, std::vector<registry::finding> &findings) {
    registration_request as_submitted = q;
    UNIFORM_TRY(const auto &checked, check_submission(w, as_submitted, input, findings));
    note_nid(q, checked.sent.document);
    return put_draft(w, q,
                     {.text = checked.sent.text, .anonymous = a.who == nullptr, .received = true, .reason = input.text},
                     input.limits);
}

std::expected<void, problem> accept_submission(store::writing &w, registration_request &q, const action_input &input,
                                               std::vector<registry::finding> &findings) {
    const auto waits = submitted_draft_of(w, q.number);
    UNIFORM_ASSERT(waits.has_value());
    if (input.received && *input.received != waits->at) {
        return refuse(problem_type::precondition_failed,
                      concat({"the submission that was received at ", resolver::to_string(*input.received),
                              " was replaced by that of ", resolver::to_string(waits->at)}),
                      {}, {{"received", resolver::to_string(waits->at)}});
    }
    UNIFORM_CHECK(submit_template(w, q, {.limits = {.size = no_limit}}, findings, request_action::accept));
    q.decisions.push_back({.action = request_action::submit,
                           .round = q.rounds,
                           .text = waits->reason,
                           .at = waits->at,
                           .actor = std::string{to_string(actor::submitter)},
                           .who = unconfirmed_submitter(q.number)});
    return {};
}

std::expected<namespace_entry, problem> enter_namespace(store::writing &w, registration_request &q,
                                                        const rules_decision &decided,
                                                        std::optional<rules_effect> &effect) {
    const auto stored = w.find("version", version_id(q.number, q.versions));
    submitted_version v = version_from(stored.value());
    UNIFORM_TRY(auto &t, registration::read(v.template_text));

    namespace_entry n;
    std::optional<registry::namespace_template> base; // of a revision
    if (q.revises.empty()) {
        if (q.informal) {
            q.nid = next_informal_nid(w);
            t.set(registry::field::namespace_identifier, q.nid);
            v.template_text = write_template(t);
            ++q.versions;
            v.number = q.versions;
        } else if (auto refused = refusal_of_nid(w, q.nid)) {
            return std::unexpected{std::move(*refused)};
        }
        n.settings.nid = q.nid;
        n.settings.title = q.title;
    } else {
        UNIFORM_TRY(auto &current, namespace_of(w, q.revises));
        n.settings = std::move(current.settings);
        if (request_number(n.settings.request).value_or(0) != q.base) {
            auto refused =
                refuse(problem_type::conflict,
                       concat({"the registration of \"", q.nid, "\" was revised by request ", n.settings.request,
                               " in the meantime: base this revision on that one and submit it again"}),
                       "RFC 8141 section 6.2");
            refused.error().existing =
                value_of(namespace_entry{.settings = n.settings, .event = current.event, .version = current.version});
            return refused;
        }
        if (!q.title.empty()) n.settings.title = q.title;
        if (const auto text = registered_template(w, q.base)) {
            if (auto older = registration::read(*text)) base = std::move(*older);
        }
        if (auto older = load(w, q.base)) {
            const auto to = registry::next_state(older->state, request_action::revise,
                                                 static_cast<registry::actors>(actor::process), older->track());
            if (to) {
                older->state = *to;
                save(w, *older, request_action::revise);
            }
        }
    }
    UNIFORM_TRY(auto &proposed, propose_rules(n.settings, t, base ? &*base : nullptr, decided));
    if (!q.revises.empty()) {
        UNIFORM_TRY(auto &found, effect_of(w, n.settings, proposed.settings));
        effect = std::move(found);
    }
    n.settings = std::move(proposed.settings);
    n.settings.origin = "here";
    n.settings.request = std::to_string(q.number);
    v.registered = true;
    put_version(w, q, v, request_action::enter);
    set_revision(n, w.put("namespace", q.nid, resolver::to_json(n.settings),
                          to_string(q.revises.empty() ? request_action::enter : request_action::revise)));

    for (registration_request &other : requests_for(w, q.nid, q.number)) {
        const auto to = registry::next_state(other.state, request_action::supersede,
                                             static_cast<registry::actors>(actor::process), other.track());
        if (!to) continue;
        other.state = *to;
        other.superseded_by = q.number;
        save(w, other, request_action::supersede);
    }
    return n;
}

std::vector<registry::finding> check_fast_track(store::reading &r, const registration_request &q) {
    const auto t =
        registration::read(version_from(r.find("version", version_id(q.number, q.versions)).value()).template_text);
    if (!t) return {}; // whoever reads it again is told
    auto findings = check(r, q, *t);
    std::erase_if(findings, [](const registry::finding &f) {
        return f.level != registry::severity::error || !f.section.starts_with("6.3");
    });
    return findings;
}

std::expected<void, problem> may_conclude(store::reading &r, const registration_request &q) {
    const auto findings = check_fast_track(r, q);
    if (findings.empty()) return {};
    auto refused = refuse(problem_type::invalid, findings.front().message, citation(findings.front()));
    refused.error().findings = registration::shown(findings);
    return refused;
}

} // namespace uniform::service::registration
