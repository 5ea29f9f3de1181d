// The client of the API: the same requests on a service and on a store here; what it repeats, and what it does not.

#include <uniform/http/api_client.hpp>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "http/engine/engine_support.hpp"

namespace uniform::http::test {
namespace {

// Answers 503 as often as it is told to, then says what it was asked.
class unsteady final : public request_handler {
public:
    attempt try_cached(const request &, unsigned, std::string_view, bool, std::string &) noexcept override {
        return attempt::unsuitable;
    }
    body_policy policy(const request &) noexcept override { return {}; }
    void handle(exchange &e) override {
        const request &r = e.request();
        {
            const std::lock_guard lock(mutex_);
            keys.emplace_back(r.value("Idempotency-Key"));
        }
        if (++asked <= failures) {
            e.send({.status = status, .fields = {{"Retry-After", "0"}}, .body = "later"});
        } else {
            e.send({.status = 200, .body = std::string{r.method} + ' ' + std::string{r.value("Authorization")}});
        }
    }
    response error_response(int code, std::string_view why, std::string_view,
                            std::span<const field>) noexcept override {
        return {.status = code, .fields = {}, .body = std::string{why}};
    }
    void completed(const completed_exchange &, unsigned) noexcept override {}

    std::atomic<int> asked{0};
    int failures = 0;
    int status = 503;
    std::vector<std::string> keys;

private:
    std::mutex mutex_;
};

template <class Handler>
struct running {
    Handler handler;
    std::unique_ptr<engine> e = engine::start({.port = 0, .pool = 4, .drain_time = std::chrono::seconds{2}}, handler);
    [[nodiscard]] std::unique_ptr<api_client> client(api_client::remote_options o = {}) const {
        return api_client::remote("http://127.0.0.1:" + std::to_string(e->port()), o);
    }
};

TEST(api_client, what_is_no_url_of_a_service) {
    for (const char *const url :
         {"", "127.0.0.1:8141", "ftp://a/", "http://a/?q", "http://a/#f", "http://a b/", "urn:example:a"})
        EXPECT_THROW((void)api_client::remote(url, {}), no_response) << url;
    EXPECT_NO_THROW((void)api_client::remote("HTTPS://names.example.org/base/", {}));
}

// RFC 3986 3.3: what is no unreserved character would be read as something else somewhere.
TEST(api_client, a_segment_of_a_path) {
    EXPECT_EQ(path_segment("urn:example:a"), "urn:example:a");
    EXPECT_EQ(path_segment("urn:example:a/b?c#d%41 \xC3\xA9"), "urn:example:a%2Fb%3Fc%23d%2541%20%C3%A9");
    EXPECT_EQ(path_segment(""), "");
}

TEST(api_client, keys_are_fresh) {
    const std::string one = new_idempotency_key();
    EXPECT_EQ(one.size(), 32U);
    EXPECT_EQ(one.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_NE(one, new_idempotency_key());
}

TEST(api_client, a_request_and_its_answer) {
    const running<by_path> s;
    const auto c = s.client({.token = "secret"});
    const api_response a = c->call({.method = "POST", .path = "/echo", .body = "a\nb"});
    EXPECT_EQ(a.status, 200);
    EXPECT_EQ(a.body, "a\nb");
    EXPECT_EQ(a.value("content-LENGTH"), "3");
    EXPECT_EQ(a.value("Nothing"), "");
    const api_response head = c->call({.path = "/head?x=%2F", .fields = {{"If-Match", "\"7\""}}});
    EXPECT_NE(head.body.find("GET /head?x=%2F /head ?x=%2F"), std::string::npos) << head.body;
    EXPECT_NE(head.body.find("Authorization=Bearer secret\n"), std::string::npos) << head.body;
    EXPECT_NE(head.body.find("If-Match=\"7\"\n"), std::string::npos) << head.body;
    EXPECT_EQ(c->call({.path = "/quick"}).status, 302) << "a redirect is an answer";
    EXPECT_EQ(c->call({.method = "HEAD", .path = "/echo"}).body, "");
}

TEST(api_client, what_is_repeated) {
    struct row {
        const char *says;
        const char *method;
        bool key;
        int status;
        int asked; // times, when the first two answers are `status`
    };
    for (const row &r : std::initializer_list<row>{{"read", "GET", false, 503, 3},
                                                   {"too many", "GET", false, 429, 3},
                                                   {"put", "PUT", false, 503, 3},
                                                   {"a key makes it safe", "POST", true, 503, 3},
                                                   {"may have been done", "POST", false, 503, 1},
                                                   {"change without a key", "PATCH", false, 503, 1},
                                                   {"a fault of its own", "GET", false, 500, 1},
                                                   {"refused", "GET", false, 404, 1}}) {
        running<unsteady> s;
        s.handler.failures = 2;
        s.handler.status = r.status;
        api_request q{.method = r.method, .path = "/", .body = std::string_view{r.method} == "GET" ? "" : "{}"};
        if (r.key) q.fields = {{"Idempotency-Key", "k"}};
        const api_response a = s.client({.token = "t"})->call(q);
        EXPECT_EQ(s.handler.asked, r.asked) << r.says;
        EXPECT_EQ(a.status, r.asked == 3 ? 200 : r.status) << r.says;
        if (r.asked == 3) {
            EXPECT_EQ(a.body, std::string{r.method} + " Bearer t") << r.says;
        }
        for (const std::string &key : s.handler.keys) EXPECT_EQ(key, r.key ? "k" : "") << r.says;
    }
}

TEST(api_client, it_gives_up_after_its_tries) {
    running<unsteady> s;
    s.handler.failures = 100;
    EXPECT_EQ(s.client({.tries = 2})->call({.path = "/"}).status, 503);
    EXPECT_EQ(s.handler.asked, 2);
}

TEST(api_client, no_service_listens) {
    std::string url;
    {
        const running<by_path> s;
        url = "http://127.0.0.1:" + std::to_string(s.e->port());
    }
    EXPECT_THROW((void)api_client::remote(url, {.tries = 1})->call({.path = "/"}), no_response);
}

TEST(api_client, half_an_answer_is_none) {
    const running<by_path> s;
    EXPECT_THROW((void)s.client({.tries = 1})->call({.path = "/half"}), no_response);
    std::string got;
    EXPECT_THROW((void)s.client()->stream({.path = "/half"}, nullptr,
                                          [&](std::string_view part) {
                                              got += part;
                                              return true;
                                          }),
                 no_response);
    EXPECT_EQ(got, "the first half");
}

TEST(api_client, an_answer_that_is_too_long) {
    const running<by_path> s;
    EXPECT_THROW((void)s.client({.tries = 1, .answer_limit = 999'999})->call({.path = "/large"}), no_response);
    EXPECT_EQ(s.client({.answer_limit = 1'000'000})->call({.path = "/large"}).body.size(), 1'000'000U);
}

TEST(api_client, streams_both_ways) {
    const running<by_path> s;
    const auto c = s.client();
    const std::string part(100'000, 'x');
    int parts = 0;
    std::string got;
    const api_response a = c->stream(
        {.method = "POST", .path = "/stream"},
        [&]() -> std::string_view { return parts++ < 50 ? std::string_view{part} : std::string_view{}; },
        [&](std::string_view p) {
            got += p;
            return true;
        });
    EXPECT_EQ(a.status, 200);
    EXPECT_EQ(a.body, "") << "the sink got it";
    EXPECT_EQ(got, "5000000");

    std::size_t bytes = 0;
    EXPECT_EQ(c->stream({.path = "/large"}, nullptr,
                        [&](std::string_view p) {
                            bytes += p.size();
                            return true;
                        })
                  .status,
              200);
    EXPECT_EQ(bytes, 1'000'000U);
}

TEST(api_client, a_problem_goes_to_the_body_not_to_the_sink) {
    const running<by_path> s;
    const api_response a = s.client()->stream({.path = "/unknown"}, nullptr, [](std::string_view) {
        ADD_FAILURE();
        return true;
    });
    EXPECT_EQ(a.status, 404);
    EXPECT_EQ(a.body, "unknown");
}

TEST(api_client, a_sink_that_has_enough_and_one_that_throws) {
    const running<by_path> s;
    EXPECT_THROW((void)s.client()->stream({.path = "/endless"}, nullptr, [](std::string_view) { return false; }),
                 no_response);
    EXPECT_THROW((void)s.client()->stream({.path = "/large"}, nullptr,
                                          [](std::string_view) -> bool { throw std::domain_error("mine"); }),
                 std::domain_error);
    EXPECT_THROW((void)s.client()->stream(
                     {.method = "POST", .path = "/stream"},
                     []() -> std::string_view { throw std::domain_error("mine"); }, nullptr),
                 std::domain_error);
}

// The user of a command has no log in which the reason would be.
TEST(api_client, the_reason_of_a_store_here) {
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("uniform-" + new_idempotency_key());
    std::filesystem::create_directory(folder);
    const std::shared_ptr<void> removed(nullptr, [&](void *) { std::filesystem::remove_all(folder); });
    const auto s = store::store::open((folder / "names.db").string());
    s->sql_database().connect(store::access::read_write)->run("DROP TABLE names");
    const settings values;
    const auto c = api_client::local(*s, values, {.id = "local:somebody", .role = resolver::role::administrator});
    try {
        const api_response r = c->call({.path = "/api/v1/names"});
        ADD_FAILURE() << r.status << r.body;
    } catch (const no_response &e) {
        EXPECT_NE(std::string_view{e.what()}.find("no such table: names"), std::string_view::npos) << e.what();
    }
}

// The handlers in this process: problems are answers, whoever asks is not asked for a token.
TEST(api_client, a_store_here) {
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("uniform-" + new_idempotency_key());
    std::filesystem::create_directory(folder);
    const std::shared_ptr<void> removed(nullptr, [&](void *) { std::filesystem::remove_all(folder); });
    const auto s = store::store::open((folder / "names.db").string());
    const settings values;
    const resolver::principal who{.id = "local:somebody", .role = resolver::role::administrator};
    const auto c = api_client::local(*s, values, who);
    EXPECT_EQ(c->call({.path = "/api/v1/names/urn:example:a"}).status, 404);
    EXPECT_EQ(c->call({.path = "/nowhere"}).status, 404);
    EXPECT_EQ(c->call({.path = "/api/v1/registrars?limit=x"}).status, 422);
    EXPECT_EQ(c->call({.method = "POST", .path = "/api/v1/registrars", .body = R"({"id":"a","name":"A"})"}).status,
              201);
    const api_response shown = c->call({.path = "/api/v1/registrars/a"});
    EXPECT_EQ(shown.status, 200);
    EXPECT_FALSE(shown.value("etag").empty());
    EXPECT_NE(c->call({.path = "/api/v1/tokens/self"}).body.find("local:somebody"), std::string::npos);
    EXPECT_EQ(
        c->call(
             {.method = "PUT", .path = "/api/v1/namespaces/example", .body = "{}", .fields = {{"If-None-Match", "*"}}})
            .status,
        201);

    std::string text = "{\"name\":\"urn:example:a\"}\n";
    std::string results;
    const api_response imported = c->stream(
        {.method = "POST", .path = "/api/v1/imports?format=ndjson", .content_type = "application/x-ndjson"},
        [&]() -> std::string_view {
            static std::string part;
            part = std::exchange(text, {});
            return part;
        },
        [&](std::string_view part) {
            results += part;
            return true;
        });
    EXPECT_EQ(imported.status, 200) << imported.body;
    EXPECT_NE(results.find("\"summary\""), std::string::npos) << results;
    EXPECT_EQ(c->call({.path = "/api/v1/names/urn:example:a"}).status, 200);
    EXPECT_THROW((void)c->stream({.path = "/api/v1/export"}, nullptr,
                                 [](std::string_view) -> bool { throw std::domain_error("mine"); }),
                 std::domain_error);
    EXPECT_THROW((void)c->stream({.path = "/api/v1/export"}, nullptr, [](std::string_view) { return false; }),
                 no_response);
}

} // namespace
} // namespace uniform::http::test
