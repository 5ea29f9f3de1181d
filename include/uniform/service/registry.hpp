// The registry of namespaces that the service publishes (RFC 8141 section 5, 7.2): IANA's, as this release or a newer
// list in the store has them, and those that are registered or managed here.
//
// The newer list is the document "iana" of kind "registry" (uniform/registry/iana_list.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/registry/iana_list.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/service/iana_registry.hpp>
#include <uniform/service/namespace_entry.hpp>
#include <uniform/store/store.hpp>
#include <uniform/urn/namespace.hpp>

namespace uniform UNIFORM_API {
namespace json {
class writer;
} // namespace json
} // namespace uniform

namespace uniform UNIFORM_API {
namespace service {

/// The source and the date of the service's copy of IANA's list.
struct registry_state {
    std::string date = {};         ///< of the list
    std::string release_date = {}; ///< of the list of this release
    std::size_t namespaces = 0;    ///< that IANA has registered
    bool from_store = false;       ///< a list in the store, not that of this release
    std::uint64_t version = 0;     ///< of the list in the store; 0: there is none
    std::uint64_t event = 0;       ///< the number of its last event
};
/// One look-up, and linear in the namespaces.
[[nodiscard]] registry_state state_of_registry(store::reading &r);

/// The changes that a new list of IANA's made.
struct registry_update {
    std::string date = {};
    std::string before = {};                  ///< the date of the list before
    std::size_t namespaces = 0;               ///< in the new list
    std::vector<std::string> added = {};      ///< NIDs that were not in the list before
    std::vector<std::string> collisions = {}; ///< of these, those that are in use here without IANA's registration
    bool changed = false;                     ///< false: the list was the same, and there is no event
};
/// Puts a list of IANA's, as XML or CSV, into the store; for administrators. Problems: forbidden; malformed, with the
/// offset, "line" and "column"; conflict for a list that is older than the one before, or lacks one of its namespaces.
/// `date` is that of a list in CSV.
[[nodiscard]] std::expected<registry_update, resolver::problem>
put_iana_list(store::writing &w, const resolver::principal &who, std::string_view text, std::string_view date = {});

/// One version of a registration that was made here.
struct published_revision {
    std::string version = {};     ///< as its template states it
    std::string date = {};        ///< the same
    std::uint64_t request = 0;    ///< by which it was registered
    std::uint32_t submission = 0; ///< of the request
};

/// The rules of the names of a namespace: of one that is registered with IANA those of that registration, else those by
/// which names are assigned here.
struct published_rules {
    std::string abnf = {};
    std::string pattern = {};     ///< of the NSS; empty: any NSS of RFC 8141, unless they are undecided
    std::string equivalence = {}; ///< for people
    std::string checks = {};      ///< the check characters, as JSON or as the names of their algorithms
    std::string r_component = {}; ///< "allowed", "not-defined", ...
    std::string q_component = {}; ///< the same, or a pattern
    std::string f_component = {};
    std::vector<std::string> examples = {}; ///< each is a name by these rules
    resolver::rules_source from = resolver::rules_source::settings;
};

/// One namespace of the published registry.
struct published_namespace {
    std::string nid = {};
    namespace_kind kind = namespace_kind::formal;
    std::string origin = {}; ///< "iana", "here" (registered by this service), "local" (used here without registration)
    bool managed = false;    ///< names can be assigned in it here
    std::string title = {};
    std::string registrant = {};
    std::string first_registrant = {}; ///< of one that was registered here: by its first version
    std::string date = {};             ///< of the registration
    std::string updated = {};          ///< of its last revision
    std::vector<std::string> references = {};
    std::string template_url = {};                  ///< a path of this service for one that was registered here
    std::vector<published_revision> revisions = {}; ///< of one that was registered here, newest first
    std::optional<namespace_entry> settings = {};   ///< of a managed one
    const namespace_info *info = nullptr;           ///< of one that IANA registered; lives as long as `registry`
    std::shared_ptr<const namespace_registry> registry = {};
    published_rules rules = {}; ///< of find_published() only
};

/// The filter for a list of namespaces.
struct published_filter {
    std::string origin = {}; ///< only those of this origin
    std::string q = {};      ///< only those with this text in NID, title or registrant, in upper or lower case
    std::string kind = {};   ///< "formal" or "informal"; empty: both
    bool managed = false;    ///< only those in which names can be assigned here
};

/// Namespaces after NID `after` in the order of their NIDs, at most `limit`, and the NID to continue after; empty:
/// there are no more. A page is full unless it is the last. For a namespace that was registered here, its request and
/// templates are read.
[[nodiscard]] std::pair<std::vector<published_namespace>, std::string>
list_published(store::reading &r, const published_filter &f, std::string_view after, std::size_t limit);

/// One namespace. Problem: not_found if neither IANA nor this service has it.
[[nodiscard]] std::expected<published_namespace, resolver::problem> find_published(store::reading &r,
                                                                                   std::string_view nid);

/// Writes an object; with `details`, also syntax, equivalence, components and sources.
void write(json::writer &w, const published_namespace &n, bool details);
/// "date", "release_date", "source" ("release" or "store"), "namespaces", "version", "event".
void write(json::writer &w, const registry_state &s);
/// "date", "before", "namespaces", "changed", "added", "collisions".
void write(json::writer &w, const registry_update &u);

} // namespace service
} // namespace uniform
