#include <uniform/whatwg/web_host.hpp>

namespace uniform::whatwg {

std::string_view name(host_kind kind) noexcept {
    constexpr std::array<std::string_view, 6> names{"null",         "empty host",   "domain",
                                                    "IPv4 address", "IPv6 address", "opaque host"};
    return names.at(static_cast<std::size_t>(kind));
}

} // namespace uniform::whatwg
