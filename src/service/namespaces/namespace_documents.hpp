// The documents of namespaces.
#pragma once

#include <string>
#include <vector>

#include <uniform/service/namespace_entry.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service {

/// The namespace that a document is. Throws store::failure (damaged).
[[nodiscard]] namespace_entry namespace_in(const store::document &d);

/// The most similar NID among the managed ones and those registered with IANA; empty if none is similar.
[[nodiscard]] std::string closest_namespace(store::reading &r, const std::string &nid,
                                            std::vector<std::string> managed);

} // namespace uniform::service
