// The lines of the history: what is written is read, and no secret leaves the store by them.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/resolver/permission.hpp>
#include <uniform/service/history_lines.hpp>
#include <uniform/service/registration.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/service/webhooks.hpp>
#include <uniform/store/store.hpp>

#include "service/store_fixture.hpp"

namespace uniform::service {
namespace {

class history_lines : public uniform::test::on_open_stores {
protected:
    void put(std::string_view kind, std::string_view id, std::string_view body) {
        (void)s->write({.who = "local:alice", .from = "test"},
                       [&](store::writing &w) -> std::expected<int, resolver::problem> {
                           w.put(kind, id, body, "create");
                           return 0;
                       });
    }
    [[nodiscard]] history_part part(std::uint64_t after = 0, std::size_t limit = 1000) const {
        return s->read([&](store::reading &r) { return history_after(r, after, limit); }).value();
    }
    static std::vector<std::string> lines_of(const history_part &p) {
        std::vector<std::string> lines;
        for (std::string_view rest = p.lines; !rest.empty();) {
            const auto end = rest.find('\n');
            lines.emplace_back(rest.substr(0, end));
            rest.remove_prefix(end + 1);
        }
        return lines;
    }
};

TEST_P(history_lines, have_no_secrets) {
    struct row {
        std::string_view kind, body, shown; // shown: without the secret; empty: as it is
    };
    const std::vector<row> rows{
        {"token", R"({"id":"1","role":"reader","hash":"$argon2id$SECRET"})", R"({"id":"1","role":"reader"})"},
        {"token", R"({"hash":"$argon2id$SECRET"})", "{}"},
        {"token", R"({"id":"1","hash":"","issuer":"https://id.example"})", ""},
        {"token", R"({"id":"1"})", ""},
        {"token", "SECRET, and no JSON", "{}"},
        {"request", R"({"state":"draft","secret_digest":"SECRET"})", R"({"state":"draft"})"},
        {"request", R"({"state":"submitted","secret_digest":""})", ""},
        {"webhook", R"({"id":"1","url":"https://hooks.example/SECRET","label":"x"})", R"({"id":"1","label":"x"})"},
        {"draft", "SECRET template", "{}"},
        {"registrar", R"({"id":"library","hash":"of nothing"})", ""},
        {"version", R"({"template":"url"})", ""},
    };
    for (std::size_t i = 0; i < rows.size(); ++i) put(rows[i].kind, "id" + std::to_string(i), rows[i].body);
    const auto p = part();
    EXPECT_EQ(p.last, rows.size());
    EXPECT_FALSE(p.lines.contains("SECRET")) << p.lines;
    const auto lines = lines_of(p);
    ASSERT_EQ(lines.size(), rows.size() + 2);
    const auto stored = s->read([](store::reading &r) { return r.events(0, 1000); });
    store::digest previous{};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto e = std::get<store::event>(read_history_line(lines[i + 1], previous));
        EXPECT_EQ(has_secret(stored[i]), !rows[i].shown.empty()) << rows[i].body;
        EXPECT_FALSE(has_secret(e)) << e.body;
        auto planted = e; // a body that no hash proves
        planted.body = rows[i].body;
        EXPECT_EQ(has_secret(planted), !rows[i].shown.empty()) << rows[i].body;
        EXPECT_EQ(e.body, rows[i].shown.empty() ? rows[i].body : rows[i].shown) << rows[i].body;
        EXPECT_EQ(e.withheld, !rows[i].shown.empty()) << rows[i].body;
        previous = e.hash;
    }
    // A follower has all of it, and gives on what it got.
    const auto follower = store::store::open((folder() / "follower.db").string());
    follower->follow();
    std::vector<store::event> events;
    previous = {};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        events.push_back(std::get<store::event>(read_history_line(lines[i + 1], previous)));
        previous = events.back().hash;
    }
    follower->repeat(events);
    const auto again = follower->read([](store::reading &r) { return history_after(r, 0, 1000); });
    ASSERT_TRUE(again);
    EXPECT_EQ(again->lines, p.lines);
}

// By kind and id alone: of a subject, all events are shown or none.
TEST_P(history_lines, of_a_part_hide_what_is_about_others) {
    struct row {
        std::string_view kind, id;
        bool shown;
    };
    const std::vector<row> rows{
        {"namespace", "example", true},
        {"namespace", "other", false},
        {"namespace", "ex", false},
        {"registrar", "library", true},
        {"registry", "iana", true},
        {"primary", "store", true},
        {"delegation", "example:lib-", true},
        {"delegation", "example:", true},
        {"delegation", "example:lib-a-", true},
        {"delegation", "example:other-", false},
        {"delegated", "library/example:lib-", true},
        {"delegated", "library/example:other-", false},
        {"delegated", "library", false},
        {"transfer", "example:lib-~1", false},
        {"token", "1", false},
        {"request", "00000001", false},
        {"batch", "example:lib-", false},
    };
    const std::vector<std::string> prefixes{"example:lib-"};
    for (const row &r : rows) put(r.kind, r.id, R"({"x":"SECRET of others"})");
    const auto p = s->read([&](store::reading &r) { return history_after(r, 0, 1000, prefixes); }).value();
    const auto lines = lines_of(p);
    ASSERT_EQ(lines.size(), rows.size() + 2);
    std::vector<store::event> events;
    store::digest previous{};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        events.push_back(std::get<store::event>(read_history_line(lines[i + 1], previous)));
        const store::event &e = events.back();
        EXPECT_EQ(!e.is_hidden(), rows[i].shown) << rows[i].kind << ' ' << rows[i].id;
        if (!rows[i].shown) {
            EXPECT_FALSE(lines[i + 1].contains("SECRET") || lines[i + 1].contains("alice")) << lines[i + 1];
        }
        previous = e.hash;
    }
    EXPECT_EQ(events.back().number, p.head.first);
    EXPECT_EQ(events.back().hash, p.head.second);
    // A follower of the part has its head, and gives on what it got.
    const auto follower = store::store::open((folder() / "part.db").string());
    follower->follow(part_of_history(prefixes));
    follower->repeat(events);
    const auto again = follower->read([](store::reading &r) { return history_after(r, 0, 1000); });
    ASSERT_TRUE(again);
    EXPECT_EQ(again->lines, p.lines);
    EXPECT_EQ(part_of_history(std::vector<std::string>{"a:", "b:"}),
              part_of_history(std::vector<std::string>{"b:", "a:"}));
    EXPECT_TRUE(part_of_history({}).empty());
    for (const std::string_view line :
         {R"({"number":1,"hidden":true})", R"({"number":1,"at":0,"who":"","from":"","action":"a","kind":"hidden",)"
                                           R"("id":"","before":0,"text":"","withheld":true,"hash":")"
                                           R"(0000000000000000000000000000000000000000000000000000000000000000"})"}) {
        EXPECT_THROW((void)read_history_line(line, {}), store::other_history) << line;
    }
}

