// All namespaces and delegations as they are at one time, in memory: what resolving needs of them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/store/store.hpp>

namespace uniform::http {

/// A prefix that is delegated.
struct delegated_prefix {
    std::string prefix = {};
    std::string registrar = {};   ///< who is responsible for its names now; empty: managers
    std::string resolver = {};    ///< the other resolver that is responsible (delegation::resolver); empty: this one
    std::string passthrough = {}; ///< delegation::passthrough
    std::string locator_template = {}; ///< delegation::locator_template
};

class directory {
public:
    /// Reads all namespaces and all active delegations. Throws store::failure, also of kind damaged.
    [[nodiscard]] static std::shared_ptr<const directory> read(store::reading &r);

    /// The settings without title and request; null if the namespace is not managed here. Logarithmic.
    [[nodiscard]] const resolver::namespace_settings *find(std::string_view nid) const noexcept;
    /// The delegation with the longest prefix of `key`; null if there is none. Logarithmic, and a few steps more where
    /// prefixes are nested.
    [[nodiscard]] const delegated_prefix *delegation_of(std::string_view key) const noexcept;

private:
    std::map<std::string, resolver::namespace_settings, std::less<>> namespaces_;
    std::vector<delegated_prefix> prefixes_; // in the order of their bytes
    std::vector<std::size_t> enclosing_; // for each, the longest other prefix that it begins with; its own index: none
};

} // namespace uniform::http
