// Lines of a primary on their way into a store that follows it: what continues the history is applied, whatever else
// comes is refused, and what the store has stays.

#include "http/server/history_intake.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <expected>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/resolver/problem.hpp>
#include <uniform/service/history_lines.hpp>
#include <uniform/store/store.hpp>

#include "store/postgresql_server.hpp"

namespace uniform::http {
namespace {

class intake : public testing::Test {
protected:
    intake() {
        follower->follow();
        for (int i = 0; i < 10; ++i) put(*primary, "n" + std::to_string(i));
    }
    ~intake() override {
        primary->close();
        follower->close();
        std::filesystem::remove_all(folder);
    }
    static void put(store::store &s, std::string_view id, std::string_view body = "{}") {
        (void)s.write({.who = "local:alice", .from = "test"},
                      [&](store::writing &w) -> std::expected<int, resolver::problem> {
                          w.put("namespace", id, body, "create");
                          return 0;
                      });
    }
    static service::history_head head_of(store::store &s) {
        return s.read([](store::reading &r) { return r.head(); });
    }
    std::vector<std::string> page(store::store &of, std::uint64_t after = 0, std::size_t limit = 1000) {
        const auto part = of.read([&](store::reading &r) { return service::history_after(r, after, limit); });
        std::vector<std::string> lines;
        for (std::string_view rest = part.value().lines; !rest.empty();) {
            const auto end = rest.find('\n');
            lines.emplace_back(rest.substr(0, end));
            rest.remove_prefix(end + 1);
        }
        return lines;
    }
    void read(history_intake &i, const std::vector<std::string> &lines) {
        i.begin();
        for (const std::string &line : lines) i.take(line);
        i.finish();
    }
    // Why these lines are refused; empty: they are not.
    std::string refused(const std::vector<std::string> &lines) {
        history_intake i{*follower, secrets_in_history::refused};
        try {
            read(i, lines);
            return {};
        } catch (const store::other_history &e) {
            return e.what();
        }
    }

