// The changes of other processes that a follower of the history reports.

#include <expected>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "http/resolve/history_follower.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::http {
namespace {

using subjects = std::vector<std::pair<std::string, std::string>>;

class following : public testing::Test {
protected:
    ~following() override { std::filesystem::remove_all(folder); }

    [[nodiscard]] std::unique_ptr<store::store> open(const std::string &name) const {
        return store::store::open((folder / name).string());
    }
    static void put(store::store &s, const std::string &id) {
        EXPECT_TRUE(
            s.write({.who = "test", .from = "test"}, [&](store::writing &w) -> std::expected<void, resolver::problem> {
                w.put("token", id, "{}", "put");
                return {};
            }));
    }
    static subjects tokens(const std::vector<std::string> &ids) {
        subjects all;
        for (const auto &id : ids) all.emplace_back("token", id);
        return all;
    }

    std::filesystem::path folder = test::temporary_folder("following");
};

TEST_F(following, tells_the_changes_of_others_and_not_its_own) {
    const auto own = open("store.db");
    const auto other = open("store.db");
    history_follower f;
    own->on_change([&](const store::commit &c) { f.committed(c); });
    put(*own, "before");
    const auto c = own->sql_database().connect(store::access::read_only);
    const auto look = [&] {
        auto n = f.look(*c);
        EXPECT_FALSE(n.anything);
        EXPECT_EQ(f.head(), own->read([](store::reading &r) { return r.head().first; }));
        return n.subjects;
    };
    EXPECT_EQ(look(), subjects{}); // the first one tells nothing
    EXPECT_EQ(look(), subjects{});
    // Its own commits are known at once, and those of others with the next look.
    const auto head = f.head();
    put(*own, "a");
    EXPECT_EQ(f.head(), head + 1);
    EXPECT_EQ(look(), subjects{});
    put(*other, "b");
    EXPECT_EQ(f.head(), head + 1);
    EXPECT_EQ(look(), tokens({"b"}));
    put(*own, "c");
    put(*other, "d");
    put(*other, "e");
    put(*own, "f");
    put(*own, "g");
    put(*other, "h");
    EXPECT_EQ(look(), tokens({"d", "e", "h"}));
    EXPECT_EQ(look(), subjects{});
}

// As after a replica without the last events has become the primary, or after a backup was restored.
TEST_F(following, tells_that_anything_may_have_changed_if_the_history_is_not_continued) {
    const auto one = open("one.db");
    const auto two = open("two.db");
    const auto of_one = one->sql_database().connect(store::access::read_only);
    const auto of_two = two->sql_database().connect(store::access::read_only);
    history_follower f;
    const auto look = [&](store::connection &c) {
        f.reconnected();
        return f.look(c);
    };
    put(*one, "a");
    put(*two, "x");
    EXPECT_FALSE(look(*of_one).anything);
    EXPECT_TRUE(look(*of_two).anything); // as long, with another end
    put(*one, "b");
    EXPECT_TRUE(look(*of_one).anything); // longer
    EXPECT_EQ(f.head(), 2U);
    EXPECT_TRUE(look(*of_two).anything); // shorter
    EXPECT_EQ(f.head(), 1U);
    EXPECT_FALSE(look(*of_two).anything);
    put(*two, "y");
    EXPECT_EQ(look(*of_two).subjects, tokens({"y"}));
}

TEST_F(following, tells_everything_again_after_a_look_that_failed) {
    const auto s = open("store.db");
    history_follower f;
    auto c = s->sql_database().connect(store::access::read_only);
    EXPECT_FALSE(f.look(*c).anything);
    const auto other = open("store.db");
    put(*other, "a");
    other->sql_database().connect(store::access::read_write)->script("ALTER TABLE history RENAME TO hidden");
    EXPECT_THROW(static_cast<void>(f.look(*c)), store::failure);
    other->sql_database().connect(store::access::read_write)->script("ALTER TABLE hidden RENAME TO history");
    EXPECT_EQ(f.look(*c).subjects, tokens({"a"}));
    put(*other, "b");
    EXPECT_EQ(f.look(*c).subjects, tokens({"b"}));
}

} // namespace
} // namespace uniform::http
