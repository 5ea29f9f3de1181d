// A record as the options of a verb give it.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include <nlohmann/json.hpp>

#include "options.hpp"

namespace uniform::command {

// The JSON of --record, with what --metadata, --other-name, --successor and --predecessor add, and a locator for each
// argument from number `urls` on, with --media-type, --language, --country and --weight. What is wrong has been said;
// the value is the exit code.
[[nodiscard]] std::expected<nlohmann::ordered_json, int> record_of(const options &o, std::size_t urls);

// --count, or `otherwise`.
[[nodiscard]] std::expected<std::uint64_t, int> count_of(const options &o, std::uint64_t otherwise);

// Indented, for a person's screen.
[[nodiscard]] std::string printable_json(const nlohmann::json &value);

} // namespace uniform::command
