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
    EXPECT_THAT(good.out, HasSubstr("head " + head + "\n"));
    EXPECT_THAT(good.out, testing::EndsWith("\nthe history agrees with itself and with the known heads\n"));
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
                         "\ntree 3547:62cea997a0b9058faca173f681c294906f66c2136197c6b248e82aa9ed6691f8"
                         "\nthe history agrees with itself and with the known heads\n");
    std::filesystem::remove_all(folder);
}

TEST(history_format, an_empty_store_has_an_empty_history) {
    const result r =
        shell("$U store migrate --store n.db > m; $U store history --store n.db > h && cat h && " + script + "h");
    const std::string zeros(64, '0');
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.out, "{\"format\":\"uniform-history\",\"version\":1}\n{\"events\":0,\"head\":\"0:" + zeros + "\"}\n" +
                         "0 events, 0 names, 0 documents\nhead 0:" + zeros +
                         "\ntree 0:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\nthe history "
                         "agrees with itself\n");
}

// Program and script write the same proofs, of the store and of an export, and accept each other's.
TEST_P(history_format, proofs_are_those_of_the_script) {
    put_fixture();
    const std::string at = " --store '" + location() + "' --set store.clock_ahead=36500d ";
    const std::string file = in_folder("h.ndjson");
    const std::string early =
        shell("$U store proof" + at + "| sed -n '1s/.*tree\":\"\\([^\"]*\\).*/\\1/p' | tr -d '\\n'").out;
    ASSERT_TRUE(early.starts_with("3547:") && early.size() == 69) << early;
    const std::string names = "urn:example:assigned-0001 urn:example:after-0.1.0";
    const result made =
        shell("$U name assign urn:example:after-0.1.0 https://www.example.org/after" + at + "&& " +
              "$U name withdraw urn:example:after-0.1.0 --reason 'a \"quoted\" one\xE2\x80\xA8'" + at +
              "&& $U store history" + at + "> " + file + " && $U store proof " + names + " --tree " + early + at +
              "> c && " + script + "--prove urn:example:assigned-0001 --prove urn:example:after-0.1.0 --tree " + early +
              ' ' + file + " > p && cmp c p && $U store proof" + at + " > head");
    ASSERT_EQ(made.code, 0) << made.out;
    const result whole = shell(script + "--tree " + early + ' ' + file + "| sed -n 's/^tree //p' | tr -d '\\n'");
    ASSERT_TRUE(whole.out.starts_with("3549:")) << whole.out;
    const result proven = shell("cp " + in_folder("c") + " . 2> /dev/null; $U store proof " + names + " --tree " +
                                early + at + "> c; for t in '' '--tree " + early + "' '--tree " + whole.out +
                                "'; do $U store verify-proof $t c && " + script + "$t c || exit 1; done");
    EXPECT_EQ(proven.code, 0) << proven.out;
    EXPECT_THAT(proven.out, HasSubstr("urn:example:after-0.1.0: event 3549 withdraw "));
    EXPECT_THAT(proven.out, HasSubstr(", withdrawn, made by event 3548\n"));
    EXPECT_THAT(proven.out, HasSubstr("urn:example:after-0.1.0: event 3549, withdrawn\n"));
    EXPECT_THAT(proven.out, HasSubstr("tree " + whole.out + "\nthe proof agrees with the known tree\n"));
    // The whole history is needed for what is not in it.
    EXPECT_EQ(shell("$U store proof urn:example:nothing" + at).code, 1);
    EXPECT_EQ(shell(script + "--prove urn:example:nothing " + file).code, 2);
    const std::string other = "3547:" + std::string(64, '7');
    EXPECT_EQ(shell("$U store proof --tree " + other + at).code, 1);
    EXPECT_EQ(shell("$U store proof --tree 3547" + at).code, 2);
    EXPECT_EQ(shell(script + "--tree " + other + ' ' + file).code, 1);
    const result changed =
        shell("$U store proof " + names + " --tree " + early + at +
              "> c; i=0; while read -r line; do i=$((i + 1)); for e in \"$i d\" \"$i s/[0-8]/9/\" \"$i s/:[0-8]/:9/\" "
              "\"$i,\\$ d\" \"$i s/\\(.*\\)[0-8]/\\19/\"; do sed \"$e\" c > d; cmp -s c d && continue; "
              "$U store verify-proof --quiet --tree " +
              early + " d; a=$?; " + script + "--quiet --tree " + early +
              " d 2> f; b=$?; if [ $a != 1 ] || [ $b = 0 ] || [ $b -gt 2 ] || grep Traceback f; then echo \"$e: $a "
              "$b\"; fi; done; done < c");
    EXPECT_EQ(changed.out, "");
}

