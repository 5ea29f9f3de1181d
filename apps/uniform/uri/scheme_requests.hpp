// Requests to register schemes, for `uniform schemes --request`.
#pragma once

#include <string>
#include <vector>

namespace uniform::cli {

// Checks the requests in the files ("-" is standard input) and prints what is found; the exit code.
[[nodiscard]] int check_scheme_requests(const std::vector<std::string> &files, bool json, bool colour);

} // namespace uniform::cli
