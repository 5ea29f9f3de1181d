// The sets of OAI-PMH 2.0 section 2.6. A namespace is a set, and below it are sets of its registrars and of its
// delegated prefixes:
//
//     nbn                     the namespace nbn
//     nbn:registrar-dnb       the names of the registrar "dnb" in it
//     nbn:prefix-de~3agbv-    the names that begin with "urn:nbn:de:gbv-", which is delegated
//
// A character of a prefix that a setSpec cannot have, or that has a meaning in it, is written as "~" and two
// hexadecimal digits.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/record.hpp>

namespace uniform::store {
class reading;
}

namespace uniform::http {

struct oai_set {
    std::string spec;
    std::string name;
};

/// In the order of the namespaces; of each the namespace, its prefixes, its registrars. Those after the set `after`, at
/// most `limit`, and whether there are more. A registrar is listed if a prefix in the namespace is or was delegated to
/// it. Throws store::failure. Reads a page of namespaces and delegations; for registrars all delegations of a
/// namespace.
struct oai_set_page {
    std::vector<oai_set> sets;
    bool more = false;
};
[[nodiscard]] oai_set_page list_sets(store::reading &r, std::string_view after, std::size_t limit);

/// The names that a setSpec selects: keys that begin with `prefix`, and if `registrar` is not empty, only its names.
struct set_selection {
    std::string prefix;
    std::string registrar = {};
    [[nodiscard]] bool has(std::string_view key, const resolver::name_record &r) const noexcept {
        return key.starts_with(prefix) && (registrar.empty() || r.registrar == registrar);
    }
};
/// std::nullopt if there is no such set. A few look-ups.
[[nodiscard]] std::optional<set_selection> selection_of_set(store::reading &r, std::string_view spec);

/// The sets of an item, the namespace first. A look-up for each prefix of the key that is delegated.
[[nodiscard]] std::vector<std::string> sets_of(store::reading &r, std::string_view key,
                                               const resolver::name_record &record);

} // namespace uniform::http
