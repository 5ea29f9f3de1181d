// An import that brings names to what its lines say: what each line becomes, what it may not change, and that a dry run
// says the same. RFC 8141 5 (1): a name that is withdrawn stays withdrawn.

#include <uniform/service/import.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "service/bulk_parts.hpp"
#include "service/names_support.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using namespace uniform::test;

struct brought {
    std::string output = {};
    std::string results = {}; // a word for each line
    import_counts counts = {};
    std::string refused = {};
};

class bringing_names : public on_both_stores {
protected:
    void SetUp() override {
        on_both_stores::SetUp();
        if (IsSkipped()) return;
        s = store::store::open(location());
        put_namespace(*s, "example");
        put_registrar(*s, "library");
        put_registrar(*s, "r");
        put_delegation(*s, {.prefix = "example:lib-", .registrar = "library", .hosts = {"library.example"}});
    }
    void TearDown() override {
        s.reset();
        on_both_stores::TearDown();
    }

    brought run(const principal &who, import_options o, std::string_view text) {
        brought b;
        const auto done =
            import_names(*s, somebody, who, o, in_parts(text, 100), [&](std::string_view part) { b.output += part; });
        if (done) b.counts = done->counts;
        if (!done) b.refused = done.error().detail;
        constexpr std::string_view member = "\"result\":\"";
        for (std::size_t at = 0; (at = b.output.find(member, at)) != std::string::npos;) {
            at += member.size();
            if (!b.results.empty()) b.results += ' ';
            b.results += b.output.substr(at, b.output.find('"', at) - at);
        }
        return b;
    }
    // The dry run says what the import does.
    brought bring(const principal &who, import_options o, std::string_view text) {
        o.dry_run = true;
        const brought said = run(who, o, text);
        o.dry_run = false;
        brought done = run(who, o, text);
        EXPECT_EQ(said.results, done.results);
        EXPECT_EQ(said.counts, done.counts);
        return done;
    }
    name_entry get(std::string_view urn) {
        return s->read([&](store::reading &r) { return show(r, urn); }).value();
    }
    std::string actions(std::string_view urn) {
        std::string all;
        const auto items = s->read([&](store::reading &r) { return history(r, urn); });
        for (const history_item &h : items.value()) {
            all = h.event.action + (all.empty() ? "" : " ") + all;
        }
        return all;
    }

    std::unique_ptr<store::store> s;
    principal admin = administrator();
    principal library = registrar_of("library", {"example:"});
};

constexpr std::string_view first_list = R"({"name":"urn:example:a","url":"https://a.example/1","metadata":{"title":"A"}}
{"name":"urn:example:b","url":"https://a.example/2"}
{"name":"urn:example:c","url":"https://a.example/3"}
{"name":"urn:example:d","state":"reserved"}
{"name":"urn:example:e","state":"withdrawn","reason":"gone"}
)";
constexpr std::string_view next_list = R"({"name":"urn:example:a","url":"https://a.example/new"}
{"name":"urn:example:b","url":"https://a.example/2"}
{"name":"urn:example:c","state":"withdrawn","reason":"Burnt","successor":"urn:example:f"}
{"name":"urn:example:d","url":"https://a.example/4"}
{"name":"urn:example:e","url":"https://a.example/5"}
{"name":"urn:example:f","url":"https://a.example/6"}
)";

