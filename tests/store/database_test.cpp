// What both databases promise (include/uniform/store/database.hpp).
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/database.hpp>

#include "postgresql_server.hpp"

namespace {

using namespace uniform::store;

class database_ : public uniform::test::on_both_stores {};

TEST_P(database_, reads_what_was_written) {
    const auto db = database::open(location());
    const auto writer = db->connect(access::read_write);
    writer->script("CREATE TABLE t (k TEXT PRIMARY KEY, n INTEGER, b BLOB) WITHOUT ROWID; CREATE INDEX i ON t (n);");
    writer->begin(access::read_write);
    EXPECT_EQ(writer->run("INSERT INTO t VALUES ($1, $3, $2)", {"a", blob{std::string_view("\0\1", 2)}, 7}), 1);
    writer->savepoint();
    const std::vector<parameter> rows{"b", 1, blob{"x"}, "c", 2, blob{""}, "a", 3, std::monostate{}};
    EXPECT_EQ(writer->run_each("INSERT INTO t VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", 3, rows),
              (std::vector<std::int64_t>{1, 1, 0}));
    writer->back_to_savepoint();
    writer->commit();
    auto reader = db->reader();
    std::string seen;
    reader->run("SELECT k, n, b FROM t WHERE n >= $1", {0}, [&](const row &r) {
        seen += std::string(r.text(0)) + std::to_string(r.integer(1)) + std::to_string(r.bytes(2).size()) + ";";
        return true;
    });
    EXPECT_EQ(seen, "a72;");
}

INSTANTIATE_ON_BOTH_STORES(database_);

} // namespace
