// Steps of a registration: RFC 8141 6.2 and 6.3.

#include <uniform/service/registration.hpp>

#include <algorithm>

#include <uniform/namespace.hpp>
#include <uniform/nid.hpp>

#include "registry/text.hpp"
#include "service/registration_record.hpp"

namespace uniform::service {

namespace {

using namespace registration;
using registry::actor;
using registry::joined;
using registry::request_action;
using registry::request_state;

constexpr std::size_t longest_name = 200;
constexpr std::size_t longest_reference = 1000;
constexpr std::size_t longest_reason = 65'536;
constexpr std::size_t most_decisions = 1000;
constexpr std::uint32_t most_versions = 999;

std::string shown(std::uint64_t number) { return joined({"request ", std::to_string(number)}); }

// Whether the step is open to the asker; where it leads.
std::expected<request_state, problem> next(const registration_request &q, request_action action, registry::actors parts,
                                           const asker &a) {
    using enum request_action;
    if (is_overtaken(q) && action != edit && action != submit && action != comment && action != withdraw) {
        return refuse(problem_type::conflict,
                      joined({"\"", q.nid, "\" was registered by ", shown(q.overtaken_by),
                              ": this request can only be changed to another NID, or withdrawn"}),
                      "RFC 8141 section 5.1 (1)", json{{"overtaken_by", std::to_string(q.overtaken_by)}}.dump());
    }
    auto to = registry::step(q.state, action, parts, q.track());
    if (to) return *to;
    const registry::step_refusal &no = to.error();
    json members;
    members["state"] = to_string(q.state);
    members["track"] = to_string(q.track());
    members["open_steps"] = open_steps_of(q, parts, false); // it is not overtaken, or the step is open
    std::string rule = no.section.empty() ? std::string{} : joined({"RFC 8141 section ", no.section});
    const bool not_theirs = no.why == registry::no_step::not_theirs;
    return refuse(!not_theirs                            ? problem_type::wrong_state
                  : a.who == nullptr && a.secret.empty() ? problem_type::unauthenticated
                                                         : problem_type::forbidden,
                  no.says, std::move(rule), members.dump());
}

// As whom the asker takes a step: one may play several parts, of which not each may take it.
std::string part_of(const registration_request &q, request_action action, registry::actors parts) {
    for (const actor one : {actor::submitter, actor::expert, actor::administrator}) {
        const auto alone = static_cast<registry::actors>(one);
        if ((parts & alone) != 0 && registry::step(q.state, action, alone, q.track())) {
            return std::string(to_string(one));
        }
    }
    return {};
}

std::string errors_summary(const std::vector<registry::finding> &findings) {
    const auto errors = std::ranges::count(findings, registry::severity::error, &registry::finding::level);
    const auto first = std::ranges::find(findings, registry::severity::error, &registry::finding::level);
    return joined({std::to_string(errors), errors == 1 ? " error" : " errors", " in the template: ", first->message,
                   errors == 1 ? "" : "; and others"});
}

// The NID that the template asks for, when it may have it.
std::expected<std::string, problem> claim_nid(store::reading &r, const registration_request &q,
                                              const registry::namespace_template &t,
                                              const std::vector<registry::finding> &findings) {
    json members;
    members["findings"] = findings_json(findings);
    std::string nid = registry::asks_for_informal(t) ? std::string{} : registry::lower(registry::requested_nid(t));
    if (q.revises.empty() && !nid.empty() && !informal_number(nid)) {
        if (auto refused = refusal_of_nid(r, nid)) {
            if (refused->type != problem_type::conflict) refused->type = problem_type::invalid;
            if (!refused->members.empty()) members.update(json::parse(refused->members));
            if (q.overtaken_by != 0 && nid == q.nid) {
                refused->detail = joined({"\"", nid, "\" was registered by ", shown(q.overtaken_by),
                                          ": this request can only be changed to another NID, or withdrawn"});
                members["overtaken_by"] = std::to_string(q.overtaken_by);
            }
            refused->members = members.dump();
            return std::unexpected(std::move(*refused));
        }
    }
    if (registry::has_errors(findings)) {
        const auto first = std::ranges::find(findings, registry::severity::error, &registry::finding::level);
        return refuse(problem_type::invalid, errors_summary(findings), citation(*first), members.dump());
    }
    return nid;
}

void put_draft(store::writing &w, std::uint64_t number, std::string_view text, request_action action) {
    w.put("draft", request_id(number), json{{"template", text}}.dump(), to_string(action));
}

std::expected<void, problem> submit_template(store::writing &w, registration_request &q, const step_input &input,
                                             json &findings_out) {
    if (q.versions >= most_versions) return refuse(problem_type::too_many, "999 submissions of one request are enough");
    const std::string text = input.template_text ? *input.template_text : draft_of(w, q.number);
    const auto t = registration::read(text);
    if (!t) return std::unexpected(t.error());
    if (!q.revises.empty()) {
        // what is registered now is what a revision starts from
        if (const auto current = find_namespace(w, q.revises)) {
            q.base = request_number(current->settings.request).value_or(q.base);
        }
    }
    const auto findings = check(w, q, *t);
    auto nid = claim_nid(w, q, *t, findings);
    if (!nid) return std::unexpected(std::move(nid).error());
    q.nid = std::move(*nid);
    q.informal = q.nid.empty() || informal_number(q.nid).has_value();
    q.overtaken_by = 0;
    ++q.rounds;
    ++q.versions;
    findings_out = findings_json(findings);
    put_version(w, q,
                {.number = q.versions,
                 .round = q.rounds,
                 .template_text = text,
                 .findings = findings_out.dump(),
                 .registered = false,
                 .at = w.now()},
                request_action::submit);
    if (input.template_text) put_draft(w, q.number, text, request_action::submit);
    if (!q.nid.empty()) {
        const std::string id = joined({q.nid, "/", request_id(q.number)});
        if (!w.find("requested", id)) {
            w.put("requested", id, json{{"request", std::to_string(q.number)}}.dump(),
                  to_string(request_action::submit));
        }
    }
    return {};
}

// 5.2: the next available number in the sequence. The counter is of this service; what IANA has is passed over.
std::string next_informal_nid(store::writing &w) {
    for (;;) {
        std::string nid = joined({"urn-", std::to_string(w.next("informal-nid"))});
        if (!judge_nid(nid).registered && !find_namespace(w, nid)) return nid;
    }
}

std::expected<namespace_entry, problem> enter_namespace(store::writing &w, registration_request &q) {
    const auto stored = w.find("version", version_id(q.number, q.versions));
    submitted_version v = version_from(stored.value());
    auto t = registration::read(v.template_text);
    if (!t) return std::unexpected(t.error());

    namespace_entry n;
    if (q.revises.empty()) {
        if (q.informal) {
            q.nid = next_informal_nid(w);
            t->set(registry::field::namespace_identifier, q.nid);
            v.template_text = write_template(*t);
            ++q.versions;
            v.number = q.versions;
        } else if (auto refused = refusal_of_nid(w, q.nid)) {
            return std::unexpected(std::move(*refused));
        }
        n.settings.nid = q.nid;
        n.settings.title = q.title;
    } else {
        auto current = namespace_of(w, q.revises);
        if (!current) return std::unexpected(std::move(current).error());
        n.settings = std::move(current->settings);
        if (request_number(n.settings.request).value_or(0) != q.base) {
            return refuse(problem_type::conflict,
                          joined({"the registration of \"", q.nid, "\" was revised by request ", n.settings.request,
                                  " in the meantime: base this revision on that one and submit it again"}),
                          "RFC 8141 section 6.2");
        }
        if (!q.title.empty()) n.settings.title = q.title;
        if (auto older = load(w, q.base)) {
            const auto to = registry::step(older->state, request_action::supersede,
                                           static_cast<registry::actors>(actor::process), older->track());
            if (to) {
                older->state = *to;
                save(w, *older, request_action::supersede);
            }
        }
    }
    n.settings.origin = "here";
    n.settings.request = std::to_string(q.number);
    v.registered = true;
    put_version(w, q, v, request_action::enter);
    n.event = w.put("namespace", q.nid, resolver::to_json(n.settings),
                    to_string(q.revises.empty() ? request_action::enter : request_action::supersede));

    for (registration_request &other : rivals_of(w, q.nid, q.number)) {
        const auto to = registry::step(other.state, request_action::overtake,
                                       static_cast<registry::actors>(actor::process), other.track());
        if (!to) continue;
        other.state = *to;
        other.overtaken_by = q.number;
        save(w, other, request_action::overtake);
    }
    return n;
}

// What the words of a step have to be.
std::expected<void, problem> check_input(const registration_request &q, request_action action,
                                         const step_input &input) {
    using enum request_action;
    const bool reason = action == give_back || action == decline || action == report;
    if (auto ok = check_text("text", input.text, longest_reason, true, reason); !ok) return ok;
    // 6.2 (4): the report goes to a standards approval body; registration is by the directions of that body
    // 6.3: the fast track is for a body that is recognized by its name
    const bool reference = action == report || (action == recognize && q.body.empty()) ||
                           (action == request_action::enter && q.state == request_state::reported);
    if (auto ok = check_text("reference", input.reference, longest_reference, false, reference); !ok) {
        ok.error().rule = !reference ? "" : action == recognize ? "RFC 8141 section 6.3" : "RFC 8141 section 6.2 (4)";
        return ok;
    }
    if (input.round && *input.round != q.rounds) {
        return refuse(
            problem_type::precondition_failed,
            joined({"round ", std::to_string(*input.round), *input.round < q.rounds ? " is over" : " has not begun",
                    ": the request is in round ", std::to_string(q.rounds)}),
            {}, json{{"round", q.rounds}}.dump());
    }
    if (q.decisions.size() >= most_decisions) {
        return refuse(problem_type::too_many, "1000 steps of one request are enough");
    }
    return {};
}

// 6.3 (2), where the fast track was not asked for when the template was submitted.
std::expected<void, problem> check_specification(store::reading &r, const registration_request &q) {
    const auto t =
        registration::read(version_from(r.find("version", version_id(q.number, q.versions)).value()).template_text);
    if (!t) return std::unexpected(t.error());
    auto findings = check(r, q, *t);
    std::erase_if(findings, [](const registry::finding &f) {
        return f.level != registry::severity::error || f.section != "6.3 (2)";
    });
    if (findings.empty()) return {};
    return refuse(problem_type::invalid, findings.front().message, citation(findings.front()),
                  json{{"findings", findings_json(findings)}}.dump());
}

// A revision is for those who hold the registration.
std::expected<std::uint64_t, problem> revisable(store::reading &r, const asker &a, std::string_view nid) {
    const auto n = find_namespace(r, nid);
    const namespace_info *known = namespace_registry::standard().find(nid);
    if ((!n || n->settings.origin == "iana") && known != nullptr && known->status == namespace_status::registered) {
        return refuse(problem_type::out_of_policy,
                      joined({"\"", known->nid, "\" is registered with IANA, and is revised there"}),
                      "RFC 8141 section 6.2");
    }
    if (!n || n->settings.origin != "here") {
        auto refused = refuse(problem_type::not_found, "no such namespace was registered here, and so none is revised");
        if (n) refused.error().type = problem_type::out_of_policy;
        return refused;
    }
    const std::uint64_t base = request_number(n->settings.request).value_or(0);
    const auto q = load(r, base);
    const bool manages =
        a.who != nullptr && a.who->is(resolver::managers) && a.who->reaches(joined({n->settings.nid, ":"}));
    if (!manages && (!q || (parts_of(*q, a) & static_cast<registry::actors>(actor::submitter)) == 0)) {
        return refuse(a.who == nullptr && a.secret.empty() ? problem_type::unauthenticated : problem_type::forbidden,
                      joined({"a registration is revised by the managers of \"", n->settings.nid,
                              "\", or with the secret of the request that registered it"}),
                      "RFC 8141 section 6.2");
    }
    return base;
}

} // namespace

std::expected<opened_request, problem> open_request(store::writing &w, const asker &a, const new_request &what,
                                                    const std::pair<std::string, std::string> &secret) {
    for (const auto &[name, text, limit] : {std::tuple{"title", &what.title, longest_reference},
                                            {"submitter", &what.submitter, longest_name},
                                            {"body", &what.body, longest_reference}}) {
        if (auto ok = check_text(name, *text, limit, false, false); !ok) return std::unexpected(std::move(ok).error());
    }
    registration_request q;
    q.revises = registry::lower(what.revises);
    if (!q.revises.empty()) {
        auto base = revisable(w, a, q.revises);
        if (!base) return std::unexpected(std::move(base).error());
        q.base = *base;
        q.nid = q.revises;
        q.informal = informal_number(q.nid).has_value();
    }
    const auto t = registration::read(what.template_text);
    if (!t) return std::unexpected(t.error());
    if (q.revises.empty()) {
        // for showing rivals already; whether it can have the NID is asked when it is submitted
        q.informal = registry::asks_for_informal(*t);
        const std::string_view nid = registry::requested_nid(*t);
        if (!q.informal && judge_nid(nid, false).well_formed()) q.nid = registry::lower(nid);
    }
    q.title = what.title;
    q.submitter = what.submitter;
    q.body = what.body;
    q.number = w.next("request");
    q.opened = w.now();
    if (a.who != nullptr) q.opened_with = a.who->id;
    q.secret_digest = secret.second;
    opened_request result;
    result.findings = findings_json(check(w, q, *t)).dump();
    put_draft(w, q.number, what.template_text, request_action::open);
    save(w, q, request_action::open);
    result.view = view_of(w, std::move(q), {.who = a.who, .secret = secret.first});
    result.secret = secret.first;
    return result;
}

std::expected<step_result, problem> edit_request(store::writing &w, const asker &a, std::uint64_t number,
                                                 std::string_view template_text) {
    auto q = visible_request(w, a, number);
    if (!q) return std::unexpected(std::move(q).error());
    const auto to = next(*q, request_action::edit, parts_of(*q, a), a);
    if (!to) return std::unexpected(to.error());
    const auto t = registration::read(template_text);
    if (!t) return std::unexpected(t.error());
    step_result result;
    result.findings = findings_json(check(w, *q, *t)).dump();
    put_draft(w, number, template_text, request_action::edit);
    q->state = *to;
    if (q->versions == 0 && q->revises.empty()) {
        q->informal = registry::asks_for_informal(*t);
        const std::string_view nid = registry::requested_nid(*t);
        q->nid = !q->informal && judge_nid(nid, false).well_formed() ? registry::lower(nid) : std::string{};
    }
    save(w, *q, request_action::edit);
    result.view = view_of(w, std::move(*q), a);
    return result;
}

std::expected<step_result, problem> take_step(store::writing &w, const asker &a, std::uint64_t number,
                                              request_action action, const step_input &input) {
    using enum request_action;
    if (action == open || action == edit || action == comment || action == overtake || action == supersede) {
        return refuse(problem_type::invalid, joined({"\"", to_string(action), "\" is no step to be taken so"}));
    }
    auto q = visible_request(w, a, number);
    if (!q) return std::unexpected(std::move(q).error());
    const registry::actors parts = parts_of(*q, a);
    const auto to = next(*q, action, parts, a);
    if (!to) return std::unexpected(to.error());
    if (auto ok = check_input(*q, action, input); !ok) return std::unexpected(std::move(ok).error());

    const std::string part = part_of(*q, action, parts);
    step_result result;
    json findings = json::array();
    if (action == request_action::submit) {
        if (auto ok = submit_template(w, *q, input, findings); !ok) return std::unexpected(std::move(ok).error());
    } else if (action == recognize) {
        q->recognized = true;
        if (!input.reference.empty()) q->body = input.reference;
    } else if (action == conclude) {
        if (auto ok = check_specification(w, *q); !ok) return std::unexpected(std::move(ok).error());
    } else if (action == request_action::enter) {
        auto entered = enter_namespace(w, *q);
        if (!entered) return std::unexpected(std::move(entered).error());
        result.entered = std::move(*entered);
    }
    q->state = *to;
    if (action != request_action::submit || !input.text.empty()) {
        q->decisions.push_back({.action = action,
                                .round = q->rounds,
                                .text = input.text,
                                .reference = input.reference,
                                .at = w.now(),
                                .part = part,
                                .who = w.by().who});
    }
    save(w, *q, action);
    result.findings = findings.dump();
    result.view = view_of(w, std::move(*q), a);
    return result;
}

std::expected<public_comment, problem> add_comment(store::writing &w, const asker &a, std::uint64_t number,
                                                   std::string_view author, std::string_view text) {
    auto q = visible_request(w, a, number);
    if (!q) return std::unexpected(std::move(q).error());
    const registry::actors parts = parts_of(*q, a);
    const auto to = next(*q, request_action::comment, parts, a);
    if (!to) return std::unexpected(to.error());
    if (auto ok = check_text("author", author, longest_name, false, true); !ok) return std::unexpected(ok.error());
    if (auto ok = check_text("text", text, 16'384, true, true); !ok) return std::unexpected(ok.error());
    if (q->comments >= 9999) return refuse(problem_type::too_many, "9999 comments on one request are enough");
    ++q->comments;
    public_comment c{.number = q->comments,
                     .round = q->rounds,
                     .author = std::string(author),
                     .part = {},
                     .text = std::string(text),
                     .at = w.now()};
    // what a name claims, anyone can write; this is what is known
    for (const actor part : {actor::administrator, actor::expert, actor::submitter}) {
        if ((parts & static_cast<registry::actors>(part)) != 0) c.part = to_string(part);
    }
    w.put("comment", comment_id(number, c.number), to_json(c), to_string(request_action::comment));
    save(w, *q, request_action::comment);
    return c;
}

} // namespace uniform::service
