#include "http/engine/http_message.hpp"

#include <algorithm>

#include <uniform/base/ascii.hpp>

namespace uniform::http {

std::string_view request::value(std::string_view name) const noexcept {
    for (const field &f : fields) {
        if (same_name(f.name, name)) return f.value;
    }
    return {};
}

bool same_name(std::string_view a, std::string_view b) noexcept {
    constexpr auto lower = ascii::to_lower;
    return a.size() == b.size() && std::ranges::equal(a, b, {}, lower, lower);
}

} // namespace uniform::http
