// Names that are not in memory delay nobody else: a whole service with one worker, whose disk or database does not
// answer.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/http/server.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/store/store.hpp>

#include "base/soon.hpp"
#include "http/engine/engine_support.hpp"
#include "store/postgresql_server.hpp"
#include "store/slow_disk.hpp"

namespace uniform::http {
namespace {

using test::client;
using uniform::test::soon;

constexpr int cold_names = 60;

// Some names lie between the hot one and these, which must not be on its page.
std::string number_of(int n) { return std::to_string(120 + n); }
std::string path_of(int n) { return "/urn:example:cold-" + number_of(n); }
std::string get_path(std::string_view path) { return "GET " + std::string{path} + " HTTP/1.1\r\nHost: h\r\n\r\n"; }

class cold_names_of_a_service : public uniform::test::on_both_stores {
protected:
    void SetUp() override {
        on_both_stores::SetUp();
        const auto s = store::store::open(location());
        // Three names on each page.
        const std::string url = "https://a.example/" + std::string(1000, 'x') + "/";
        ASSERT_TRUE(s->write({}, [&](store::writing &w) -> std::expected<int, resolver::problem> {
            w.put("namespace", "example", to_json(resolver::namespace_settings{.nid = "example"}), "put");
            EXPECT_FALSE(w.add_name("example:a-hot", {.locators = {{.url = "https://a.example/hot"}}}, "assign"));
            for (int n = -20; n < cold_names; ++n) {
                const std::string number = number_of(n);
                EXPECT_FALSE(w.add_name("example:cold-" + number, {.locators = {{.url = url + number}}}, "assign"));
            }
            return 0;
        }));
        s->close();
    }
    void TearDown() override {
        release();
        service_.reset();
        control_.reset();
        on_both_stores::TearDown();
    }

    [[nodiscard]] bool is_sqlite() const { return GetParam() == store::dialect::sqlite; }

    void start(const std::string &readers = "16", const std::string &queue = "1024") {
        const auto c = configure({.flags = {{"store.location", location()},
                                            {"store.read_timeout", "600s"},
                                            {"server.port", "0"},
                                            {"server.workers", "1"},
                                            {"server.readers", readers},
                                            {"server.pool_queue", queue},
                                            {"demo.fill", "false"}}});
        ASSERT_TRUE(c);
        service_ = server::start(c->values, [](std::string_view) {});
        ASSERT_EQ(status_of("/urn:example:a-hot"), 302);
    }
    // From now on, no name that is not in memory can be read.
    void hold() {
        if (is_sqlite()) return disk_.hold();
        control_ = store::database::open(location());
        lock_ = control_->connect(store::access::read_write);
        lock_->script("BEGIN; LOCK TABLE names IN ACCESS EXCLUSIVE MODE");
    }
    void release() {
        disk_.release();
        lock_.reset();
    }
    // Names that are being read, and wait.
    int waiting() {
        if (is_sqlite()) return disk_.readers_waiting();
        int number = 0;
        lock_->run("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'names'::regclass", {},
                   [&](const store::row &r) {
                       number = static_cast<int>(r.integer(0));
                       return true;
                   });
        return number;
    }
    [[nodiscard]] std::uint16_t port() const { return service_->port(); }
    int status_of(std::string_view path) {
        client c{port()};
        c.send(get_path(path));
        return test::status(c.one());
    }
    // Requests that wait for a thread.
    int queued() {
        client c{port()};
        c.send(get_path("/metrics"));
        const std::string text = c.one();
        const std::string_view name = "\nuniform_requests_queued ";
        const std::size_t at = text.find(name);
        return at == std::string::npos ? -1 : std::stoi(text.substr(at + name.size()));
    }
    std::vector<std::unique_ptr<client>> ask_for_cold_names(int from, int to) {
        std::vector<std::unique_ptr<client>> all;
        for (int n = from; n < to; ++n) {
            all.push_back(std::make_unique<client>(port()));
            all.back()->send(get_path(path_of(n)));
        }
        return all;
    }

    uniform::test::slow_disk disk_;
    std::unique_ptr<server> service_;
    std::unique_ptr<store::database> control_;
    std::unique_ptr<store::connection> lock_;
};

TEST_P(cold_names_of_a_service, delay_no_others_and_sixteen_are_read_at_once) {
    start();
    hold();
    const auto cold = ask_for_cold_names(0, cold_names);
    // With PostgreSQL, names that come together are one of these reads.
    ASSERT_TRUE(soon([&] {
        const int number = queued();
        return waiting() >= (is_sqlite() ? 16 : 1) && number >= 0 &&
               (is_sqlite() ? number == cold_names - 16 : number <= cold_names - 16);
    }));
    client hot{port()};
    for (int n = 0; n < 100; ++n) {
        hot.send(get_path("/urn:example:a-hot"));
        ASSERT_EQ(test::status(hot.one()), 302) << n;
    }
    EXPECT_EQ(status_of("/healthz"), 200);
    release();
    for (int n = 0; n < cold_names; ++n) {
        const std::string answer = cold[static_cast<std::size_t>(n)]->one();
        EXPECT_EQ(test::status(answer), 302);
        EXPECT_TRUE(answer.contains("x/" + number_of(n) + "\r\n")) << answer;
    }
    for (int n = 0; n < cold_names; ++n) EXPECT_EQ(status_of(path_of(n)), 302);
}

// RFC 9110 15.6.4
TEST_P(cold_names_of_a_service, are_refused_when_too_many_wait) {
    start("2", "3");
    hold();
    std::vector<std::unique_ptr<client>> read;
    for (int n = 0; n < 2; ++n) { // two reads, also where names that come together are one
        read.push_back(std::move(ask_for_cold_names(n, n + 1).front()));
        ASSERT_TRUE(soon([&] { return waiting() >= n + 1; }));
    }
    const auto queue = ask_for_cold_names(2, 5);
    ASSERT_TRUE(soon([&] { return queued() == 3; }));
    for (const auto &c : ask_for_cold_names(5, 15)) {
        const std::string answer = c->rest();
        EXPECT_EQ(test::status(answer), 503);
        EXPECT_TRUE(answer.contains("\r\nRetry-After: 1\r\n")) << answer;
    }
    EXPECT_EQ(status_of("/urn:example:a-hot"), 302);
    release();
    for (const auto &c : read) EXPECT_EQ(test::status(c->one()), 302);
    for (const auto &c : queue) EXPECT_EQ(test::status(c->one()), 302);
}

INSTANTIATE_ON_BOTH_STORES(cold_names_of_a_service);

} // namespace
} // namespace uniform::http
