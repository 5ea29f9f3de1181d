#include <uniform/http/setting_type.hpp>

#include <cstddef>

namespace uniform::http {

std::string_view to_string(setting_type t) noexcept {
    constexpr std::string_view all[]{"text", "choice", "true or false", "number", "size", "duration", "list"};
    return all[static_cast<std::size_t>(t)];
}

} // namespace uniform::http
