#include "http/api/own_url.hpp"

#include <uniform/http/settings.hpp>
#include <uniform/resolver/delegated_url.hpp>
#include <uniform/resolver/location_schemes.hpp>
#include <uniform/uri/parse.hpp>

namespace uniform::http {

std::string own_url::base() const {
    if (settings_ == nullptr) return {};
    const http::settings &s = *settings_;
    if (!s.public_url.empty()) return s.public_url;
    if (s.port == 0 || s.address.contains(':')) return {};
    return (s.certificate.empty() ? "http://" : "https://") + s.address + ":" + std::to_string(s.port);
}

bool own_url::may_lead_to(std::string_view url) const noexcept {
    if (settings_ == nullptr) return resolver::has_permitted_scheme(url, {});
    return resolver::has_permitted_scheme(url, settings_->location_schemes);
}

std::string own_url::permitted_schemes() const {
    if (settings_ == nullptr) return resolver::list_of_schemes({});
    return resolver::list_of_schemes(settings_->location_schemes);
}

bool own_url::is_own(std::string_view url) const {
    const std::string server = resolver::server_of(url);
    if (server.empty()) return false;
    if (resolver::server_of(base()) == server) return true;
    std::string host{request_->value("Host")};
    // RFC 9112 3.2.2: the host of a target in absolute-form replaces Host.
    if (!request_->target.starts_with('/')) {
        const auto target = parse_uri(request_->target);
        if (const auto authority = target ? target->authority() : std::nullopt) host = *authority;
    }
    return resolver::server_of("http://" + host) == server || resolver::server_of("https://" + host) == server;
}

} // namespace uniform::http