// The service itself stores the hash of a token's secret.
TEST_P(history_lines, have_no_secrets_of_the_service) {
    const store::origin by{.who = "local:alice", .from = "test"};
    const resolver::principal alice{.id = "local:alice", .role = resolver::role::administrator};
    const auto issued = create_first_administrator(*s, by);
    ASSERT_TRUE(issued);
    const auto stored = s->read([&](store::reading &r) { return r.events(0, 1000); });
    ASSERT_TRUE(std::ranges::any_of(stored, [](const store::event &e) { return e.body.contains("argon2"); }))
        << "the store has no hash of a secret: this test tests nothing";
    const auto p = part();
    EXPECT_FALSE(p.lines.contains("argon2")) << p.lines;
    EXPECT_FALSE(p.lines.contains(issued->text)) << p.lines;
    // Not only for members that have this name today: no part of the hash is there.
    for (const store::event &e : stored) {
        if (e.kind != "token") continue;
        const auto at = e.body.find("\"hash\":\"");
        ASSERT_NE(at, std::string::npos);
        const std::string hash = e.body.substr(at + 8, e.body.find('"', at + 8) - at - 8);
        EXPECT_FALSE(p.lines.contains(hash));
        EXPECT_FALSE(p.lines.contains(hash.substr(hash.rfind('$') + 1)));
    }
}

