// The check that finds an address of special use.
#pragma once

#include <uniform/lint/check.hpp>
#include <uniform/uri/special_address.hpp>

namespace uniform::linting {

[[nodiscard]] constexpr lint_check check_of(address_use u) noexcept {
    switch (u) {
    case address_use::loopback:
        return lint_check::loopback_address;
    case address_use::private_network:
        return lint_check::private_address;
    case address_use::link_local:
        return lint_check::link_local_address;
    case address_use::unspecified:
        return lint_check::unspecified_address;
    case address_use::multicast:
        return lint_check::multicast_address;
    case address_use::reserved:
        break;
    }
    return lint_check::reserved_address;
}

} // namespace uniform::linting
