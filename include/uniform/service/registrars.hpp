// Registrars: those who assign names under the prefixes delegated to them (RFC 8141 section 5 leaves the process to the
// namespace). Documents of kind "registrar". None is ever removed: one that stops is "ended", for its names stay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/service/precondition.hpp>
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
    std::uint64_t version = 1; ///< how many versions it has had, for ETag and If-Match
    bool operator==(const registrar &) const = default;
};

/// Writes an object: "id", "name", "public_contact", "state", "version"; with the contact also "contact" and
/// "managed_within".
void write(json::writer &w, const registrar &r, bool with_contact);
/// The same as a value.
[[nodiscard]] json::value value_of(const registrar &r, bool with_contact);
/// Reads "id", "name", "contact", "public_contact"; ignores "state", "managed_within" and "version". Problems:
/// malformed, invalid.
[[nodiscard]] std::expected<registrar, resolver::problem> registrar_from_json(const json::value &value);

/// std::nullopt if it does not exist. One look-up.
[[nodiscard]] std::optional<registrar> find_registrar(store::reading &r, std::string_view id);
/// What readers call a registrar: its name; its id, if it has no name or does not exist; "" for "". One look-up.
/// Example: "The city library" of "library".
[[nodiscard]] std::string name_of_registrar(store::reading &r, std::string_view id);
/// The registrar, or not_found.
[[nodiscard]] std::expected<registrar, resolver::problem> registrar_of(store::reading &r, std::string_view id);
/// In order of their ids, those after `after`; at most `limit`, fewer if they
/// have a mebibyte. And the id to continue after; empty: there are no more.
[[nodiscard]] std::pair<std::vector<registrar>, std::string> list_registrars(store::reading &r, std::string_view after,
                                                                             std::size_t limit);

/// Adds a registrar; for managers and administrators. Problems: forbidden, invalid, conflict (with "existing").
[[nodiscard]] std::expected<registrar, resolver::problem> add_registrar(store::writing &w,
                                                                        const resolver::principal &who, registrar r);

/// Whether `who` manages the registrar: an administrator without prefixes, or a manager or administrator whose token
/// covers all of `managed_within` (not empty) and all prefixes that are delegated to the registrar.
[[nodiscard]] bool manages(store::reading &r, const resolver::principal &who, const registrar &of);
/// Whether `who` may create tokens for the registrar: if it manages the registrar, or covers all prefixes that are
/// delegated to it, at least one.
[[nodiscard]] bool may_let_act(store::reading &r, const resolver::principal &who, const registrar &of);

/// Changes name and contact; for the registrar itself, with a token that is not restricted to prefixes, and those who
/// manage it. `condition` is of its version. Without a difference there is no event. Problems: forbidden, not_found,
/// wrong_state (it has ended), invalid, precondition_failed.
[[nodiscard]] std::expected<registrar, resolver::problem>
change_registrar(store::writing &w, const resolver::principal &who, registrar r, const precondition &condition = {});

/// Ends a registrar: its tokens are no longer valid, its names remain. For those who manage it, not the registrar
/// itself. Problems: those of change_registrar(); wrong_state while prefixes are delegated to it (with "prefixes").
[[nodiscard]] std::expected<registrar, resolver::problem> end_registrar(store::writing &w,
                                                                        const resolver::principal &who,
                                                                        std::string_view id,
                                                                        const precondition &condition = {});

} // namespace service
} // namespace uniform
