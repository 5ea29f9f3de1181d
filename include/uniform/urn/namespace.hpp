// URNs by the rules of their namespaces.
//
//     const auto *isbn = namespace_registry::standard().find("ISBN");
//     validate("urn:isbn:978-951-0-18435-6"_urn)                    -> has a value
//     validate("urn:oid:1.3.6."_urn).error()                        -> nss_mismatch at the end
//
// A namespace is an entry of a registry: how its NSSs look, which of them are the same name, which characters check
// others, how names of its identifier system are written, where it is resolved. One mechanism reads the entries; a
// caller's namespace is an entry too.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/urn/check_character.hpp>
#include <uniform/urn/namespace_info.hpp>
#include <uniform/urn/namespace_registry.hpp>
#include <uniform/urn/urn.hpp>

namespace uniform UNIFORM_API {

/// The strictness of validate().
enum class validation_level : std::uint8_t {
    lenient, ///< names seen in practice or recommended by the specification are accepted too
    normal,  ///< the registration
    strict,  ///< rules of other standards as well
};

/// "lenient", "normal", "strict".
[[nodiscard]] std::string_view to_string(validation_level l) noexcept;

/// Whether the NSS is one of its namespace. Errors: unknown_namespace (offset of the NID) when the NID has no entry or
/// the entry has no syntax; nss_mismatch with the offset, in the text of `u`, of the first byte with which no name of
/// the namespace goes on, or of the end of the NSS when more was to come; too_long past a limit. Linear; the first use
/// of a pattern builds its table, later uses allocate nothing.
[[nodiscard]] std::expected<void, error> validate(const urn_view &u, const namespace_registry &registry,
                                                  validation_level level = validation_level::normal);
/// With namespace_registry::standard().
[[nodiscard]] std::expected<void, error> validate(const urn_view &u, validation_level level = validation_level::normal);

} // namespace uniform
