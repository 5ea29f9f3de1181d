// uniform store migrate, verify, backup, restore and copy.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/noted_head.hpp"
#include "command/runner.hpp"

namespace uniform::test {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

const std::string make = "$U store migrate --store names.db > /dev/null; ";

TEST(store, migrate_creates_one_and_prints_its_version) {
    const result r = shell("$U store migrate --store a/b/names.db && $U store migrate --store a/b/names.db --json");
    EXPECT_EQ(r.code, 0);
    EXPECT_THAT(r.out,
                MatchesRegex("a/b/names.db: schema [0-9]+\n\\{\"store\":\"a/b/names.db\",\"schema\":[0-9]+\\}\n"));
}

TEST(store, verify_prints_the_numbers_and_the_head) {
    const result r = shell(make + "$U store verify --store names.db");
    EXPECT_EQ(r.code, 0);
    EXPECT_THAT(r.out,
                MatchesRegex("0 events, 0 names, 0 documents\nhead 0:[0-9a-f]+\nthe store matches its history\n"));
    EXPECT_THAT(shell(make + "$U store verify --store names.db --json").out, HasSubstr("\"good\":true,\"found\":[]"));
    EXPECT_EQ(shell(make + "$U store verify --store names.db --quiet").out, "");
}

TEST(store, verify_finds_what_was_tampered_with) {
    const std::string tamper = make + "python3 - <<'END'\n"
                                      "import sqlite3\n"
                                      "c = sqlite3.connect('names.db')\n"
                                      "c.execute(\"INSERT INTO names VALUES ('example:a', 1, x'00')\")\n"
                                      "c.commit()\n"
                                      "END\n";
    const result r = shell(tamper + "$U store verify --store names.db");
    EXPECT_EQ(r.code, 1);
    EXPECT_THAT(r.out, HasSubstr("uniform: "));
    EXPECT_THAT(r.out, HasSubstr("example:a"));
    EXPECT_THAT(r.out, testing::Not(HasSubstr("the store matches its history")));
    EXPECT_EQ(shell(tamper + "$U store verify --store names.db --quiet").code, 1);
    EXPECT_THAT(shell(tamper + "$U store verify --store names.db --json").out, HasSubstr("\"good\":false"));
}

// Runs SQL in names.db.
std::string sql(const std::string &script) {
    return "python3 - <<'END'\nimport sqlite3\nc = sqlite3.connect('names.db')\nc.executescript(\"\"\"" + script +
           "\"\"\")\nc.commit()\nEND\n";
}

TEST(store, another_schema_is_refused) {
    const std::string tamper = make + "$U namespace add example --store names.db > /dev/null;" +
                               "$U name assign urn:example:a https://www.example.org/ --store names.db > /dev/null;" +
                               sql("DROP TRIGGER names_are_not_deleted; "
                                   "CREATE TRIGGER forget AFTER INSERT ON names BEGIN DELETE FROM names; END;");
    const std::string says = "the trigger forget on names is foreign: this version makes no such object; the trigger "
                             "names_are_not_deleted on names is missing";
    for (const std::string command : {"name show urn:example:a --store names.db", "serve --port 0 --store names.db",
                                      "store migrate --store names.db", "name assign urn:example:b --store names.db"}) {
        const result r = shell(tamper + "$U " + command);
        EXPECT_EQ(r.code, 3) << command << '\n' << r.out;
        EXPECT_THAT(r.out, HasSubstr(says)) << command;
    }
    const result config = shell(tamper + "echo 'store.location = \"names.db\"' > u.toml; $U config check u.toml");
    EXPECT_EQ(config.code, 1) << config.out;
    EXPECT_THAT(config.out, HasSubstr(says));
    const result verify = shell(tamper + "$U store verify --store names.db");
    EXPECT_EQ(verify.code, 1);
    EXPECT_THAT(verify.out, HasSubstr("uniform: the trigger names_are_not_deleted on names: it is missing\n"));
    EXPECT_THAT(verify.out, HasSubstr("uniform: the trigger forget on names: it is foreign: this version makes no such "
                                      "object\n"));
    const result restored = shell(tamper + "$U store backup --store names.db b.db && $U store restore --store new.db "
                                           "b.db; code=$?; test ! -e new.db && exit $code");
    EXPECT_EQ(restored.code, 3) << restored.out;
    EXPECT_THAT(restored.out, HasSubstr(says));
    const result mended = shell(tamper + "$U store copy names.db new.db && $U store verify --store new.db");
    EXPECT_EQ(mended.code, 0) << mended.out;
}

TEST(store, confirm_clock) {
    const std::string assigned = make + "$U namespace add example --store names.db > /dev/null;";
    const std::string assign = "$U name assign urn:example:a https://www.example.org/ --store names.db";
    // Another machine, whose clock is ahead, was the last to use the store.
    const std::string ahead = assigned + sql("INSERT INTO clock VALUES (1, 4102444800000000) "
                                             "ON CONFLICT (one) DO UPDATE SET seen = excluded.seen;");
    result r = shell(ahead + assign);
    EXPECT_EQ(r.code, 3) << r.out;
    EXPECT_THAT(r.out, HasSubstr("before the store was last in use, 2100-01-01T00:00:00Z; store.clock_behind permits 5 "
                                 "minutes."));
    EXPECT_EQ(shell(ahead + "$U name list --store names.db").code, 0);
    r = shell(ahead + "$U store confirm-clock --store names.db && " + assign +
              " && $U store verify --store names.db && "
              "$U store confirm-clock --store names.db");
    EXPECT_EQ(r.code, 0) << r.out;
    EXPECT_THAT(r.out, HasSubstr(": confirmed by event 2\n"));
    EXPECT_THAT(r.out, HasSubstr(": the clock agrees with the store\n"));
    r = shell(ahead +
              "$U store confirm-clock --json --store names.db && $U store confirm-clock --json --store names.db");
    EXPECT_THAT(r.out, MatchesRegex("\\{\"clock\":\"[^\"]+Z\",\"last_event\":\"[^\"]+Z\",\"event\":2\\}\n"
                                    "\\{\"clock\":\"[^\"]+Z\",\"last_event\":\"[^\"]+Z\",\"event\":null\\}\n"));
    r = shell(ahead + "$U store confirm-clock --store names.db > c; $U store history --store names.db");
    EXPECT_THAT(r.out, HasSubstr("\"action\":\"confirm\",\"kind\":\"clock\",\"id\":\"confirmed\""));

    EXPECT_EQ(shell("$U store confirm-clock --store none.db").code, 3);
}

TEST(store, confirm_history) {
    const std::string lost = "12:" + std::string(64, '7');
    const std::string confirm = "$U store confirm-history --store names.db ";
    const std::string noted = std::string(note_head) + make + "$U namespace add example --store names.db > /dev/null; ";
    const std::string note = "note_head " + lost + " names.db-head; ";
    result r = shell(noted + note + confirm + lost + " && " + confirm + lost + " && " + confirm + "--json " + lost +
                     " && $U store verify --store names.db && $U store history --store names.db");
    EXPECT_EQ(r.code, 0) << r.out;
    EXPECT_THAT(r.out, HasSubstr("the loss of event 12 is confirmed by event 2\n"
                                 "nothing to confirm: the store has this event, or its loss was confirmed\n"
                                 "{\"lost\":\"" +
                                 lost + "\",\"event\":null}\n"));
    EXPECT_THAT(r.out, HasSubstr("\"action\":\"confirm\",\"kind\":\"history\",\"id\":\"" + lost + "\""));
    // An event that is there is not lost.
    r = shell(noted +
              "head=$($U store verify --store names.db | sed -n 's/^head //p'); "
              "note_head $head names.db-head; " +
              confirm + "$head");
    EXPECT_EQ(r.out, "nothing to confirm: the store has this event, or its loss was confirmed\n");
    for (const char *const wrong : {"12", "12:77",
                                    "0:"
                                    "0000000000000000000000000000000000000000000000000000000000000000"}) {
        r = shell(make + confirm + wrong);
        EXPECT_EQ(r.code, 2) << wrong;
        EXPECT_THAT(r.out, HasSubstr("is not of the form NUMBER:HASH")) << wrong;
    }
    EXPECT_EQ(shell("$U store confirm-history --store none.db " + lost).code, 3);
}

// Whoever confirms a loss names what is lost, and nothing else.
TEST(store, confirm_history_of_another_event_is_refused) {
    const std::string lost = "12:" + std::string(64, '7');
    const std::string confirm = "$U store confirm-history --store names.db ";
    const std::string end = "; $U store verify --store names.db";
    for (const std::string &other : {"12:" + std::string(64, '8'), "11:" + std::string(64, '7')}) {
        const result r = shell(std::string(note_head) + make + "note_head " + lost + " names.db-head; " + confirm +
                               other + "; echo $?" + end);
        EXPECT_THAT(r.out,
                    HasSubstr("event " + other + " cannot be confirmed as lost: the event that would be lost is " +
                              lost + ", by the file names.db-head\n1\n0 events"));
    }
    result r = shell(make + confirm + lost + "; echo $?" + end);
    EXPECT_THAT(r.out, HasSubstr("there is no file of a service here that says which event is lost"));
    EXPECT_THAT(r.out, HasSubstr("--set store.head_file=FILE\n1\n0 events"));
    r = shell(make + "echo no line > names.db-head; " + confirm + lost + "; echo $?" + end);
    EXPECT_THAT(r.out, HasSubstr("the file names.db-head does not say which event is lost\n1\n0 events"));
    r = shell(std::string(note_head) + make + "note_head " + lost + " of-the-service; " + confirm +
              "--set store.head_file=of-the-service " + lost);
    EXPECT_EQ(r.out, "the loss of event 12 is confirmed by event 1\n");
}

// A store that was deleted on purpose, and begun again at the same place.
TEST(store, a_new_store_in_the_place_of_another_one_is_not_written_to_and_the_message_says_what_to_delete) {
    const std::string lost = "12:" + std::string(64, '7');
    const result r = shell(std::string(note_head) +
                           "mkdir stores; $U store migrate --store stores/names.db > made; "
                           "note_head " +
                           lost +
                           " stores/names.db-head; $U namespace add example --store stores/names.db; echo $?; "
                           "rm stores/names.db-head; $U namespace add example --store stores/names.db");
    EXPECT_THAT(r.out, HasSubstr("the store is empty and does not have event " + lost));
    EXPECT_THAT(r.out, HasSubstr("If this is a new store on purpose, stop the service and delete the file "
                                 "names.db-head"));
    EXPECT_THAT(r.out, HasSubstr("The last event that the service has seen is in the file stores/names.db-head"));
    EXPECT_THAT(r.out, testing::MatchesRegex("(.|\n)*\n3\n(.|\n)*example(.|\n)*"));
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(store, a_head_that_was_never_there_is_found) {
    const std::string no(64, '7');
    const result r = shell(make + "$U store verify --store names.db --known 5:" + no);
    EXPECT_EQ(r.code, 1);
    EXPECT_THAT(r.out, HasSubstr("uniform: "));
    for (const std::string &wrong :
         std::vector<std::string>{"5", "5:77", "x:" + no, "5:" + no + "7", ":" + no, "5:" + std::string(64, 'g')}) {
        EXPECT_EQ(shell(make + "$U store verify --store names.db --known " + wrong).code, 2) << wrong;
    }
}

TEST(store, backup_and_restore) {
    const result r =
        shell(make + "$U store backup --store names.db copy.db && $U store restore --store new.db copy.db && "
                     "$U store verify --store new.db --quiet");
    EXPECT_EQ(r.code, 0) << r.out;
    EXPECT_THAT(r.out, MatchesRegex("copy.db: [0-9]+ bytes\nnew.db: restored from copy.db\n"));
    EXPECT_EQ(shell(make + "$U store backup --store names.db copy.db; $U store restore --store names.db copy.db").code,
              3)
        << "a store that is there is not replaced";
    EXPECT_EQ(shell(make + "$U store backup --store names.db copy.db; "
                           "$U store restore --replace --store names.db copy.db")
                  .code,
              0);
    EXPECT_EQ(shell(make + "echo no > copy.db; $U store restore --store new.db copy.db; code=$?; test ! -e new.db && "
                           "exit $code")
                  .code,
              3)
        << "what is no backup makes no store";
}

TEST(store, a_backup_never_takes_the_place_of_the_store) {
    for (const std::string to : {"names.db", "./names.db", "../$(basename $PWD)/names.db", "$PWD/names.db", "link.db",
                                 "hard.db", "names.db-wal", "names.db-shm"}) {
        const result r =
            shell(make + "ln -s names.db link.db; ln names.db hard.db; $U store backup --replace --store " +
                  "names.db " + to + "; code=$?; $U store verify --store names.db --quiet && exit $code");
        EXPECT_EQ(r.code, 3) << to << '\n' << r.out;
        EXPECT_THAT(r.out, HasSubstr("would overwrite the store names.db")) << to;
    }
    EXPECT_EQ(shell("$U store migrate --store a.part > /dev/null; $U store backup --store a.part a; code=$?; "
                    "$U store verify --store a.part --quiet && exit $code")
                  .code,
              3)
        << "what is written before it is whole";
}

TEST(store, a_backup_to_no_folder) {
    const result r = shell(make + "$U store backup --store names.db nodir/x");
    EXPECT_EQ(r.code, 3);
    EXPECT_EQ(r.out, "uniform: cannot write nodir/x: No such file or directory\n");
}

TEST(store, an_existing_backup_is_not_replaced) {
    const result r = shell(make + "echo precious > b.db; $U store backup --store names.db b.db; code=$?; cat b.db; "
                                  "$U store backup --replace --store names.db b.db && $U store verify --store b.db "
                                  "--quiet && exit $code");
    EXPECT_EQ(r.code, 3) << r.out;
    EXPECT_THAT(r.out, HasSubstr("b.db already exists. Use --replace to replace it\nprecious\n"));
}

TEST(store, what_is_restored_keeps_owner_and_mode) {
    const result r = shell(make + "$U store backup --store names.db copy.db > /dev/null; chmod 604 names.db; "
                                  "chgrp $(id -G | tr ' ' '\\n' | tail -1) names.db; "
                                  "if test $(id -u) = 0; then chown 4321:1234 names.db; fi; "
                                  "stat -c '%u %g %a' names.db > before; "
                                  "$U store restore --replace --store names.db copy.db > /dev/null; "
                                  "stat -c '%u %g %a' names.db | diff before -");
    EXPECT_EQ(r.code, 0) << r.out;
    EXPECT_EQ(r.out, "");
}

TEST(store, restore_without_a_backup) {
    const result r = shell("$U store restore --store names.db nofile");
    EXPECT_EQ(r.code, 3);
    EXPECT_EQ(r.out, "uniform: there is no backup at nofile. `uniform store backup FILE` makes one\n");
}

TEST(store, copy_requires_an_empty_store) {
    const result r = shell(make + "$U store copy names.db to.db && $U store verify --store to.db --quiet");
    EXPECT_EQ(r.code, 0) << r.out;
    EXPECT_THAT(r.out, MatchesRegex("to.db: [0-9]+ rows\n"));
}

TEST(store, copy_requires_two_stores) {
    for (const std::string to : {"names.db", "./names.db"}) {
        const result r = shell(make + "$U store copy names.db " + to);
        EXPECT_EQ(r.code, 2) << to;
        EXPECT_THAT(r.out, HasSubstr("source and target are the same store, \"names.db\"")) << to;
    }
}

TEST(store, reading_commands_make_no_store) {
    for (const std::string line : {"store verify --store no.db", "store backup --store no.db copy.db",
                                   "store copy no.db to.db", "store restore --store new.db no.db"}) {
        const result r = shell("$U " + line + "; code=$?; test ! -e no.db && exit $code");
        EXPECT_EQ(r.code, 3) << line << '\n' << r.out;
        EXPECT_THAT(r.out, HasSubstr("no.db")) << line;
    }
}

// Nor change what is there: an empty file stays one, and a database of something else as it was.
TEST(store, reading_commands_change_nothing) {
    const std::string other = "python3 -c \"import sqlite3; c = sqlite3.connect('z.db'); c.execute('CREATE TABLE t "
                              "(k)'); c.execute('DROP TABLE t')\"; ";
    for (const std::string &before : {std::string(": > z.db; "), other})
        for (const std::string line : {"store verify", "store backup copy.db", "name show urn:example:a",
                                       "name history urn:example:a", "name list", "name export", "namespace list"}) {
            const result r = shell(before + "cp z.db y; $U " + line +
                                   " --store z.db; code=$?; cmp y z.db && test ! -e z.db-wal -a ! -e copy.db && "
                                   "exit $code; exit 9");
            EXPECT_EQ(r.code, 3) << before << line << '\n' << r.out;
            EXPECT_THAT(r.out, HasSubstr("there is no store at z.db")) << before << line;
        }
}

TEST(store, what_is_no_store) {
    const result r = shell("echo hello > text; $U store verify --store text");
    EXPECT_EQ(r.code, 3);
    EXPECT_THAT(r.out, HasSubstr("text"));
    const result scheme = shell("$U store migrate --store mysql://h/d; code=$?; test ! -e mysql: && exit $code");
    EXPECT_EQ(scheme.code, 2); // a wrong setting
    EXPECT_THAT(scheme.out, HasSubstr("the scheme mysql is not supported for stores"));
}

TEST(store, usage) {
    EXPECT_EQ(shell("$U store verify names.db").code, 2);
    EXPECT_EQ(shell("$U store backup").code, 2);
    EXPECT_EQ(shell("$U store copy a").code, 2);
    EXPECT_EQ(shell("$U store migrate --set server.port=x").code, 2);
    EXPECT_EQ(shell("$U store migrate --set nothing").code, 2);
}

} // namespace
} // namespace uniform::test
