// A file of a service with the last event that it has seen, for commands: "note_head NUMBER:HASH FILE" in a shell.
#pragma once

#include <string_view>

namespace uniform::test {

// The line of src/store/history/known_history.hpp: format, number, hash, system, timeline and the beginning of the
// SHA-256 of these, in 128 bytes.
inline constexpr std::string_view note_head =
    "note_head() { local line; line=$(printf 'uniform-1 %016x %s %016x %08x ' \"${1%%:*}\" \"${1#*:}\" 0 0); "
    "printf '%-127s\\n' \"$line$(printf %s \"$line\" | sha256sum | cut -c1-8)\" > \"$2\"; }; ";

} // namespace uniform::test
