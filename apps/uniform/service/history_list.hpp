// The common part of the commands for histories.
#pragma once

#include <string_view>

#include "service/client_text.hpp"
#include "service/options.hpp"
#include "service/service_call.hpp"

namespace uniform::cli {

using history_options = with<service_options, json_row, limit_row>;

// Prints the events of the document, or name, that the first argument names, the newest first. Returns the exit code.
// @param kind the collection in the API
int show_history(const service_options &o, std::string_view kind, const header_fields &fields = {});

} // namespace uniform::cli
