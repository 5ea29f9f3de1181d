// A service whose store lacks what it has acknowledged: a former primary, a replica that was cut off, an older backup.
// What it says, and that it writes nothing there; and what it reads from replicas.

#include <chrono>
#include <expected>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/http/server.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/store/history_head.hpp>
#include <uniform/store/store.hpp>

#include "base/soon.hpp"
#include "http/engine/engine_support.hpp"
#include "service/names_support.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::http {
namespace {

using std::chrono::days;
using test::client;
using uniform::test::postgresql_server;
using uniform::test::soon;

/// A service and its store.
class guarded_service : public testing::Test {
protected:
    void SetUp() override { folder = uniform::test::temporary_folder("guarded"); }
    void TearDown() override {
        service.reset();
        std::filesystem::remove_all(folder);
    }

    void fill(const std::string &location) {
        const auto s = store::store::open(location);
        uniform::test::put_namespace(*s, "example");
        const service::token_secret secret = service::make_token_secret();
        ASSERT_TRUE(uniform::test::in(*s, [&](store::writing &w) {
            return service::create_token(w, uniform::test::administrator(),
                                         {.role = resolver::role::administrator, .expires = w.now() + days{1}}, secret,
                                         {.standard = days{90}, .longest = days{3650}});
        }));
        token = secret.text;
    }
    void start(const std::string &location, std::initializer_list<std::pair<std::string, std::string>> more = {}) {
        std::vector<std::pair<std::string, std::string>> flags{{"store.location", location},
                                                               {"store.read_timeout", "20s"},
                                                               {"store.reconnect_for", "1s"},
                                                               {"server.port", "0"},
                                                               {"demo.fill", "false"},
                                                               {"links.check", "false"},
                                                               {"log.file", (folder / "log").string()}};
        for (const auto &one : more) flags.push_back(one);
        const auto c = configure({.flags = flags});
        ASSERT_TRUE(c);
        service = server::start(c->values, [](std::string_view) {});
    }
    std::string ask(const std::string &request) const {
        client c{service->port()};
        c.send(request);
        return c.one();
    }
    std::string get(const std::string &path) const { return ask("GET " + path + " HTTP/1.1\r\nHost: h\r\n\r\n"); }
    /// @param more fields, each with its end of line
    std::string put(const std::string &id, const std::string &more = {}) const {
        const std::string body = R"({"locators":["https://a.example/)" + id + "\"]}";
        return ask("PUT /api/v1/names/urn:example:" + id + " HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer " + token +
                   "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" +
                   more + "\r\n" + body);
    }
    [[nodiscard]] std::string log() const {
        std::ifstream in(folder / "log", std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    static std::string history_of(const std::string &response) {
        constexpr std::string_view name = "\r\nHistory: ";
        const auto at = response.find(name);
        if (at == std::string::npos) return {};
        return response.substr(at + name.size(), response.find("\r\n", at + name.size()) - at - name.size());
    }

    std::filesystem::path folder;
    std::string token;
    std::unique_ptr<server> service;
};

TEST_F(guarded_service, an_older_backup_is_not_written_to_until_the_loss_is_confirmed) {
    const std::string path = (folder / "names.db").string();
    fill(path);
    start(path);
    EXPECT_EQ(test::status(put("a")), 201);
    service->opened_store().sql_database().backup((folder / "older.db").string(), {});
    const std::string lost = history_of(put("b"));
    EXPECT_EQ(get("/readyz").find("HTTP/1.1 200"), 0U);
    service.reset();
    std::filesystem::rename(folder / "older.db", path);
    for (const char *const end : {"-wal", "-shm"}) std::filesystem::remove(path + end);
    start(path);
    EXPECT_EQ(test::status(put("c")), 503);
    EXPECT_TRUE(put("b").contains("uniform store confirm-history " + lost));
    const auto ready = get("/readyz");
    EXPECT_EQ(test::status(ready), 503);
    EXPECT_TRUE(ready.contains("does not have event " + lost)) << ready;
    EXPECT_EQ(test::status(get("/urn:example:a")), 302);
    ASSERT_TRUE(soon([&] { return log().contains(R"("event":"history_refused")"); })) << log();
    EXPECT_TRUE(soon([&] { return get("/metrics").contains("\nuniform_store_history_refused 1\n"); }));
    EXPECT_NE(store::store::open(path)->confirm_history({.who = "local:admin"}, *store::history_head_from(lost)), 0U);
    EXPECT_EQ(test::status(get("/readyz")), 200);
    EXPECT_EQ(test::status(put("c")), 201);
    EXPECT_TRUE(soon([&] { return log().contains(R"("event":"history_accepted")"); })) << log();
}

TEST_F(guarded_service, one_that_cannot_keep_what_it_knows_starts_and_says_so) {
    const std::string path = (folder / "names.db").string();
    fill(path);
    start(path, {{"store.head_file", (folder / "no" / "head").string()}});
    EXPECT_EQ(test::status(put("a")), 201);
    EXPECT_EQ(test::status(get("/readyz")), 200);
    EXPECT_TRUE(soon([&] { return log().contains(R"("event":"head_file_failed")"); })) << log();
}

/// The same with a primary and a standby.
class former_primary : public guarded_service {
protected:
    void SetUp() override {
        postgresql_server::need();
        if (IsSkipped()) return;
        guarded_service::SetUp();
        a = std::make_unique<postgresql_server>();
        const auto uri = a->fresh_database();
        database = uri.substr(uri.rfind('/') + 1);
        fill(uri);
        b = std::make_unique<postgresql_server>(*a);
    }
    void TearDown() override {
        if (!folder.empty()) guarded_service::TearDown();
    }
    [[nodiscard]] std::string location() const {
        return "postgresql://postgres@" + a->host() + "," + b->host() + "/" + database;
    }
    [[nodiscard]] std::string head_file() const { return (folder / "head").string(); }
    /// Whether B has a name.
    [[nodiscard]] bool has_at_b(const std::string &id) const {
        const auto d = store::database::open(
            b->uri(database), {.reconnect_for = std::chrono::seconds{0}, .read_timeout = std::chrono::seconds{20}});
        bool has = false;
        d->reader()->run("SELECT 1 FROM names WHERE key = 'example:" + id + "'", {}, [&](const store::row &) {
            has = true;
            return false;
        });
        return has;
    }

    std::unique_ptr<postgresql_server> a, b;
    std::string database;
};

TEST_F(former_primary, is_not_written_to_and_not_ready_while_the_right_one_is_away) {
    start(location(), {{"store.head_file", head_file()}});
    EXPECT_EQ(test::status(put("1")), 201);
    ASSERT_TRUE(soon([&] { return has_at_b("1"); }));
    a->kill();
    b->run("SELECT pg_promote()");
    std::string known;
    ASSERT_TRUE(soon([&] { return !(known = history_of(put("2"))).empty(); }));
    a->start();
    for (const bool restarts : {false, true}) {
        if (restarts) {
            service.reset();
            start(location(), {{"store.head_file", head_file()}});
            EXPECT_EQ(test::status(get("/readyz")), 200);
            EXPECT_EQ(test::status(put("3")), 201);
        }
        b->stop();
        ASSERT_TRUE(soon([&] {
            return get("/readyz").contains("on timeline 1, and this program has used timeline 2");
        })) << get("/readyz");
        EXPECT_EQ(test::status(get("/readyz")), 503);
        EXPECT_EQ(test::status(put("split")), 503);
        // The former primary may have what was never acknowledged.
        const auto read = get("/urn:example:1");
        EXPECT_EQ(test::status(read), 503) << read;
        EXPECT_TRUE(soon([&] { return log().contains(R"("event":"server_refused")"); })) << log();
        b->start();
        EXPECT_TRUE(soon([&] { return test::status(get("/readyz")) == 200; }));
        EXPECT_EQ(test::status(get("/urn:example:2")), 302);
    }
    EXPECT_EQ(test::status(put("4")), 201);
    service.reset();
    // A service that was never told, and a client that knows.
    start(a->uri(database));
    EXPECT_EQ(test::status(put("split", "If-History: " + known + "\r\n")), 412);
    EXPECT_EQ(test::status(get("/urn:example:split")), 404);
}

TEST_F(former_primary, a_name_that_a_replica_lacks_is_asked_of_the_primary_and_what_it_has_is_marked) {
    start(location(), {{"store.stale_replicas", "true"}});
    EXPECT_EQ(test::status(put("1")), 201);
    ASSERT_TRUE(soon([&] { return has_at_b("1"); }));
    ASSERT_TRUE(soon([&] { return get("/about/urn:example:1").contains("; detail=replica\r\n"); }))
        << get("/about/urn:example:1");
    b->run("SELECT pg_wal_replay_pause()");
    ASSERT_TRUE(soon([&] {
        bool paused = false;
        const auto d = store::database::open(
            b->uri(database), {.reconnect_for = std::chrono::seconds{0}, .read_timeout = std::chrono::seconds{20}});
        d->reader()->run("SELECT pg_get_wal_replay_pause_state() = 'paused'", {}, [&](const store::row &r) {
            paused = r.integer(0) != 0;
            return false;
        });
        return paused;
    }));
    for (int n = 2; n < 20; ++n) {
        const auto id = std::to_string(n);
        ASSERT_EQ(test::status(put(id)), 201);
        const auto read = get("/urn:example:" + id);
        EXPECT_EQ(test::status(read), 302) << read;
        EXPECT_FALSE(read.contains("detail=replica")) << read;
        EXPECT_EQ(test::status(get("/api/v1/names/urn:example:" + id)), 200);
    }
    EXPECT_EQ(test::status(get("/urn:example:none")), 404);
}

} // namespace
} // namespace uniform::http
