// Authorization: what the holder of a token may do now. Each operation that writes calls check_token() and the checks
// below in its own transaction. A token that was revoked, or a prefix that was delegated to another registrar, after
// the request was authenticated therefore has no effect.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/token.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service {

/// Whether the token of `who` is valid in this transaction: it is in the store, neither revoked nor expired, and its
/// registrar is active. Always for a local user. Problems: unauthenticated, with the member "reason". Two look-ups,
/// which the writing thread has in its cache.
[[nodiscard]] std::expected<void, resolver::problem> check_token(store::writing &w, const resolver::principal &who);
/// The same for a token that was read from the store, at a time.
[[nodiscard]] std::expected<void, resolver::problem> check_validity(store::reading &r, const token &t,
                                                                    resolver::timestamp now);
/// The id of the stored token by which the principal was authenticated; std::nullopt for a local user.
[[nodiscard]] std::optional<std::string_view> token_id_of(const resolver::principal &who) noexcept;

/// An administrator without prefixes, who may manage every token and registrar.
[[nodiscard]] bool is_unbounded_administrator(const resolver::principal &who) noexcept;

/// The principal whose imports and lists `who` may see and end: its own id; empty, for everybody's, of an administrator
/// of the instance.
[[nodiscard]] std::string_view visible_holder(const resolver::principal &who) noexcept;

/// The policy for a key: the settings of its namespace, and the active delegation with the longest prefix. Null: there
/// is none.
struct key_policy {
    std::shared_ptr<const resolver::namespace_settings> settings = {};
    std::shared_ptr<const resolver::delegation> delegation = {};
    std::string similar_nid = {}; ///< without settings: of another namespace, for the problem
};
[[nodiscard]] key_policy policy_of(store::reading &r, std::string_view key);

/// Whether `who` may assign, activate, change and withdraw this key: a manager whose token covers it, or the registrar
/// to whom the prefix is delegated. Problems: forbidden.
[[nodiscard]] std::expected<void, resolver::problem> may_change(const key_policy &p, const resolver::principal &who,
                                                                std::string_view key);
/// The same for a new name: the namespace must also be managed here and active, and the prefix not delegated to another
/// resolver. Problems: forbidden, out_of_policy.
[[nodiscard]] std::expected<void, resolver::problem> may_assign(const key_policy &p, const resolver::principal &who,
                                                                std::string_view key);

/// Checks key and locators by the naming policy and the locator policy. Problems: out_of_policy.
[[nodiscard]] std::expected<void, resolver::problem> check_policies(const key_policy &p, std::string_view key,
                                                                    const resolver::name_record &r);
/// Checks the locators only. Problems: out_of_policy.
[[nodiscard]] std::expected<void, resolver::problem> check_locator_policy(const key_policy &p,
                                                                          const resolver::name_record &r);

/// The registrar of a name that `who` assigns.
[[nodiscard]] const std::string &registrar_for(const key_policy &p, const resolver::principal &who) noexcept;

/// Whether the token acts for the whole of its registrar: it has no prefixes of its own. (The prefixes of the principal
/// do not show it: they are those of the registrar then.)
[[nodiscard]] bool acts_for_whole_registrar(store::reading &r, const resolver::principal &who);

/// The manager that made the token of this principal, else the principal itself: a manager has the secrets of the
/// tokens that it makes, so that both count as one.
[[nodiscard]] std::string responsible_for(store::reading &r, std::string_view principal_id);

} // namespace uniform::service
