// Stores behind PgBouncer in its mode "transaction", where each transaction may get another connection to the server,
// on which others have worked before.
#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>

#include "base/soon.hpp"
#include "store/ledger.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using store::access;

class pooler : public testing::Test {
protected:
    void SetUp() override {
        test::postgresql_server::need();
        if (IsSkipped()) return;
        const auto &server = *test::postgresql_server::shared();
        const auto uri = test::postgresql_server::shared()->fresh_database();
        static_cast<void>(store::store::open(uri)); // makes the tables
        in_front.emplace(server, 2);
        location = in_front->uri(uri.substr(uri.rfind('/') + 1));
    }
    [[nodiscard]] std::string pooled() const { return location + "?prepared_statements=off"; }

    std::optional<test::postgresql_pooler> in_front;
    std::string location;
};

// Three stores, as three processes have them, on two connections: each writes, reads and waits for the others' lock.
TEST_F(pooler, stores_share_a_few_connections) {
    test::ledger steps[3] = {test::ledger(5), test::ledger(5), test::ledger(5)};
    constexpr int each = 20;
    const auto work = [&](int number) {
        const auto s = store::store::open(pooled());
        for (int i = 0; i < each; ++i) {
            steps[number].run(*s, number * each + i);
            EXPECT_TRUE(s->read([&](store::reading &r) { return test::ledger::has(r, number * each + i); }));
        }
    };
    std::thread second([&] { work(1); });
    std::thread third([&] { work(2); });
    work(0);
    second.join();
    third.join();
    test::ledger all(5);
    for (const auto &one : steps) {
        EXPECT_EQ(one.acknowledged().size(), each);
        for (const int i : one.acknowledged()) {
            all.begin(i);
            all.acknowledge(i);
        }
    }
    all.check(*store::store::open(pooled()));
}

// The statement of a connection is not on the server that it gets while another one has its first; and never is it the
// statement of that other one.
TEST_F(pooler, the_parameter_is_named_where_it_is_missing) {
    const auto first = store::store::open(location + "?connect_timeout=20");
    const auto second = store::store::open(location);
    const auto one = first->sql_database().connect(access::read_only);
    const auto other = second->sql_database().connect(access::read_only);
    const auto ask = [](store::connection &c, const std::string &sql) {
        std::string answer;
        c.run(sql, {}, [&](const store::row &r) {
            answer = r.text(0);
            return true;
        });
        return answer;
    };
    EXPECT_EQ(ask(*one, "SELECT 'one'"), "one");
    other->begin(access::read_only);
    EXPECT_EQ(ask(*other, "SELECT 'other'"), "other");
    try {
        EXPECT_EQ(ask(*one, "SELECT 'one'"), "one");
        ADD_FAILURE() << "the pooler has kept the connection";
    } catch (const store::failure &e) {
        const std::string why = e.what();
        EXPECT_NE(why.find("SQLSTATE 26000"), std::string::npos) << why;
        EXPECT_NE(why.find("prepared_statements=off"), std::string::npos) << why;
    }
    other->rollback();
}

// Its connections to the server have no timeout for idle transactions: whoever waits for the lock ends it.
TEST_F(pooler, a_process_that_hangs_in_a_transaction_does_not_keep_others_from_writing) {
    const auto hanging = store::database::open(pooled());
    const auto hung = hanging->connect_to_write();
    hung->begin(access::read_write);
    hung->run("DELETE FROM answers");
    const auto there = store::database::open(pooled(), {.busy_timeout = std::chrono::milliseconds{300}});
    const auto writer = there->connect_to_write();
    const auto writes = [&] {
        try {
            writer->begin(access::read_write);
            writer->run("DELETE FROM answers");
            writer->commit();
            return true;
        } catch (const store::failure &e) {
            EXPECT_EQ(e.kind(), store::failure_kind::busy) << e.what();
            writer->rollback();
            return false;
        }
    };
    EXPECT_TRUE(test::soon(writes));
    EXPECT_THROW(hung->run("DELETE FROM answers"), store::failure);
    hung->rollback();
}

// PgBouncer repeats in each connection the parameters that its server had first, in_hot_standby among them. The role is
// what the server says when it is asked.
TEST(pooler_of_a_standby, has_the_role_of_its_server_also_after_a_promotion) {
    test::postgresql_server::need();
    if (testing::Test::IsSkipped()) return;
    test::postgresql_server primary;
    const auto uri = primary.fresh_database();
    const auto database = uri.substr(uri.rfind('/') + 1);
    static_cast<void>(store::store::open(uri)); // makes the tables
    test::postgresql_server standby(primary);
    const test::postgresql_pooler in_front(standby, 2);
    const auto through = in_front.uri(database) + "?prepared_statements=off";
    const auto two = "postgresql://postgres@" + primary.host() + "," + through.substr(through.find('@') + 1);
    const auto s = store::store::open(two, {.database = {.reconnect_for = std::chrono::milliseconds(60000)}});
    test::ledger steps(5);
    steps.run(*s, 0);
    const auto pooled = store::database::open(through, {.replicas_may_be_stale = true});
    const auto has_first = [&] {
        const auto c = pooled->connect(access::read_only);
        store::reading r(*c);
        EXPECT_TRUE(c->on_replica());
        return test::ledger::has(r, 0);
    };
    ASSERT_TRUE(test::soon(has_first));
    primary.kill();
    standby.run("SELECT pg_promote()");
    EXPECT_TRUE(test::soon([&] { return !pooled->connect(access::read_only)->on_replica(); }));
    steps.run(*s, 1);
    EXPECT_EQ(steps.acknowledged().size(), 2U);
    steps.check(*store::store::open(through));
}

TEST(pooler_parameter, is_on_or_off_anywhere_in_the_query) {
    test::postgresql_server::need();
    if (testing::Test::IsSkipped()) return;
    const auto uri = test::postgresql_server::shared()->fresh_database();
    for (const auto *query :
         {"?prepared_statements=off", "?prepared_statements=on&connect_timeout=20",
          "?connect_timeout=20&prepared_statements=off", "?connect_timeout=20&prepared_statements=off&keepalives=1"}) {
        EXPECT_NO_THROW(static_cast<void>(store::store::open(uri + query))) << query;
    }
    for (const auto *query : {"?prepared_statements=no", "?connect_timeout=20&prepared_statements=OFF"}) {
        try {
            static_cast<void>(store::store::open(uri + query));
            ADD_FAILURE() << query;
        } catch (const store::failure &e) {
            EXPECT_NE(std::string(e.what()).find("prepared_statements is \"on\" or \"off\""), std::string::npos)
                << e.what();
        }
    }
}

} // namespace
