#include <uniform/store/history_head.hpp>

#include <charconv>
#include <cstddef>
#include <system_error>

#include <uniform/base/hex.hpp>

namespace uniform::store {

std::string to_string(const history_head &h) { return std::to_string(h.first) + ":" + base::to_hex(h.second); }

std::optional<history_head> history_head_from(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    history_head h;
    const auto [end, why] = std::from_chars(text.data(), text.data() + colon, h.first);
    if (why != std::errc{} || end != text.data() + colon) return std::nullopt;
    const std::string_view digits = text.substr(colon + 1);
    if (digits.size() != 2 * h.second.size()) return std::nullopt;
    for (std::size_t i = 0; i < h.second.size(); ++i) {
        const int high = base::hex_value_or(digits[2 * i], -1);
        const int low = base::hex_value_or(digits[2 * i + 1], -1);
        if (high < 0 || low < 0) return std::nullopt;
        h.second[i] = static_cast<std::byte>(16 * high + low);
    }
    return h;
}

} // namespace uniform::store
