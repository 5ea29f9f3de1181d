#include <uniform/store/merkle_tree.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

#include <uniform/base/assertion.hpp>

#include "store/history/event_encoding.hpp"
#include "store/history/history_reader.hpp"

namespace uniform::store {

namespace {

// RFC 9162 section 2.1.1: the largest power of two smaller than n.
constexpr std::uint64_t split_of(std::uint64_t n) noexcept { return std::bit_floor(n - 1); }

// RFC 9162 sections 2.1.3.2 and 2.1.4.2: where a verified path is, FN and SN, from a leaf or subtree up to the root.
class path_to_root {
public:
    path_to_root(std::uint64_t first, std::uint64_t last) noexcept : at_{first}, last_{last} {}

    [[nodiscard]] bool is_root() const noexcept { return last_ == 0; }
    // Whether the next hash of the path is that of the left subtree. Goes up to the node over both.
    [[nodiscard]] bool next_is_left() noexcept {
        const bool left = at_ % 2 == 1 || at_ == last_;
        if (left) {
            while (at_ % 2 == 0 && at_ != 0) up();
        }
        up();
        return left;
    }
    // To the largest complete subtree that ends with the first leaf.
    void skip_complete() noexcept {
        while (at_ % 2 == 1) up();
    }

private:
    void up() noexcept {
        at_ /= 2;
        last_ /= 2;
    }

    std::uint64_t at_;
    std::uint64_t last_;
};

// The hash of the leaves [begin, begin + count), which are a subtree of a tree: complete subtrees, the largest first.
digest hash_of_range(std::uint64_t begin, std::uint64_t count, const hash_of_node &hash) {
    UNIFORM_ASSERT(count > 0);
    if (std::has_single_bit(count)) {
        const auto level = static_cast<unsigned>(std::countr_zero(count));
        return hash({level, begin >> level});
    }
    const std::uint64_t left = split_of(count);
    return node_hash(hash_of_range(begin, left, hash), hash_of_range(begin + left, count - left, hash));
}

} // namespace

digest content_hash(const event &e) {
    auto view = detail::view_of(e);
    view.withheld = {};
    return detail::hash_of(e.previous, view);
}

digest leaf_hash(std::string_view entry) {
    std::string bytes(1, '\0');
    return detail::sha256(bytes += entry);
}

digest leaf_hash(const digest &event) { return leaf_hash(detail::bytes_of(event)); }

digest node_hash(const digest &left, const digest &right) {
    std::array<char, 1 + sizeof left + sizeof right> bytes{1};
    std::memcpy(&bytes[1], left.data(), left.size());
    std::memcpy(&bytes[1 + left.size()], right.data(), right.size());
    return detail::sha256({bytes.data(), bytes.size()});
}

void merkle_tree::add(const digest &leaf, const std::function<void(const tree_node &, const digest &)> &each) {
    digest hash = leaf;
    tree_node node{0, size_};
    if (each) each(node, hash);
    for (; node.index % 2 == 1; complete_.pop_back()) {
        hash = node_hash(complete_.back(), hash);
        node = {node.level + 1, node.index / 2};
        if (each) each(node, hash);
    }
    complete_.push_back(hash);
    ++size_;
    UNIFORM_ASSERT(complete_.size() == static_cast<std::size_t>(std::popcount(size_)));
}

digest merkle_tree::root() const {
    if (complete_.empty()) return detail::sha256({});
    digest hash = complete_.back();
    for (std::size_t i = complete_.size() - 1; i-- > 0;) hash = node_hash(complete_[i], hash);
    return hash;
}

digest root_at(std::uint64_t size, const hash_of_node &hash) {
    return size == 0 ? detail::sha256({}) : hash_of_range(0, size, hash);
}

std::vector<digest> inclusion_proof(std::uint64_t index, std::uint64_t size, const hash_of_node &hash) {
    UNIFORM_ASSERT(index < size);
    std::vector<digest> path;
    std::uint64_t begin = 0;
    // From the root to the leaf: the other half of each subtree, which the document lists from the leaf to the root.
    for (std::uint64_t count = size; count > 1;) {
        const std::uint64_t left = split_of(count);
        if (index - begin < left) {
            path.push_back(hash_of_range(begin + left, count - left, hash));
            count = left;
        } else {
            path.push_back(hash_of_range(begin, left, hash));
            begin += left;
            count -= left;
        }
    }
    std::ranges::reverse(path);
    return path;
}

std::vector<digest> consistency_proof(std::uint64_t from, std::uint64_t size, const hash_of_node &hash) {
    UNIFORM_ASSERT(from > 0 && from <= size);
    std::vector<digest> path;
    std::uint64_t begin = 0;
    std::uint64_t count = size;
    bool known = true; // the subtree begins with the first leaf: its hash is the root of the smaller tree
    while (from - begin < count) {
        const std::uint64_t left = split_of(count);
        if (from - begin <= left) {
            path.push_back(hash_of_range(begin + left, count - left, hash));
            count = left;
        } else {
            path.push_back(hash_of_range(begin, left, hash));
            begin += left;
            count -= left;
            known = false;
        }
    }
    if (!known) path.push_back(hash_of_range(begin, count, hash));
    std::ranges::reverse(path);
    return path;
}

std::optional<digest> root_by_inclusion(const digest &leaf, std::uint64_t index, std::uint64_t size,
                                        std::span<const digest> proof) {
    if (index >= size) return std::nullopt;
    path_to_root way{index, size - 1};
    digest hash = leaf;
    for (const digest &p : proof) {
        if (way.is_root()) return std::nullopt;
        hash = way.next_is_left() ? node_hash(p, hash) : node_hash(hash, p);
    }
    if (!way.is_root()) return std::nullopt;
    return hash;
}

bool is_consistent(const tree_head &from, const tree_head &to, std::span<const digest> proof) {
    if (from.first == 0 || from.first > to.first) return false;
    if (from.first == to.first) return proof.empty() && from.second == to.second;
    path_to_root way{from.first - 1, to.first - 1};
    way.skip_complete();
    // The root of a complete smaller tree begins the path.
    digest smaller = from.second;
    if (!std::has_single_bit(from.first)) {
        if (proof.empty()) return false;
        smaller = proof.front();
        proof = proof.subspan(1);
    }
    digest larger = smaller;
    for (const digest &p : proof) {
        if (way.is_root()) return false;
        if (way.next_is_left()) {
            smaller = node_hash(p, smaller);
            larger = node_hash(p, larger);
        } else {
            larger = node_hash(larger, p);
        }
    }
    return way.is_root() && smaller == from.second && larger == to.second;
}

} // namespace uniform::store
