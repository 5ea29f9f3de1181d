// The stores of version 0.1.0 in fixtures/0.1.0 (made by fixtures/make_0_1_0.py): today's schema opens them, with all
// names, histories and hashes as that version printed them.
#include <algorithm>
#include <expected>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/store/copy.hpp>
#include <uniform/store/store.hpp>

#include "fixture.hpp"
#include "postgresql_server.hpp"
#include "store/migrations.hpp"

namespace {

using namespace uniform::store;
using nlohmann::json;

std::string hex(const digest &d) {
    std::string text;
    for (const auto b : d) {
        constexpr std::string_view digits = "0123456789abcdef";
        text += digits[std::to_integer<unsigned>(b) >> 4U];
        text += digits[std::to_integer<unsigned>(b) & 15U];
    }
    return text;
}

digest head_of(const json &facts) {
    digest d{};
    const auto text = facts["head"]["hash"].get<std::string>();
    for (std::size_t i = 0; i < d.size(); ++i)
        d.at(i) = static_cast<std::byte>(std::stoul(text.substr(2 * i, 2), nullptr, 16));
    return d;
}

class store_of_0_1_0 : public uniform::test::on_both_stores {
protected:
    void SetUp() override {
        on_both_stores::SetUp();
        if (IsSkipped()) return;
        const std::string which = uniform::test::store_name({GetParam(), 0});
        facts = json::parse(uniform::test::fixture_of_0_1_0(which + ".json"));
        names = uniform::test::fixture_of_0_1_0(which + ".ndjson");
        if (GetParam() == dialect::sqlite)
            std::ofstream(location(), std::ios::binary) << uniform::test::fixture_of_0_1_0("sqlite.db");
        else
            uniform::test::run_sql(location(), uniform::test::fixture_of_0_1_0("postgresql.sql"));
    }

