// The commands for URIs with `--edition whatwg`. Each function runs the command and returns its exit code.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "run/options.hpp"
#include "uri/edit_options.hpp"
#include "uri/options.hpp"

namespace uniform::cli {

// The members of the API that `edit --edition whatwg --set NAME=VALUE` sets.
inline constexpr std::array<std::string_view, 10> web_members{"href",     "protocol", "username", "password", "host",
                                                              "hostname", "port",     "pathname", "search",   "hash"};

int parse_as_browser(const uri_options &o, const std::optional<std::string> &get);
int check_as_browser(const uri_options &o, list listing);
int normalize_as_browser(const uri_options &o);
int resolve_as_browser(const batch_options &o, std::string_view encoding);
int edit_as_browser(const edit_options &o);

} // namespace uniform::cli
