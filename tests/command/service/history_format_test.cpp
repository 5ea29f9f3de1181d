// uniform store history, and scripts/verify_history.py, which checks it without the program.

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command/runner.hpp"
#include "store/fixture.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::test {
namespace {

using testing::HasSubstr;

const std::string scripts = UNIFORM_SOURCES "/scripts/";
const std::string script = "python3 -B " + scripts + "verify_history.py ";

class history_format : public on_both_stores {
protected:
    /// The store of version 0.1.0, which has every kind of event, with today's schema.
    std::string put_fixture() {
        if (GetParam() == store::dialect::sqlite)
            std::ofstream(location(), std::ios::binary) << fixture_of_0_1_0("sqlite.db");
        else
            run_sql(location(), fixture_of_0_1_0("postgresql.sql"));
        EXPECT_EQ(shell("$U store migrate --store '" + location() + "'").code, 0);
        const auto facts = nlohmann::json::parse(fixture_of_0_1_0(store_name({GetParam(), 0}) + ".json"));
        return std::to_string(facts["head"]["event"].get<int>()) + ":" + facts["head"]["hash"].get<std::string>();
    }
    [[nodiscard]] std::string in_folder(const std::string &file) const { return (folder() / file).string(); }
};
INSTANTIATE_ON_BOTH_STORES(history_format);

TEST_P(history_format, exports_are_verified_and_manipulations_found) {
    const std::string noted = put_fixture();
    const std::string at = " --store '" + location() + "' --set store.clock_ahead=36500d ";
    const result more = shell("$U name assign urn:example:after-0.1.0 https://www.example.org/after" + at + "&& " +
                              "$U name withdraw urn:example:after-0.1.0 --reason 'a \"quoted\" one\xE2\x80\xA8'" + at);
    ASSERT_EQ(more.code, 0) << more.out;
    const result made = shell("$U store history" + at + "> " + in_folder("h.ndjson") + " && $U store verify" + at);
    ASSERT_EQ(made.code, 0) << made.out;
    const auto begins = made.out.find("head ") + 5;
    const std::string head = made.out.substr(begins, made.out.find('\n', begins) - begins);

    const result good = shell(script + "--known " + noted + " --known " + head + ' ' + in_folder("h.ndjson"));
    EXPECT_EQ(good.code, 0) << good.out;
    EXPECT_THAT(good.out, HasSubstr("head " + head + "\nthe history agrees with itself and with the known heads\n"));
    // The same with almost nothing in memory.
    EXPECT_EQ(shell(script + "--memory 40 --known " + noted + " --known " + head + ' ' + in_folder("h.ndjson")).out,
              good.out);
    const result found = shell("python3 -B " UNIFORM_SOURCES "/tests/store/verify_history_test.py " + scripts +
                               "verify_history.py " + in_folder("h.ndjson") + ' ' + head);
    EXPECT_EQ(found.code, 0) << found.out;
}

// The same history from the table of a backup: SQLite, also for PostgreSQL.
TEST_P(history_format, backups_are_verified) {
    const std::string noted = put_fixture();
    const std::string file = in_folder("backup.db");
    ASSERT_EQ(shell("$U store backup --store '" + location() + "' " + file).code, 0);
    const result good = shell(script + "--known " + noted + ' ' + file);
    EXPECT_EQ(good.code, 0) << good.out;
    EXPECT_THAT(good.out, HasSubstr("head " + noted + "\n"));
    for (const std::string change :
         {"DELETE FROM names WHERE key = 'example:assigned-0001'",
          "DELETE FROM history WHERE first = (SELECT min(first) FROM history WHERE first > 100)",
          "UPDATE names SET record = x'02' WHERE key = 'example:assigned-0001'",
          "UPDATE documents SET body = '{}' WHERE kind = 'registrar' AND id = 'library'",
          "UPDATE history SET head = zeroblob(32) WHERE first = (SELECT min(first) FROM history WHERE first > 100)",
          "UPDATE history SET events = substr(events, 1, 20) WHERE first = 1",
          "INSERT INTO names SELECT 'example:stray', event, record FROM names WHERE key = 'example:assigned-0001'",
          "DELETE FROM history WHERE first = (SELECT max(first) FROM history)"}) {
        const result bad =
            shell("cp " + file + " " + in_folder("changed.db") + " && python3 - <<'END'\nimport sqlite3\n" +
                  "c = sqlite3.connect('" + in_folder("changed.db") + "')\n" +
                  "for (t,) in c.execute(\"SELECT name FROM sqlite_schema WHERE type = 'trigger'\")." +
                  "fetchall(): c.execute('DROP TRIGGER ' + t)\n" + "n = c.execute(\"\"\"" + change +
                  "\"\"\").rowcount\nassert n == 1\nc.commit()\nEND\n" + script + "--known " + noted + ' ' +
                  in_folder("changed.db"));
        EXPECT_EQ(bad.code, 1) << change << '\n' << bad.out;
        EXPECT_EQ(shell(script + "--memory 40 --known " + noted + ' ' + in_folder("changed.db")).out, bad.out);
        EXPECT_THAT(bad.out, testing::Not(HasSubstr("Traceback"))) << change;
    }
}

// The fixture as version 0.1.0 left it.
TEST(history_format, the_fixture_of_0_1_0_is_verified) {
    const auto folder = temporary_folder("history");
    const std::string file = (folder / "0.1.0.db").string();
    std::ofstream(file, std::ios::binary) << fixture_of_0_1_0("sqlite.db");
    const auto facts = nlohmann::json::parse(fixture_of_0_1_0("sqlite.json"));
    const std::string head =
        std::to_string(facts["head"]["event"].get<int>()) + ":" + facts["head"]["hash"].get<std::string>();
    const result r = shell(script + "--known " + head + ' ' + file);
    EXPECT_EQ(r.code, 0) << r.out;
    EXPECT_EQ(r.out, "3547 events, 3161 names, 87 documents\nhead " + head +
                         "\nthe history agrees with itself and with the known heads\n");
    std::filesystem::remove_all(folder);
}

TEST(history_format, an_empty_store_has_an_empty_history) {
    const result r =
        shell("$U store migrate --store n.db > m; $U store history --store n.db > h && cat h && " + script + "h");
    const std::string zeros(64, '0');
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.out, "{\"format\":\"uniform-history\",\"version\":1}\n{\"events\":0,\"head\":\"0:" + zeros + "\"}\n" +
                         "0 events, 0 names, 0 documents\nhead 0:" + zeros + "\nthe history agrees with itself\n");
}

TEST(history_format, there_is_no_store) {
    const result r = shell("$U store history --store n.db; code=$?; test ! -e n.db && exit $code");
    EXPECT_EQ(r.code, 3);
}

} // namespace
} // namespace uniform::test
