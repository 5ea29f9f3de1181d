// Access plans for people.
#pragma once

#include <string>

#include <uniform/url/access_plan.hpp>

#include "print/hidden_password.hpp"

namespace uniform::cli {

// The URL with "***" for the password.
[[nodiscard]] std::string without_password(const url_view &url);

// The host, the user and the steps by number.
void append_plan(std::string &out, const access_plan &plan, passwords p);

} // namespace uniform::cli
