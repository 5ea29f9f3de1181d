// The namespaces and delegations that an import meets, read once and looked up in memory; and whether they are still
// what they were.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/store/store.hpp>

#include "service/ground.hpp"

namespace uniform::service {

class policies {
public:
    struct space {
        std::vector<std::pair<std::string, ground>> prefixes = {}; ///< active delegations, by prefix
        ground bare = {};                                          ///< no delegation
        std::vector<std::uint64_t> versions = {};                  ///< of the namespace and of all its delegations
        bool too_many = false;                                     ///< to keep: looked up one by one
    };
    /// What was read up to a moment, by NID.
    using snapshot = std::vector<std::pair<std::string, std::shared_ptr<const space>>>;

    /// As ground_of().
    [[nodiscard]] ground find(store::reading &r, std::string_view key);
    /// What is known already; null for a namespace that is new here, or that has too many delegations.
    [[nodiscard]] const ground *known(std::string_view key);
    /// The rules of a namespace (in lower case) that find() has met; null for one that is new here.
    [[nodiscard]] const resolver::namespace_rules *rules(std::string_view nid);
    [[nodiscard]] snapshot seen() const { return {spaces_.begin(), spaces_.end()}; }

private:
    [[nodiscard]] const space *known_space(std::string_view nid);

    std::map<std::string, std::shared_ptr<const space>, std::less<>> spaces_;
    const space *last_ = nullptr; // for most keys, the namespace is that of the key before
    std::string last_nid_;
};

/// Whether nothing of what was read has changed: a look at each namespace and each of its delegations.
[[nodiscard]] bool is_current(const policies::snapshot &s, store::reading &r);

} // namespace uniform::service