    json facts;        ///< the notes of make_0_1_0.py
    std::string names; ///< the output of `uniform name export` of 0.1.0
};
INSTANTIATE_ON_BOTH_STORES(store_of_0_1_0);

TEST_P(store_of_0_1_0, migrates_and_keeps_the_history) {
    const auto s = store::open(location());
    EXPECT_EQ(version_of(s->sql_database()), schema_version());
    const auto seen = s->verify({}, nullptr);
    EXPECT_TRUE(seen.found.empty()) << seen.found.front().subject << ": " << seen.found.front().message;
    EXPECT_EQ(seen.events, facts["head"]["event"].get<std::uint64_t>());
    EXPECT_EQ(hex(seen.head), facts["head"]["hash"].get<std::string>());
    EXPECT_EQ((json{seen.names, seen.documents}), facts["names_and_documents"]);
    json counts;
    s->read([&](reading &r) {
        for (std::uint64_t after = 0;;) {
            const auto page = r.events(after, 1000);
            for (const auto &e : page) {
                auto &count = counts[e.kind][e.action];
                count = count.is_null() ? 1 : count.get<int>() + 1;
            }
            if (page.empty()) break;
            after = page.back().number;
        }
    });
    EXPECT_EQ(counts, facts["events"]);
}

TEST_P(store_of_0_1_0, keeps_every_name) {
    const auto s = store::open(location());
    std::map<std::string, json, std::less<>> expected;
    for (std::string_view rest = names; !rest.empty();) {
        auto one = json::parse(rest.substr(0, rest.find('\n')));
        rest.remove_prefix(rest.find('\n') + 1);
        const std::string key = one["key"];
        expected.emplace(key, std::move(one));
    }
    EXPECT_GT(expected.size(), 2000U);
    const auto all = s->read([](reading &r) { return r.names("", "", 100000); });
    ASSERT_EQ(all.size(), expected.size());
    for (const auto &row : all) {
        SCOPED_TRACE(row.key);
        const auto at = expected.find(row.key);
        ASSERT_NE(at, expected.end());
        const json &one = at->second;
        const auto record = uniform::resolver::decode(row.record);
        ASSERT_TRUE(record);
        EXPECT_EQ(to_string(record->state), one["state"].get<std::string>());
        EXPECT_EQ(record->name.empty() ? "urn:" + row.key : record->name, one["name"].get<std::string>());
        EXPECT_EQ(record->registrar, one.value("registrar", ""));
        EXPECT_EQ(record->batch, one.value("batch", ""));
        EXPECT_EQ(record->reason, one.value("reason", ""));
        EXPECT_EQ(record->successor, one.value("successor", ""));
        EXPECT_EQ(record->predecessor, one.value("predecessor", ""));
        EXPECT_EQ(json(record->other_names), one.value("other_names", json::array()));
        EXPECT_EQ(record->metadata.empty() ? json() : json::parse(record->metadata.text()),
                  one.value("metadata", json()));
        json urls = json::array();
        for (const auto &l : record->locators) urls.push_back(l.url);
        json expected_urls = json::array();
        for (const auto &l : one.value("locators", json::array())) expected_urls.push_back(l["url"]);
        EXPECT_EQ(urls, expected_urls);
    }
}

TEST_P(store_of_0_1_0, keeps_the_histories_of_names) {
    const auto s = store::open(location());
    for (const auto &[key, events] : facts["names"].items()) {
        auto expected = events;
        std::ranges::reverse(expected);
        json is = json::array();
        for (const auto &e : s->read([&](reading &r) { return r.history("name", key); }))
            is.push_back({{"number", e.number},
                          {"at", e.at.time_since_epoch().count()},
                          {"action", e.action},
                          {"who", e.who},
                          {"hash", hex(e.hash)}});
        EXPECT_EQ(is, expected) << key;
    }
}

TEST_P(store_of_0_1_0, keeps_what_has_no_history) {
    const auto s = store::open(location());
    for (const auto &[table, count] : facts["rows"].items()) {
        if (table == "schema_version") continue; // each migration adds a row
        std::int64_t rows = -1;
        s->sql_database().connect(access::read_only)->run("SELECT count(*) FROM " + table, {}, [&](const row &r) {
            rows = r.integer(0);
            return true;
        });
        EXPECT_EQ(rows, count) << table;
    }
}

TEST_P(store_of_0_1_0, goes_on) {
    const auto s = store::open(location(), {.tolerance = {.ahead = std::chrono::days{36500}}});
    const auto made =
        s->write({.who = "test", .from = "here"}, [](writing &w) -> std::expected<std::uint64_t, problem> {
            if (w.add_name("example:new", {.locators = {{.url = "https://www.example.org/new"}}}, "assign"))
                return std::unexpected{problem{}};
            return w.name("example:new")->event;
        });
    ASSERT_TRUE(made);
    EXPECT_EQ(*made, facts["head"]["event"].get<std::uint64_t>() + 1);
    // The head that 0.1.0 noted is still in the chain.
    const auto seen = s->verify(std::pair{facts["head"]["event"].get<std::uint64_t>(), head_of(facts)}, nullptr);
    EXPECT_TRUE(seen.found.empty()) << seen.found.front().subject << ": " << seen.found.front().message;
    EXPECT_EQ(seen.events, *made);
}

TEST_P(store_of_0_1_0, is_copied_to_the_other_database) {
    uniform::test::postgresql_server::need();
    if (IsSkipped()) return;
    const auto s = store::open(location());
    const auto place = GetParam() == dialect::sqlite ? uniform::test::postgresql_server::shared()->fresh_database()
                                                     : (folder() / "copy.db").string();
    const auto to = database::open(place);
    copy(s->sql_database(), *to);
    const auto seen =
        store::open(place)->verify(std::pair{facts["head"]["event"].get<std::uint64_t>(), head_of(facts)}, nullptr);
    EXPECT_TRUE(seen.found.empty());
    EXPECT_EQ(hex(seen.head), facts["head"]["hash"].get<std::string>());
}

} // namespace
