#include <uniform/resolver/authority.hpp>

#include <uniform/resolver/refusal.hpp>

#include "base/try.hpp"

namespace uniform::resolver {

role_scope scope_of(const principal &who) noexcept {
    // principal::covers() knows the roles that may be without prefixes.
    return who.prefixes.empty() && who.covers({}) ? role_scope::instance : role_scope::prefixes;
}

std::expected<void, problem> check_instance(const principal &who, roles required) {
    if (!who.is(required)) return std::unexpected{insufficient_role(required, who.role)};
    if (scope_of(who) == role_scope::instance) return {};
    return std::unexpected{insufficient_permissions(
        "the operation concerns the whole instance: requires a token without prefixes, of an administrator")};
}

std::expected<instance_administrator, problem> instance_administrator::of(const principal &who) {
    UNIFORM_CHECK(check_instance(who, administrators));
    return instance_administrator{};
}

} // namespace uniform::resolver
