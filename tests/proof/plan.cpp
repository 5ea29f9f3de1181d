#include "proof/plan.hpp"

#include "proof/failure.hpp"

#include <algorithm>
#include <optional>

namespace proof {

namespace {

constexpr std::uint32_t none = 0xFFFFFFFF;

// A node of a splitting tree: a word, and the states by its verdict.
struct splitting {
    word by{};
    std::uint32_t parent = none;
    std::uint32_t depth = 0;
    std::vector<std::uint32_t> children{};
};

// One word for each split of Moore's refinement: together they tell all states apart (Lee, Yannakakis 1994).
std::vector<word> splitting_words(const automaton &a) {
    std::vector<splitting> tree(1);
    std::vector<std::vector<std::uint32_t>> states(1);
    for (std::uint32_t s = 0; s < a.states(); ++s) states[0].push_back(s);
    std::vector<std::uint32_t> leaf(a.states(), 0);
    std::vector<word> words;
    const auto common = [&](std::uint32_t x, std::uint32_t y) {
        while (x != y) {
            if (tree[x].depth < tree[y].depth) std::swap(x, y);
            x = tree[x].parent;
        }
        return x;
    };
    // The parts of a leaf by the child of `at` that has the state after `c`; without `at`, by acceptance.
    const auto split = [&](std::uint32_t l, std::optional<std::uint32_t> at, std::uint32_t c) {
        std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> parts;
        for (const std::uint32_t s : states[l]) {
            std::uint32_t key = a.accepts(s) ? 1 : 0;
            if (at) {
                for (key = leaf[a.next(s, c)]; tree[key].parent != *at;) key = tree[key].parent;
            }
            auto part = std::ranges::find(parts, key, [](const auto &p) { return p.first; });
            if (part == parts.end()) part = parts.insert(part, {key, {}});
            part->second.push_back(s);
        }
        word by;
        if (at) {
            by = tree[*at].by;
            by.insert(by.begin(), static_cast<std::uint8_t>(c));
        }
        words.push_back(by);
        tree[l].by = by;
        for (auto &[key, members] : parts) {
            const auto child = static_cast<std::uint32_t>(tree.size());
            tree.push_back({{}, l, tree[l].depth + 1, {}});
            tree[l].children.push_back(child);
            for (const std::uint32_t s : members) leaf[s] = child;
            states.push_back(std::move(members));
        }
    };
    split(0, std::nullopt, 0);
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t l = 1; l < tree.size(); ++l) {
            if (!tree[l].children.empty() || states[l].size() < 2) continue;
            for (std::uint32_t c = 0; c < a.classes(); ++c) {
                std::uint32_t at = leaf[a.next(states[l].front(), c)];
                for (const std::uint32_t s : states[l]) at = common(at, leaf[a.next(s, c)]);
                if (tree[at].children.empty()) continue; // all lead into one leaf
                split(l, at, c);
                changed = true;
                break;
            }
        }
    }
    for (std::uint32_t l = 0; l < tree.size(); ++l) {
        if (tree[l].children.empty() && states[l].size() > 1) fail("the automaton is not minimal");
    }
    return words;
}

bool accepted(const automaton &a, std::uint32_t state, const word &w) {
    for (const std::uint8_t c : w) state = a.next(state, c);
    return a.accepts(state);
}

std::uint64_t hash(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return x ^ (x >> 31);
}

// Whether the next of several ways takes the place of the `seen` ones before it: each of them has the same chance.
bool is_chosen(std::uint64_t salt, std::uint32_t length, std::uint32_t state, std::uint32_t seen) {
    return hash(salt ^ hash((std::uint64_t{length} << 40) ^ (std::uint64_t{state} << 20) ^ seen)) % (seen + 1) == 0;
}

} // namespace

plan::plan(const automaton &a) {
    find_access(a);
    find_identifiers(a);
}

std::size_t plan::identifier_count() const {
    std::size_t all = 0;
    for (const auto &words : identifiers_) all += words.size();
    return all;
}

void plan::find_access(const automaton &a) {
    access_.resize(a.states());
    std::vector<bool> known(a.states());
    known[0] = true;
    std::vector<std::uint32_t> order{0};
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::uint32_t c = 0; c < a.classes(); ++c) {
            const std::uint32_t to = a.next(order[i], c);
            if (known[to]) continue;
            known[to] = true;
            access_[to] = access_[order[i]];
            access_[to].push_back(static_cast<std::uint8_t>(c));
            order.push_back(to);
        }
    }
}

