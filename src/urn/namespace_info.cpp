#include <uniform/urn/namespace_info.hpp>

#include <uniform/base/enum_names.hpp>

namespace uniform {

std::string_view to_string(namespace_kind k) noexcept { return namespace_kind_names.name(k); }

std::string_view to_string(namespace_status s) noexcept {
    static constexpr auto names = enum_table<namespace_status>({{namespace_status::registered, "registered"},
                                                                {namespace_status::unregistered, "unregistered"},
                                                                {namespace_status::added, "added"}});
    return names.name(s);
}

std::string_view to_string(intention i) noexcept {
    static constexpr auto names =
        enum_table<intention>({{intention::unknown, "unknown"}, {intention::no, "no"}, {intention::yes, "yes"}});
    return names.name(i);
}

} // namespace uniform
