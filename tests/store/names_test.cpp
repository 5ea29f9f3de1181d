// Names in the store: RFC 8141 5 (1), a name once assigned is never assigned again.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/resolver/record.hpp>
#include <uniform/store/names_of.hpp>
#include <uniform/store/store.hpp>

#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using store::event;
using store::writing;
using done = std::expected<void, store::problem>;

const store::origin somebody{.who = "token:1", .from = "192.0.2.1"};

resolver::name_record leading_to(std::string url) {
    resolver::name_record r;
    r.locators.push_back({.url = std::move(url)});
    return r;
}

class names : public test::on_both_stores {};
INSTANTIATE_ON_BOTH_STORES(names);

TEST_P(names, are_added_once) {
    const auto s = store::store::open(location());
    s->write(somebody, [](writing &w) -> done {
        EXPECT_FALSE(w.add_name("example:a", leading_to("https://example.org/1"), "assign"));
        const auto there = w.add_name("example:a", leading_to("https://example.org/2"), "assign");
        EXPECT_TRUE(there);
        EXPECT_EQ(resolver::decode(there->record), leading_to("https://example.org/1"));
        EXPECT_EQ(there->event, 1U);
        return {};
    });
    // Only the last run of a write counts: in an earlier one the name may be assumed absent.
    const auto there =
        s->write(somebody, [](writing &w) -> std::expected<std::optional<store::name_row>, store::problem> {
            return w.add_name("example:a", leading_to("https://example.org/3"), "assign");
        });
    ASSERT_TRUE(there && *there);
    EXPECT_EQ(resolver::decode((*there)->record), leading_to("https://example.org/1"));
    const auto row = s->read([](store::reading &r) { return r.name("example:a"); });
    ASSERT_TRUE(row);
    EXPECT_EQ(row->key, "example:a");
    EXPECT_EQ(resolver::decode(row->record), leading_to("https://example.org/1"));
    EXPECT_FALSE(s->look_up([](store::reading &r) { return r.name("example:b"); }));
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

// Whatever their bytes are, and more of them than one statement has.
TEST_P(names, are_read_together) {
    const auto s = store::store::open(location());
    std::vector<std::string> keys{"example:it's",        "example:\"quoted\"",
                                  "example:back\\slash", "example:{a,b}",
                                  "example:NULL",        "example:$1",
                                  "example:%00%ff",      "example:\u00e9\U0001f600",
                                  "example:\n\t ",       "example:" + std::string(2000, 'x')};
    for (int i = 0; i < 150; ++i) keys.push_back("example:" + std::to_string(i));
    s->write(somebody, [&](writing &w) -> done {
        for (const auto &key : keys) {
            EXPECT_FALSE(w.add_name(key, leading_to("https://example.org/" + std::to_string(key.size())), "assign"));
        }
        return {};
    });
    std::vector<std::string_view> asked(keys.begin(), keys.end());
    asked.insert(asked.begin() + 5, "example:absent");
    asked.push_back(asked.front()); // twice
    asked.push_back("");
    const auto c = s->sql_database().reader();
    const auto rows = store::names_of(*c, asked);
    ASSERT_EQ(rows.size(), asked.size());
    for (std::size_t i = 0; i < asked.size(); ++i) {
        EXPECT_EQ(rows[i].has_value(), i != 5 && !asked[i].empty()) << asked[i];
        if (!rows[i]) continue;
        EXPECT_EQ(rows[i]->key, asked[i]);
        const auto alone = s->look_up([&](store::reading &r) { return r.name(asked[i]); });
        ASSERT_TRUE(alone);
        EXPECT_EQ(rows[i]->record, alone->record);
        EXPECT_EQ(rows[i]->event, alone->event);
    }
    EXPECT_TRUE(store::names_of(*c, {}).empty());
}

TEST_P(names, change_with_their_history) {
    const auto s = store::store::open(location());
    for (int i = 0; i < 5; ++i)
        s->write({.who = "who" + std::to_string(i), .from = "here"}, [&](writing &w) -> done {
            const auto to = leading_to("https://example.org/" + std::to_string(i));
            if (const auto was = w.name("example:a")) {
                EXPECT_GT(w.change_name(*was, to, "locate"), was->event);
            } else {
                EXPECT_FALSE(w.add_name("example:a", to, "assign"));
            }
            EXPECT_FALSE(w.add_name("example:other" + std::to_string(i), to, "assign"));
            return {};
        });
    s->read([](store::reading &r) {
        const auto events = r.history("name", "example:a");
        EXPECT_EQ(events.size(), 5U);
        for (std::size_t i = 0; i < events.size(); ++i) {
            EXPECT_EQ(events[i].number, 9 - 2 * i);
            EXPECT_EQ(events[i].who, "who" + std::to_string(4 - i));
            EXPECT_EQ(events[i].action, i == 4 ? "assign" : "locate");
            EXPECT_EQ(events[i].before, i == 4 ? 0 : 7 - 2 * i);
            EXPECT_EQ(resolver::decode(events[i].body), leading_to("https://example.org/" + std::to_string(4 - i)));
        }
        // Page by page.
        EXPECT_EQ(r.history("name", "example:a", 0, 2).size(), 2U);
        EXPECT_EQ(r.history("name", "example:a", 7, 2).front().number, 5U);
        EXPECT_EQ(r.history("name", "example:a", 6, 2).front().number, 5U) << "a number of another subject";
        EXPECT_TRUE(r.history("name", "example:a", 1).empty());
        EXPECT_TRUE(r.history("name", "example:nobody").empty());
        // As of a date.
        EXPECT_EQ(r.as_of("name", "example:a", events[2].at)->at, events[2].at);
        EXPECT_FALSE(r.as_of("name", "example:a", events[4].at - std::chrono::microseconds(1)));
        EXPECT_EQ(r.as_of("name", "example:a", resolver::now() + std::chrono::hours(1))->number, 9U);
        return 0;
    });
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

TEST_P(names, a_change_of_what_is_not_there_any_more_is_an_error) {
    const auto s = store::store::open(location());
    const auto change = [&](std::uint64_t event) {
        s->write(somebody, [&](writing &w) -> done {
            w.change_name({.key = "example:a", .record = {}, .event = event}, leading_to("https://example.org/"),
                          "locate");
            return {};
        });
    };
    EXPECT_THROW(change(1), store::failure);
    s->write(somebody, [](writing &w) -> done {
        EXPECT_FALSE(w.add_name("example:a", {}, "assign"));
        return {};
    });
    EXPECT_NO_THROW(change(1));
    EXPECT_THROW(change(1), store::failure);
    EXPECT_NO_THROW(change(2));
}

TEST_P(names, are_listed_by_prefix_in_the_order_of_bytes) {
    const auto s = store::store::open(location());
    const std::vector<std::string> keys{"a:",  "a:1", "a:10", "a:2",      "a:B",       "a:_",
                                        "a:b", "a:~", "b:1",  "b:\u00E9", "b:\u00E9a", "b:\u00FF"};
    s->write(somebody, [&](writing &w) -> done {
        // Half of them are written before, half are seen from memory.
        for (std::size_t i = 0; i < keys.size(); i += 2) EXPECT_FALSE(w.add_name(keys[i], {}, "assign"));
        return {};
    });
    const auto listed = [](store::reading &r, std::string_view prefix, std::string_view after, std::size_t limit) {
        std::vector<std::string> found;
        for (const auto &row : r.names(prefix, after, limit)) found.push_back(row.key);
        return found;
    };
    const auto expected = [&](std::string_view prefix, std::string_view after, std::size_t limit) {
        std::vector<std::string> found;
        for (const auto &key : keys)
            if (key.starts_with(prefix) && key > after && found.size() < limit) found.push_back(key);
        return found;
    };
    const auto check = [&](store::reading &r) {
        for (const std::string_view prefix : {"", "a", "a:", "a:1", "b:", "b:\u00E9", "c", "0"})
            for (const std::string_view after : {"", "a:", "a:1", "a:3", "b:\u00E9", "z"})
                for (const std::size_t limit : {0U, 1U, 3U, 100U})
                    EXPECT_EQ(listed(r, prefix, after, limit), expected(prefix, after, limit))
                        << prefix << ' ' << after << ' ' << limit;
    };
    s->write(somebody, [&](writing &w) -> done {
        for (std::size_t i = 1; i < keys.size(); i += 2) EXPECT_FALSE(w.add_name(keys[i], {}, "assign"));
        check(w);
        return {};
    });
    s->read([&](store::reading &r) {
        check(r);
        return 0;
    });
}

TEST_P(names, many_at_once_are_new_or_left_as_they_are) {
    const auto s = store::store::open(location());
    std::vector<std::pair<std::string, std::string>> rows;
    for (int i = 2000; i > 0; --i)
        rows.emplace_back("example:" + std::to_string(i * 7919 % 2003),
                          resolver::encode(leading_to("https://example.org/" + std::to_string(i))));
    rows.push_back(rows.front()); // twice in one go
    const auto add = [&] {
        return *s->write(somebody, [&](writing &w) -> std::expected<std::vector<bool>, store::problem> {
            return w.add_names(rows, "import");
        });
    };
    s->write(somebody, [&](writing &w) -> done {
        for (std::size_t i = 0; i < rows.size(); i += 100)
            EXPECT_EQ(w.add_name(rows[i].first, {}, "assign").has_value(), i == 2000);
        return {};
    });
    const auto added = add();
    ASSERT_EQ(added.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(added[i], i % 100 != 0) << i;
    EXPECT_EQ(std::ranges::count(add(), true), 0);
    const auto checked = s->verify({}, {});
    EXPECT_TRUE(checked.found.empty());
    EXPECT_EQ(checked.names, 2000U);
    EXPECT_EQ(checked.events, 2000U);
    s->read([&](store::reading &r) {
        for (std::size_t i = 0; i < 2000; i += 37) {
            const auto row = r.name(rows[i].first);
            EXPECT_TRUE(row);
            EXPECT_EQ(row->record, i % 100 == 0 ? resolver::encode({}) : rows[i].second);
            const auto e = r.event_at(row->event);
            EXPECT_TRUE(e);
            EXPECT_EQ(e->id, rows[i].first);
            EXPECT_EQ(e->body, row->record);
            EXPECT_EQ(r.event_at(row->event - 1) ? r.event_at(row->event - 1)->hash : store::digest{}, e->previous);
        }
        return 0;
    });
}

TEST_P(names, many_at_once_go_when_the_change_fails) {
    const auto s = store::store::open(location());
    const std::vector<std::pair<std::string, std::string>> rows{{"example:1", resolver::encode({})},
                                                                {"example:2", resolver::encode({})}};
    const auto refused = s->write(somebody, [&](writing &w) -> done {
        EXPECT_FALSE(w.add_name("example:0", {}, "assign"));
        EXPECT_EQ(w.add_names(rows, "import"), (std::vector<bool>{true, true}));
        EXPECT_FALSE(w.add_name("example:3", {}, "assign"));
        EXPECT_TRUE(w.name("example:1"));
        EXPECT_EQ(w.names("example:", {}, 10).size(), 4U);
        EXPECT_EQ(w.head().first, 4U);
        EXPECT_EQ(w.events(0, 10).size(), 4U);
        return std::unexpected{store::problem{.type = resolver::problem_type::conflict}};
    });
    EXPECT_FALSE(refused);
    EXPECT_EQ(s->read([](store::reading &r) { return r.names({}, {}, 10).size() + r.head().first; }), 0U);
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

} // namespace
