#include "http/api/security_fields.hpp"

#include <chrono>

#include <uniform/http/settings.hpp>
#include <uniform/service/history_segments.hpp>

#include "http/engine/response_text.hpp"

namespace uniform::http {

std::string security_fields(const settings &s) {
    std::string out;
    append_field(out, "X-Content-Type-Options", "nosniff");
    append_field(out, "Content-Security-Policy", "frame-ancestors 'none'");
    const auto age = std::chrono::floor<std::chrono::seconds>(s.hsts).count();
    if (!s.certificate.empty() && age > 0) {
        append_field(out, "Strict-Transport-Security", "max-age=" + std::to_string(age));
    }
    if (const auto primary = followed_url(s); !primary.empty()) append_field(out, "Uniform-Follows", primary);
    return out;
}

std::string_view followed_url(const settings &s) noexcept {
    const bool is_service = s.store_follow.contains("://") && !service::is_segments_index(s.store_follow);
    return is_service ? std::string_view{s.store_follow} : std::string_view{};
}

} // namespace uniform::http
