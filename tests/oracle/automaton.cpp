#include "oracle/automaton.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace oracle {

automaton::automaton(const grammar &g, const std::vector<std::string> &rules) {
    if (rules.size() > 32) throw std::runtime_error("automaton: too many rules");
    const std::uint32_t origin = add_state();
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const std::uint32_t first = add_state();
        nfa_[origin].epsilons.push_back(first);
        const std::uint32_t last = build(g, g.root(rules[i]), first, 0);
        nfa_[last].accepts |= 1U << i;
    }
    drop_blind_states();
    find_classes();
    closures_.resize(nfa_.size());
    stamps_.resize(nfa_.size());
    start_ = subset({origin});
    if (start_ == dead) throw std::runtime_error("automaton: no rule accepts anything");
}

std::uint32_t automaton::add_state() {
    nfa_.emplace_back();
    return static_cast<std::uint32_t>(nfa_.size() - 1);
}

// Appends the automaton of a node behind the state `from` and returns the state where it ends.
std::uint32_t automaton::build(const grammar &g, std::uint32_t index, std::uint32_t from, unsigned depth) {
    // The deepest of the documents' grammars has some 30 levels; a rule that reaches itself has no end of them.
    if (depth > 200 || nfa_.size() > 10'000'000) throw std::runtime_error("automaton: the grammar is recursive");
    const node &n = g.at(index);
    switch (n.kind) {
    case node_kind::set: {
        const std::uint32_t to = add_state();
        const std::uint32_t step = add_state();
        nfa_[from].epsilons.push_back(step);
        nfa_[step].set = n.set;
        nfa_[step].next = to;
        return to;
    }
    case node_kind::rule:
        return build(g, g.root(n.items[0]), from, depth + 1);
    case node_kind::sequence:
        for (const std::uint32_t item : n.items) from = build(g, item, from, depth + 1);
        return from;
    case node_kind::alternation: {
        const std::uint32_t to = add_state();
        for (const std::uint32_t item : n.items) {
            const std::uint32_t branch = add_state();
            nfa_[from].epsilons.push_back(branch);
            nfa_[build(g, item, branch, depth + 1)].epsilons.push_back(to);
        }
        return to;
    }
    case node_kind::repetition:
        break;
    }
    for (std::uint32_t i = 0; i < n.least; ++i) from = build(g, n.items[0], from, depth + 1);
    if (n.most == unbounded) {
        const std::uint32_t loop = add_state();
        nfa_[from].epsilons.push_back(loop);
        const std::uint32_t body = add_state();
        nfa_[loop].epsilons.push_back(body);
        nfa_[build(g, n.items[0], body, depth + 1)].epsilons.push_back(loop);
        const std::uint32_t to = add_state();
        nfa_[loop].epsilons.push_back(to);
        return to;
    }
    const std::uint32_t to = add_state();
    nfa_[from].epsilons.push_back(to);
    for (std::uint32_t i = n.least; i < n.most; ++i) {
        const std::uint32_t body = add_state();
        nfa_[from].epsilons.push_back(body);
        from = build(g, n.items[0], body, depth + 1);
        nfa_[from].epsilons.push_back(to);
    }
    return to;
}

// States that lead nowhere would keep a subset alive that can accept nothing more; `viable` needs them gone.
void automaton::drop_blind_states() {
    std::vector<std::vector<std::uint32_t>> before(nfa_.size());
    std::vector<std::uint32_t> queue;
    live_.assign(nfa_.size(), false);
    for (std::uint32_t s = 0; s < nfa_.size(); ++s) {
        for (const std::uint32_t to : nfa_[s].epsilons) before[to].push_back(s);
        if (nfa_[s].next != UINT32_MAX && nfa_[s].set.any()) before[nfa_[s].next].push_back(s);
        if (nfa_[s].accepts != 0) {
            live_[s] = true;
            queue.push_back(s);
        }
    }
    while (!queue.empty()) {
        const std::uint32_t s = queue.back();
        queue.pop_back();
        for (const std::uint32_t from : before[s])
            if (!live_[from]) {
                live_[from] = true;
                queue.push_back(from);
            }
    }
}