// A tree of the words that suffice, as balanced as they permit: the identifiers of a state are the words on the way to
// it, so that two states share the word where their ways part.
void plan::find_identifiers(const automaton &a) {
    std::vector<word> words = splitting_words(a);
    std::ranges::sort(words, {}, [](const word &w) { return std::pair{w.size(), w}; });
    words.erase(std::ranges::unique(words).begin(), words.end());
    std::vector<std::vector<bool>> verdicts;
    for (const word &w : words) {
        std::vector<bool> &verdict = verdicts.emplace_back();
        for (std::uint32_t s = 0; s < a.states(); ++s) verdict.push_back(accepted(a, s, w));
    }
    identifiers_.resize(a.states());
    std::vector<std::vector<std::uint32_t>> open(1);
    for (std::uint32_t s = 0; s < a.states(); ++s) open[0].push_back(s);
    while (!open.empty()) {
        const std::vector<std::uint32_t> set = std::move(open.back());
        open.pop_back();
        if (set.size() < 2) continue;
        std::size_t best = words.size();
        std::size_t smaller = 0;
        for (std::size_t w = 0; w < words.size() && smaller < set.size() / 2; ++w) {
            const auto yes =
                static_cast<std::size_t>(std::ranges::count_if(set, [&](auto s) { return verdicts[w][s]; }));
            if (std::min(yes, set.size() - yes) <= smaller) continue;
            smaller = std::min(yes, set.size() - yes);
            best = w;
        }
        std::vector<std::uint32_t> yes;
        std::vector<std::uint32_t> no;
        for (const std::uint32_t s : set) {
            identifiers_[s].push_back(words.at(best));
            (verdicts[best][s] ? yes : no).push_back(s);
        }
        open.push_back(std::move(yes));
        open.push_back(std::move(no));
    }
}

placed_words::placed_words(const automaton &a, std::uint32_t longest, std::uint64_t salt)
    : a_(a), before_(longest + 1, std::vector<step>(a.states())), after_(longest + 1, std::vector<step>(a.states())) {
    find_ways(salt);
    find_ends(salt);
}

// One of the ways that lead to a state with a length, by chance, the same in each run.
void placed_words::find_ways(std::uint64_t salt) {
    std::vector<std::uint32_t> seen(a_.states());
    const auto offer = [&](std::uint32_t length, std::uint32_t from, std::uint32_t c) {
        const std::uint32_t to = a_.next(from, c);
        step &way = before_[length][to];
        const bool from_dead = from == a_.dead();
        if (from_dead && way.state != none && way.state != a_.dead()) return;
        if (to == a_.dead() && way.state == a_.dead() && !from_dead) seen[to] = 0;
        if (is_chosen(salt, length, to, seen[to]++)) way = {from, c};
    };
    before_[0][0] = {0, none};
    for (std::uint32_t length = 0; length < before_.size(); ++length) {
        std::ranges::fill(seen, 0);
        for (std::uint32_t s = 0; length > 0 && s < a_.states(); ++s) {
            if (before_[length - 1][s].state == none) continue;
            for (std::uint32_t c = 0; c < a_.mark_class(); ++c) offer(length, s, c);
        }
        for (std::uint32_t s = 0; s < a_.states(); ++s) {
            const bool by_mark = before_[length][s].by == a_.mark_class();
            if (before_[length][s].state == none || by_mark || a_.next(s, a_.mark_class()) == a_.dead()) continue;
            offer(length, s, a_.mark_class());
        }
    }
}

void placed_words::find_ends(std::uint64_t salt) {
    for (std::uint32_t length = 0; length < after_.size(); ++length) {
        for (std::uint32_t s = 0; s < a_.states(); ++s) {
            step &way = after_[length][s];
            if (length == 0) {
                if (a_.accepts(s)) way = {s, none};
                continue;
            }
            std::uint32_t seen = 0;
            for (std::uint32_t c = 0; c < a_.mark_class(); ++c) {
                const std::uint32_t to = a_.next(s, c);
                if (after_[length - 1][to].state == none) continue;
                if (is_chosen(salt, length, s, seen++)) way = {to, c};
            }
        }
        for (std::uint32_t s = 0; s < a_.states(); ++s) {
            const std::uint32_t to = a_.next(s, a_.mark_class());
            if (after_[length][s].state == none && after_[length][to].state != none &&
                after_[length][to].by != a_.mark_class()) {
                after_[length][s] = {to, a_.mark_class()};
            }
        }
    }
}

bool placed_words::to(std::uint32_t state, std::uint32_t length, word &out) const {
    out.clear();
    if (before_[length][state].state == none) return false;
    while (before_[length][state].by != none) {
        const step way = before_[length][state];
        out.push_back(static_cast<std::uint8_t>(way.by));
        if (way.by != a_.mark_class()) --length;
        state = way.state;
    }
    std::ranges::reverse(out);
    return true;
}

bool placed_words::accepted_from(std::uint32_t state, std::uint32_t length, word &out) const {
    out.clear();
    if (after_[length][state].state == none) return false;
    while (after_[length][state].by != none) {
        const step way = after_[length][state];
        out.push_back(static_cast<std::uint8_t>(way.by));
        if (way.by != a_.mark_class()) --length;
        state = way.state;
    }
    return true;
}

} // namespace proof
