// Proofs of single events: those of a store are good, whatever is changed in them is found, and the tree follows the
// history of the store.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/base/hex.hpp>
#include <uniform/service/history_lines.hpp>
#include <uniform/service/history_proof.hpp>
#include <uniform/store/merkle_tree.hpp>
#include <uniform/store/store.hpp>

#include "service/store_fixture.hpp"

namespace uniform::service {
namespace {

constexpr auto all_events = std::numeric_limits<std::uint64_t>::max();

class history_proofs : public uniform::test::on_open_stores {
protected:
    // So many events in one commit.
    void put(std::string_view kind, std::string_view id, std::string_view body, int times = 1) {
        (void)s->write({.who = "local:alice", .from = "test"},
                       [&](store::writing &w) -> std::expected<int, resolver::problem> {
                           for (int i = 0; i < times; ++i) w.put(kind, id, body, "create");
                           return 0;
                       });
    }
    store::tree_head head() {
        return s->read([&](store::reading &r) {
            EXPECT_TRUE(tree.read_on(r, all_events));
            return tree_head_of(r, tree);
        });
    }
    // The root by all hashes, without the library's tree.
    store::tree_head expected_head() {
        const auto events = s->read([](store::reading &r) { return r.events(0, 100000); });
        store::merkle_tree t;
        for (const store::event &e : events) t.add(store::leaf_hash(e.hash));
        return {events.size(), t.root()};
    }
    std::string proof_of(std::string_view kind, std::string_view id, std::uint64_t from = 0, std::size_t most = 100) {
        return s->read([&](store::reading &r) {
            EXPECT_TRUE(tree.read_on(r, all_events));
            return history_proof(r, tree, events_of(r, kind, id, most), from);
        });
    }
    history_tree tree;
};
INSTANTIATE_ON_BOTH_STORES(history_proofs);

TEST_P(history_proofs, are_good_in_trees_of_all_sizes) {
    EXPECT_EQ(head(), expected_head());
    EXPECT_EQ(head().first, 0U);
    std::vector<store::tree_head> heads;
    // Around the pieces of 512 events, with the events of a commit in several pieces.
    for (const int more : {1, 2, 60, 448, 1, 1, 510, 1, 700, 2000}) {
        put("note", "other", "{}", more - 1);
        put("note", "wanted", "{\"n\":" + std::to_string(more) + "}");
        const auto now = head();
        ASSERT_EQ(now, expected_head());
        EXPECT_EQ(tree.events(), now.first / 512 * 512);
        heads.push_back(now);
        for (const auto &known : heads) {
            const auto proven = verify_proof(proof_of("note", "wanted", known.first), known);
            ASSERT_TRUE(proven) << proven.error();
            EXPECT_TRUE(proven->known);
            EXPECT_EQ(proven->tree, now);
            EXPECT_EQ(proven->events, heads.size());
            ASSERT_EQ(proven->subjects.size(), 1U);
            EXPECT_TRUE(proven->subjects[0].complete);
            EXPECT_EQ(proven->subjects[0].last.number, now.first);
        }
    }
    // A tree that begins only now is the same.
    const auto later = s->read([](store::reading &r) {
        history_tree fresh;
        while (!fresh.read_on(r, 600)) EXPECT_NE(fresh.events(), 0U);
        return tree_head_of(r, fresh);
    });
    EXPECT_EQ(later, heads.back());
    // The last events alone do not show what was before.
    const auto part = verify_proof(proof_of("note", "wanted", 0, 2), heads.back());
    ASSERT_TRUE(part) << part.error();
    EXPECT_FALSE(part->subjects[0].complete);
    EXPECT_EQ(part->events, 2U);
}

TEST_P(history_proofs, have_no_secrets) {
    put("token", "1", R"({"id":"1","role":"reader","hash":"$argon2id$SECRET"})");
    put("note", "1", "{}");
    const std::string proof = proof_of("token", "1");
    EXPECT_FALSE(proof.contains("SECRET")) << proof;
    const auto proven = verify_proof(proof, head());
    ASSERT_TRUE(proven) << proven.error();
    EXPECT_EQ(proven->withheld, 1U);
    // A body that is said to be without a secret could be anything.
    std::string forged = proof_of("note", "1");
    forged.replace(forged.find("\"text\":\"{}\""), 11, R"("text":"[]","withheld":true)");
    EXPECT_FALSE(verify_proof(forged, std::nullopt));
}

// The tree is that of the store, also after another history has taken its place.
TEST_P(history_proofs, begin_again_with_another_history) {
    put("note", "1", "{}", 1500);
    (void)head();
    store::tree_head other;
    const auto second = store::store::open((folder() / "other.db").string());
    (void)second->write({.who = "local:bob", .from = "test"},
                        [&](store::writing &w) -> std::expected<int, resolver::problem> {
                            for (int i = 0; i < 1600; ++i) w.put("note", "1", "{}", "create");
                            return 0;
                        });
    const auto by_old = second->read([&](store::reading &r) {
        EXPECT_TRUE(tree.read_on(r, all_events));
        history_tree fresh;
        EXPECT_TRUE(fresh.read_on(r, all_events));
        other = tree_head_of(r, fresh);
        return tree_head_of(r, tree);
    });
    EXPECT_EQ(by_old, other);
    EXPECT_EQ(head(), expected_head()); // and back, to a shorter one
}

// Each character, and each line: no proof of something else comes out of a changed one.
TEST_P(history_proofs, are_refused_when_changed) {
    put("note", "other", "{}", 5);
    put("note", "wanted", R"({"text":"a \"quoted\" one"})");
    const auto early = head();
    put("note", "other", "{}", 7);
    put("note", "wanted", "{}");
    put("note", "other", "{}", 2);
    const auto known = head();
    const std::string proof = proof_of("note", "wanted", early.first);
    ASSERT_TRUE(verify_proof(proof, known));
    ASSERT_TRUE(verify_proof(proof, early));
    for (std::size_t i = 0; i < proof.size(); ++i) {
        std::string changed = proof;
        changed[i] = changed[i] == '1' ? '2' : '1';
        EXPECT_FALSE(verify_proof(changed, early)) << i << '\n' << changed;
    }
    for (std::size_t i = 0; i < proof.size(); ++i) EXPECT_FALSE(verify_proof(proof.substr(0, i), known)) << i;
    std::vector<std::string> lines;
    for (std::string_view rest = proof; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1))
        lines.emplace_back(rest.substr(0, rest.find('\n') + 1));
    ASSERT_EQ(lines.size(), 7U);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::string without;
        std::string twice;
        for (std::size_t j = 0; j < lines.size(); ++j) {
            if (j != i) without += lines[j];
            twice += lines[j] + (j == i ? lines[j] : "");
        }
        if (i == 1) continue; // consistency: what is not asked for may be absent
        EXPECT_FALSE(verify_proof(without, known)) << i;
        EXPECT_FALSE(verify_proof(twice, known)) << i;
    }
    EXPECT_FALSE(verify_proof(proof, store::tree_head{known.first, early.second}));
    EXPECT_FALSE(verify_proof(proof, store::tree_head{early.first, known.second}));
    EXPECT_FALSE(verify_proof(proof, store::tree_head{3, early.second}));
    EXPECT_FALSE(verify_proof(proof, store::tree_head{known.first + 1, known.second}));
    EXPECT_FALSE(verify_proof("", std::nullopt));
    EXPECT_FALSE(verify_proof("\n", std::nullopt));
}

} // namespace
} // namespace uniform::service