TEST_P(bringing_names, each_line_says_what_it_became) {
    ASSERT_EQ(run(admin, {}, first_list).results, "assigned assigned assigned assigned assigned");
    const brought b = bring(admin, {.existing = on_conflict::update}, next_list);
    EXPECT_EQ(b.results, "changed unchanged withdrawn changed conflict assigned");
    EXPECT_EQ(b.counts.changed, 2U);
    EXPECT_EQ(b.counts.withdrawn, 1U);
    EXPECT_EQ(b.counts.conflicts, 1U);
    EXPECT_EQ(get("urn:example:a").record.locators.front().url, "https://a.example/new");
    EXPECT_EQ(get("urn:example:a").record.metadata.text(), R"({"title":"A"})"); // the line has none
    EXPECT_EQ(get("urn:example:c").record.state, resolver::name_state::withdrawn);
    EXPECT_EQ(get("urn:example:c").record.reason, "Burnt");
    EXPECT_EQ(get("urn:example:c").record.successor, "urn:example:f");
    EXPECT_TRUE(get("urn:example:c").record.withdrawn.has_value());
    EXPECT_EQ(get("urn:example:c").record.locators.front().url, "https://a.example/3"); // a tombstone keeps them
    EXPECT_EQ(get("urn:example:e").record.state, resolver::name_state::withdrawn);
    EXPECT_EQ(actions("urn:example:a"), "import change");
    EXPECT_EQ(actions("urn:example:b"), "import");
    EXPECT_EQ(actions("urn:example:c"), "import withdraw");
    EXPECT_EQ(actions("urn:example:d"), "import activate");
    // a repeat changes nothing
    EXPECT_EQ(bring(admin, {.existing = on_conflict::update}, next_list).results,
              "unchanged unchanged unchanged unchanged conflict unchanged");
    // without being told, an import changes nothing
    EXPECT_EQ(bring(admin, {}, first_list).results, "conflict unchanged conflict conflict unchanged");
}

TEST_P(bringing_names, replacing_removes_what_a_line_lacks) {
    ASSERT_EQ(run(admin, {}, first_list).counts.assigned, 5U);
    const brought b = bring(admin, {.existing = on_conflict::replace}, next_list);
    EXPECT_EQ(b.results, "changed unchanged withdrawn changed conflict assigned");
    EXPECT_TRUE(get("urn:example:a").record.metadata.text().empty());
    EXPECT_FALSE(get("urn:example:c").record.locators.empty());
}

// The order of the lines decides, also of names that are in no order and of lines that are sorted.
TEST_P(bringing_names, the_last_line_of_a_name_decides) {
    for (const std::size_t block : {std::size_t{1}, std::size_t{2}, std::size_t{5}, std::size_t{4000}}) {
        SCOPED_TRACE(block);
        std::string text;
        for (int n = 0; n < 30; ++n) {
            text += R"({"name":"urn:example:x)" + std::to_string(block) + '-' + std::to_string((n * 7) % 10) +
                    R"(","url":"https://a.example/)" + std::to_string(n) + "\"}\n";
        }
        const brought b = bring(admin, {.existing = on_conflict::update, .block = block}, text);
        EXPECT_EQ(b.counts.assigned, 10U);
        EXPECT_EQ(b.counts.changed, 20U);
        for (int n = 20; n < 30; ++n) {
            EXPECT_EQ(get("urn:example:x" + std::to_string(block) + '-' + std::to_string((n * 7) % 10))
                          .record.locators.front()
                          .url,
                      "https://a.example/" + std::to_string(n));
        }
    }
}

