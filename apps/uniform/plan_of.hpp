// Access plans as the command asks for them.
#pragma once

#include <uniform/access_plan.hpp>

#include "options.hpp"

namespace uniform::command {

// --edition, --insist, --mail-address, --news-server or the environment's NNTPSERVER.
[[nodiscard]] plan_options plan_options_of(const options &o);

// The URL with "***" for the password.
[[nodiscard]] std::string without_password(const url_view &url);

// The plan for people: where to, as whom, and the steps by number. The password is masked.
void append_plan(std::string &out, const access_plan &plan);

} // namespace uniform::command
