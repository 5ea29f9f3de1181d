// /readyz: not ready while the store does not respond, or answers with errors. On both stores.

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>

#include "http/operation/health.hpp"
#include "service/store_fixture.hpp"

namespace uniform::http {
namespace {

class readiness : public uniform::test::on_open_stores {};
INSTANTIATE_ON_BOTH_STORES(readiness);

TEST_P(readiness, needs_every_table_that_requests_need) {
    health h(*s);
    EXPECT_EQ(h.why_not_ready(), "");
    const auto c = s->sql_database().connect(store::access::read_write);
    for (const std::string table : {"names", "documents", "history", "answers", "health", "drafts", "notices"}) {
        c->script("ALTER TABLE " + table + " RENAME TO lost");
        EXPECT_EQ(h.why_not_ready(), "the store does not respond or reports errors") << table;
        c->script("ALTER TABLE lost RENAME TO " + table);
        EXPECT_EQ(h.why_not_ready(), "") << table;
    }
    h.stop();
    EXPECT_EQ(h.why_not_ready(), "the service is stopping");
}

TEST_P(readiness, needs_a_schema_that_the_program_knows) {
    health h(*s);
    EXPECT_EQ(h.why_not_ready(), "");
    const auto version = std::to_string(store::schema_version() + 1);
    s->sql_database()
        .connect(store::access::read_write)
        ->script("INSERT INTO schema_version (version, at) VALUES (" + version + ", 0)");
    EXPECT_EQ(h.why_not_ready(), s->refusal_of_schema());
    EXPECT_TRUE(h.why_not_ready().starts_with("the schema of the store has version " + version + ";"));
}

} // namespace
} // namespace uniform::http
