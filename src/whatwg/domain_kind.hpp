// Domains that are IPv4 addresses.
#pragma once

#include <string_view>

#include <uniform/whatwg/web_host.hpp>

namespace uniform::whatwg {

// The kind of a domain of octets that the host parser leaves as they are: a domain or an IPv4 address; host_kind::none
// when that is not decided here. `domain` is not empty.
host_kind kind_of_domain(std::string_view domain) noexcept;

} // namespace uniform::whatwg
