// Access plans for people.
#pragma once

#include <string>

#include <uniform/uri/special_address.hpp>
#include <uniform/url/access_plan.hpp>

#include "print/hidden_password.hpp"

namespace uniform::cli {

// The URL with "***" for the password.
[[nodiscard]] std::string without_password(const url_view &url);

// "127.0.0.1, a loopback address: ... (RFC 1122 section 3.2.1.3)" of a host that is an address of special use, or in a
// rare form; "" of others.
[[nodiscard]] std::string describe(const address_in_host &found);

// The host, the user and the steps by number.
void append_plan(std::string &out, const access_plan &plan, passwords p);

} // namespace uniform::cli
