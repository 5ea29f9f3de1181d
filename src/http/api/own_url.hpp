// The service's own URL: what responses link to, and what is recognized as this server.
#pragma once

#include <string>
#include <string_view>

#include "http/engine/engine.hpp"

namespace uniform::http {

struct settings;

/// The URL of this service as one request can know it. Two pointers; everything is computed when it is needed.
class own_url {
public:
    /// @param s may be null; both must outlive the object
    own_url(const http::settings *s, const http::request &r) noexcept : settings_{s}, request_{&r} {}

    /// "https://urn.example.org": the setting server.public_url, else the address and the port that the service listens
    /// on; empty if neither is known.
    [[nodiscard]] std::string base() const;

    /// Whether `url` is on this server: on that of base(), or on the one that the request names in Host, by http or
    /// https, because behind a proxy the scheme of the request is unknown.
    [[nodiscard]] bool is_own(std::string_view url) const;

    /// Whether the service may redirect to `url`, or link to it: its scheme is one of locators.schemes.
    [[nodiscard]] bool may_lead_to(std::string_view url) const noexcept;
    /// "http, https, ftp"
    [[nodiscard]] std::string permitted_schemes() const;

    [[nodiscard]] const http::settings *settings() const noexcept { return settings_; }
    [[nodiscard]] const http::request &request() const noexcept { return *request_; }

private:
    const http::settings *settings_;
    const http::request *request_;
};

} // namespace uniform::http
