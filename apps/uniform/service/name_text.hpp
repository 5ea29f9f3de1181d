// A name for a person.
#pragma once

#include <string>
#include <string_view>

#include <uniform/json/value.hpp>

namespace uniform::cli {

// The path of a name in the API: "/api/v1/names/URN" and `more`.
[[nodiscard]] std::string path_of_name(std::string_view urn, std::string_view more = {});

// Prints the name, its state and its record on several lines.
void show_name(const json::value &n);
// The same, and which registrar is responsible now if that is another one than the registrar that assigned the name;
// "": none.
void show_name_of(const json::value &n, const std::string &responsible);

} // namespace uniform::cli
