#include "service/registration_documents.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>

#include "base/text.hpp"
#include "service/authorization.hpp"
#include "service/parsed_document.hpp"
#include "service/registrars_common.hpp"
#include "service/registration_drafts.hpp"
#include "service/registration_effects.hpp"
#include "service/registration_rules.hpp"
#include "service/take_note.hpp"

namespace uniform::service {

namespace {

using base::concat;

std::string digest_of(std::string_view secret) {
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    SHA256(reinterpret_cast<const unsigned char *>(secret.data()), secret.size(), digest.data());
    return base::to_hex(std::as_bytes(std::span{digest}));
}

std::string padded(std::uint64_t number, std::size_t width) {
    std::string digits = std::to_string(number);
    if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
    return digits;
}

// The members of a stored document; absent members have their default.
template <class T>
T number_of(const json::value &j, std::string_view name) {
    const json::value *const v = j.find(name);
    return v == nullptr ? T{} : static_cast<T>(v->if_unsigned().value_or(0));
}
std::string text_of(const json::value &j, std::string_view name) { return std::string(j.string_of(name)); }
bool flag_of(const json::value &j, std::string_view name) {
    const json::value *const v = j.find(name);
    return v != nullptr && v->if_boolean().value_or(false);
}
resolver::timestamp time_of(const json::value &j, std::string_view name) {
    return resolver::parse_timestamp(j.string_of(name)).value_or(resolver::timestamp{});
}

} // namespace

std::pair<std::string, std::string> make_request_secret() {
    std::array<unsigned char, 32> random{};
    if (RAND_bytes(random.data(), static_cast<int>(random.size())) != 1) {
        throw std::runtime_error("the random number generator failed");
    }
    std::string secret = base::to_hex(std::as_bytes(std::span{random}));
    std::string digest = digest_of(secret);
    return {std::move(secret), std::move(digest)};
}

std::optional<std::uint64_t> request_number(std::string_view text) noexcept {
    std::uint64_t number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc{} || end != text.data() + text.size() || text.starts_with('0')) return {};
    return number;
}

