// The lines of the history (docs/reference/history-format.md): how it is exported, and read by a follower.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <uniform/base/api.hpp>
#include <uniform/store/history_head.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace service {

using store::history_head;
using store::history_head_from;
using store::to_string;

/// Whether lines have the secrets of the store, which are the hashes of the secrets of tokens and requests, URLs of
/// webhooks, and drafts that versions before the schema 5 kept.
enum class secrets : std::uint8_t { included, withheld };

/// Whether an event has a secret, which a page for followers would not have. Whatever it says of itself
/// (event::withheld): a body that is not proven by its hash may have anything.
[[nodiscard]] bool has_secret(const store::event &e);

/// The first line: that of an export, or of a page that goes on after an event.
[[nodiscard]] std::string first_history_line(const std::optional<history_head> &after = {});
/// Appends the line of an event.
void append_history_line(std::string &out, const store::event &e, secrets s);
/// The last line: how many events there are, and the head of all of them.
[[nodiscard]] std::string last_history_line(const history_head &head);

/// The first line, as it was read: the event that the page goes on after.
struct history_start {
    history_head after = {};
};
/// The last line, as it was read: the head.
struct history_finish {
    history_head head = {};
};
/// A line that was read: the first one, an event, or the last one.
using history_line = std::variant<history_start, store::event, history_finish>;
/// Throws store::other_history with the cause for what is no line of a history. An event gets `previous` as the hash of
/// the event before it, and whether its hash is its own is left to store::repeat().
[[nodiscard]] history_line read_history_line(std::string_view line, const store::digest &previous);

/// Whether an event belongs to the part of the history that is about these prefixes of keys ("example:lib-"): names and
/// delegations under them, delegations and namespaces above them, registrars, and what is said of the store as a whole.
/// The rest is about others. Decided by kind and id alone, so that it never changes. Linear in the prefixes.
[[nodiscard]] bool is_about(const store::event &e, std::span<const std::string> prefixes) noexcept;
/// Appends the line of an event that is hidden: its number and its hash.
void append_hidden_line(std::string &out, const store::event &e);
/// The name of the part of the history that is about these prefixes, in any order, for store::follow(); empty: all of
/// it.
[[nodiscard]] std::string part_of_history(std::span<const std::string> prefixes);

/// A page of the history for others, without secrets.
struct history_part {
    std::string lines = {};
    std::uint64_t last = 0; ///< of its events
    history_head head = {}; ///< of the history
};
/// The events after number `after`: at most `limit`, and about a mebibyte, but one at least. Nothing if the history
/// ends before that number.
/// @param prefixes the part that is wanted, of keys; all other events are hidden. Empty: all of it
[[nodiscard]] std::optional<history_part> history_after(store::reading &r, std::uint64_t after, std::size_t limit,
                                                        std::span<const std::string> prefixes = {});

} // namespace service
} // namespace uniform
