// A host of bad manners on 127.0.0.1, and a store whose locators lead to it.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/resolver/record.hpp>
#include <uniform/store/store.hpp>

#include "base/soon.hpp"
#include "base/test_clock.hpp"
#include "http/engine/engine.hpp"
#include "links/link_checker.hpp"
#include "links/link_checker_store.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::links {

using namespace uniform::http;

using uniform::test::soon;

// A host whose answers are written here.
class fake_host final : public request_handler {
public:
    using handler = std::function<response(const request &)>;
    std::map<std::string, handler, std::less<>> pages;
    std::vector<std::pair<std::string, std::chrono::steady_clock::time_point>> asked;
    std::mutex lock;
    const uniform::test::test_clock *clock = nullptr; ///< of `asked`
    int at_once = 0, most_at_once = 0;

    attempt try_cached(const request &, unsigned, std::string_view, bool, std::string &) noexcept override {
        return attempt::unsuitable;
    }
    body_policy policy(const request &) noexcept override { return {}; }
    void handle(exchange &e) override {
        const request &r = e.request();
        handler h;
        {
            const std::scoped_lock hold(lock);
            asked.emplace_back(std::string{r.method} + " " + std::string{r.target}, clock->steady());
            most_at_once = std::max(most_at_once, ++at_once);
            if (const auto it = pages.find(r.path); it != pages.end()) h = it->second;
        }
        response out = h ? h(r) : response{.status = 404, .body = "no"};
        {
            const std::scoped_lock hold(lock);
            --at_once;
        }
        e.send(std::move(out));
    }
    response error_response(int status, std::string_view, std::string_view, std::span<const field>) noexcept override {
        return {.status = status};
    }
    void completed(const completed_exchange &, unsigned) noexcept override {}

    [[nodiscard]] std::size_t count(std::string_view what) {
        const std::scoped_lock hold(lock);
        std::size_t n = 0;
        for (const auto &[line, at] : asked) n += line == what ? 1U : 0U;
        return n;
    }
};

class link_checking : public uniform::test::on_both_stores {
protected:
    void SetUp() override {
        on_both_stores::SetUp();
        if (IsSkipped()) return;
        s = store::store::open(location());
        host.clock = &clock;
        where = engine::start({.port = 0}, host);
        base = "http://127.0.0.1:" + std::to_string(where->port());
        const auto html = [](std::string body) {
            return [body](const request &) {
                return response{.status = 200, .fields = {{"Content-Type", "text/html"}}, .body = body};
            };
        };
        host.pages["/good"] = html("<title>A work</title> of one hundred pages");
        host.pages["/soft"] = html("<title>Page not found</title>");
        host.pages["/moved"] = [this](const request &) {
            return response{.status = 301, .fields = {{"Location", base + "/good"}}};
        };
        host.pages["/loop"] = [this](const request &) {
            return response{.status = 302, .fields = {{"Location", base + "/loop"}}};
        };
        host.pages["/no-head"] = [](const request &r) {
            if (r.method == "HEAD") return response{.status = 405};
            return response{.status = 200, .fields = {{"Content-Type", "application/pdf"}}, .body = "%PDF"};
        };
        host.pages["/private"] = [](const request &) { return response{.status = 403}; };
        host.pages["/robots.txt"] = [](const request &) {
            return response{.status = 200, .fields = {}, .body = "User-agent: *\nDisallow: /forbidden\n"};
        };
        host.pages["/forbidden"] = html("do not look");
        host.pages["/big"] = [](const request &) {
            return response{.status = 200,
                            .fields = {{"Content-Type", "text/html"}},
                            .body = std::string(std::size_t{1} << 20U, 'x')};
        };
    }
    void TearDown() override {
        if (where) where->stop();
        if (s) s->close();
        s.reset();
        on_both_stores::TearDown();
    }
    void put(const std::string &key, const std::vector<std::string> &paths) {
        resolver::name_record r;
        for (const auto &p : paths) r.locators.push_back({.url = p.starts_with('/') ? base + p : p});
        ASSERT_TRUE(s->write({}, [&](store::writing &w) -> std::expected<int, resolver::problem> {
            EXPECT_FALSE(w.add_name(key, r, "assign"));
            return 0;
        }));
    }
    std::optional<link_found> found(const std::string &path) {
        return s->read([&](store::reading &r) { return find_link(r.sql(), base + path); });
    }
    // As fast(), with a clock that fails as often as `times` says.
    link_checker::options failing(std::atomic<int> &times, const std::function<void()> &fail) const {
        link_checker::options o = fast();
        o.clock.steady = [this, &times, fail] {
            for (int left = times.load(); left > 0;) {
                if (times.compare_exchange_weak(left, left - 1)) fail();
            }
            return clock.steady();
        };
        return o;
    }
    link_checker::options fast() const {
        link_checker::options o;
        o.clock = clock.source();
        o.rate = 1000;
        o.host_delay = std::chrono::milliseconds{1};
        o.timeout = std::chrono::milliseconds{5000};
        o.pause = o.flush = o.host_pause = o.decisions = std::chrono::milliseconds{10};
        o.dead_after = 1;
        o.allow_private = true;
        return o;
    }
    // One round, at least.
    void round(const link_checker::options &o, std::function<void()> changed = nullptr) {
        link_checker c(*s, o, std::move(changed));
        EXPECT_TRUE(soon([&] { return c.rounds() > 0; }));
    }

    uniform::test::test_clock clock{10};
    fake_host host;
    std::unique_ptr<store::store> s;
    std::unique_ptr<engine> where;
    std::string base;
};

} // namespace uniform::links
