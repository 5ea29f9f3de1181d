// What the operations on names share: parts of records, answers that are remembered, texts that are checked.
#pragma once

#include <expected>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/record.hpp>
#include <uniform/service/names.hpp>

#include "service/ground.hpp"

namespace uniform::service {

inline constexpr std::size_t longest_reason = 2000;

/// The members that a client sets: locators, metadata, other names, successor, predecessor.
[[nodiscard]] resolver::name_record client_part(const resolver::name_record &r);

/// Outcomes as they are remembered for an idempotency key: the numbers of their events, "+" before those of new names.
[[nodiscard]] std::string remembered(std::span<const outcome> o);
/// And back: each as it was after its event. Throws store::failure (damaged).
[[nodiscard]] std::vector<outcome> outcomes_from(store::reading &r, std::string_view text);

/// RFC 2483 4: "does not exist".
[[nodiscard]] problem unknown(std::string_view key);

/// UTF-8 without control characters (but for line ends and tabs). Linear.
[[nodiscard]] bool is_plain_text(std::string_view text) noexcept;
/// UTF-8 (RFC 3629) at all: the offset of the first byte that is none. Linear.
[[nodiscard]] std::optional<std::size_t> not_utf8(std::string_view text) noexcept;

/// Whether names lead to themselves: successors (as far as they are here), predecessor, other names. Problems: invalid.
[[nodiscard]] std::expected<void, problem> check_relations(store::reading &r, std::string_view key,
                                                           const resolver::name_record &record);
/// The successor that a key has, a URN; empty when it has none or is not here.
using successor_of = std::function<std::string(std::string_view key)>;
/// The same, with names that are not in the store yet.
[[nodiscard]] std::expected<void, problem> check_relations(const successor_of &known, std::string_view key,
                                                           const resolver::name_record &record);
/// The policy of locators alone. Problems: out_of_policy.
[[nodiscard]] std::expected<void, problem> locators_in_policy(const ground &g, const resolver::name_record &r);

} // namespace uniform::service
