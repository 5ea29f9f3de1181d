// The Merkle tree against RFC 9162 as it is written there, recursively, and against the hashes that the logs of
// Certificate Transparency test with.
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <uniform/base/hex.hpp>
#include <uniform/store/merkle_tree.hpp>
#include <uniform/store/store.hpp>

#include "store/history/event_encoding.hpp"
#include "store/history/history_reader.hpp"

namespace {

using namespace uniform::store;
using uniform::base::to_hex;
using hashes = std::vector<digest>;
using leaves = std::span<const digest>; // their hashes

digest sha256_of(int first, const digest &a, const digest &b) {
    std::string bytes(1, static_cast<char>(first));
    for (const digest &d : {a, b}) bytes += detail::bytes_of(d);
    return detail::sha256(bytes);
}

// RFC 9162 section 2.1.1: the largest power of two smaller than n.
std::size_t split_of(std::size_t n) {
    std::size_t k = 1;
    while (k * 2 < n) k *= 2;
    return k;
}

// RFC 9162 section 2.1.1: MTH(D_n).
digest tree_hash(leaves d) {
    if (d.empty()) return detail::sha256({});
    if (d.size() == 1) return d[0];
    const std::size_t k = split_of(d.size());
    return sha256_of(1, tree_hash(d.first(k)), tree_hash(d.subspan(k)));
}

hashes with(hashes path, const digest &d) {
    path.push_back(d);
    return path;
}

// RFC 9162 section 2.1.3.1: PATH(m, D_n).
hashes path_of(std::size_t m, leaves d) {
    if (d.size() == 1) return {};
    const std::size_t k = split_of(d.size());
    if (m < k) return with(path_of(m, d.first(k)), tree_hash(d.subspan(k)));
    return with(path_of(m - k, d.subspan(k)), tree_hash(d.first(k)));
}

// RFC 9162 section 2.1.4.1: SUBPROOF(m, D_n, b).
hashes subproof(std::size_t m, leaves d, bool b) {
    if (m == d.size()) return b ? hashes{} : hashes{tree_hash(d)};
    const std::size_t k = split_of(d.size());
    if (m <= k) return with(subproof(m, d.first(k), b), tree_hash(d.subspan(k)));
    return with(subproof(m - k, d.subspan(k), false), tree_hash(d.first(k)));
}

// All complete subtrees of a tree.
class kept_tree {
public:
    void add(const digest &leaf) {
        tree_.add(leaf, [&](const tree_node &n, const digest &d) {
            EXPECT_EQ(n.end() > tree_.size(), true);
            EXPECT_TRUE(nodes_.emplace(std::pair{n.level, n.index}, d).second);
        });
    }
    [[nodiscard]] const merkle_tree &tree() const { return tree_; }
    [[nodiscard]] hash_of_node hash() const {
        return [this](const tree_node &n) { return nodes_.at({n.level, n.index}); };
    }

private:
    merkle_tree tree_;
    std::map<std::pair<unsigned, std::uint64_t>, digest> nodes_;
};

hashes numbered(std::size_t n) {
    hashes all;
    for (std::size_t i = 0; i < n; ++i) all.push_back(leaf_hash(std::to_string(i)));
    return all;
}

// The leaves and roots with which the logs of Certificate Transparency are tested.
TEST(merkle_tree, has_the_known_roots) {
    constexpr std::array<std::string_view, 8> entries{
        {"",
         {"\x00", 1},
         "\x10",
         "\x20\x21",
         "\x30\x31",
         "\x40\x41\x42\x43",
         "\x50\x51\x52\x53\x54\x55\x56\x57",
         "\x60\x61\x62\x63\x64\x65\x66\x67\x68\x69\x6a\x6b\x6c\x6d\x6e\x6f"}};
    constexpr std::array<std::string_view, 9> roots{"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                                                    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
                                                    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
                                                    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
                                                    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
                                                    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
                                                    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
                                                    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
                                                    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"};
    kept_tree t;
    EXPECT_EQ(to_hex(t.tree().root()), roots[0]);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        t.add(leaf_hash(entries[i]));
        EXPECT_EQ(to_hex(t.tree().root()), roots[i + 1]) << i;
        EXPECT_EQ(to_hex(root_at(i + 1, t.hash())), roots[i + 1]) << i;
    }
    EXPECT_EQ(to_hex(root_at(0, t.hash())), roots[0]);
}

// Every leaf of every tree, and every smaller tree, up to a size that has every shape of seven levels.
TEST(merkle_tree, makes_the_proofs_of_the_document) {
    constexpr std::size_t most = 70;
    const hashes all = numbered(most);
    kept_tree t;
    for (std::size_t n = 1; n <= most; ++n) {
        t.add(all[n - 1]);
        const leaves d = leaves(all).first(n);
        const digest root = tree_hash(d);
        ASSERT_EQ(t.tree().root(), root) << n;
        for (std::size_t m = 0; m < n; ++m) {
            const hashes path = inclusion_proof(m, n, t.hash());
            ASSERT_EQ(path, path_of(m, d)) << m << " of " << n;
            ASSERT_EQ(root_by_inclusion(all[m], m, n, path), root) << m << " of " << n;
        }
        for (std::size_t m = 1; m <= n; ++m) {
            const hashes path = consistency_proof(m, n, t.hash());
            ASSERT_EQ(path, subproof(m, d, true)) << m << " of " << n;
            ASSERT_EQ(root_at(m, t.hash()), tree_hash(d.first(m)));
            ASSERT_TRUE(is_consistent({m, tree_hash(d.first(m))}, {n, root}, path)) << m << " of " << n;
        }
    }
}

// A proof for another place, another size or another root, and one with a hash more, less or changed, proves nothing.
TEST(merkle_tree, refuses_other_proofs) {
    constexpr std::size_t most = 20;
    const hashes all = numbered(most + 1);
    kept_tree t;
    for (std::size_t n = 1; n <= most; ++n) {
        t.add(all[n - 1]);
        const digest root = t.tree().root();
        for (std::size_t m = 0; m < n; ++m) {
            const hashes path = inclusion_proof(m, n, t.hash());
            for (std::size_t i = 0; i < most; ++i) {
                if (i == m) continue;
                EXPECT_NE(root_by_inclusion(all[m], i, n, path), root) << m << " as " << i << " of " << n;
                EXPECT_NE(root_by_inclusion(all[i], m, n, path), root) << i << " for " << m << " of " << n;
            }
            EXPECT_FALSE(root_by_inclusion(all[m], n, n, path));
            EXPECT_FALSE(root_by_inclusion(all[m], m, n, with(path, all[m])));
            for (std::size_t i = 0; i < path.size(); ++i) {
                hashes changed = path;
                changed[i][7] ^= std::byte{1};
                EXPECT_NE(root_by_inclusion(all[m], m, n, changed), root);
                EXPECT_FALSE(root_by_inclusion(all[m], m, n, leaves(path).first(i)));
            }
        }
        for (std::size_t m = 1; m <= n; ++m) {
            const tree_head from{m, root_at(m, t.hash())};
            const tree_head to{n, root};
            const hashes path = consistency_proof(m, n, t.hash());
            EXPECT_FALSE(is_consistent({m, all[most]}, to, path)) << m << " of " << n;
            EXPECT_FALSE(is_consistent(from, {n, all[most]}, path)) << m << " of " << n;
            EXPECT_FALSE(is_consistent(from, to, with(path, all[0])));
            EXPECT_EQ(is_consistent(to, from, path), m == n);
            for (std::size_t i = 0; i < path.size(); ++i) {
                hashes changed = path;
                changed[i][7] ^= std::byte{1};
                EXPECT_FALSE(is_consistent(from, to, changed));
                EXPECT_FALSE(is_consistent(from, to, leaves(path).first(i)));
            }
        }
        EXPECT_FALSE(is_consistent({0, root_at(0, t.hash())}, {n, root}, {}));
    }
}

RC_GTEST_PROP(merkle_tree, agrees_with_the_document, ()) {
    const auto n = *rc::gen::inRange<std::size_t>(1, 1500);
    const auto m = *rc::gen::inRange<std::size_t>(0, n);
    const hashes all = numbered(n);
    kept_tree t;
    for (const digest &d : all) t.add(d);
    RC_ASSERT(t.tree().root() == tree_hash(all));
    RC_ASSERT(inclusion_proof(m, n, t.hash()) == path_of(m, all));
    RC_ASSERT(consistency_proof(m + 1, n, t.hash()) == subproof(m + 1, all, true));
}

// Sizes that no test could add leaf by leaf: shifts and lengths up to 2^63.
TEST(merkle_tree, has_proofs_of_large_trees) {
    const hash_of_node made_up = [](const tree_node &n) {
        return leaf_hash(std::to_string(n.level) + '/' + std::to_string(n.index));
    };
    constexpr std::uint64_t largest = (std::uint64_t{1} << 63U) + 5;
    for (const std::uint64_t size : {std::uint64_t{1} << 40U, (std::uint64_t{1} << 40U) + 1, largest}) {
        for (const std::uint64_t index : {std::uint64_t{0}, size / 3, size - 2, size - 1}) {
            const hashes path = inclusion_proof(index, size, made_up);
            EXPECT_LE(path.size(), 64U);
            EXPECT_TRUE(root_by_inclusion(made_up({0, index}), index, size, path));
            EXPECT_FALSE(root_by_inclusion(made_up({0, index}), index, size, leaves(path).first(path.size() - 1)));
            EXPECT_LE(consistency_proof(index + 1, size, made_up).size(), 65U);
        }
    }
}

TEST(merkle_tree, hashes_contents_as_the_store_does) {
    const detail::event_view v{
        .number = 2, .at = 5, .who = "w", .action = "put", .kind = "note", .id = "n", .before = 1, .body = "text"};
    const digest previous = detail::sha256("before");
    const digest hash = detail::hash_of(previous, v);
    event e = detail::event_of(v, previous, hash);
    EXPECT_EQ(content_hash(e), hash);
    e.withheld = true; // whatever an event says of itself
    EXPECT_EQ(content_hash(e), hash);
    e.body += '.';
    EXPECT_NE(content_hash(e), hash);
}

} // namespace
