// The metrics of /metrics, and the log.

#include <csignal>
#include <map>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/http/settings.hpp>

#include "http/operation/limits.hpp"
#include "http/operation/log.hpp"
#include "http/operation/metrics.hpp"

namespace uniform::http {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

TEST(metrics, classes_of_paths) {
    const struct {
        const char *path;
        route_class is;
    } rows[]{
        {"/urn:example:a", route_class::resolution},
        {"/URN:ISBN:1", route_class::resolution},
        {"/urn%3Aexample%3Aa", route_class::resolution},
        {"/uri-res/I2L", route_class::services},
        {"/api/v1/names", route_class::api},
        {"/oai", route_class::harvest},
        {"/metrics", route_class::operation},
        {"/healthz", route_class::operation},
        {"/readyz", route_class::operation},
        {"/", route_class::other},
        {"", route_class::other},
        {"/urn", route_class::other},
        {"/api", route_class::other},
        {"*", route_class::other},
    };
    for (const auto &row : rows) EXPECT_EQ(route_class_of(row.path), row.is) << row.path;
}

// The text format 0.0.4: comments, and lines "name{labels} value".
std::map<std::string, double> samples(const std::string &text) {
    std::map<std::string, double> all;
    std::istringstream in(text);
    std::map<std::string, std::string> types;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("# TYPE ")) {
            const auto at = line.find(' ', 7);
            EXPECT_TRUE(types.emplace(line.substr(7, at - 7), line.substr(at + 1)).second) << line;
            continue;
        }
        if (line.starts_with("# HELP ")) continue;
        const auto at = line.rfind(' ');
        EXPECT_NE(at, std::string::npos) << line;
        const std::string name = line.substr(0, line.find_first_of("{ "));
        const bool known = types.contains(name) || types.contains(name.substr(0, name.rfind('_')));
        EXPECT_TRUE(known) << "no TYPE before " << line;
        EXPECT_TRUE(all.emplace(line.substr(0, at), std::stod(line.substr(at + 1))).second) << "twice: " << line;
    }
    return all;
}

TEST(metrics, nothing_is_lost_between_threads) {
    metrics m;
    std::vector<std::jthread> threads;
    for (int t = 0; t < 20; ++t) { // more than there are shards
        threads.emplace_back([&] {
            for (int i = 0; i < 5000; ++i) {
                m.request(route_class::resolution, 302, 70us, 200);
                m.count(counter::cache_hits);
            }
        });
    }
    threads.clear();
    m.request(route_class::api, 404, 3s, 100);
    m.request(route_class::none, 400, 0ns, 0);
    m.commit(1);
    m.commit(300);
    m.ask("connections_open", "gauge", "Connections that are open.", [] { return 7.0; });
    const auto all = samples(m.text());
    EXPECT_EQ(all.at("uniform_http_requests_total{route=\"resolution\",status=\"302\"}"), 100000);
    EXPECT_EQ(all.at("uniform_http_requests_total{route=\"api\",status=\"404\"}"), 1);
    EXPECT_EQ(all.at("uniform_http_requests_total{route=\"none\",status=\"400\"}"), 1);
    EXPECT_EQ(all.at("uniform_http_request_duration_seconds_bucket{route=\"resolution\",le=\"5e-05\"}"), 0);
    EXPECT_EQ(all.at("uniform_http_request_duration_seconds_bucket{route=\"resolution\",le=\"1e-04\"}"), 100000);
    EXPECT_EQ(all.at("uniform_http_request_duration_seconds_bucket{route=\"resolution\",le=\"+Inf\"}"), 100000);
    EXPECT_EQ(all.at("uniform_http_request_duration_seconds_count{route=\"resolution\"}"), 100000);
    EXPECT_DOUBLE_EQ(all.at("uniform_http_request_duration_seconds_sum{route=\"resolution\"}"), 7.0);
    EXPECT_EQ(all.at("uniform_http_response_bytes_total{route=\"resolution\"}"), 20000000);
    EXPECT_EQ(all.at("uniform_cache_hits_total"), 100000);
    EXPECT_EQ(all.at("uniform_store_commits_total"), 2);
    EXPECT_EQ(all.at("uniform_store_changes_total"), 301);
    EXPECT_EQ(all.at("uniform_store_commit_changes_bucket{le=\"1\"}"), 1);
    EXPECT_EQ(all.at("uniform_store_commit_changes_bucket{le=\"256\"}"), 1);
    EXPECT_EQ(all.at("uniform_store_commit_changes_bucket{le=\"512\"}"), 2);
    EXPECT_EQ(all.at("uniform_store_commit_changes_count"), 2);
    EXPECT_EQ(all.at("uniform_connections_open"), 7);
    EXPECT_GT(all.at("uniform_start_time_seconds"), 1.7e9);
}

