// Proofs of single events of the history: they need neither the rest of it nor a connection. The Merkle tree over the
// history is that of store/merkle_tree.hpp, and docs/reference/history-format.md describes the lines of a proof.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/store/merkle_tree.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// The upper part of the tree over the history of a store, in memory: the subtrees of 512 events and all larger ones,
/// 125 KB for a million events. What is below is read from the store when a proof needs it. Used by one thread at a
/// time.
class history_tree {
public:
    /// The subtrees that are kept have 2^kept_level leaves, or more.
    static constexpr unsigned kept_level = 9;

    /// Reads on where it ended, about `most` events at most, and hashes each; begins again if the history of the store
    /// does not continue what it has read. Throws store::failure.
    /// @return whether it has all subtrees of the history
    bool read_on(store::reading &r, std::uint64_t most,
                 const std::function<void(std::uint64_t done, std::uint64_t of)> &progress = nullptr);
    /// The events that were read.
    [[nodiscard]] std::uint64_t events() const noexcept { return last_.first; }
    /// Requires that it is kept: node.level >= kept_level and node.end() <= events().
    [[nodiscard]] const store::digest &at(const store::tree_node &node) const;

private:
    void add(store::digest hash);

    std::vector<std::vector<store::digest>> levels_ = {}; // from kept_level on
    store::history_head last_ = {};                       // the last event of the subtrees
};

/// The size and the root of the tree over the history that is read. `t` has read all of it. Up to 511 events are read.
[[nodiscard]] store::tree_head tree_head_of(store::reading &r, const history_tree &t);

/// The events of a subject, the oldest first: all, or the last `most`.
[[nodiscard]] std::vector<store::event> events_of(store::reading &r, std::string_view kind, std::string_view id,
                                                  std::size_t most);
/// The lines that prove that these events are in the history, each with all that its hash depends on, but without
/// secrets; and that the tree of the first `from` events is the beginning of the tree over all (0: that is not asked).
/// `t` has read all of the history. Requires from <= the number of events. Up to 512 events are read for each event.
/// Throws store::failure.
[[nodiscard]] std::string history_proof(store::reading &r, const history_tree &t, std::span<const store::event> events,
                                        std::uint64_t from = 0);

/// A subject of a good proof.
struct proven_subject {
    std::uint64_t first = 0; ///< the first of its events that is proven
    bool complete = false;   ///< that event made the subject: all of its events until the last one are proven
    store::event last = {};  ///< the last one that is proven
};
/// The contents of a good proof.
struct proven_history {
    store::tree_head tree = {}; ///< the tree that the events are in
    std::vector<proven_subject> subjects = {};
    std::uint64_t events = 0;
    std::uint64_t withheld = 0;           ///< events whose bodies lack secrets: what they say is not proven
    std::vector<std::uint64_t> from = {}; ///< sizes of the smaller trees whose consistency has a path in the proof
    /// The tree of the proof is `known`, or continues it.
    bool known = false;
};
/// Verifies a proof, without the store. That no later event of a subject is in the history is not proven.
/// @param known the head of a tree that was noted earlier. Without it, the proof is only one of the tree that it names
/// itself, and whoever made it may have made that, too
/// @return or the first line that is wrong, and why, in a sentence without its end
[[nodiscard]] std::expected<proven_history, std::string> verify_proof(std::string_view text,
                                                                      const std::optional<store::tree_head> &known);

} // namespace service
} // namespace uniform
