// Who asks, and how far that reaches. RFC 2483 section 4: access denied is an answer of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace uniform::resolver {

enum class role : std::uint8_t {
    reader = 1,         ///< sees what is not public: statistics, who did what
    registrar = 2,      ///< assigns names under its prefixes
    manager = 4,        ///< of namespaces: settings, delegations, registrars' tokens, all names in them
    expert = 8,         ///< reviews registrations (RFC 8141 section 6.2)
    administrator = 16, ///< everything
};
[[nodiscard]] std::string_view to_string(role r) noexcept;
[[nodiscard]] std::optional<role> role_from(std::string_view text) noexcept;

/// A set of roles.
using roles = std::uint8_t;
inline constexpr roles anyone = 0; ///< without a token, too
inline constexpr roles administrators = static_cast<roles>(role::administrator);
inline constexpr roles managers = administrators | static_cast<roles>(role::manager);
inline constexpr roles registrars = managers | static_cast<roles>(role::registrar);
inline constexpr roles experts = administrators | static_cast<roles>(role::expert);
inline constexpr roles readers = registrars | experts | static_cast<roles>(role::reader);

/// Who asks: the holder of a token, or the user of the command on the local store (an administrator).
struct principal {
    std::string id = {}; ///< for the history: "token:7f3a9c", "local:alice"
    uniform::resolver::role role = role::reader;
    std::string registrar = {}; ///< whom it acts for
    std::vector<std::string> prefixes =
        {}; ///< of keys ("isbn:", "nbn:de:gbv-"); an administrator's or expert's may be empty: everything

    [[nodiscard]] bool is(roles any_of) const noexcept {
        return any_of == anyone || (static_cast<roles>(role) & any_of) != 0;
    }
    /// Whether a key, or a prefix, lies within its prefixes.
    [[nodiscard]] bool reaches(std::string_view key_or_prefix) const noexcept;
};

} // namespace uniform::resolver
