#include <uniform/whatwg/web_host.hpp>

#include <uniform/base/enum_names.hpp>

namespace uniform::whatwg {

std::string_view name(host_kind kind) noexcept {
    static constexpr auto names = enum_table<host_kind>({{host_kind::none, "null"},
                                                         {host_kind::empty, "empty host"},
                                                         {host_kind::domain, "domain"},
                                                         {host_kind::ipv4, "IPv4 address"},
                                                         {host_kind::ipv6, "IPv6 address"},
                                                         {host_kind::opaque, "opaque host"}});
    return names.name(kind);
}

} // namespace uniform::whatwg
