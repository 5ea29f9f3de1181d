// The zone file of NAPTR records for the namespaces and delegations of a store.
#pragma once

#include <string>

#include <uniform/resolver/naptr.hpp>
#include <uniform/store/store.hpp>

namespace uniform::http {

/// Reads all namespaces and delegations; keeps in memory those delegations that need records, of one namespace at a
/// time. Throws store::failure.
[[nodiscard]] std::string zone_file(store::reading &r, const resolver::zone_options &o);

} // namespace uniform::http