TEST(metrics, any_status_is_counted) {
    metrics m;
    for (const int status : {-5, 0, 99, 100, 599, 611, 612, 70000}) m.request(route_class::other, status, -1ns, 0);
    const auto all = samples(m.text());
    EXPECT_EQ(all.at("uniform_http_requests_total{route=\"other\",status=\"100\"}"), 4);
    EXPECT_EQ(all.at("uniform_http_requests_total{route=\"other\",status=\"611\"}"), 3);
}

// The log entries that were written, line by line.
std::vector<nlohmann::json> logged_by(log_options o, const std::function<void(log &)> &f) {
    int ends[2];
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    o.descriptor = ends[1];
    std::string text;
    std::thread reading([&] {
        std::array<char, 4096> part{};
        for (ssize_t n = 0; (n = ::read(ends[0], part.data(), part.size())) > 0;) {
            text.append(part.data(), static_cast<std::size_t>(n));
        }
    });
    {
        log l(o);
        f(l);
    }
    ::close(ends[1]);
    reading.join();
    ::close(ends[0]);
    std::vector<nlohmann::json> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(nlohmann::json::parse(line));
    return lines;
}

request asked(std::string_view target, std::string_view remote = {}, std::string_view id = {}) {
    request r{};
    r.method = "GET";
    r.target = target;
    r.remote = remote;
    r.id = id;
    return r;
}

completed_exchange record_of(const request &r, int status, std::chrono::nanoseconds took, bool quick) {
    return {.request = &r, .status = status, .bytes = 123, .took = took, .cached = quick};
}

TEST(log, an_entry_has_the_request_but_not_the_client) {
    const request r = asked("/urn:example:a?=\"\\\x01\xff", "192.0.2.1", "r1");
    const auto lines = logged_by({.requests = logged::all}, [&](log &l) {
        l.no_principal(r);
        l.who(r, "token:7f3a");
        l.request(record_of(r, 302, 1500us, false), 0);
        l.request(record_of(r, 200, 1us, false), 0); // the next request at the same place is nobody's
    });
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0]["event"], "request");
    EXPECT_EQ(lines[0]["id"], "r1");
    EXPECT_EQ(lines[0]["method"], "GET");
    EXPECT_EQ(lines[0]["target"], "/urn:example:a?=\"\\\u0001\u00ff");
    EXPECT_EQ(lines[0]["status"], 302);
    EXPECT_EQ(lines[0]["bytes"], 123);
    EXPECT_EQ(lines[0]["us"], 1500);
    EXPECT_EQ(lines[0]["who"], "token:7f3a");
    EXPECT_FALSE(lines[0].contains("client"));
    EXPECT_TRUE(lines[0].contains("time"));
    EXPECT_FALSE(lines[1].contains("who"));
}

TEST(log, a_malformed_request_has_its_client_where_clients_are_logged) {
    const completed_exchange refused{.request = nullptr,
                                     .status = 400,
                                     .bytes = 200,
                                     .took = 1us,
                                     .cached = false,
                                     .remote = "192.0.2.1",
                                     .id = "r7"};
    for (const bool wanted : {false, true}) {
        const auto lines =
            logged_by({.requests = logged::all, .client_address = wanted}, [&](log &l) { l.request(refused, 0); });
        ASSERT_EQ(lines.size(), 1U);
        EXPECT_EQ(lines[0]["id"], "r7");
        EXPECT_EQ(lines[0]["status"], 400);
        EXPECT_FALSE(lines[0].contains("target"));
        EXPECT_EQ(lines[0].value("client", "none"), wanted ? "192.0.2.1" : "none");
    }
}

