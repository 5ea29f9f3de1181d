// Roles and principals: what a client is permitted to do. RFC 2483 section 4 distinguishes denied access.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// The role of a token.
enum class role : std::uint8_t {
    reader = 1,         ///< reads what is not public: statistics, authors of events
    registrar = 2,      ///< assigns names under its prefixes
    manager = 4,        ///< of namespaces: their settings, delegations, names, and tokens of registrars
    expert = 8,         ///< reviews registrations (RFC 8141 section 6.2)
    administrator = 16, ///< all operations
};
/// Their names.
inline constexpr auto role_names = enum_table<role>({{role::reader, "reader"},
                                                     {role::registrar, "registrar"},
                                                     {role::manager, "manager"},
                                                     {role::expert, "expert"},
                                                     {role::administrator, "administrator"}});
/// The name of a role; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(role r) noexcept { return role_names.name(r); }

/// A set of roles.
using roles = std::uint8_t;
inline constexpr roles anyone = 0; ///< also without a token
/// Administrators.
inline constexpr roles administrators = static_cast<roles>(role::administrator);
/// Managers and administrators.
inline constexpr roles managers = administrators | static_cast<roles>(role::manager);
/// Registrars, managers and administrators.
inline constexpr roles registrars = managers | static_cast<roles>(role::registrar);
/// Experts and administrators.
inline constexpr roles experts = administrators | static_cast<roles>(role::expert);
/// All holders of a token.
inline constexpr roles readers = registrars | experts | static_cast<roles>(role::reader);

/// The client of an operation: the holder of a token, or the user of the command on a local store (an administrator).
struct principal {
    std::string id = {}; ///< for the history: "token:7f3a9c", "local:alice"
    uniform::resolver::role role = role::reader;
    std::string registrar = {}; ///< the registrar for which it acts; empty: none
    /// The prefixes of keys that the token covers: "isbn:", "nbn:de:gbv-". Empty: an administrator or expert covers
    /// everything, others nothing.
    std::vector<std::string> prefixes = {};

    [[nodiscard]] bool is(roles any_of) const noexcept {
        return any_of == anyone || (static_cast<roles>(role) & any_of) != 0;
    }
    /// Whether the key or prefix begins with one of its prefixes. Linear in their number.
    [[nodiscard]] bool covers(std::string_view key_or_prefix) const noexcept;
    /// Whether what is recorded about the key or prefix, and is not public, may be read: it covers it, or is a reader
    /// without prefixes, who reads everything and changes nothing. Linear in their number.
    /// `principal{.role = role::reader}.reads("example:a")`
    [[nodiscard]] bool reads(std::string_view key_or_prefix) const noexcept;
};

} // namespace resolver
} // namespace uniform
