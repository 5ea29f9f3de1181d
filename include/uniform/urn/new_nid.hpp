// Whether a new namespace may have a NID: one function for all that answer this. RFC 8141 5.1.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/urn/nid.hpp>

namespace uniform UNIFORM_API {

/// The rules that forbid a new formal namespace to have the NID, in the order of nid_rule; none if it is available. The
/// NID "urn" is refused in every edition, although RFC 2141 2.1 alone reserves it: its names would be no URNs of that
/// document. A NID that is known, but not registered ("imei"), is available: see is_used_unregistered(). There is none
/// for a malformed NID: see nid_classification::fault. Of "urn-" and a number the rule of 5.2, because IANA assigns the
/// number; of another NID that begins with "urn-" that of 5.1 (2). Example: of "x-urn" the one of RFC 8141 5.1 (4).
[[nodiscard]] std::vector<nid_citation> refusals_of_new_nid(std::string_view nid, bool registered,
                                                            edition e = edition::rfc8141);

/// Whether the NID is in use without registration, or is mistaken for one (data/urn-namespaces.json): "imei", "sha1",
/// "microsoft". RFC 8141 5.1: particular attention should be paid to NIDs that may be a source of conflict. Constant
/// time.
[[nodiscard]] bool is_used_unregistered(std::string_view nid) noexcept;
/// The same with another registry, in which IANA may have registered it.
[[nodiscard]] bool is_used_unregistered(std::string_view nid, const namespace_registry &registry) noexcept;

/// The meanings that a new NID may be mistaken for, a clause for each: RFC 8141 5.1 asks applicants and reviewers for
/// particular attention. Countries (codes of ISO 3166-1, names in English and in the country's language), URI schemes,
/// identifier systems, NIDs in use without registration, registered NIDs that look alike. None of them forbids the NID.
/// Linear in the registry.
///
///     notes_on_new_nid("deu", namespace_registry::standard()) -> "it is the country code of Germany (ISO 3166-1
///     alpha-3)" notes_on_new_nid("1sbn", namespace_registry::standard()) -> "it looks like \"isbn\", which is
///     registered"
[[nodiscard]] std::vector<std::string> notes_on_new_nid(std::string_view nid, const namespace_registry &registry,
                                                        edition e = edition::rfc8141);

} // namespace uniform
