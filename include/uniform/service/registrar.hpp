// A registrar, as it is read (registrars.hpp).
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/json/value.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace json {
class writer;
} // namespace json
} // namespace uniform

namespace uniform UNIFORM_API {
namespace service {

/// Whether a registrar may act.
enum class registrar_state : std::uint8_t { active, ended };
/// Their names.
inline constexpr auto registrar_state_names =
    enum_table<registrar_state>({{registrar_state::active, "active"}, {registrar_state::ended, "ended"}});
/// The name of a registrar state; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(registrar_state s) noexcept { return registrar_state_names.name(s); }

/// A registrar.
struct registrar {
    std::string id = {}; ///< 1 to 64 of a-z 0-9 - . _, beginning with a letter or digit
    std::string name = {};
    std::string contact = {}; ///< for people; shown to holders of a token only
    /// Whom readers ask about its names: an e-mail address, a URL, or text; shown to everybody.
    std::string public_contact = {};
    registrar_state state = registrar_state::active;
    /// The prefixes of the token that added it; empty: an administrator did. Tokens that cover all of them manage it.
    std::vector<std::string> managed_within = {};
    std::uint64_t event = 0;   ///< of the last change
    std::uint64_t version = 1; ///< the number of its versions, for ETag and If-Match
    bool operator==(const registrar &) const = default;
};

/// Writes an object: "id", "name", "public_contact", "state", "version"; with the contact also "contact" and
/// "managed_within".
void write(json::writer &w, const registrar &r, bool with_contact);
/// The same as a value.
[[nodiscard]] json::value value_of(const registrar &r, bool with_contact);
/// std::nullopt if it does not exist. One look-up.
[[nodiscard]] std::optional<registrar> find_registrar(store::reading &r, std::string_view id);
/// The name of a registrar for readers: its own; its id, if it has no name or does not exist; "" for "". One look-up.
/// Example: "The city library" of "library".
[[nodiscard]] std::string name_of_registrar(store::reading &r, std::string_view id);
/// The registrar, or not_found.
[[nodiscard]] std::expected<registrar, resolver::problem> registrar_of(store::reading &r, std::string_view id);

} // namespace service
} // namespace uniform
