// The question about URIs in text.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace conformance {

using verdict = std::optional<std::string>;

// `text` -> `found`: all URIs of the text, in order. `rule` line-break asks for those that go on below.
verdict extract(const nlohmann::json &c);

} // namespace conformance
