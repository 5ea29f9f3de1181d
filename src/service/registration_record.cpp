#include "service/registration_record.hpp"

#include <algorithm>
#include <charconv>

#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#include "registry/text.hpp"

namespace uniform::service {

namespace {

using registry::joined;
using resolver::json;

std::string hexadecimal(const unsigned char *bytes, std::size_t count) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string result;
    result.reserve(2 * count);
    for (std::size_t i = 0; i < count; ++i) {
        result += digits[bytes[i] >> 4U];
        result += digits[bytes[i] & 15U];
    }
    return result;
}

std::string digest_of(std::string_view secret) {
    unsigned char digest[SHA256_DIGEST_LENGTH];
    SHA256(reinterpret_cast<const unsigned char *>(secret.data()), secret.size(), digest);
    return hexadecimal(digest, sizeof digest);
}

std::string padded(std::uint64_t number, std::size_t width) {
    std::string digits = std::to_string(number);
    if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
    return digits;
}

[[noreturn]] void damaged(const store::document &d, std::string_view what) {
    throw store::failure(store::failure_kind::damaged, joined({what, " ", d.id, " cannot be read"}));
}

template <class T>
T number_of(const json &j, std::string_view name) {
    const auto found = j.find(name);
    return found != j.end() && found->is_number_unsigned() ? found->template get<T>() : T{};
}
std::string text_of(const json &j, std::string_view name) {
    const auto found = j.find(name);
    return found != j.end() && found->is_string() ? found->get<std::string>() : std::string{};
}
bool flag_of(const json &j, std::string_view name) {
    const auto found = j.find(name);
    return found != j.end() && found->is_boolean() && found->get<bool>();
}
resolver::timestamp time_of(const json &j, std::string_view name) {
    return resolver::parse_timestamp(text_of(j, name)).value_or(resolver::timestamp{});
}

} // namespace

std::pair<std::string, std::string> make_request_secret() {
    unsigned char random[32];
    if (RAND_bytes(random, sizeof random) != 1) {
        throw std::runtime_error("the operating system gives no random numbers");
    }
    std::string secret = hexadecimal(random, sizeof random);
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
    return joined({padded(number, 8), "/", padded(version, 4)});
}
std::string comment_id(std::uint64_t number, std::uint32_t comment) {
    return joined({padded(number, 8), "/", padded(comment, 5)});
}

std::string encoded(const registration_request &q) {
    json j;
    j["state"] = to_string(q.state);
    j["nid"] = q.nid;
    j["informal"] = q.informal;
    if (!q.revises.empty()) j["revises"] = q.revises;
    if (q.base != 0) j["base"] = q.base;
    if (!q.title.empty()) j["title"] = q.title;
    if (!q.submitter.empty()) j["submitter"] = q.submitter;
    if (!q.body.empty()) j["body"] = q.body;
    j["recognized"] = q.recognized;
    j["rounds"] = q.rounds;
    j["versions"] = q.versions;
    j["comments"] = q.comments;
    if (q.overtaken_by != 0) j["overtaken_by"] = q.overtaken_by;
    for (const request_decision &d : q.decisions) {
        json one;
        one["action"] = to_string(d.action);
        one["round"] = d.round;
        if (!d.text.empty()) one["text"] = d.text;
        if (!d.reference.empty()) one["reference"] = d.reference;
        one["at"] = resolver::to_string(d.at);
        if (!d.part.empty()) one["part"] = d.part;
        if (!d.who.empty()) one["who"] = d.who;
        j["decisions"].push_back(std::move(one));
    }
    j["opened"] = resolver::to_string(q.opened);
    j["changed"] = resolver::to_string(q.changed);
    if (!q.opened_with.empty()) j["opened_with"] = q.opened_with;
    j["secret_digest"] = q.secret_digest;
    return j.dump();
}

