// The handlers of names that stream; the table is in routes_names.cpp.
#pragma once

#include "http/router.hpp"

namespace uniform::http {

[[nodiscard]] answer import_names(call &c);
[[nodiscard]] answer export_names(call &c);

/// "true" and "false" of the query; absent is false. Problems: invalid.
[[nodiscard]] std::expected<bool, resolver::problem> flag_of(const call &c, std::string_view name);

} // namespace uniform::http
