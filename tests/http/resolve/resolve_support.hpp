// A small service without sockets: a store with some names, the router, and the cache.
#pragma once

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/http/settings.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/store/store.hpp>

#include "http/api/described.hpp"
#include "http/api/parts_of_engine.hpp"
#include "http/api/router.hpp"
#include "http/api/security_fields.hpp"
#include "http/engine/response_text.hpp"
#include "http/resolve/response_cache.hpp"
#include "http/server/all_routes.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::http {

using sent_fields = std::vector<std::pair<std::string, std::string>>;

// The type of the problem without "/problems/".
inline std::string problem_of(const response &r) {
    const nlohmann::json p = nlohmann::json::parse(r.body, nullptr, false);
    return p.is_object() && p.contains("type") ? p["type"].get<std::string>().substr(10) : "no problem: " + r.body;
}

inline std::string value_of(const response &r, std::string_view name) {
    for (const auto &[n, v] : r.fields) {
        if (n == name) return v;
    }
    return {};
}

// One request and what came of it.
class one_exchange final : public exchange {
public:
    one_exchange(std::string method, std::string target, sent_fields fields, std::string body, int minor)
        : method_(std::move(method)), target_(std::move(target)), body_(std::move(body)), sent_(std::move(fields)) {
        for (const auto &[n, v] : sent_) fields_.push_back({n, v});
        request_.method = method_;
        request_.target = target_;
        std::string_view t = target_;
        if (!t.starts_with('/')) { // absolute-form, as the engine splits it
            const std::size_t end = t.find_first_of("/?", t.find("://") + 3);
            t = end == std::string_view::npos ? std::string_view{"/"} : t.substr(end);
        }
        const std::size_t at = t.find('?');
        request_.path = t.substr(0, at);
        if (request_.path.empty()) request_.path = "/";
        if (at != std::string_view::npos) request_.query = t.substr(at + 1);
        request_.fields = fields_;
        request_.body = body_;
        request_.remote = "192.0.2.1";
        request_.id = "r1";
        request_.minor_version = minor;
    }
    [[nodiscard]] const http::request &request() const noexcept override { return request_; }
    [[nodiscard]] std::string_view read() override { return {}; }
    void send(response r) override { answer = std::move(r); }
    void begin(response head) override { answer = std::move(head); }
    void write(std::string_view part) override { answer->body += part; }
    void finish() override {}

    std::optional<response> answer;

private:
    std::string method_, target_, body_;
    sent_fields sent_;
    std::vector<field> fields_;
    http::request request_;
};

class resolving : public testing::Test {
protected:
    void SetUp() override {
        s = store::store::open((folder / "store.db").string(), {.clock = clock});
        configuration.public_url = "https://urn.example.org";
        begin({.settings = &configuration, .clock = clock});
        put_namespace({.nid = "example", .max_age = 300});
    }
    void TearDown() override {
        fixed_time.reset();
        end();
        s->close();
        s.reset();
        std::filesystem::remove_all(folder);
    }

    // With this cache; the one before ends.
    void begin(const response_cache::options &o) {
        end();
        engine.emplace(*s, configuration, o);
        cache = &engine->cache;
        serve({*s, &configuration, engine->all});
    }
    // As the command does, which has no engine.
    void serve_locally() { serve({*s, &configuration, local}); }
    void end() {
        routes.reset();
        cache = nullptr;
        engine.reset();
    }

    template <class F>
    void write(F f) {
        const auto ok =
            s->write({.who = "test", .from = "test"}, [&](store::writing &w) -> std::expected<int, resolver::problem> {
                f(w);
                return 0;
            });
        ASSERT_TRUE(ok);
    }
    void put_namespace(const resolver::namespace_settings &n) {
        write([&](store::writing &w) { w.put("namespace", n.nid, to_json(n), "put"); });
        if (cache != nullptr) { // the cache reads its namespaces and delegations again
            ASSERT_TRUE(cache->look());
        }
    }
    void put_delegation(const resolver::delegation &d) {
        write([&](store::writing &w) { w.put("delegation", d.prefix, to_json(d), "put"); });
        if (cache != nullptr) { // the cache reads its namespaces and delegations again
            ASSERT_TRUE(cache->look());
        }
    }
    void put_name(const std::string &urn, resolver::name_record r) {
        const auto key = resolver::key_of(urn);
        ASSERT_TRUE(key) << urn;
        write([&](store::writing &w) {
            if (const auto there = w.name(*key)) {
                w.change_name(*there, r, "change");
            } else {
                ASSERT_FALSE(w.add_name(*key, r, "assign"));
            }
        });
    }
    void put_name(const std::string &urn, const std::string &url) { put_name(urn, {.locators = {{.url = url}}}); }

    response ask(const std::string &target, sent_fields fields = {}, std::string method = "GET", std::string body = {},
                 int minor = 1) {
        one_exchange e(std::move(method), target, std::move(fields), std::move(body), minor);
        if (!routes->handle(e)) return {.status = 0};
        expect_described(e.request().method, e.request().path, e.answer->status);
        return std::move(*e.answer);
    }

    response absolute(const std::string &target) {
        const response sent = ask(target);
        return sent.status == 0 ? response{.status = 404} : sent; // no template fits
    }

    // The response of the cache; std::nullopt if it leaves the request to the pool.
    std::optional<std::string> cached(const std::string &target, sent_fields fields = {}, std::string method = "GET",
                                      bool close = false) {
        one_exchange e(std::move(method), target, std::move(fields), {}, 1);
        std::string out = "before";
        if (cache->try_cached(e.request(), 0, date, close, out) != attempt::sent) {
            EXPECT_EQ(out, "before");
            return std::nullopt;
        }
        return out.substr(6);
    }
    std::string bytes(const response &r, bool close = false, bool head = false) const {
        std::string out;
        const std::string common = security_fields(configuration);
        append_response(out, r, {.head_only = head, .close = close, .common_fields = common}, date);
        return out;
    }

    // The time of requests and of events; a test may set it.
    static resolver::timestamp clock() { return fixed_time.value_or(resolver::now()); }
    static inline std::optional<resolver::timestamp> fixed_time = {};

    static constexpr std::string_view date = "Sat, 21 Nov 2026 10:00:00 GMT";
    std::filesystem::path folder = test::temporary_folder("resolving");
    settings configuration = {};
    std::unique_ptr<store::store> s;
    std::optional<test::parts_of_engine> engine;
    response_cache *cache = nullptr; // that of the engine
    std::unique_ptr<router> routes;

private:
    void serve(const server_context &c) {
        whole = c;
        whole->clock = clock;
        routes = std::make_unique<router>(*whole, all_routes());
    }

    static inline const resolver::principal local{.id = "local:admin", .role = resolver::role::administrator};
    std::optional<server_context> whole;
};

} // namespace uniform::http
