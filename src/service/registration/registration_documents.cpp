#include "service/registration/registration_documents.hpp"

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
#include "service/registrars/registrars_common.hpp"
#include "service/registration/registration_drafts.hpp"
#include "service/registration/request_encoding.hpp"
#include "service/registration/take_note.hpp"

namespace uniform::service {

namespace {

using base::concat;

std::string digest_of(std::string_view secret) {
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    SHA256(reinterpret_cast<const unsigned char *>(secret.data()), secret.size(), digest.data());
    return base::to_hex(std::as_bytes(std::span{digest}));
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

std::string draft_of(store::reading &r, const registration_request &q) {
    if (auto edited = drafted_template(r, q.number)) return std::move(*edited);
    const auto old = r.find("draft", request_id(q.number));
    const auto submitted = q.versions == 0 ? std::nullopt : r.find("version", version_id(q.number, q.versions));
    if (submitted && (!old || old->event < submitted->event)) return version_from(*submitted).template_text;
    if (!old) return {};
    return std::string(detail::body_of(*old, "draft").string_of("template"));
}

} // namespace registration

} // namespace uniform::service
