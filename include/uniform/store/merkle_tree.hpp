// The Merkle tree over the history (RFC 9162 section 2.1, with SHA-256), and the proofs of single events in it.
//
// The entries of the tree are the hashes of the events, in the order of their numbers, so that event N is the leaf with
// the index N-1. The root of the tree depends on all of them, and about log2(size) hashes prove that an event is among
// them (inclusion), or that a smaller tree is the beginning of a larger one (consistency): nobody needs the history to
// check that. docs/reference/history-format.md describes the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/store/history_head.hpp>
#include <uniform/store/records.hpp>

namespace uniform UNIFORM_API {
namespace store {

/// The hash of the content of an event and of the event before it, `event::previous`: equal to `event::hash`, unless
/// the body was changed, or lacks its secrets. Linear in the body.
[[nodiscard]] digest content_hash(const event &e);

/// RFC 9162 section 2.1.1: the hash of a tree with this entry alone, SHA-256(0x00 || entry).
[[nodiscard]] digest leaf_hash(std::string_view entry);
/// The leaf of an event, by its hash.
[[nodiscard]] digest leaf_hash(const digest &event);
/// RFC 9162 section 2.1.1: the hash of the tree with these two subtrees, SHA-256(0x01 || left || right).
[[nodiscard]] digest node_hash(const digest &left, const digest &right);

/// The size of a tree and its root, in the form of a head of the history: "SIZE:ROOT".
using tree_head = history_head;

/// A complete subtree: the leaves [index * 2^level, (index + 1) * 2^level).
struct tree_node {
    unsigned level = 0; ///< 0: a leaf; at most 63
    std::uint64_t index = 0;
    [[nodiscard]] constexpr std::uint64_t end() const noexcept { return (index + 1) << level; }
    friend bool operator==(const tree_node &, const tree_node &) = default;
};

/// A tree that grows. Its memory is one hash for each bit of its size.
class merkle_tree {
public:
    /// Adds a leaf, by its hash. Amortized two hashes.
    /// @param each called with each complete subtree that the leaf ends, the leaf itself first
    void add(const digest &leaf, const std::function<void(const tree_node &, const digest &)> &each = nullptr);
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    /// RFC 9162 section 2.1.1: the hash of all leaves; of none, SHA-256 of no bytes. A hash for each bit of the size.
    [[nodiscard]] digest root() const;

private:
    std::vector<digest> complete_ = {}; // the largest subtree first; one for each bit of the size that is set
    std::uint64_t size_ = 0;
};

/// Says the hash of a complete subtree: what a proof is made of.
using hash_of_node = std::function<digest(const tree_node &)>;

/// The root of the tree of the first `size` leaves. At most 64 subtrees.
[[nodiscard]] digest root_at(std::uint64_t size, const hash_of_node &hash);
/// RFC 9162 section 2.1.3.1: what proves that a leaf is in the tree of the first `size` leaves. Requires index < size.
/// At most 64 hashes, for which at most 128 subtrees are asked for.
[[nodiscard]] std::vector<digest> inclusion_proof(std::uint64_t index, std::uint64_t size, const hash_of_node &hash);
/// RFC 9162 section 2.1.4.1: what proves that the tree of the first `from` leaves is the beginning of that of the first
/// `size`; nothing, if both are equal. Requires 0 < from <= size. At most 64 hashes.
[[nodiscard]] std::vector<digest> consistency_proof(std::uint64_t from, std::uint64_t size, const hash_of_node &hash);

/// RFC 9162 section 2.1.3.2: the root that the proof leads to; nothing, if it has another length than that of a leaf
/// with this index in a tree of this size. The proof is good if it is the root that the tree is known to have.
[[nodiscard]] std::optional<digest> root_by_inclusion(const digest &leaf, std::uint64_t index, std::uint64_t size,
                                                      std::span<const digest> proof);
/// RFC 9162 section 2.1.4.2: whether the proof shows that a tree is the beginning of another one. Trees of one size
/// have one root and no proof; of the tree without leaves there is none, and nothing to prove: false.
[[nodiscard]] bool is_consistent(const tree_head &from, const tree_head &to, std::span<const digest> proof);

} // namespace store
} // namespace uniform
