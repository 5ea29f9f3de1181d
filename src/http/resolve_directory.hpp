// Namespaces and delegations as they are at one moment, in memory: what the fast path needs of them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/store/store.hpp>

namespace uniform::http {

class directory {
public:
    /// Reads all of both kinds.
    [[nodiscard]] static std::shared_ptr<const directory> read(store::reading &r);

    /// The settings without their texts for people; null when the namespace is not kept here.
    [[nodiscard]] const resolver::namespace_settings *find(std::string_view nid) const noexcept;
    /// The longest prefix of `key` that is delegated now; empty when none is. Logarithmic, and a few steps more when
    /// prefixes are nested.
    [[nodiscard]] std::string_view prefix_of(std::string_view key) const noexcept;

private:
    std::map<std::string, resolver::namespace_settings, std::less<>> namespaces_;
    std::vector<std::string> prefixes_;  // in order of their bytes
    std::vector<std::size_t> enclosing_; // of each, the longest other prefix that it begins with; its own index: none
};

} // namespace uniform::http