registration_request decoded(const store::document &d) {
    const json j = json::parse(d.body, nullptr, false);
    registration_request q;
    const auto [end, code] = std::from_chars(d.id.data(), d.id.data() + d.id.size(), q.number);
    if (!j.is_object() || code != std::errc{} || end != d.id.data() + d.id.size()) damaged(d, "request");
    const auto state = registry::request_state_from(text_of(j, "state"));
    if (!state) damaged(d, "request");
    q.event = d.event;
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
    q.overtaken_by = number_of<std::uint64_t>(j, "overtaken_by");
    if (const auto all = j.find("decisions"); all != j.end() && all->is_array()) {
        for (const json &one : *all) {
            const auto action = registry::request_action_from(text_of(one, "action"));
            if (!action) damaged(d, "request");
            q.decisions.push_back({.action = *action,
                                   .round = number_of<std::uint32_t>(one, "round"),
                                   .text = text_of(one, "text"),
                                   .reference = text_of(one, "reference"),
                                   .at = time_of(one, "at"),
                                   .part = text_of(one, "part"),
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
    if (!d) return {};
    return decoded(*d);
}

void save(store::writing &w, registration_request &q, registry::request_action action) {
    q.changed = w.now();
    q.event = w.put("request", request_id(q.number), encoded(q), to_string(action));
}

registry::actors parts_of(const registration_request &q, const asker &a) {
    auto parts = static_cast<registry::actors>(registry::actor::anyone);
    if (!a.secret.empty() && a.secret.size() <= 128) {
        const std::string digest = digest_of(a.secret);
        if (digest.size() == q.secret_digest.size() &&
            CRYPTO_memcmp(digest.data(), q.secret_digest.data(), digest.size()) == 0) {
            parts = parts | registry::actor::submitter;
        }
    }
    if (a.who == nullptr) return parts;
    if (!q.opened_with.empty() && q.opened_with == a.who->id) parts = parts | registry::actor::submitter;
    // The prefixes of a token bound it whatever its role is. Without any they reach all, also what has no NID yet.
    if (!a.who->reaches(joined({q.nid, ":"}))) return parts;
    if (a.who->role == resolver::role::expert) parts = parts | registry::actor::expert;
    if (a.who->role == resolver::role::administrator) parts = parts | registry::actor::administrator;
    return parts;
}

bool visible(const registration_request &q, registry::actors parts) noexcept {
    // what was never submitted is nobody else's business
    return q.versions != 0 ||
           (parts & static_cast<registry::actors>(~static_cast<registry::actors>(registry::actor::anyone))) != 0;
}

std::expected<registration_request, problem> visible_request(store::reading &r, const asker &a, std::uint64_t number) {
    auto q = load(r, number);
    if (!q || !visible(*q, parts_of(*q, a))) {
        return refuse(problem_type::not_found, joined({"there is no request ", std::to_string(number)}));
    }
    return std::move(*q);
}

std::vector<registration_request> rivals_of(store::reading &r, std::string_view nid, std::uint64_t without,
                                            std::size_t most) {
    std::vector<registration_request> result;
    if (nid.empty()) return result;
    const std::string prefix = joined({nid, "/"});
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

bool is_overtaken(const registration_request &q) noexcept { return q.overtaken_by != 0 && q.revises.empty(); }

bool moves_on(store::reading &r, const registration_request &q) {
    if (!is_overtaken(q)) return false;
    const auto t = read(draft_of(r, q.number));
    return t && (registry::asks_for_informal(*t) || registry::lower(registry::requested_nid(*t)) != q.nid);
}

json open_steps_of(const registration_request &q, registry::actors parts, bool moves_on) {
    using enum registry::request_action;
    json steps = json::array();
    const std::uint32_t table = registry::open_steps(q.state, parts, q.track());
    for (unsigned a = 0; a <= static_cast<unsigned>(supersede); ++a) {
        const auto action = static_cast<registry::request_action>(a);
        const bool left = action == edit || action == comment || action == withdraw || (action == submit && moves_on);
        if (((table >> a) & 1U) != 0 && (left || !is_overtaken(q))) steps.push_back(to_string(action));
    }
    return steps;
}

request_view view_of(store::reading &r, registration_request q, const asker &a) {
    request_view v;
    v.parts = parts_of(q, a);
    v.moves_on = moves_on(r, q);
    v.private_too = a.who != nullptr;
    if (is_open(q.state) || q.state == registry::request_state::draft) {
        for (const registration_request &other : rivals_of(r, q.nid, q.number, most_rivals_shown)) {
            v.rivals.push_back({.number = other.number, .state = other.state});
        }
    }
    v.request = std::move(q);
    return v;
}

std::unexpected<problem> refuse(problem_type type, std::string detail, std::string rule, std::string members) {
    return std::unexpected(
        problem{.type = type, .detail = std::move(detail), .rule = std::move(rule), .members = std::move(members)});
}

std::expected<void, problem> check_text(std::string_view name, std::string_view text, std::size_t limit, bool lines,
                                        bool required) {
    const std::string members = json{{"member", name}}.dump();
    const auto wrong = [&](std::string_view says) {
        return refuse(problem_type::invalid, joined({"\"", name, "\" ", says}), {}, members);
    };
    if (required && registry::trimmed(text).empty()) return wrong("is needed");
    if (text.size() > limit) return wrong(joined({"is longer than ", std::to_string(limit), " bytes"}));
    if (registry::not_utf8(text)) return wrong("is not UTF-8");
    if (registry::control_character(text)) return wrong("has a control character");
    if (!lines && text.find_first_of("\r\n\t\f") != std::string_view::npos) return wrong("must be on one line");
    // U+202A to U+202E and U+2066 to U+2069 turn what follows around: a name could be shown as another one.
    for (std::size_t at = text.find('\xE2'); !lines && at != std::string_view::npos; at = text.find('\xE2', at + 1)) {
        const std::string_view c = text.substr(at, 3);
        if ((c >= "\u202A" && c <= "\u202E") || (c >= "\u2066" && c <= "\u2069")) {
            return wrong("has a character that turns the text around");
        }
    }
    return {};
}

void put_version(store::writing &w, const registration_request &q, const submitted_version &v,
                 registry::request_action action) {
    json j;
    j["round"] = v.round;
    j["registered"] = v.registered;
    j["at"] = resolver::to_string(v.at);
    j["findings"] = json::parse(v.findings.empty() ? "[]" : v.findings);
    j["template"] = v.template_text;
    w.put("version", version_id(q.number, v.number), j.dump(), to_string(action));
}

submitted_version version_from(const store::document &d) {
    const json j = json::parse(d.body, nullptr, false);
    submitted_version v;
    const std::size_t slash = d.id.find('/');
    if (!j.is_object() || slash == std::string::npos) damaged(d, "version");
    std::from_chars(d.id.data() + slash + 1, d.id.data() + d.id.size(), v.number);
    v.round = number_of<std::uint32_t>(j, "round");
    v.registered = flag_of(j, "registered");
    v.at = time_of(j, "at");
    v.template_text = text_of(j, "template");
    if (const auto found = j.find("findings"); found != j.end()) v.findings = found->dump();
    return v;
}

std::string draft_of(store::reading &r, std::uint64_t number) {
    const auto d = r.find("draft", request_id(number));
    if (!d) return {};
    return text_of(json::parse(d->body, nullptr, false), "template");
}

} // namespace registration

} // namespace uniform::service