TEST_P(history_lines, go_on_after_an_event) {
    for (int i = 0; i < 150; ++i) put("namespace", "n" + std::to_string(i), "{}");
    const auto all = s->read([](store::reading &r) { return r.events(0, 1000); });
    std::uint64_t last = 0;
    store::digest hash{};
    for (const std::size_t limit : {1U, 7U, 64U, 65U, 1000U}) {
        const auto p = part(last, limit);
        const auto lines = lines_of(p);
        const auto start = std::get<history_start>(read_history_line(lines.front(), {}));
        EXPECT_EQ(start.after, (history_head{last, hash})) << limit;
        const auto finish = std::get<history_finish>(read_history_line(lines.back(), {}));
        EXPECT_EQ(finish.head, (history_head{150, all.back().hash})) << limit;
        EXPECT_EQ(lines.size() - 2, std::min<std::size_t>(limit, 150 - last)) << limit;
        last = p.last;
        hash = all[last - 1].hash;
    }
    EXPECT_EQ(last, 150U);
    EXPECT_EQ(part(150).last, 150U);
    EXPECT_FALSE(s->read([](store::reading &r) { return history_after(r, 151, 10); }));
}

// A page has about a mebibyte, but one event whatever its size.
TEST_P(history_lines, are_cut_by_their_size) {
    for (int i = 0; i < 3; ++i) put("version", std::to_string(i), "\"" + std::string(800000, 'x') + "\"");
    put("version", "large", "\"" + std::string(3000000, 'x') + "\"");
    EXPECT_EQ(part(0).last, 2U);
    EXPECT_EQ(part(2).last, 4U);
    EXPECT_EQ(part(3).last, 4U);
}

TEST(history_lines_read, refuse_what_is_none) {
    const std::string hash(64, '0');
    const std::string good =
        R"({"number":1,"at":5,"who":"w","from":"f","action":"add","kind":"name","id":"a:b","before":0,)"
        R"("record":"02","hash":")" +
        hash + "\"}";
    EXPECT_EQ(std::get<store::event>(read_history_line(good, {})).body, "\x02");
    const std::vector<std::pair<std::string, std::string>> changes{
        {"\"number\":1", "\"number\":\"1\""},
        {"\"number\":1", "\"number\":-1"},
        {"\"at\":5", "\"at\":5.5"},
        {"\"who\":\"w\",", ""},
        {"\"02\"", "\"0\""},
        {"\"02\"", "\"0x\""},
        {"record", "text"},
        {hash, hash.substr(1)},
        {"{", "["},
        {"\"before\":0", "\"before\":null"},
    };
    for (const auto &[from, to] : changes) {
        std::string changed = good;
        changed.replace(changed.find(from), from.size(), to);
        EXPECT_THROW((void)read_history_line(changed, {}), store::other_history) << changed;
    }
    for (const std::string_view line :
         {"", "x", "[]", R"({"format":"uniform-history","version":2})", R"({"format":"other","version":1})",
          R"({"format":"uniform-history","version":1,"after":"1:00"})", R"({"events":1,"head":"x"})"}) {
        EXPECT_THROW((void)read_history_line(line, {}), store::other_history) << line;
    }
}

INSTANTIATE_ON_BOTH_STORES(history_lines);

} // namespace
} // namespace uniform::service
