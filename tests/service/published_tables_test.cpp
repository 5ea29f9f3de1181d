// The tables that are published follow the history: what is removed, added or changed in them is found.

#include <uniform/service/published_tables.hpp>

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/service/decisions.hpp>

#include "service/names_support.hpp"
#include "service/registration_support.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;

class published_tables : public test::requests::registration {
protected:
    void SetUp() override {
        registration::SetUp();
        if (IsSkipped()) return;
        test::put_namespace(*s, "example");
        test::put_delegation(*s, {.prefix = "example:", .registrar = "library"});
        const opened o = open("harbour");
        EXPECT_EQ(after(o.number, registry::request_action::submit, test::requests::by_author(o.secret)), "submitted");
        EXPECT_EQ(after(o.number, registry::request_action::review, {.who = &test::requests::expert}), "under_review");
        // A comment is an event of the request without a notice.
        EXPECT_TRUE(s->write(test::requests::somebody, [&](store::writing &w) {
                         return add_comment(w, {.who = &test::requests::author}, o.number, "A reader", "Why?");
                     }).has_value());
        EXPECT_EQ(after(o.number, registry::request_action::approve, {.who = &test::requests::expert}), "approved");
        const auto put = s->write(test::requests::somebody, [](store::writing &w) -> std::expected<int, problem> {
            for (int n = 0; n < 600; ++n) {
                const std::string prefix = "example:d" + std::to_string(n);
                w.put("delegation", prefix, to_json(resolver::delegation{.prefix = prefix}), "put");
            }
            return 0;
        });
        EXPECT_TRUE(put.has_value());
        while (note_decisions(*s) != 0) {
        }
    }
    // The findings: "decisions 3: the row is missing".
    std::vector<std::string> found() {
        std::vector<std::string> all;
        for (const store::damage &d : verify_store(*s).found) {
            all.push_back(d.subject + ' ' + std::to_string(d.event) + ": " + d.message);
        }
        return all;
    }
    void run(const std::string &sql) {
        const auto c = s->sql_database().connect(store::access::read_write);
        c->begin(store::access::read_write);
        c->run(sql);
        c->commit();
    }
    std::int64_t one(const std::string &sql) {
        std::int64_t value = 0;
        s->read([&](store::reading &r) {
            r.sql().run(sql, {}, [&](const store::row &row) {
                value = row.integer(0);
                return false;
            });
            return 0;
        });
        return value;
    }
};

TEST_P(published_tables, match_the_history) {
    EXPECT_EQ(found(), std::vector<std::string>{});
    EXPECT_EQ(one("SELECT count(*) FROM notices"), 3);
    EXPECT_GT(one("SELECT count(*) FROM decisions"), 600);
    // those of later events are not noted yet
    test::put_delegation(*s, {.prefix = "example:x", .registrar = "library"});
    EXPECT_EQ(found(), std::vector<std::string>{});
}

TEST_P(published_tables, changes_are_found) {
    const std::string notice = std::to_string(one("SELECT max(number) FROM notices"));
    const std::string decision = std::to_string(one("SELECT min(number) FROM decisions"));
    const std::string head = std::to_string(one("SELECT max(number) FROM decisions"));
    const std::string beyond = std::to_string(std::stoll(head) + 100);
    struct row {
        std::string sql;
        std::string finding;
        std::string undo;
    };
    const std::vector<row> rows{
        {"UPDATE notices SET body = replace(body, '\"state\":\"approved\"', '\"state\":\"refused\"') WHERE number = " +
             notice,
         "notices " + notice + ": the row differs from its event",
         "UPDATE notices SET body = replace(body, '\"state\":\"refused\"', '\"state\":\"approved\"') WHERE number = " +
             notice},
        {"UPDATE notices SET who = 'x' || who WHERE number = " + notice,
         "notices " + notice + ": the row differs from its event",
         "UPDATE notices SET who = substr(who, 2) WHERE number = " + notice},
        {"UPDATE notices SET at = at + 1 WHERE number = " + notice,
         "notices " + notice + ": the row differs from its event",
         "UPDATE notices SET at = at - 1 WHERE number = " + notice},
        {"INSERT INTO notices (number, request, at, who, body) VALUES (1, 1, 1, 'x', '{}')",
         "notices 1: a row that does not follow from its event", "DELETE FROM notices WHERE number = 1"},
        {"INSERT INTO notices (number, request, at, who, body) VALUES (" + beyond + ", 1, 1, 'x', '{}')",
         "notices " + beyond + ": a row of no event", "DELETE FROM notices WHERE number = " + beyond},
        {"UPDATE decisions SET who = 'x' || who WHERE number = " + decision,
         "decisions " + decision + ": the row differs from its event",
         "UPDATE decisions SET who = substr(who, 2) WHERE number = " + decision},
        {"INSERT INTO decisions (number, at, area, kind, id, action, who) VALUES (" + beyond +
             ", 1, 'names', 'name', 'x', 'withdraw', 'x')",
         "decisions " + beyond + ": a row of no event", "DELETE FROM decisions WHERE number = " + beyond},
        {"INSERT INTO verifications (run, started, ended, state, who, done, total, events, names, documents, head, "
         "found, findings, until) VALUES ('r', 1, 1, 'sound', 'x', 1, 1, 1, 0, 1, '1:00', 0, '[]', 0)",
         "verifications 1: not a head of this history", "DELETE FROM verifications"},
        {"UPDATE decisions_until SET event = event + 100",
         "decisions " + beyond + ": noted beyond the end of the history",
         "UPDATE decisions_until SET event = event - 100"},
        {"DELETE FROM decisions WHERE number = " + decision, "decisions " + decision + ": the row is missing", ""},
    };
    for (const row &r : rows) {
        SCOPED_TRACE(r.sql);
        run(r.sql);
        EXPECT_EQ(found(), std::vector<std::string>{r.finding});
        if (!r.undo.empty()) run(r.undo);
    }
    run("DELETE FROM decisions");
    run("DELETE FROM notices");
    EXPECT_GT(found().size(), 600U);
}

INSTANTIATE_ON_BOTH_STORES(published_tables);

} // namespace
