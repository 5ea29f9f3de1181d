// An exchange that remembers its response, for tests of the router without a connection.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "http/engine/engine.hpp"

namespace uniform::test {

class remembered final : public http::exchange {
public:
    explicit remembered(http::request r) : request_(std::move(r)) {}
    const http::request &request() const noexcept override { return request_; }
    std::string_view read() override { return {}; }
    void send(http::response r) override { sent = std::move(r); }
    void begin(http::response head) override { sent = std::move(head); }
    void write(std::string_view part) override { sent.body += part; }
    void finish() override {}

    std::string value(std::string_view name) const {
        for (const auto &[n, v] : sent.fields) {
            if (n == name) return v;
        }
        return {};
    }
    http::response sent = {.status = 0};

private:
    http::request request_;
};

} // namespace uniform::test
