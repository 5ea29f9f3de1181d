// Who may add a namespace, and who may change its settings: put_namespace() (namespaces.hpp) checks it, and pages offer
// what it permits.
#pragma once

#include <expected>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// Whether `who` may change the settings of the namespace, or, if it is not managed here, add it: a manager or an
/// administrator whose token covers all of it; an administrator alone adds one. Problems: forbidden.
[[nodiscard]] std::expected<void, resolver::problem> may_put_namespace(const resolver::principal &who,
                                                                       std::string_view nid, bool is_managed);

} // namespace service
} // namespace uniform
