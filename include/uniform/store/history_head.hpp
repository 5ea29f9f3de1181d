// The end of a history, as people and clients note it: "NUMBER:HASH".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/base/api.hpp>
#include <uniform/store/records.hpp>

namespace uniform UNIFORM_API {
namespace store {

/// The last event of a history: its number and hash; zeros for the history without events.
using history_head = std::pair<std::uint64_t, digest>;

/// "NUMBER:HASH", the hash in 64 hexadecimal digits.
[[nodiscard]] std::string to_string(const history_head &h);
/// The same backwards.
[[nodiscard]] std::optional<history_head> history_head_from(std::string_view text);
/// The event that a process has noted in its file (database_options::head_file): the last one that it has seen. Nothing
/// if there is no such file, it cannot be read, or it has no line of this program. One pread(2).
[[nodiscard]] std::optional<history_head> head_noted_in(const std::string &file);

} // namespace store
} // namespace uniform
