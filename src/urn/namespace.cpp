// The registry of URN namespaces.

#include <uniform/namespace.hpp>

namespace uniform {

const namespace_registry &namespace_registry::standard() noexcept {
    static const namespace_registry registry;
    return registry;
}

const namespace_info *namespace_registry::find(std::string_view) const noexcept { return nullptr; }

} // namespace uniform
