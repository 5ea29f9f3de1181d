// A host of bad manners on 127.0.0.1, and a store whose locators lead to it.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/resolver/record.hpp>
#include <uniform/store/store.hpp>

#include "http/engine.hpp"
#include "http/link_checker.hpp"
#include "http/link_checker_store.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::http {

// A host whose answers are written here.
class fake_host final : public service {
public:
    using handler = std::function<response(const request &)>;
    std::map<std::string, handler, std::less<>> pages;
    std::vector<std::pair<std::string, std::chrono::steady_clock::time_point>> asked;
    std::mutex lock;
    int at_once = 0, most_at_once = 0;

    bool quick(const request &, unsigned, std::string_view, bool, std::string &) noexcept override { return false; }
    body_policy policy(const request &) noexcept override { return {}; }
    void answer(exchange &e) override {
        const request &r = e.request();
        handler h;
        {
            const std::scoped_lock hold(lock);
            asked.emplace_back(std::string{r.method} + " " + std::string{r.target}, std::chrono::steady_clock::now());
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
    response refuse(int status, std::string_view, std::string_view) noexcept override { return {.status = status}; }
    void done(const record &, unsigned) noexcept override {}

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
    static link_checker::options fast() {
        link_checker::options o;
        o.rate = 1000;
        o.host_delay = std::chrono::milliseconds{1};
        o.timeout = std::chrono::milliseconds{5000};
        o.pause = o.flush = o.host_pause = std::chrono::milliseconds{10};
        o.dead_after = 1;
        o.allow_private = true;
        return o;
    }
    // One round, at least; at most half a minute.
    void round(const link_checker::options &o, std::function<void()> changed = nullptr) {
        link_checker c(*s, o, std::move(changed));
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{30};
        while (c.rounds() == 0 && std::chrono::steady_clock::now() < until) {
            std::this_thread::sleep_for(std::chrono::milliseconds{5});
        }
        EXPECT_GE(c.rounds(), 1U);
    }

    fake_host host;
    std::unique_ptr<store::store> s;
    std::unique_ptr<engine> where;
    std::string base;
};

} // namespace uniform::http