    std::filesystem::path folder = test::temporary_folder("intake");
    std::unique_ptr<store::store> primary = store::store::open((folder / "primary.db").string());
    std::unique_ptr<store::store> follower = store::store::open((folder / "follower.db").string());
};

TEST_F(intake, applies_what_continues_the_history) {
    history_intake i{*follower, secrets_in_history::refused};
    EXPECT_EQ(i.here(), (service::history_head{}));
    read(i, page(*primary, 0, 4));
    EXPECT_EQ(i.here().first, 4U);
    EXPECT_EQ(i.end(), head_of(*primary));
    EXPECT_EQ(head_of(*follower).first, 4U);
    read(i, page(*primary, 4));
    EXPECT_EQ(head_of(*follower), head_of(*primary));
    read(i, page(*primary, 10)); // nothing is new
    // Events that are there already are left out, in whatever pages they come.
    put(*primary, "more");
    read(i, page(*primary, 7));
    EXPECT_EQ(i.here(), head_of(*primary));
    EXPECT_EQ(head_of(*follower), head_of(*primary));
    // Several pages one after another, of which an earlier one says another end.
    put(*primary, "n11");
    auto lines = page(*primary, 0, 3);
    put(*primary, "n12");
    std::ranges::copy(page(*primary, 3), std::back_inserter(lines));
    read(i, lines);
    EXPECT_EQ(head_of(*follower), head_of(*primary));
    // A file that does not say yet where it ends.
    auto open = page(*primary);
    open.resize(5);
    read(i, open);
    EXPECT_FALSE(i.end());
    EXPECT_EQ(i.here(), head_of(*primary));
}

TEST_F(intake, applies_much_in_parts) {
    (void)primary->write({.who = "local:alice", .from = "test"},
                         [&](store::writing &w) -> std::expected<int, resolver::problem> {
                             for (int n = 0; n < 3000; ++n) w.put("namespace", "m" + std::to_string(n), "{}", "create");
                             return 0;
                         });
    history_intake i{*follower, secrets_in_history::refused};
    const auto lines = page(*primary, 0, 10000);
    for (std::size_t n = 0; n < 1500; ++n) i.take(lines[n]);
    EXPECT_EQ(head_of(*follower).first, 1000U);
    EXPECT_EQ(i.here().first, 1499U);
    i.begin();
    EXPECT_EQ(i.here().first, 1000U) << "what was not applied is forgotten";
    read(i, lines);
    EXPECT_EQ(head_of(*follower), head_of(*primary));
}

TEST_F(intake, refuses_what_does_not_continue_it) {
    const auto good = page(*primary);
    EXPECT_TRUE(refused({}).empty());
    const auto changed = [&](auto change) {
        auto lines = good;
        change(lines);
        return refused(lines);
    };
    EXPECT_TRUE(changed([](auto &l) { l.erase(l.begin()); }).contains("first line"));
    EXPECT_TRUE(changed([](auto &l) { l.erase(l.begin() + 1); }).contains("comes after event 0"));
    EXPECT_TRUE(changed([](auto &l) { l.erase(l.begin() + 5); }).contains("comes after event 4"));
    EXPECT_TRUE(changed([](auto &l) { std::swap(l[5], l[6]); }).contains("comes after event"));
    EXPECT_TRUE(changed([](auto &l) { l[5] = l[4]; }).contains("comes after event"));
    EXPECT_TRUE(changed([](auto &l) { l[5] = "{"; }).contains("none of a history"));
    EXPECT_TRUE(changed([](auto &l) { l[5].replace(l[5].find("alice"), 5, "ALICE"); }).contains("another hash"));
    EXPECT_EQ(head_of(*follower).first, 0U) << "a page is applied whole, or not at all";
    EXPECT_TRUE(refused(page(*primary, 3)).contains("goes on after event 3"));

    history_intake i{*follower, secrets_in_history::refused};
    read(i, page(*primary, 0, 6));
    // Another history of the same length, and of another one.
    const auto other = store::store::open((folder / "other.db").string());
    for (int n = 0; n < 6; ++n) put(*other, "n" + std::to_string(n), R"({"other":true})");
    EXPECT_TRUE(refused(page(*other)).contains("another hash"));
    EXPECT_TRUE(refused(page(*other, 6)).contains("another hash"));
    put(*other, "n6");
    EXPECT_TRUE(refused(page(*other)).contains("another hash"));
    EXPECT_TRUE(refused(page(*other, 6)).contains("another hash"));
    other->close();
    // One that has lost its last events.
    const auto older = store::store::open((folder / "older.db").string());
    for (int n = 0; n < 3; ++n) put(*older, "n" + std::to_string(n));
    EXPECT_TRUE(refused(page(*older)).contains("ends with event 3, before event 6"));
    older->close();
    // The end of the page that says another hash than the event.
    auto lines = page(*primary, 6);
    const auto at = lines.back().find("10:") + 3;
    lines.back().replace(at, 4, lines.back().substr(at, 4) == "0000" ? "1111" : "0000");
    EXPECT_TRUE(refused(lines).contains("event 10 of the primary has another hash"));
    EXPECT_TRUE(refused(page(*primary)).empty()) << "the right one is accepted afterwards";
    EXPECT_EQ(head_of(*follower), head_of(*primary));
}

// A page of a service has no secrets; a file may have those that its hashes prove.
TEST_F(intake, refuses_secrets_that_a_primary_withholds) {
    constexpr std::string_view hash = R"("hash":"$argon2id$SECRET")";
    (void)primary->write({.who = "local:alice", .from = "test"},
                         [&](store::writing &w) -> std::expected<int, resolver::problem> {
                             w.put("token", "1", R"({"id":"1",)" + std::string(hash) + "}", "create");
                             return 0;
                         });
    const auto withheld = page(*primary, 10);
    ASSERT_EQ(withheld.size(), 3U);
    ASSERT_TRUE(withheld[1].contains(R"("withheld":true)")) << withheld[1];
    auto proven = withheld;
    const auto all = primary->read([](store::reading &r) { return r.events(10, 1); });
    proven[1].clear();
    service::append_history_line(proven[1], all.front(), service::secrets::included);
    proven[1].pop_back(); // the end of the line
    auto added = withheld;
    const auto at = added[1].find(R"({\"id\":\"1\")") + 1;
    added[1].insert(at, R"(\"hash\":\"$argon2id$SECRET\",)");
    history_intake i{*follower, secrets_in_history::refused};
    read(i, page(*primary, 0, 10));
    const auto before = head_of(*follower);
    EXPECT_TRUE(refused(proven).contains("event 11 of the primary, a token, has its secret")) << refused(proven);
    EXPECT_TRUE(refused(added).contains("event 11 of the primary, a token, has its secret")) << refused(added);
    history_intake of_a_file{*follower, secrets_in_history::accepted};
    EXPECT_THROW(read(of_a_file, added), store::other_history);
    EXPECT_EQ(head_of(*follower), before);
    read(of_a_file, proven);
    EXPECT_EQ(head_of(*follower), head_of(*primary));
    const auto d = follower->read([](store::reading &r) { return r.find("token", "1"); });
    EXPECT_TRUE(d && d->body.contains("SECRET"));
}

// A store that was promoted meanwhile, by another process.
TEST_F(intake, gets_nothing_more_into_a_store_that_follows_no_more) {
    history_intake i{*follower, secrets_in_history::refused};
    read(i, page(*primary));
    (void)follower->promote({.who = "local:bob", .from = "test"}, std::nullopt);
    put(*primary, "more");
    EXPECT_THROW(read(i, page(*primary)), not_followed);
    EXPECT_THROW(i.check_store(), not_followed);
    EXPECT_NE(head_of(*follower), head_of(*primary));
}

} // namespace
} // namespace uniform::http
