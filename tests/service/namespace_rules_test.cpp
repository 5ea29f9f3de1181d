// Namespaces with rules of their own: RFC 8141 3.1 (additional equivalence), 6.4.2 (syntax), on both stores.

#include <uniform/resolver/namespace_rules.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/service/delegations.hpp>
#include <uniform/service/export.hpp>
#include <uniform/service/import.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/namespaces.hpp>

#include "base/text.hpp"
#include "service/names_support.hpp"
#include "service/store_fixture.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using namespace uniform::test;
using resolver::problem_type;
using store::writing;

constexpr std::string_view loose = R"("equivalence":{"operations":[{"action":"remove","texts":["-"]},)"
                                   R"({"action":"lower-case"}]})";

class namespace_rules : public on_open_stores {
protected:
    std::expected<namespace_entry, problem> put(std::string_view members) {
        const auto n = resolver::read_json("{" + std::string(members) + "}", resolver::namespace_settings_from_json);
        if (!n) return std::unexpected{n.error()};
        return in(*s, [&](writing &w) {
            return find_namespace(w, n->nid) ? put_namespace(w, admin, *n) : add_namespace(w, admin, *n);
        });
    }
    // The settings of "harbour" as an earlier version wrote them.
    void store_as_earlier(const std::string &settings) {
        (void)in(*s, [&](writing &w) -> std::expected<int, problem> {
            w.put("namespace", "harbour", settings, "change");
            return 0;
        });
    }
    std::string result_of(const auto &done) { return done ? done->key : std::string(to_string(done.error().type)); }
    std::string assigned(std::string urn) {
        return result_of(in(*s, [&](writing &w) {
            return assign(w, admin, {.urn = urn, .record = at("https://a.example/"), .options = {}});
        }));
    }
    std::string shown(std::string_view urn) {
        return result_of(s->read([&](store::reading &r) { return show(r, urn); }));
    }
    principal admin = administrator();
};

TEST_P(namespace_rules, have_one_syntax) { // RFC 8141 6.4.2 (1)
    const auto pointer = [&](std::string_view syntax) {
        const auto done = put(base::concat({R"("nid":"harbour",)", loose, R"(,"syntax":)", syntax}));
        return done ? std::string{"set"} : done.error().pointer.value_or(done.error().detail);
    };
    constexpr std::string_view twice = R"({"abnf":"NSS = 3ALPHA\n","pattern":"^[0-9]+$"})";
    EXPECT_EQ(pointer(twice), "/syntax/pattern");
    EXPECT_EQ(pointer(R"({"abnf":"NSS = 3ALPHA\n"})"), "set");
    EXPECT_EQ(pointer(twice), "/syntax/pattern");
    EXPECT_EQ(pointer(R"({"abnf":"NSS = 3ALPHA\n","pattern":"^[A-Za-z]{3}$"})"), "set");
    EXPECT_EQ(pointer(R"({"abnf":"urn = \"urn:quay:\" 3ALPHA"})"), "/syntax/abnf");
    // A store of an earlier version has two: they are read, the pattern holds, and other settings can change.
    store_as_earlier(base::concat({R"({"nid":"harbour","origin":"local","syntax":)", twice, "}"}));
    EXPECT_EQ(assigned("urn:harbour:abc"), "invalid");
    EXPECT_EQ(assigned("urn:harbour:123"), "harbour:123");
    EXPECT_TRUE(put(base::concat({R"("nid":"harbour","title":"Harbours","syntax":)", twice})));
    EXPECT_EQ(put(base::concat({R"("nid":"harbour","syntax":)", R"({"abnf":"NSS = 4ALPHA","pattern":"^[0-9]+$"})"}))
                  .error()
                  .pointer,
              "/syntax/pattern");
}

