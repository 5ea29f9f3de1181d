#include <uniform/urn/namespace_info.hpp>

namespace uniform {

std::string_view to_string(namespace_kind k) noexcept { return k == namespace_kind::formal ? "formal" : "informal"; }

std::string_view to_string(namespace_status s) noexcept {
    constexpr std::array<std::string_view, 3> names{"registered", "unregistered", "added"};
    return names[static_cast<std::size_t>(s)];
}

std::string_view to_string(intention i) noexcept {
    constexpr std::array<std::string_view, 3> names{"unknown", "no", "yes"};
    return names[static_cast<std::size_t>(i)];
}

} // namespace uniform
