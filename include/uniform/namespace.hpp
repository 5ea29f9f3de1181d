// The registry of URN namespaces: IANA's, and what a caller adds.
#pragma once

#include <string_view>

namespace uniform {

struct namespace_info;

/// Namespaces by NID.
class namespace_registry {
public:
    [[nodiscard]] static const namespace_registry &standard() noexcept;
    /// The entry of that NID, in any case of letters; nullptr when there is none.
    [[nodiscard]] const namespace_info *find(std::string_view nid) const noexcept;
};

} // namespace uniform