// Files that never change: each run adds what is new, and they are the history.
TEST_P(history_format, segments_go_on) {
    put_fixture();
    const std::string at = " --store '" + location() + "' --set store.clock_ahead=36500d ";
    const std::string folder = in_folder("segments");
    const auto more = [&](int first) {
        return "for i in $(seq " + std::to_string(first) + " " + std::to_string(first + 1999) +
               "); do echo \"{\\\"name\\\":\\\"urn:example:segments-$i\\\"}\"; done > names.ndjson; $U name import "
               "names.ndjson" +
               at + "> imported 2>&1";
    };
    const auto write = "$U store segments " + folder + at;
    // The fixture has less events than a complete segment, and a file of its own until there are more.
    EXPECT_THAT(shell(write).out, HasSubstr(": 1 new segments, with all events up to\nhead "));
    EXPECT_THAT(shell(write).out, HasSubstr(": 0 new segments"));
    const result one =
        shell(more(1) + " && " + write + " && cd " + folder + " && ls && sha256sum 000000000001-* > ../sums");
    ASSERT_EQ(one.code, 0) << one.out;
    EXPECT_THAT(one.out, HasSubstr(": 2 new segments, with all events up to\nhead "));
    EXPECT_THAT(one.out, testing::ContainsRegex(
                             "\n000000000001-[0-9a-f]+.ndjson\n000000004097-[0-9a-f]+.ndjson\nindex.ndjson\n$"))
        << "the file of fewer events is gone";
    const result two = shell(more(2001) + "; " + more(4001) + "; " + write + " && " + write + " --json && cd " +
                             folder + " && sha256sum --check --quiet ../sums && cat 0* > ../pages.ndjson && " + script +
                             "../pages.ndjson && sed -n '1s/.*\"tree\":\"\\(.*\\)\"}/tree \\1/p' index.ndjson");
    ASSERT_EQ(two.code, 0) << two.out;
    EXPECT_THAT(two.out, HasSubstr(": 2 new segments, with all events up to\nhead "));
    EXPECT_THAT(two.out, HasSubstr("\"written\":0,\"events\":"));
    const auto root = two.out.substr(two.out.rfind("tree "));
    EXPECT_NE(two.out.find(root), two.out.rfind(root)) << "the index has the tree of the script\n" << two.out;
    EXPECT_THAT(two.out, testing::Not(HasSubstr("argon2")));
    // A file that is missing is written again; files of another history are left alone.
    const result again = shell("cd " + folder + " && rm index.ndjson 000000004097-* && " + write +
                               " && sha256sum --check --quiet ../sums");
    EXPECT_EQ(again.code, 0) << again.out;
    EXPECT_THAT(again.out, HasSubstr(": 3 new segments"));
    const result other =
        shell("$U store migrate --store other.db > made && $U store segments --store other.db " + folder);
    EXPECT_EQ(other.code, 3) << other.out;
    EXPECT_THAT(other.out, HasSubstr("its segments are of another history"));
}

// The example of the page: its export has its proof, and both are good.
TEST(history_format, the_example_of_the_page_is_true) {
    const std::string page = UNIFORM_SOURCES "/docs/reference/history-format.md";
    const auto block = [&](const std::string &name) {
        return "sed -n '/^```" + name + "$/,/^```$/p' " + page + " | sed '1d;$d' > " + name;
    };
    const result r =
        shell(block("history-example") + "; " + block("proof-example") + "; test -s history-example && " + script +
              "history-example && " + script + "--prove urn:example:a history-example | cmp - proof-example && " +
              script + "proof-example && $U store verify-proof --tree $(" + script +
              "history-example | sed -n 's/^tree //p') proof-example && " + block("hash-example") +
              "; sed 's/```.*//' hash-example | tr -d ' \\n' > digits; head -c 248 digits | python3 -c "
              "'import sys, hashlib; print(hashlib.sha256(bytes.fromhex(sys.stdin.read())).hexdigest())'");
    EXPECT_EQ(r.code, 0) << r.out;
    EXPECT_THAT(r.out, HasSubstr("urn:example:a: event 2, active\n"));
    EXPECT_THAT(r.out, HasSubstr("urn:example:a: event 2 assign 1970-01-01T00:00:02Z, active, made by event 2\n"));
    EXPECT_THAT(r.out, testing::EndsWith("df6cdfa6066cb0a3ef0cec4f505062aadba04bc110ced135a0addcf3906d9c7c\n"));
}

TEST(history_format, there_is_no_store) {
    const result r = shell("$U store history --store n.db; code=$?; test ! -e n.db && exit $code");
    EXPECT_EQ(r.code, 3);
}

} // namespace
} // namespace uniform::test
