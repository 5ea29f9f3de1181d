// Proofs of single events of the history, which are verified without the store.
#include <uniform/service/history_proof.hpp>
#include <uniform/store/merkle_tree.hpp>
#include <uniform/store/store.hpp>

#include <expected>
#include <limits>
#include <string>
#include <vector>

#include "../check.hpp"
#include "../store.hpp"

using namespace uniform;
using namespace uniform::service;
using store::reading;

namespace {

void proving() {
    example_store s; // its first event has added a namespace
    std::string proof;
    store::tree_head noted;
    s.read([&](reading &r) {
        history_tree tree;
        CHECK(tree.read_on(r, std::numeric_limits<std::uint64_t>::max()) && tree.events() == 0); // less than 512 events
        noted = tree_head_of(r, tree);                                                           // to be kept elsewhere
        const std::vector<store::event> events = events_of(r, "namespace", "example", 10);
        proof = history_proof(r, tree, events, noted.first);
    });
    const std::expected<proven_history, std::string> proven = verify_proof(proof, noted);
    CHECK(proven && proven->known && proven->tree == noted && proven->subjects.size() == 1);
    const proven_subject &subject = proven->subjects.front();
    CHECK(subject.complete && subject.first == 1 && subject.last.kind == "namespace");
    noted.second.front() ^= std::byte{1};
    CHECK(!verify_proof(proof, noted)); // of another tree
}

} // namespace

int main() { proving(); }
