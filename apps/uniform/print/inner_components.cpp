#include "print/inner_components.hpp"

#include <algorithm>
#include <iterator>

#include <uniform/base/ascii.hpp>

namespace uniform::cli {

bool has_login_options(std::string_view scheme) {
    constexpr std::string_view schemes[]{"imap", "imaps", "pop", "pop3", "pop3s", "smtp", "smtps"};
    return std::ranges::find(schemes, ascii::lower_copy(scheme)) != std::end(schemes);
}

std::optional<std::string_view> login_options_of(const reference_view &r) {
    if (!r.scheme() || !has_login_options(*r.scheme())) return std::nullopt;
    const auto login = r.userinfo();
    const auto semicolon = login ? login->find(';') : std::string_view::npos;
    return semicolon == std::string_view::npos ? std::nullopt : std::optional{login->substr(semicolon + 1)};
}

std::optional<std::string_view> zone_id_of(const reference_view &r) {
    const std::string_view host = r.host().value_or("");
    const auto percent = host.starts_with('[') ? host.find("%25") : std::string_view::npos;
    return percent == std::string_view::npos ? std::nullopt
                                             : std::optional{host.substr(percent + 3, host.size() - percent - 4)};
}

} // namespace uniform::cli