TEST_P(bringing_names, a_successor_may_be_added_once) {
    ASSERT_EQ(run(admin, {}, first_list).counts.assigned, 5U);
    const auto line = [](std::string_view more) {
        return R"({"name":"urn:example:e","state":"withdrawn","reason":"gone")" + std::string{more} + "}\n";
    };
    const import_options o{.existing = on_conflict::update};
    EXPECT_EQ(bring(admin, o, line(R"(,"url":"https://a.example/")")).results, "conflict");
    EXPECT_EQ(bring(admin, o, line(R"(,"withdrawn":"2020-01-01T00:00:00Z")")).results, "conflict");
    EXPECT_EQ(bring(admin, o, line(R"(,"successor":"urn:example:a")")).results, "changed");
    EXPECT_EQ(bring(admin, o, line("")).results, "unchanged");
    EXPECT_EQ(bring(admin, o, line(R"(,"successor":"urn:example:b")")).results, "conflict");
    EXPECT_EQ(bring(admin, o, "{\"name\":\"urn:example:e\",\"state\":\"withdrawn\",\"reason\":\"other\"}\n").results,
              "conflict");
}

TEST_P(bringing_names, relations_make_no_circle) {
    const brought b = bring(admin, {.existing = on_conflict::update}, R"({"name":"urn:example:a"}
{"name":"urn:example:b","successor":"urn:example:a"}
{"name":"urn:example:a","successor":"urn:example:b"}
)");
    EXPECT_EQ(b.results, "assigned assigned problem");
}

// By the rules of those who change, activate and withdraw names.
TEST_P(bringing_names, who_may_not_change_a_name_does_not) {
    ASSERT_EQ(run(admin, {}, R"({"name":"urn:example:lib-1","url":"https://library.example/1"}
{"name":"urn:example:other","url":"https://a.example/1"}
)")
                  .counts.assigned,
              2U);
    const import_options o{.existing = on_conflict::update};
    const brought b = bring(library, o, R"({"name":"urn:example:lib-1","url":"https://library.example/2"}
{"name":"urn:example:lib-1","url":"https://elsewhere.example/"}
{"name":"urn:example:other","url":"https://a.example/2"}
{"name":"urn:example:nothing","url":"https://a.example/2"}
{"name":"urn:example:lib-1","registrar":"r","url":"https://library.example/3"}
)");
    EXPECT_EQ(b.results, "changed problem problem problem problem");
    EXPECT_FALSE(b.output.contains("https://a.example/1")); // not told what another's name has
    EXPECT_EQ(get("urn:example:other").record.locators.front().url, "https://a.example/1");
    EXPECT_EQ(get("urn:example:lib-1").record.locators.front().url, "https://library.example/2");
    // the registrar of a name is changed by transfers only
    EXPECT_EQ(
        bring(admin, o, R"({"name":"urn:example:lib-1","registrar":"r","url":"https://library.example/3"})").results,
        "conflict");
    // policies of new names are none of names that exist, as with PATCH
    put_delegation(*s, {.prefix = "example:lib-", .registrar = "library", .naming = "[a-z]+"});
    EXPECT_EQ(bring(library, o, R"({"name":"urn:example:lib-1","url":"https://library.example/4"})").results,
              "changed");
    put_namespace(*s, "example", resolver::namespace_status::closed);
    EXPECT_EQ(bring(library, o, R"({"name":"urn:example:lib-1","url":"https://library.example/5"}
{"name":"urn:example:lib-new","url":"https://library.example/5"}
)")
                  .results,
              "changed problem");
}

TEST_P(bringing_names, stops_at_the_first_line_that_is_rejected) {
    ASSERT_EQ(run(admin, {}, first_list).counts.assigned, 5U);
    const brought b = bring(admin, {.existing = on_conflict::update, .stop_on_error = true}, next_list);
    EXPECT_EQ(b.results, "changed unchanged withdrawn changed conflict");
    EXPECT_FALSE(s->read([&](store::reading &r) { return show(r, "urn:example:f"); }).has_value());
}

TEST_P(bringing_names, is_resumed_by_the_same_kind_of_import_only) {
    ASSERT_EQ(run(admin, {.id = "one"}, first_list).counts.assigned, 5U);
    const brought b = run(admin, {.id = "one", .existing = on_conflict::update}, first_list);
    EXPECT_TRUE(b.refused.contains("on_conflict=report")) << b.refused;
    ASSERT_EQ(run(admin, {.id = "two", .existing = on_conflict::update}, next_list).counts.changed, 2U);
    const brought again = run(admin, {.id = "two", .existing = on_conflict::update, .results_after = 0}, next_list);
    EXPECT_EQ(again.results, "unchanged unchanged unchanged unchanged conflict unchanged");
    EXPECT_EQ(again.counts.changed, 2U); // as they were counted
    EXPECT_EQ(again.counts.withdrawn, 1U);
}

INSTANTIATE_ON_BOTH_STORES(bringing_names);

} // namespace
