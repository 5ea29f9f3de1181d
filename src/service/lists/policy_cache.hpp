// The namespaces and delegations that an import uses, read once and looked up in memory, and whether they have changed
// since.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/store/store.hpp>

#include "service/authorization.hpp"

namespace uniform::service {

class policy_cache {
public:
    struct of_namespace {
        std::vector<std::pair<std::string, key_policy>> prefixes = {}; ///< active delegations, by prefix
        key_policy undelegated = {};                                   ///< of keys without a delegation
        std::vector<std::uint64_t> versions = {};                      ///< of the namespace and of all its delegations
        bool too_many = false; ///< delegations to cache: they are looked up one by one
    };
    /// Everything in the cache at one time, by NID.
    using snapshot = std::vector<std::pair<std::string, std::shared_ptr<const of_namespace>>>;

    /// As policy_of().
    [[nodiscard]] key_policy find(store::reading &r, std::string_view key);
    /// From the cache; null for a namespace that is not in it, or that has too many delegations.
    [[nodiscard]] const key_policy *cached(std::string_view key);
    /// The rules of a namespace (in lower case) in the cache; null for another one.
    [[nodiscard]] const resolver::namespace_rules *rules(std::string_view nid);
    [[nodiscard]] snapshot content() const { return {namespaces_.begin(), namespaces_.end()}; }

private:
    [[nodiscard]] const of_namespace *cached_namespace(std::string_view nid);

    std::map<std::string, std::shared_ptr<const of_namespace>, std::less<>> namespaces_;
    const of_namespace *last_ = nullptr; // most keys have the namespace of the key before
    std::string last_nid_;
};

/// Whether nothing of it has changed since. Reads each namespace and its delegations.
[[nodiscard]] bool is_current(const policy_cache::snapshot &s, store::reading &r);

} // namespace uniform::service
