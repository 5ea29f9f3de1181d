// The engine with the service of engine_support.hpp, and clients of it: what the tests over sockets share.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "http/engine_support.hpp"

namespace uniform::http {

using namespace std::chrono_literals;
using namespace std::string_literals;
using test::body;
using test::client;
using test::count;
using test::status;

inline std::string get(std::string_view path, std::string_view fields = "") {
    return "GET " + std::string{path} + " HTTP/1.1\r\nHost: h\r\n" + std::string{fields} + "\r\n";
}

inline std::string post(std::string_view path, std::string_view text) {
    return "POST " + std::string{path} + " HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(text.size()) +
           "\r\n\r\n" + std::string{text};
}

inline engine_options small() {
    engine_options o;
    o.port = 0;
    o.workers = 2;
    o.pool = 4;
    o.drain_time = 2s;
    return o;
}

class engine_over_sockets : public testing::Test {
protected:
    void start(const engine_options &o = small()) { engine_ = engine::start(o, service_); }
    std::string ask(std::string_view bytes) {
        client c{engine_->port()};
        c.send(bytes);
        return c.one();
    }
    /// So many clients, each of which has sent this.
    std::vector<std::unique_ptr<client>> clients(int number, std::string_view bytes) {
        std::vector<std::unique_ptr<client>> all;
        for (int n = 0; n < number; ++n) {
            all.push_back(std::make_unique<client>(engine_->port()));
            all.back()->send(bytes);
        }
        return all;
    }
    void expect_alive() { EXPECT_EQ(status(ask(get("/quick"))), 302); }

    test::by_path service_;
    std::unique_ptr<engine> engine_;
};

} // namespace uniform::http
