// The Merkle tree over a history, and proofs in it (RFC 9162 section 2.1).
#include <uniform/store/merkle_tree.hpp>
#include <uniform/store/records.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "../check.hpp"

using namespace uniform::store;

namespace {

void proofs() {
    merkle_tree tree;
    std::map<std::pair<unsigned, std::uint64_t>, digest> nodes;
    std::vector<digest> roots{tree.root()};
    for (int i = 0; i < 5; ++i) {
        tree.add(leaf_hash(std::to_string(i)),
                 [&](const tree_node &n, const digest &d) { nodes[{n.level, n.index}] = d; });
        roots.push_back(tree.root());
    }
    CHECK(tree.size() == 5 && (tree_node{2, 0}).end() == 4);
    const hash_of_node hash = [&](const tree_node &n) { return nodes.at({n.level, n.index}); };
    CHECK(root_at(3, hash) == roots[3]);
    CHECK(roots[2] == node_hash(leaf_hash("0"), leaf_hash("1")));

    // "3" is in the tree, at its place: whoever knows the root needs nothing but the proof.
    const std::vector<digest> path = inclusion_proof(3, 5, hash);
    CHECK(path.size() == 3 && root_by_inclusion(leaf_hash("3"), 3, 5, path) == roots[5]);

    // The tree of today continues that of yesterday.
    const tree_head yesterday{3, roots[3]};
    const tree_head today{5, roots[5]};
    CHECK(is_consistent(yesterday, today, consistency_proof(3, 5, hash)));
    CHECK(!is_consistent(yesterday, {5, roots[4]}, consistency_proof(3, 5, hash)));
}

void hashes() {
    event e{.number = 1, .who = "local:alice", .action = "add", .kind = "note", .id = "1", .body = "{}"};
    e.hash = content_hash(e);
    e.body = "[]";
    CHECK(content_hash(e) != e.hash);
}

} // namespace

int main() {
    proofs();
    hashes();
}