// Bytes that no set of the automaton tells apart share a column of the table.
void automaton::find_classes() {
    std::vector<const std::bitset<256> *> sets;
    for (const nfa_state &s : nfa_)
        if (s.next != UINT32_MAX &&
            std::none_of(sets.begin(), sets.end(), [&](const auto *other) { return *other == s.set; }))
            sets.push_back(&s.set);
    std::map<std::vector<bool>, std::uint8_t> numbers;
    for (unsigned b = 0; b < 256; ++b) {
        std::vector<bool> signature;
        for (const auto *set : sets) signature.push_back(set->test(b));
        const auto [place, added] = numbers.emplace(std::move(signature), static_cast<std::uint8_t>(numbers.size()));
        if (added) representative_.push_back(static_cast<unsigned char>(b));
        class_of_[b] = place->second;
    }
    classes_ = static_cast<std::uint32_t>(numbers.size());
}

// The states that a state reaches over nothing, itself included: those that step or accept, as only they decide what
// comes next.
const std::vector<std::uint32_t> &automaton::closure(std::uint32_t state) {
    std::vector<std::uint32_t> &kept = closures_[state];
    if (!kept.empty() || !live_[state]) return kept;
    ++stamp_;
    std::vector<std::uint32_t> open{state};
    while (!open.empty()) {
        const std::uint32_t s = open.back();
        open.pop_back();
        if (stamps_[s] == stamp_ || !live_[s]) continue;
        stamps_[s] = stamp_;
        if (nfa_[s].next != UINT32_MAX || nfa_[s].accepts != 0) kept.push_back(s);
        open.insert(open.end(), nfa_[s].epsilons.begin(), nfa_[s].epsilons.end());
    }
    return kept;
}

// The number of the deterministic state for these states and all that they reach over nothing.
std::uint32_t automaton::subset(const std::vector<std::uint32_t> &states) {
    for (const std::uint32_t s : states) static_cast<void>(closure(s));
    ++stamp_;
    std::vector<std::uint32_t> kept;
    for (const std::uint32_t s : states)
        for (const std::uint32_t k : closure(s))
            if (stamps_[k] != stamp_) {
                stamps_[k] = stamp_;
                kept.push_back(k);
            }
    if (kept.empty()) return dead;
    std::sort(kept.begin(), kept.end());
    std::uint64_t hash = 0xCBF29CE484222325U; // FNV-1a over whole numbers
    for (const std::uint32_t s : kept) hash = (hash ^ s) * 0x100000001B3U;
    const auto [first, last] = numbers_.equal_range(hash);
    for (auto place = first; place != last; ++place)
        if (subsets_[place->second] == kept) return place->second;
    const auto number = static_cast<std::uint32_t>(subsets_.size());
    if (number > 1'000'000) throw std::runtime_error("automaton: too many states");
    std::uint32_t accepts = 0;
    for (const std::uint32_t s : kept) accepts |= nfa_[s].accepts;
    accepting_.push_back(accepts);
    table_.resize(table_.size() + classes_, unknown);
    numbers_.emplace(hash, number);
    subsets_.push_back(std::move(kept));
    return number;
}

std::uint32_t automaton::extend(std::uint32_t state, std::uint32_t byte_class) {
    std::vector<std::uint32_t> next;
    for (const std::uint32_t s : subsets_[state])
        if (nfa_[s].next != UINT32_MAX && nfa_[s].set.test(representative_[byte_class])) next.push_back(nfa_[s].next);
    const std::uint32_t number = subset(next);
    table_[state * classes_ + byte_class] = number;
    return number;
}

std::size_t automaton::viable(std::string_view text) {
    std::uint32_t state = start_;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::uint32_t byte_class = class_of_[static_cast<unsigned char>(text[i])];
        std::uint32_t next = table_[state * classes_ + byte_class];
        if (next == unknown) next = extend(state, byte_class);
        if (next == dead) return i;
        state = next;
    }
    return text.size();
}

} // namespace oracle
