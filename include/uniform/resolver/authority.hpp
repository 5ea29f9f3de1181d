// The scope of a principal's role: the instance, or the prefixes of its token (docs/decisions/0046). What an operation
// needs is in its row of the tables of routes; the functions of the service check it again in their transactions.
#pragma once

#include <cstdint>
#include <expected>

#include <uniform/base/api.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// The extent of a role.
enum class role_scope : std::uint8_t {
    prefixes, ///< all that the prefixes of the token cover; nothing, if it has none
    instance, ///< the instance as a whole: of administrators and experts whose tokens have no prefixes
};

/// The scope of a principal: `scope_of({.role = role::administrator, .prefixes = {"isbn:"}})` is `prefixes`.
[[nodiscard]] role_scope scope_of(const principal &who) noexcept;

/// Whether the principal has one of these roles for the instance: for operations that concern all namespaces, such as
/// settings, webhooks and IANA's list. Problems: forbidden.
///
///     UNIFORM_CHECK(resolver::check_instance(who, resolver::administrators));
[[nodiscard]] std::expected<void, problem> check_instance(const principal &who, roles required);

/// The proof that a principal administers the instance. What reads of the instance as a whole (decisions, figures,
/// settings) takes one, so that a caller who forgets the check does not compile.
///
///     UNIFORM_TRY(const auto &by, resolver::instance_administrator::of(who));
///     const auto page = service::list_decisions(r, by, {}, 0, 10);
class instance_administrator {
public:
    /// Problems: forbidden.
    [[nodiscard]] static std::expected<instance_administrator, problem> of(const principal &who);

private:
    instance_administrator() = default;
};

} // namespace resolver
} // namespace uniform
