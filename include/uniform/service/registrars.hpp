// Registrars: those who assign names under the prefixes delegated to them (RFC 8141 section 5 leaves the process to the
// namespace). Documents of kind "registrar". None is ever removed: one that stops is "ended", for its names stay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/service/precondition.hpp>
#include <uniform/service/registrar.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace json {
class writer;
} // namespace json
} // namespace uniform

namespace uniform UNIFORM_API {
namespace service {

/// Reads "id", "name", "contact", "public_contact"; ignores "state", "managed_within" and "version". Problems:
/// malformed, invalid.
[[nodiscard]] std::expected<registrar, resolver::problem> registrar_from_json(const json::value &value);

/// In order of their ids, those after `after`; at most `limit`, fewer if they
/// have a mebibyte. And the id to continue after; empty: there are no more.
[[nodiscard]] std::pair<std::vector<registrar>, std::string> list_registrars(store::reading &r, std::string_view after,
                                                                             std::size_t limit);

/// Adds a registrar; for managers and administrators. Problems: forbidden, invalid, conflict (with "existing").
[[nodiscard]] std::expected<registrar, resolver::problem> add_registrar(store::writing &w,
                                                                        const resolver::principal &who, registrar r);

/// Whether `who` manages the registrar: an administrator without prefixes, or a manager or administrator whose token
/// covers all of `managed_within` (not empty) and all prefixes that are delegated to the registrar.
[[nodiscard]] bool manages(store::reading &r, const resolver::principal &who, const registrar &of);
/// Whether `who` may create tokens for the registrar: if it manages the registrar, or covers all prefixes that are
/// delegated to it, at least one.
[[nodiscard]] bool may_let_act(store::reading &r, const resolver::principal &who, const registrar &of);

/// Changes name and contact; for the registrar itself, with a token that is not restricted to prefixes, and those who
/// manage it. `condition` is of its version. Without a difference there is no event. Problems: forbidden, not_found,
/// wrong_state (it has ended), invalid, precondition_failed.
[[nodiscard]] std::expected<registrar, resolver::problem>
change_registrar(store::writing &w, const resolver::principal &who, registrar r, const precondition &condition = {});

/// Ends a registrar: its tokens are no longer valid, its names remain. For those who manage it, not the registrar
/// itself. Problems: those of change_registrar(); wrong_state while prefixes are delegated to it (with "prefixes").
[[nodiscard]] std::expected<registrar, resolver::problem> end_registrar(store::writing &w,
                                                                        const resolver::principal &who,
                                                                        std::string_view id,
                                                                        const precondition &condition = {});

} // namespace service
} // namespace uniform