TEST_P(namespace_rules, new_templates_of_locators_keep_names_apart) { // RFC 8141 2.3.2
    const std::string kept = R"("nid":"harbour","locator_template":"https://a.example/?n={+nss}")";
    const auto pointer = [](const auto &done) { return done ? "set" : done.error().pointer.value_or("none"); };
    EXPECT_EQ(pointer(put(kept)), "/locator_template");
    EXPECT_EQ(pointer(put(R"("nid":"harbour","locator_template":"https://a.example/?n={nss}")")), "set");
    EXPECT_EQ(pointer(put(kept)), "/locator_template");
    const auto delegate = [&](std::string text) {
        const resolver::delegation d{.prefix = "harbour:x-", .locator_template = std::move(text)};
        return in(*s, [&](writing &w) { return put_delegation(w, admin, d, precondition{}); });
    };
    EXPECT_EQ(pointer(delegate("https://a.example/?n={+suffix}")), "/locator_template");
    EXPECT_EQ(pointer(delegate("https://a.example/{+suffix}")), "set");
    // The setting of an earlier version stays, and other settings can change.
    store_as_earlier("{" + kept + R"(,"origin":"local"})");
    EXPECT_EQ(pointer(put(kept + R"(,"title":"Harbours")")), "set");
}

TEST_P(namespace_rules, make_the_keys_of_names) {
    ASSERT_TRUE(put(R"("nid":"harbour",)" + std::string(loose)));
    EXPECT_EQ(assigned("urn:harbour:Pier-7"), "harbour:pier7");
    EXPECT_EQ(assigned("urn:HARBOUR:PIER7"), "conflict");
    EXPECT_EQ(assigned("urn:harbour:---"), "harbour:---") << "of which nothing would be left";
    EXPECT_EQ(shown("urn:harbour:pIE-R-7"), "harbour:pier7");
    EXPECT_EQ(shown("urn:harbour:pier8"), "unknown-name");
    // The name is stored as it was written.
    const auto there = s->read([&](store::reading &r) { return show(r, "urn:harbour:pier7"); });
    EXPECT_EQ(there->record.name, "urn:harbour:Pier-7");
    EXPECT_EQ(s->read([&](store::reading &r) { return history(r, "urn:harbour:P-I-E-R-7", 0, 9); })->size(), 1U);

    // Reserved in a batch: two spellings of one name.
    const auto batch = reserve(*s, somebody, admin, {.urns = {"urn:harbour:A-1", "urn:harbour:a1"}, .options = {}});
    ASSERT_FALSE(batch);
    EXPECT_THAT(batch.error().detail, testing::HasSubstr("twice"));

    // Withdrawn by another spelling, with a successor by another spelling.
    EXPECT_EQ(assigned("urn:harbour:pier9"), "harbour:pier9");
    const auto gone = in(*s, [&](writing &w) {
        return withdraw(w, admin,
                        {.urn = "urn:harbour:PI-ER7", .reason = "r", .successor = "urn:harbour:PIER-9", .options = {}});
    });
    ASSERT_TRUE(gone) << gone.error().detail;
    EXPECT_EQ(gone->record.successor, "urn:harbour:pier9");
}

TEST_P(namespace_rules, are_settled_by_the_first_name) {
    ASSERT_TRUE(put(R"("nid":"harbour")"));
    ASSERT_TRUE(put(R"("nid":"harbour",)" + std::string(loose))) << "nothing is assigned yet";
    EXPECT_EQ(assigned("urn:harbour:A"), "harbour:a");
    const auto other = put(R"("nid":"harbour","equivalence":{"operations":[{"action":"upper-case"}]})");
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().type, problem_type::conflict);
    EXPECT_EQ(other.error().rule, "RFC 8141 section 3.1");
    EXPECT_EQ(other.error().existing.string_of("nid"), "harbour");
    EXPECT_FALSE(put(R"("nid":"harbour")")) << "nor removed";
    // Their summary may change, and so may the syntax, for later names.
    ASSERT_TRUE(put(R"("nid":"harbour",)" + std::string(loose).insert(15, R"("summary":"as printed",)") +
                    R"(,"syntax":{"pattern":"^[A-Za-z]+-?[0-9]+$"})"));
    EXPECT_EQ(shown("urn:harbour:a"), "harbour:a");
    EXPECT_EQ(assigned("urn:harbour:b"), "invalid");
    EXPECT_EQ(assigned("urn:harbour:B-1"), "harbour:b1");
    // The existing names stay, whatever the syntax is now.
    ASSERT_TRUE(put(R"("nid":"harbour",)" + std::string(loose) + R"(,"syntax":{"pattern":"^[0-9]+$"})"));
    for (const char *const urn : {"urn:harbour:B-1", "urn:harbour:b1", "urn:harbour:-b-1"}) {
        EXPECT_EQ(shown(urn), "harbour:b1") << urn;
    }
}

TEST_P(namespace_rules, are_settled_by_a_delegation) {
    ASSERT_TRUE(put(R"("nid":"harbour",)" + std::string(loose)));
    resolver::delegation d{.prefix = "urn:harbour:Pier-"};
    d.mint = {.method = resolver::minting_method::sequential, .pattern = "dd"};
    const auto made = in(*s, [&](writing &w) { return put_delegation(w, admin, d, precondition{}); });
    ASSERT_TRUE(made) << made.error().detail;
    EXPECT_EQ(made->delegation.prefix, "harbour:pier");
    EXPECT_TRUE(s->read([&](store::reading &r) { return delegation_of(r, "harbour:PI-er"); }));
    EXPECT_FALSE(put(R"("nid":"harbour")"));
    EXPECT_EQ(s->read([&](store::reading &r) { return *prefix_of_keys(r, "urn:harbour:X-y"); }), "harbour:xy");
}

TEST_P(namespace_rules, give_check_characters_to_minted_names) {
    ASSERT_TRUE(put(R"("nid":"harbour","syntax":{"pattern":"^[0-9]{4}$"},"checks":[{"algorithm":"luhn","length":4}])"));
    EXPECT_EQ(assigned("urn:harbour:0017"), "invalid");
    resolver::delegation d{.prefix = "harbour:"};
    d.mint = {
        .method = resolver::minting_method::sequential, .pattern = "dddk", .check = resolver::check_rule::of_namespace};
    const auto made = in(*s, [&](writing &w) { return put_delegation(w, admin, d, precondition{}); });
    ASSERT_TRUE(made) << made.error().detail;
    const auto minted = mint(*s, somebody, admin,
                             {.prefix = "harbour:", .count = 3, .record = at("https://a.example/"), .options = {}});
    ASSERT_TRUE(minted) << minted.error().detail;
    std::vector<std::string> keys;
    for (const auto &m : minted->names) keys.push_back(m.key);
    EXPECT_THAT(keys, testing::ElementsAre("harbour:0000", "harbour:0018", "harbour:0026"));
}

// RFC 8141 2.2: "MUST use only Unicode characters encoded in UTF-8".
TEST_P(namespace_rules, permit_octets_that_are_no_text) {
    ASSERT_TRUE(put(R"("nid":"harbour")"));
    ASSERT_TRUE(put(R"("nid":"octets","syntax":{"pattern":"^.+$","octets":true})"));
    struct row {
        const char *urn;
        const char *detail; // "": it is assigned
        std::size_t offset;
    };
    constexpr row rows[] = {
        {"urn:harbour:%C3%A4", "", 0},
        {"urn:harbour:a%FF", "the percent-encoding is not UTF-8", 13},
        {"urn:harbour:%C3", "the percent-encoding is not UTF-8", 12},
        {"urn:harbour:a%00", "the percent-encoding contains NUL", 13},
        {"urn:octets:a%FF%00", "", 0},
    };
    for (const row &r : rows) {
        const auto done = in(*s, [&](writing &w) {
            return assign(w, admin, {.urn = r.urn, .record = at("https://a.example/"), .options = {}});
        });
        const auto reserved = reserve(*s, somebody, admin, {.urns = {std::string(r.urn) + "-r"}, .options = {}});
        const bool good = *r.detail == '\0';
        EXPECT_EQ(reserved.has_value(), good) << r.urn;
        ASSERT_EQ(done.has_value(), good) << r.urn;
        if (good) continue;
        EXPECT_EQ(done.error().type, problem_type::invalid) << r.urn;
        EXPECT_EQ(done.error().detail, r.detail) << r.urn;
        EXPECT_EQ(done.error().offset, r.offset) << r.urn;
        EXPECT_EQ(done.error().rule, "RFC 8141 section 2.2") << r.urn;
    }
}

TEST_P(namespace_rules, hold_for_imports) {
    ASSERT_TRUE(put(R"("nid":"harbour",)" + std::string(loose) + R"(,"syntax":{"pattern":"^[A-Za-z0-9-]+$"})"));
    std::string lines = R"({"name":"urn:harbour:Pier-1","locators":["https://a.example/"]})"
                        "\n"
                        R"({"name":"urn:harbour:PIER1","locators":["https://b.example/"]})"
                        "\n"
                        R"({"name":"urn:harbour:a:b","locators":["https://b.example/"]})"
                        "\n"
                        R"({"name":"urn:example:a%FF","locators":["https://b.example/"]})"
                        "\n";
    ASSERT_TRUE(put(R"("nid":"example")"));
    const std::string text = lines;
    bool sent = false;
    std::string out;
    const auto summary = import_names(
        *s, somebody, admin, {},
        [&] { return std::exchange(sent, true) ? std::string_view{} : std::string_view(text); },
        [&](std::string_view part) { out += part; });
    ASSERT_TRUE(summary) << summary.error().detail;
    EXPECT_EQ(summary->counts.assigned, 1U) << out;
    EXPECT_EQ(summary->counts.conflicts, 1U) << out;
    EXPECT_EQ(summary->counts.problems, 2U) << out;
    EXPECT_EQ(shown("urn:harbour:pier1"), "harbour:pier1");
}

// The namespace gets its rules while an import has read the lines and not yet written them.
TEST_P(namespace_rules, that_change_meanwhile_are_seen_by_imports) {
    ASSERT_TRUE(put(R"("nid":"harbour")"));
    const std::string text = R"({"name":"urn:harbour:Pier-1","locators":["https://a.example/"]})"
                             "\n";
    int part = 0;
    std::string out;
    const auto summary = import_names(
        *s, somebody, admin, {},
        [&] {
            // The second part is requested when the first line has been checked.
            if (++part == 2) {
                EXPECT_TRUE(put(R"("nid":"harbour",)" + std::string(loose)));
            }
            return part == 1 ? std::string_view(text) : std::string_view{};
        },
        [&](std::string_view more) { out += more; });
    ASSERT_TRUE(summary) << summary.error().detail;
    EXPECT_EQ(summary->counts.assigned, 1U) << out;
    EXPECT_EQ(shown("urn:harbour:Pier-1"), "harbour:pier1");
    EXPECT_EQ(assigned("urn:harbour:PIER1"), "conflict");
}

TEST_P(namespace_rules, of_iana_are_not_replaced) {
    for (const char *const nid : {"isbn", "example", "urn-1"}) {
        const auto refused = put("\"nid\":\"" + std::string(nid) + "\"," + std::string(loose));
        ASSERT_FALSE(refused) << nid;
        EXPECT_EQ(refused.error().type, problem_type::invalid);
        EXPECT_EQ(refused.error().pointer, "/equivalence");
        EXPECT_TRUE(put("\"nid\":\"" + std::string(nid) + "\"")) << nid;
    }
    EXPECT_EQ(assigned("urn:isbn:951-0-18435-7"), "isbn:9789510184356");
    EXPECT_EQ(shown("urn:isbn:978-951-0-18435-6"), "isbn:9789510184356");
}

INSTANTIATE_ON_BOTH_STORES(namespace_rules);

} // namespace
