// What the engine asks: limits by address, answers from memory, the router, and a record of each request.
#pragma once

#include <atomic>

#include "http/engine.hpp"
#include "http/router.hpp"
#include "http/site.hpp"

namespace uniform::http {

class site_service final : public service {
public:
    site_service(const http::site &s, const router &r) noexcept : site_(&s), router_(&r) {}

    /// From now on the router is asked; before, requests are answered 503.
    void open() noexcept { open_.store(true, std::memory_order_release); }

    bool quick(const request &r, unsigned worker, std::string_view date, bool close,
               std::string &out) noexcept override;
    [[nodiscard]] body_policy policy(const request &head) noexcept override;
    void answer(exchange &e) override;
    [[nodiscard]] response refuse(int status, std::string_view why, std::string_view id) noexcept override;
    void done(const record &r, unsigned worker) noexcept override;

private:
    const http::site *site_;
    const router *router_;
    std::atomic<bool> open_ = false;
};

} // namespace uniform::http
