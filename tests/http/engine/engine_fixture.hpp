// The engine with the service of engine_support.hpp, and clients of it: what the tests over sockets share.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/soon.hpp"
#include "http/engine/engine_support.hpp"

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
    void start(engine_options o = small()) {
        o.clock = clock;
        engine_ = engine::start(o, service_);
    }
    void TearDown() override {
        service_.release();
        passed_ = std::chrono::steady_clock::duration{};
    }
    /// The clock of the engine moves on; its workers look at it every 100 ms.
    static void pass(std::chrono::steady_clock::duration d) { passed_ = passed_.load() + d; }
    /// The bytes that the client gets until the server closes, while the clock of the engine runs faster.
    static std::string rest_in_time(client &c) {
        std::string got;
        for (int n = 0; n < 2000 && !c.closed(); ++n) {
            pass(500ms);
            got += c.rest(5ms);
        }
        return got;
    }
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

    static std::chrono::steady_clock::time_point clock() { return std::chrono::steady_clock::now() + passed_.load(); }
    static inline std::atomic<std::chrono::steady_clock::duration> passed_{};

    test::by_path service_;
    std::unique_ptr<engine> engine_;
};

} // namespace uniform::http
