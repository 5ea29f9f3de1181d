// Authorization of what concerns the whole instance and has no function of the service: rules for hosts, verifications.
#pragma once

#include <expected>

#include <uniform/base/api.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// Whether `who` is an administrator of the instance, by a token that is valid in this transaction: for jobs that
/// write. Problems: unauthenticated, forbidden.
///
///     s.write(by, [&](store::writing &w) -> std::expected<int, resolver::problem> {
///         if (auto may = service::may_administer(w, who); !may) return std::unexpected{may.error()};
///         ...
[[nodiscard]] std::expected<void, resolver::problem> may_administer(store::writing &w, const resolver::principal &who);

} // namespace service
} // namespace uniform
