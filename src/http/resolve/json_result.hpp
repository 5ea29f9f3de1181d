// Results of resolving as JSON.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <uniform/json/writer.hpp>

#include "http/resolve/resolution_result.hpp"

namespace uniform::http {

/// The name record, with its version and the corrections.
[[nodiscard]] std::string record_json(const resolution &r);

/// {"service":"I2L","uri":...,"urn":...,"result":...}. The result of I2L and I2R is a string, that of I2Ls, I2Rs and
/// I2Ns an array, of I2N a string, of I2C the name record, of I2Cs an array. For a result that is not a problem
/// (problem_of).
void write_result(json::writer &w, const resolution &r, std::string_view uri);

/// The result of L2N or L2Ns: one URN, or several. `urns` has one at least.
void write_names_of_locator(json::writer &w, resolver::named_service s, std::string_view url,
                            std::span<const std::string> urns);

/// {"service":"I=I","uri":...,"other":...,"result":true}
void write_equality(json::writer &w, std::string_view a, std::string_view b, bool equal);

/// {"uri":...,"problem":{...}}
void write_problem(json::writer &w, std::string_view uri, const resolver::problem &p);

/// The redirect that a request would get, and the reason: GET /api/v1/explain. `r` of resolve_to_target().
void write_explanation(json::writer &w, const resolution &r);

} // namespace uniform::http
