// The namespaces that are managed here, and their settings: stored as documents of kind "namespace", whose id is the
// NID in lower case. RFC 8141 sections 5.1 and 5.2 specify which NIDs are possible.
//
// A namespace is added by a registration (registration.hpp; its origin is "here") or by an administrator: one that IANA
// has registered, including "example" of RFC 6963 ("iana"), or one for local use ("local"). None is ever removed: it
// can be "closed", and its names still resolve.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/namespace_entry.hpp>
#include <uniform/service/precondition.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace json {
class writer;
} // namespace json
} // namespace uniform

namespace uniform UNIFORM_API {
namespace service {

/// As it was at a time. Problems: malformed; not_found, also if it was not managed here yet.
[[nodiscard]] std::expected<namespace_entry, resolver::problem> namespace_as_of(store::reading &r, std::string_view nid,
                                                                                resolver::timestamp t);

/// The namespace, if names can be assigned in it. Problems: not_found; out_of_policy if it is closed.
[[nodiscard]] std::expected<namespace_entry, resolver::problem> namespace_for_new_names(store::reading &r,
                                                                                        std::string_view nid);

/// Namespaces after NID `after`, in order of their NIDs; at most `limit`, fewer if they
/// have a mebibyte. And the id to continue after; empty: there are no more.
[[nodiscard]] std::pair<std::vector<namespace_entry>, std::string>
list_namespaces(store::reading &r, std::string_view after, std::size_t limit);

/// Adds a namespace without a registration; for administrators. Its origin is "iana" if IANA has registered the NID,
/// else "local"; any other origin than that, except the default "here", is refused. Problems: forbidden; malformed (not
/// a NID: RFC 8141 section 2); invalid for a reserved NID, with the rule of 5.1; conflict if it already exists (with
/// "existing").
[[nodiscard]] std::expected<namespace_entry, resolver::problem>
add_namespace(store::writing &w, const resolver::principal &who, resolver::namespace_settings s);

/// Replaces the settings; for its managers and administrators. NID, origin and request cannot change: they must be
/// equal or empty. `condition` is of its version. Problems: forbidden, not_found, precondition_failed (with
/// "existing"), invalid.
[[nodiscard]] std::expected<namespace_entry, resolver::problem> change_namespace(store::writing &w,
                                                                                 const resolver::principal &who,
                                                                                 resolver::namespace_settings s,
                                                                                 const precondition &condition);

/// PUT: change_namespace() if the namespace is managed here; add_namespace() if it is not and `condition` is
/// If-None-Match: *. Else the problem is not_found, with the NID that may have been meant: a namespace is permanent,
/// and a misspelt NID must not add one. For the same reason a NID that differs little from one that is managed here or
/// registered with IANA is invalid (with the member "similar"), unless `force` is true or IANA has registered it.
///
///     precondition absent;
///     absent.none_match = named_versions{.any = true};
///     auto added = put_namespace(w, who, {.nid = "isbn"}, absent);
[[nodiscard]] std::expected<namespace_entry, resolver::problem>
put_namespace(store::writing &w, const resolver::principal &who, resolver::namespace_settings s,
              const precondition &condition = {}, bool force = false);

/// Why a NID cannot be that of a new formal namespace, with the rule of RFC 8141 5.1: malformed, invalid (reserved), or
/// conflict (registered with IANA or managed here); std::nullopt if it can.
[[nodiscard]] std::optional<resolver::problem> refusal_of_nid(store::reading &r, std::string_view nid);

} // namespace service
} // namespace uniform
