// The questions about URLs by their schemes, and about schemes.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace conformance {

// The result of one case: std::nullopt when all is as asserted, otherwise the failure.
using verdict = std::optional<std::string>;

// `spec`, `scheme`, `input` -> `valid`, `expect`: the parts by name.
verdict url_scheme(const nlohmann::json &c);
// `url` -> `login`, `commands`.
verdict ftp_plan(const nlohmann::json &c);
// `url` -> `sent`, the bytes.
verdict gopher_request(const nlohmann::json &c);
// `input`, an encoded gopher+ string -> `kind` and what belongs to it.
verdict gopher_plus_string(const nlohmann::json &c);
// `scheme` -> `port`.
verdict default_port(const nlohmann::json &c);
// `a`, `b`, names of schemes -> `equivalent`.
verdict scheme_case(const nlohmann::json &c);
// `input` -> `valid`, and its `scheme` in lower case.
verdict scheme_name(const nlohmann::json &c);

} // namespace conformance
