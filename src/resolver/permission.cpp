#include <uniform/resolver/permission.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace uniform::resolver {

namespace {

constexpr std::array<std::pair<role, std::string_view>, 5> table{{
    {role::reader, "reader"},
    {role::registrar, "registrar"},
    {role::manager, "manager"},
    {role::expert, "expert"},
    {role::administrator, "administrator"},
}};

} // namespace

std::string_view to_string(role r) noexcept {
    const auto *const at = std::ranges::find(table, r, &std::pair<role, std::string_view>::first);
    return at == table.end() ? "" : at->second;
}

std::optional<role> role_from(std::string_view text) noexcept {
    const auto *const at = std::ranges::find(table, text, &std::pair<role, std::string_view>::second);
    if (at == table.end()) return std::nullopt;
    return at->first;
}

bool principal::covers(std::string_view key_or_prefix) const noexcept {
    // Only these two roles can be unrestricted. A token of another role without prefixes covers nothing.
    if (prefixes.empty()) return role == role::administrator || role == role::expert;
    return std::ranges::any_of(prefixes, [&](const std::string &p) { return key_or_prefix.starts_with(p); });
}

} // namespace uniform::resolver
