// URL Standard, "URL miscellaneous": special schemes. url_parsing.cpp and url_setters.cpp have what parses.

#include <uniform/whatwg/web_url.hpp>

#include <array>

namespace uniform::whatwg {

namespace {

struct special_scheme {
    std::string_view name;
    std::optional<std::uint16_t> port;
};
constexpr std::array<special_scheme, 6> special_schemes{{
    {"https", 443},
    {"http", 80},
    {"file", std::nullopt},
    {"ftp", 21},
    {"ws", 80},
    {"wss", 443},
}};

} // namespace

bool is_special_scheme(std::string_view scheme) noexcept {
    for (const auto &s : special_schemes)
        if (s.name == scheme) return true;
    return false;
}

std::optional<std::uint16_t> default_port(std::string_view scheme) noexcept {
    for (const auto &s : special_schemes)
        if (s.name == scheme) return s.port;
    return std::nullopt;
}

} // namespace uniform::whatwg
