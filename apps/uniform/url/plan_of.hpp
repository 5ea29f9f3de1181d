// Access plans for people.
#pragma once

#include <string>

#include <uniform/url/access_plan.hpp>

namespace uniform::cli {

// The URL with "***" for the password.
[[nodiscard]] std::string without_password(const url_view &url);

// The host, the user and the steps by number. The password is redacted.
void append_plan(std::string &out, const access_plan &plan);

} // namespace uniform::cli
