// The request handler of the engine: limits by address, the response cache, the router, and the log of each request.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string_view>

#include "http/api/router.hpp"
#include "http/api/security_fields.hpp"
#include "http/api/server_context.hpp"
#include "http/engine/engine.hpp"
#include "http/operation/limits.hpp"

namespace uniform::http {

class dispatcher final : public request_handler {
public:
    /// @param s not null
    dispatcher(settings_pointer s, const engine_parts &e, const router &r)
        : settings_(s), engine_(&e), router_(&r), common_fields_(security_fields(*s)) {}

    /// From now on requests are handled; before, they are answered with 503.
    void open() noexcept { open_.store(true, std::memory_order_release); }

    attempt try_cached(const request &r, unsigned worker, std::string_view date, bool close,
                       std::string &out) noexcept override;
    void try_together(std::span<offered_request> all, std::string_view date) noexcept override;
    [[nodiscard]] address_text client_of(const request &r) const noexcept override;
    [[nodiscard]] body_policy policy(const request &head) noexcept override;
    [[nodiscard]] std::shared_ptr<const authentication> authenticate(const request &r) override;
    void handle(exchange &e) override;
    [[nodiscard]] response error_response(int status, std::string_view why, std::string_view id,
                                          std::span<const field> fields) noexcept override;
    void completed(const completed_exchange &r, unsigned worker) noexcept override;

private:
    [[nodiscard]] rate_limit::verdict allowed(const request &r, std::string_view client, limited_by by,
                                              std::string_view token) const noexcept;

    settings_pointer settings_;
    const engine_parts *engine_;
    const router *router_;
    std::string common_fields_;
    std::atomic<bool> open_ = false;
};

} // namespace uniform::http
