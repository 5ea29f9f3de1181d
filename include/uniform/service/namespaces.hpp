// The namespaces that are kept here, and their settings: documents of kind "namespace", whose id is the NID in lower
// case. RFC 8141 sections 5.1 and 5.2 say which NIDs there can be.
//
// A namespace comes to be in two ways: by a registration (registration.hpp; its origin is "here"), or because an
// administrator puts one that IANA has registered, "example" of RFC 6963 among them ("iana"), or one for local use
// ("local"). None is ever removed: one that ends is "closed", and its names still resolve.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/precondition.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service {

/// A namespace as it stands in the store.
struct namespace_entry {
    resolver::namespace_settings settings = {};
    std::uint64_t event = 0; ///< of the last change: its version, for ETag and If-Match
};

/// The namespace of that NID, in any case of letters; nothing when it is not kept here. One look-up.
[[nodiscard]] std::optional<namespace_entry> find_namespace(store::reading &r, std::string_view nid);

/// The same, or the problem not_found. For operations that need it.
[[nodiscard]] std::expected<namespace_entry, resolver::problem> namespace_of(store::reading &r, std::string_view nid);

/// As it was at a time. Problems: malformed; not_found, also when it was not kept here yet.
[[nodiscard]] std::expected<namespace_entry, resolver::problem> namespace_as_of(store::reading &r, std::string_view nid,
                                                                                resolver::timestamp t);

/// The namespace for new names: out_of_policy when the namespace is closed.
[[nodiscard]] std::expected<namespace_entry, resolver::problem> namespace_for_new_names(store::reading &r,
                                                                                        std::string_view nid);

/// Namespaces after NID `after`, in order of their NIDs; at most `limit`.
[[nodiscard]] std::vector<namespace_entry> list_namespaces(store::reading &r, std::string_view after,
                                                           std::size_t limit);

/// Makes a namespace without a registration; an administrator may. The origin follows from the NID: "iana" when IANA
/// has it, else "local"; one that is said and differs is refused, but for "here", the default. Errors: forbidden;
/// malformed (no NID: RFC 8141 section 2); invalid for a NID that no namespace may have, with the rule of 5.1 that
/// reserves it; conflict when it is here already ("existing").
[[nodiscard]] std::expected<namespace_entry, resolver::problem>
add_namespace(store::writing &w, const resolver::principal &who, resolver::namespace_settings s);

/// Changes the settings; its managers and administrators may. NID, origin and request stay as they are: those given
/// must be the same, or empty. `condition` is of its version. Errors:
/// forbidden, not_found, precondition_failed, invalid.
[[nodiscard]] std::expected<namespace_entry, resolver::problem> change_namespace(store::writing &w,
                                                                                 const resolver::principal &who,
                                                                                 resolver::namespace_settings s,
                                                                                 const precondition &condition);

/// Puts one: add_namespace() or change_namespace(), whichever fits.
[[nodiscard]] std::expected<namespace_entry, resolver::problem> put_namespace(store::writing &w,
                                                                              const resolver::principal &who,
                                                                              resolver::namespace_settings s,
                                                                              const precondition &condition = {});

/// Whether a NID could be that of a new formal namespace, by RFC 8141 5.1 and by what is registered with IANA or here:
/// nothing when it could, else the refusal with its rule. malformed, invalid (reserved), or conflict (taken).
[[nodiscard]] std::optional<resolver::problem> refusal_of_nid(store::reading &r, std::string_view nid);

/// A namespace as an object of JSON, with its "version".
[[nodiscard]] std::string to_json(const namespace_entry &n);

} // namespace uniform::service
