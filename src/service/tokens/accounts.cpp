#include <uniform/service/accounts.hpp>

#include <array>
#include <span>
#include <stdexcept>
#include <utility>

#include <openssl/evp.h>

#include <uniform/base/hex.hpp>
#include <uniform/resolver/authority.hpp>
#include <uniform/resolver/refusal.hpp>

#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/tokens/token_documents.hpp"
#include "service/tokens/token_requests.hpp"

namespace uniform::service {

using namespace token_documents;
using resolver::principal;
using resolver::problem;
using resolver::problem_type;
using resolver::timestamp;

namespace {

constexpr std::size_t id_octets = 6;

// The n-th id for this user. 48 bits are few: with the second, somebody who found another user with the same id, by
// trying many, has gained nothing.
std::string id_of(const account_name &name, int n) {
    const std::string text =
        std::to_string(n) + " openid " + std::string{name.issuer} + " " + std::string{name.subject};
    std::array<std::byte, 32> digest{};
    unsigned size = 0;
    if (EVP_Digest(text.data(), text.size(), reinterpret_cast<unsigned char *>(digest.data()), &size, EVP_sha256(),
                   nullptr) != 1) {
        throw std::runtime_error{"SHA-256 is not available"};
    }
    return base::to_hex(std::span{digest}.first(id_octets));
}

// The token of the user, or an id that is free for it.
std::pair<std::optional<token>, std::string> account_or_id(store::reading &r, const account_name &name) {
    for (int n = 0;; ++n) {
        std::string id = id_of(name, n);
        auto t = find_token(r, id);
        if (!t) return {std::nullopt, std::move(id)};
        if (t->issuer == name.issuer && t->subject == name.subject) return {std::move(t), std::move(id)};
    }
}

bool same_rights(const token &t, const token_request &r) {
    return t.role == r.role && t.registrar == r.registrar && t.prefixes == r.prefixes && t.label == r.label;
}

problem revoked(const token &t) {
    return {.type = problem_type::forbidden,
            .detail = "the access of this user was revoked by an administrator: its id is " + t.id,
            .members = {{"reason", to_string(token_state::revoked)}, {"token", t.id}}};
}

} // namespace

std::optional<token> find_account(store::reading &r, const account_name &name) { return account_or_id(r, name).first; }

std::string account_id(store::reading &r, const account_name &name) { return account_or_id(r, name).second; }

std::expected<token, problem> sign_in_account(store::writing &w, const account_name &name, token_request rights,
                                              std::chrono::milliseconds keep) {
    UNIFORM_CHECK(check_role(rights));
    UNIFORM_CHECK(normalize_prefixes(w, rights));
    UNIFORM_CHECK(check_scope(w, rights));
    auto [account, id] = account_or_id(w, name);
    if (account && account->revoked) return std::unexpected{revoked(*account)};
    const timestamp now = w.now();
    if (account && same_rights(*account, rights) && account->expires > now + keep / 2) return std::move(*account);
    token t = account ? std::move(*account)
                      : token{.id = id,
                              .created_by = "openid:" + std::string{name.issuer},
                              .created = now,
                              .issuer = std::string{name.issuer},
                              .subject = std::string{name.subject}};
    t.role = rights.role;
    t.registrar = std::move(rights.registrar);
    t.prefixes = std::move(rights.prefixes);
    t.label = std::move(rights.label);
    t.expires = now + keep;
    const std::string_view action = t.event == 0 ? "create" : "sign-in";
    return put(w, std::move(t), action);
}

void end_account(store::writing &w, const account_name &name) {
    auto account = find_account(w, name);
    if (!account || account->revoked || account->expires <= w.now()) return;
    account->expires = w.now();
    static_cast<void>(put(w, std::move(*account), "end"));
}

std::expected<token, problem> readmit_account(store::writing &w, const principal &who, std::string_view id) {
    UNIFORM_CHECK(check_token(w, who));
    UNIFORM_TRY(auto &t, token_of(w, who, id));
    if (t.issuer.empty()) return std::unexpected{resolver::does_not_exist("user", id)};
    UNIFORM_CHECK(resolver::check_instance(who, resolver::administrators));
    if (!t.revoked) {
        return refuse(problem_type::wrong_state, "the access of this user is not revoked");
    }
    t.revoked.reset();
    t.expires = w.now(); // until the user signs in, by the claims of then
    return put(w, std::move(t), "readmit");
}

} // namespace uniform::service
