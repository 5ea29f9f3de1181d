// The resolution services of RFC 2483, and the names that RFC 2169 gives them.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// RFC 2483 4.1 to 4.9.
enum class service : std::uint8_t { i2l, i2ls, i2r, i2rs, i2c, i2cs, i2n, i2ns, equal };

/// Their mnemonics.
inline constexpr auto service_names = enum_table<service>({{service::i2l, "I2L"},
                                                           {service::i2ls, "I2Ls"},
                                                           {service::i2r, "I2R"},
                                                           {service::i2rs, "I2Rs"},
                                                           {service::i2c, "I2C"},
                                                           {service::i2cs, "I2Cs"},
                                                           {service::i2n, "I2N"},
                                                           {service::i2ns, "I2Ns"},
                                                           {service::equal, "I=I"}});
/// The name of a service; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(service s) noexcept { return service_names.name(s); }

/// A requested service. RFC 2169 has mnemonics for names ("N2L") and for locators ("L2Ls").
struct named_service {
    resolver::service service = service::i2l;
    bool of_locator = false; ///< "L2...": the operand is a URL
    bool operator==(const named_service &) const = default;
};
/// RFC 2483 2.1: mnemonics in any case of letters; RFC 2169 3: N2L N2Ls N2R N2Rs N2C N2Ns L2Ns L2Ls L2C, and what
/// follows from them (N2N, N2Cs, L2L, L2N, L2Cs). std::nullopt for any other text.
[[nodiscard]] std::optional<named_service> service_from(std::string_view name) noexcept;

/// The two operands of I=I in one query: "URI&URI". "&" may also be part of a URI, so the operands are divided at the
/// "&" that has a URI on either side. Errors: malformed, also if there is more than one such "&".
[[nodiscard]] std::expected<std::pair<std::string_view, std::string_view>, problem> two_uris(std::string_view query
                                                                                             UNIFORM_LIFETIMEBOUND);
void two_uris(temporary_owner auto &&) = delete;

/// RFC 2483 4.7: both namespaces must have agreed. Whether each of the two name records has the other's name among its
/// other names, and neither is withdrawn.
[[nodiscard]] bool agreed(std::string_view key, const name_record &r, std::string_view other_key,
                          const name_record &other) noexcept;

} // namespace resolver
} // namespace uniform
