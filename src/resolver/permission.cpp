#include <uniform/resolver/permission.hpp>

#include <algorithm>

namespace uniform::resolver {

bool principal::covers(std::string_view key_or_prefix) const noexcept {
    // Only these two roles can be unrestricted. A token of another role without prefixes covers nothing.
    if (prefixes.empty()) return role == role::administrator || role == role::expert;
    return std::ranges::any_of(prefixes, [&](const std::string &p) { return key_or_prefix.starts_with(p); });
}

bool principal::reads(std::string_view key_or_prefix) const noexcept {
    return covers(key_or_prefix) || (role == role::reader && prefixes.empty());
}

} // namespace uniform::resolver