namespace registration {

std::string request_id(std::uint64_t number) { return padded(number, 8); }
std::string version_id(std::uint64_t number, std::uint32_t version) {
    return concat({padded(number, 8), "/", padded(version, 4)});
}
std::string comment_id(std::uint64_t number, std::uint32_t comment) {
    return concat({padded(number, 8), "/", padded(comment, 5)});
}

std::string encoded(const registration_request &q) {
    std::string out;
    json::writer w{out};
    w.begin_object().member("state", to_string(q.state)).member("nid", q.nid).member("informal", q.informal);
    w.member_if("revises", q.revises);
    if (q.base != 0) w.member("base", q.base);
    w.member_if("title", q.title).member_if("submitter", q.submitter).member_if("body", q.body);
    w.member("recognized", q.recognized).member("rounds", q.rounds).member("versions", q.versions);
    w.member("comments", q.comments);
    // The stored documents, which never change, have this name; the API has superseded_by.
    if (q.superseded_by != 0) w.member("overtaken_by", q.superseded_by);
    if (!q.decisions.empty()) {
        w.key("decisions").begin_array();
        for (const request_decision &d : q.decisions) {
            w.begin_object().member("action", to_string(d.action)).member("round", d.round);
            w.member_if("text", d.text).member_if("reference", d.reference).member("at", resolver::to_string(d.at));
            w.member_if("part", d.actor).member_if("who", d.who).end_object();
        }
        w.end_array();
    }
    w.member("opened", resolver::to_string(q.opened)).member("changed", resolver::to_string(q.changed));
    w.member_if("opened_with", q.opened_with).member("secret_digest", q.secret_digest).end_object();
    return out;
}

registration_request decoded(const store::document &d) {
    const json::value j = detail::body_of(d, "request");
    registration_request q;
    const auto [end, code] = std::from_chars(d.id.data(), d.id.data() + d.id.size(), q.number);
    if (code != std::errc{} || end != d.id.data() + d.id.size()) throw_damaged("request", d.id);
    const auto state = registry::request_state_names.find(j.string_of("state"));
    if (!state) throw_damaged("request", d.id);
    set_revision(q, d);
    q.state = *state;
    q.nid = text_of(j, "nid");
    q.informal = flag_of(j, "informal");
    q.revises = text_of(j, "revises");
    q.base = number_of<std::uint64_t>(j, "base");
    q.title = text_of(j, "title");
    q.submitter = text_of(j, "submitter");
    q.body = text_of(j, "body");
    q.recognized = flag_of(j, "recognized");
    q.rounds = number_of<std::uint32_t>(j, "rounds");
    q.versions = number_of<std::uint32_t>(j, "versions");
    q.comments = number_of<std::uint32_t>(j, "comments");
    q.superseded_by = number_of<std::uint64_t>(j, "overtaken_by");
    if (const json::value *const all = j.find("decisions")) {
        for (const json::value &one : all->elements()) {
            const auto action = registry::request_action_names.find(one.string_of("action"));
            if (!action) throw_damaged("request", d.id);
            q.decisions.push_back({.action = *action,
                                   .round = number_of<std::uint32_t>(one, "round"),
                                   .text = text_of(one, "text"),
                                   .reference = text_of(one, "reference"),
                                   .at = time_of(one, "at"),
                                   .actor = text_of(one, "part"),
                                   .who = text_of(one, "who")});
        }
    }
    q.opened = time_of(j, "opened");
    q.changed = time_of(j, "changed");
    q.opened_with = text_of(j, "opened_with");
    q.secret_digest = text_of(j, "secret_digest");
    return q;
}

std::optional<registration_request> load(store::reading &r, std::uint64_t number) {
    const auto d = r.find("request", request_id(number));
    auto submitted = d ? std::optional{decoded(*d)} : std::nullopt;
    if (submitted && submitted->state != registry::request_state::draft) return submitted;
    if (auto drafted = drafted_request(r, number)) {
        drafted->event = submitted ? submitted->event : 0;
        drafted->version = submitted ? submitted->version : 1;
        return drafted;
    }
    return submitted;
}

void save(store::writing &w, registration_request &q, registry::request_action action) {
    q.changed = w.now();
    set_revision(q, w.put("request", request_id(q.number), encoded(q), to_string(action)));
    if (is_noted(q, action)) take_note(w, q, action);
}

registry::actors actors_of(const registration_request &q, const credentials &a) {
    auto actors = static_cast<registry::actors>(registry::actor::anyone);
    if (!a.secret.empty() && a.secret.size() <= 128) {
        const std::string digest = digest_of(a.secret);
        if (digest.size() == q.secret_digest.size() &&
            CRYPTO_memcmp(digest.data(), q.secret_digest.data(), digest.size()) == 0) {
            actors = actors | registry::actor::submitter;
        }
    }
    if (a.who == nullptr) return actors;
    if (!q.opened_with.empty() && q.opened_with == a.who->id) actors = actors | registry::actor::submitter;
    const bool own = is_own(q, actors, a);
    // The prefixes of a token restrict it in every role. A token without prefixes covers everything, also a request
    // that has no NID yet.
    if (!a.who->covers(concat({q.nid, ":"}))) return actors;
    if (a.who->role == resolver::role::expert && !own) actors = actors | registry::actor::expert;
    if (a.who->role == resolver::role::administrator) actors = actors | registry::actor::administrator;
    return actors;
}

bool is_own(const registration_request &q, registry::actors actors, const credentials &a) {
    if ((actors & static_cast<registry::actors>(registry::actor::submitter)) != 0) return true;
    return a.who != nullptr && std::ranges::any_of(q.decisions, [&](const request_decision &d) {
               return d.action == registry::request_action::submit && d.who == a.who->id;
           });
}

bool visible(const registration_request &q, registry::actors actors) noexcept {
    constexpr auto others = static_cast<registry::actors>(~static_cast<registry::actors>(registry::actor::anyone));
    return q.versions != 0 || (actors & others) != 0; // public once it was submitted
}

std::expected<registration_request, problem> visible_request(store::reading &r, const credentials &a,
                                                             std::uint64_t number) {
    auto q = load(r, number);
    if (!q || !visible(*q, actors_of(*q, a))) {
        return refuse(problem_type::not_found, concat({"the request ", std::to_string(number),
                                                       " does not exist. `uniform namespace requests` lists the public "
                                                       "requests; a draft requires its secret"}));
    }
    return std::move(*q);
}

std::expected<authorized_request, problem> authorize(store::writing &w, const credentials &a, std::uint64_t number) {
    if (a.who != nullptr) {
        if (auto valid = check_token(w, *a.who); !valid) return std::unexpected{std::move(valid).error()};
    }
    auto q = visible_request(w, a, number);
    if (!q) return std::unexpected{std::move(q).error()};
    const registry::actors actors = actors_of(*q, a);
    if (a.who == nullptr && (actors & static_cast<registry::actors>(registry::actor::submitter)) != 0) {
        w.set_author(concat({"submitter of request ", std::to_string(number)}));
    }
    return authorized_request{.request = std::move(*q), .actors = actors};
}

std::vector<registration_request> requests_for(store::reading &r, std::string_view nid, std::uint64_t without,
                                               std::size_t most) {
    std::vector<registration_request> result;
    if (nid.empty()) return result;
    const std::string prefix = concat({nid, "/"});
    std::string after;
    for (;;) {
        const std::size_t wanted = std::min<std::size_t>(most, 256);
        const auto some = r.list("requested", prefix, after, wanted);
        for (const store::document &d : some) {
            std::uint64_t number = 0;
            std::from_chars(d.id.data() + prefix.size(), d.id.data() + d.id.size(), number);
            if (number == without) continue;
            auto q = load(r, number);
            if (q && is_open(q->state) && q->nid == nid) result.push_back(std::move(*q));
        }
        most -= some.size();
        if (some.size() < wanted || most == 0) return result;
        after = some.back().id;
    }
}

bool is_superseded(const registration_request &q) noexcept { return q.superseded_by != 0 && q.revises.empty(); }

std::vector<competing_request> competing_requests(store::reading &r, std::string_view nid, std::uint64_t without) {
    std::vector<competing_request> result;
    for (const registration_request &q : requests_for(r, nid, without, most_competing_shown)) {
        result.push_back({.number = q.number, .state = q.state});
    }
    return result;
}

bool has_other_nid(store::reading &r, const registration_request &q) {
    if (!is_superseded(q)) return false;
    const auto t = read(draft_of(r, q));
    return t && (registry::asks_for_informal(*t) || ascii::lower_copy(registry::requested_nid(*t)) != q.nid);
}

std::vector<std::string_view> possible_actions_of(const registration_request &q, registry::actors actors,
                                                  const action_needs &has) {
    using enum registry::request_action;
    std::vector<std::string_view> result;
    const std::uint32_t possible = registry::possible_actions(q.state, actors, q.track());
    for (unsigned a = 0; a <= static_cast<unsigned>(revise); ++a) {
        const auto action = static_cast<registry::request_action>(a);
        const bool always =
            action == edit || action == comment || action == withdraw || (action == submit && has.other_nid);
        if ((action == conclude && !has.conclusion) || (action == settle && !has.open_rules)) continue;
        if (((possible >> a) & 1U) != 0 && (always || !is_superseded(q))) result.push_back(to_string(action));
    }
    return result;
}

action_needs needs_met(store::reading &r, const registration_request &q, registry::actors actors) {
    action_needs met{.other_nid = has_other_nid(r, q)};
    const auto possible = possible_actions_of(q, actors, met);
    if (std::ranges::find(possible, to_string(registry::request_action::conclude)) != possible.end()) {
        met.conclusion = may_conclude(r, q).has_value();
    }
    met.open_rules = q.state == registry::request_state::registered && has_open_rules(r, q);
    return met;
}

request_view view_of(store::reading &r, registration_request q, const credentials &a) {
    request_view v;
    v.actors = actors_of(q, a);
    v.with_authors = a.who != nullptr;
    const action_needs met = needs_met(r, q, v.actors);
    v.has_other_nid = met.other_nid;
    v.may_conclude = met.conclusion;
    v.may_settle = met.open_rules;
    if (is_open(q.state) || q.state == registry::request_state::draft) {
        v.competing = competing_requests(r, q.nid, q.number);
    }
    v.request = std::move(q);
    return v;
}

std::expected<void, problem> check_text(std::string_view name, std::string_view text, std::size_t limit, bool lines,
                                        bool required) {
    const auto invalid = [&](std::string_view reason) {
        auto refused = refuse(problem_type::invalid, concat({"\"", name, "\" ", reason}));
        refused.error().pointer = concat({"/", name});
        return refused;
    };
    if (required && ascii::trim(text).empty()) return invalid("is missing or empty");
    if (text.size() > limit) return invalid(concat({"must not be longer than ", std::to_string(limit), " bytes"}));
    if (base::find_invalid_utf8(text)) return invalid("is not UTF-8");
    if (base::find_control_character(text)) return invalid("contains a control character");
    if (!lines && text.find_first_of("\r\n\t\f") != std::string_view::npos) return invalid("must be on one line");
    // U+202A to U+202E and U+2066 to U+2069 change the direction of text: a name could be displayed as another one.
    for (std::size_t at = text.find('\xE2'); !lines && at != std::string_view::npos; at = text.find('\xE2', at + 1)) {
        const std::string_view c = text.substr(at, 3);
        if ((c >= "\u202A" && c <= "\u202E") || (c >= "\u2066" && c <= "\u2069")) {
            return invalid("contains a bidirectional control character");
        }
    }
    return {};
}

void put_version(store::writing &w, const registration_request &q, const submitted_version &v,
                 registry::request_action action) {
    std::string body;
    json::writer out{body};
    out.begin_object().member("round", v.round).member("registered", v.registered);
    out.member("at", resolver::to_string(v.at)).member("findings", v.findings.value_or(json::array{}));
    out.member("template", v.template_text).end_object();
    w.put("version", version_id(q.number, v.number), body, to_string(action));
}

submitted_version version_from(const store::document &d) {
    const json::value j = detail::body_of(d, "version");
    submitted_version v;
    const std::size_t slash = d.id.find('/');
    if (slash == std::string::npos) throw_damaged("version", d.id);
    std::from_chars(d.id.data() + slash + 1, d.id.data() + d.id.size(), v.number);
    v.round = number_of<std::uint32_t>(j, "round");
    v.registered = flag_of(j, "registered");
    v.at = time_of(j, "at");
    v.template_text = text_of(j, "template");
    if (const json::value *const found = j.find("findings")) v.findings = found->elements();
    return v;
}

std::string draft_of(store::reading &r, const registration_request &q) {
    if (auto edited = drafted_template(r, q.number)) return std::move(*edited);
    const auto old = r.find("draft", request_id(q.number));
    const auto submitted = q.versions == 0 ? std::nullopt : r.find("version", version_id(q.number, q.versions));
    if (submitted && (!old || old->event < submitted->event)) return version_from(*submitted).template_text;
    if (!old) return {};
    return text_of(detail::body_of(*old, "draft"), "template");
}

} // namespace registration

} // namespace uniform::service