TEST(log, holds_no_access_token_of_a_query) { // RFC 6750 2.3, 5.3
    struct row {
        std::string_view target;
        std::string_view logged;
    };
    constexpr row rows[] = {
        {"/api/v1/names?access_token=SECRET", "/api/v1/names?access_token=..."},
        {"/api/v1/names?limit=1&access_token=SECRET&after=x", "/api/v1/names?limit=1&access_token=...&after=x"},
        {"/?Access_Token=SECRET;b=c#d", "/?Access_Token=...;b=c#d"},
        {"/?access_token=SECRET&access_token=SECRET", "/?access_token=...&access_token=..."},
        {"/?access_token=a=SECRET", "/?access_token=..."},
        {"/?access_token=", "/?access_token=..."},
        {"/?%61ccess%5Ftoken=SECRET", "/?%61ccess%5Ftoken=..."},
        {"/?access%255ftoken%253DSECRET", "/?access%255ftoken%253D..."},
        {"/?access%25255ftoken=SECRET", "/?access%25255ftoken=..."},
        {"/urn:example:a?=access_token=SECRET", "/urn:example:a?=access_token=..."},
        {"/https://example.org/?access_token=SECRET", "/https://example.org/?access_token=..."},
        {"/urn:example:access_token?limit=1", "/urn:example:access_token?limit=1"},
        {"/?access_toke=1&ccesstoken=%", "/?access_toke=1&ccesstoken=%"},
        {"/?access_toke=1&ccess_token=%", "/?access_toke=1&ccess_token=..."},
        {"/%25%2525%access_token=SECRET", "/%25%2525%access_token=..."},
    };
    for (const row &x : rows) {
        const request r = asked(x.target);
        const auto lines =
            logged_by({.requests = logged::all}, [&](log &l) { l.request(record_of(r, 400, 1us, false), 0); });
        ASSERT_EQ(lines.size(), 1U);
        EXPECT_EQ(lines[0]["target"], x.logged);
        EXPECT_EQ(lines[0].dump().find("SECRET"), std::string::npos) << x.target;
    }
}

TEST(log, the_address_when_it_is_wanted_and_long_targets_cut) {
    const std::string target(5000, 'a');
    const request r = asked(target, "192.0.2.1");
    const auto lines = logged_by({.requests = logged::all, .client_address = true, .target_length = 20},
                                 [&](log &l) { l.request(record_of(r, 200, 1us, true), 0); });
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0]["client"], "192.0.2.1");
    EXPECT_EQ(lines[0]["target"], std::string(20, 'a'));
    EXPECT_EQ(lines[0]["target_bytes"], 5000);
}

TEST(log, the_client_behind_a_trusted_proxy) {
    settings s;
    s.trusted_proxies = {"10.0.0.0/8"};
    s.rate_entries = 64;
    const limits clients(s);
    const std::vector<field> fields{{"X-Forwarded-For", "192.0.2.1"}};
    request behind = asked("/", "10.0.0.1");
    request beside = asked("/", "203.0.113.1");
    behind.fields = beside.fields = fields;
    const auto lines = logged_by({.requests = logged::all, .client_address = true, .clients = &clients}, [&](log &l) {
        for (const request *r : {&behind, &beside}) l.request(record_of(*r, 200, 1us, true), 0);
    });
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0]["client"], "192.0.2.1") << "as the limits see it";
    EXPECT_EQ(lines[1]["client"], "203.0.113.1") << "anybody may write that field";
}

TEST(log, which_requests_get_a_line) {
    const request r = asked("/");
    const auto count = [&](log_options o) {
        return logged_by(o,
                         [&](log &l) {
                             for (int i = 0; i < 100; ++i) l.request(record_of(r, 302, 1us, true), 0);
                             l.request(record_of(r, 200, 2s, false), 0);
                             l.request(record_of(r, 500, 1us, false), 0);
                             l.request({.request = nullptr, .status = 400, .bytes = 0, .took = 0ns, .cached = false},
                                       0);
                         })
            .size();
    };
    EXPECT_EQ(count({.requests = logged::off}), 0U);
    EXPECT_EQ(count({.requests = logged::errors}), 1U);
    EXPECT_EQ(count({.requests = logged::slow}), 2U);
    EXPECT_EQ(count({.requests = logged::all}), 103U);
    EXPECT_EQ(count({.requests = logged::all, .sample = 10}), 13U);
}

TEST(log, a_reader_that_stops_blocks_no_request) {
    std::signal(SIGPIPE, SIG_IGN); // as the service does
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    metrics m;
    {
        log l({.requests = logged::all, .descriptor = ends[1], .buffer = 10000}, &m);
        const request r = asked("/");
        for (int i = 0; i < 10000; ++i) l.request(record_of(r, 200, 1us, true), 0);
        EXPECT_GT(m.value(counter::log_lost), 0U);
        ::close(ends[0]); // the writer gets EPIPE, and the log can end
    }
    ::close(ends[1]);
}

} // namespace
} // namespace uniform::http
