// Checks of a name before it is written: its form, its relations to other names, the texts of its record.
#pragma once

#include <cstddef>
#include <expected>
#include <functional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/resolver/namespace_rules.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service {

/// A name whose form permits assigning it.
struct checked_name {
    std::string key = {};
    std::string written = {}; ///< for name_record::name: empty when it is "urn:" and the key
};
/// RFC 8141 2 and 5 (3): a URN without components that matches the syntax of its namespace and has the correct check
/// character, where the namespace requires one. Its percent-encoding stands for UTF-8 without NUL (RFC 8141 2.2),
/// unless the syntax has "octets". `rules` are those of its namespace. Problems: malformed, invalid, with offset.
/// Linear.
[[nodiscard]] std::expected<checked_name, resolver::problem> check_new_name(std::string_view urn,
                                                                            const resolver::namespace_rules &rules);
/// The same, by the rules of the namespace as it is managed here.
[[nodiscard]] std::expected<checked_name, resolver::problem> check_new_name(store::reading &r, std::string_view urn);
/// The NID of text that may be a URN, as it is written; empty if there is none.
[[nodiscard]] std::string_view nid_of_urn(std::string_view urn UNIFORM_LIFETIMEBOUND) noexcept;

/// Whether a name is related to itself: by its successors (as far as they are in the store), its predecessor, its other
/// names. Problems: invalid.
[[nodiscard]] std::expected<void, resolver::problem> check_relations(store::reading &r, std::string_view key,
                                                                     const resolver::name_record &record);
/// The successor of a key, a URN; empty when it has none or is not in the store.
using successor_of = std::function<std::string(std::string_view key)>;
/// The same, also for names that are not in the store yet.
[[nodiscard]] std::expected<void, resolver::problem>
check_relations(const successor_of &successor, std::string_view key, const resolver::name_record &record);

inline constexpr std::size_t longest_reason = 2000;

/// UTF-8 without control characters, except line ends and tabs, and without misleading ones
/// (base::find_text_fault()). Linear.
[[nodiscard]] bool is_plain_text(std::string_view text) noexcept;

} // namespace uniform::service
