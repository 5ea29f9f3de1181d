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
#include <uniform/urn/nid.hpp>

#include "base/text.hpp"
#include "service/parsed_document.hpp"
#include "service/registrars/registrars_common.hpp"
#include "service/registration/registration_drafts.hpp"
#include "service/registration/request_encoding.hpp"
#include "service/registration/take_note.hpp"
#include "service/shown_text.hpp"

namespace uniform::service {

namespace {

using base::concat;

std::string hashed(std::string_view secret) {
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
    std::string digest = hashed(secret);
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
    if (submitted && !is_before_history(submitted->state)) return submitted;
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

bool is_secret_of(std::string_view digest, std::string_view secret) {
    if (secret.empty() || secret.size() > 128) return false;
    const std::string one = hashed(secret);
    return one.size() == digest.size() && CRYPTO_memcmp(one.data(), digest.data(), one.size()) == 0;
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
    return check_shown_text(name, text, lines ? base::text_lines::several : base::text_lines::one);
}

void note_nid(registration_request &q, const registry::namespace_template &t) {
    if (q.versions != 0 || !q.revises.empty()) return;
    q.informal = registry::asks_for_informal(t);
    const std::string_view nid = registry::requested_nid(t);
    q.nid = !q.informal && classify_nid(nid, false).well_formed() ? ascii::lower_copy(nid) : std::string{};
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
