#include "proof/automaton.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

namespace proof {

namespace {

constexpr std::uint32_t none = 0xFFFFFFFF;

using state_set = std::vector<std::uint32_t>; // sorted

struct hash_of_set {
    std::size_t operator()(const state_set &set) const {
        std::uint64_t h = 0xCBF29CE484222325;
        for (const std::uint32_t s : set) h = (h ^ s) * 0x100000001B3;
        return static_cast<std::size_t>(h);
    }
};

// The symbols by class: those that are in the same labels.
std::vector<std::vector<symbol>> classes_of(const std::vector<symbol_set> &labels) {
    std::map<std::vector<bool>, std::vector<symbol>> by_membership;
    for (symbol s = 0; s < mark; ++s) {
        std::vector<bool> in;
        for (const symbol_set &label : labels) in.push_back(label[s]);
        by_membership[in].push_back(s);
    }
    std::vector<std::vector<symbol>> classes;
    for (auto &[in, members] : by_membership) classes.push_back(std::move(members));
    classes.push_back({mark});
    return classes;
}

// The states that are reached without a symbol, sorted.
class closures {
public:
    explicit closures(const nfa &n) : n_(n), seen_(n.states().size(), 0) {}

    void close(state_set &set) {
        ++turn_;
        for (const std::uint32_t s : set) seen_[s] = turn_;
        for (std::size_t i = 0; i < set.size(); ++i) {
            for (const std::uint32_t to : n_.states()[set[i]].silent) {
                if (seen_[to] == turn_) continue;
                seen_[to] = turn_;
                set.push_back(to);
            }
        }
        std::ranges::sort(set);
    }

private:
    const nfa &n_;
    std::vector<std::uint32_t> seen_;
    std::uint32_t turn_ = 0;
};

// The path to the pair `at`, from the first one.
std::string text_to(const std::vector<std::pair<std::uint32_t, symbol>> &from, std::uint32_t at) {
    std::string text;
    for (; at != 0; at = from[at].first) text += static_cast<char>(from[at].second == mark ? 0xFF : from[at].second);
    std::ranges::reverse(text);
    return text;
}

} // namespace

std::uint32_t nfa::add_state() {
    states_.emplace_back();
    return static_cast<std::uint32_t>(states_.size() - 1);
}

void nfa::connect(std::uint32_t from, const symbol_set &label, std::uint32_t to) {
    auto found = std::ranges::find(labels_, label);
    if (found == labels_.end()) found = labels_.insert(labels_.end(), label);
    states_[from].edges.emplace_back(static_cast<std::uint32_t>(found - labels_.begin()), to);
}

struct automaton::table {
    std::vector<std::vector<symbol>> members{};
    std::vector<std::uint32_t> next{};
    std::vector<std::uint8_t> accepts{};

    [[nodiscard]] std::size_t classes() const { return members.size(); }
};

// The subset construction (Rabin, Scott 1959). A state is a set of states and whether the mark has been read.
automaton automaton::of(const nfa &n, std::uint32_t accepting, bool one_mark) {
    table t;
    t.members = classes_of(n.labels());
    std::vector<std::vector<std::uint32_t>> labels_of_class(t.classes());
    for (std::size_t c = 0; c < t.classes(); ++c) {
        for (std::uint32_t l = 0; l < n.labels().size(); ++l) {
            if (n.labels()[l][t.members[c].front()]) labels_of_class[c].push_back(l);
        }
    }
    closures silent(n);
    std::unordered_map<state_set, std::uint32_t, hash_of_set> known;
    std::vector<const state_set *> sets;
    const auto state_of = [&](state_set set, bool marked) {
        set.push_back(static_cast<std::uint32_t>(n.states().size()) + (marked ? 1 : 0));
        const auto [it, is_new] = known.emplace(std::move(set), static_cast<std::uint32_t>(known.size()));
        if (is_new) sets.push_back(&it->first);
        return it->second;
    };
    state_set first{0};
    silent.close(first);
    state_of(std::move(first), false);
    std::vector<std::vector<std::uint32_t>> by_label(n.labels().size());
    for (std::size_t s = 0; s < sets.size(); ++s) {
        const state_set set(sets[s]->begin(), sets[s]->end() - 1);
        const bool marked = sets[s]->back() != n.states().size();
        t.accepts.push_back(std::ranges::binary_search(set, accepting) && marked == one_mark ? 1 : 0);
        for (auto &targets : by_label) targets.clear();
        for (const std::uint32_t from : set) {
            for (const auto &[label, to] : n.states()[from].edges) by_label[label].push_back(to);
        }
        for (std::size_t c = 0; c < t.classes(); ++c) {
            const bool is_mark = t.members[c].front() == mark;
            state_set to;
            if (!is_mark || (one_mark && !marked)) {
                for (const std::uint32_t label : labels_of_class[c]) {
                    to.insert(to.end(), by_label[label].begin(), by_label[label].end());
                }
                std::ranges::sort(to);
                to.erase(std::ranges::unique(to).begin(), to.end());
                silent.close(to);
            }
            t.next.push_back(state_of(std::move(to), marked || is_mark));
        }
    }
    return minimal(t);
}

// Moore's partition refinement, then the states in breadth-first order, then the classes that no state tells apart.
automaton automaton::minimal(const table &t) {
    const std::size_t classes = t.classes();
    const std::size_t size = t.accepts.size();
    std::vector<std::uint32_t> block(t.accepts.begin(), t.accepts.end());
    for (std::size_t blocks = 0;;) {
        std::unordered_map<state_set, std::uint32_t, hash_of_set> known;
        std::vector<std::uint32_t> refined(size);
        for (std::size_t s = 0; s < size; ++s) {
            state_set signature{block[s]};
            for (std::size_t c = 0; c < classes; ++c) signature.push_back(block[t.next[s * classes + c]]);
            refined[s] = known.emplace(std::move(signature), static_cast<std::uint32_t>(known.size())).first->second;
        }
        block = std::move(refined);
        if (known.size() == blocks) break;
        blocks = known.size();
    }
    std::vector<std::uint32_t> order; // a state of `t` for each new one
    std::vector<std::uint32_t> number(size, none);
    const auto number_of = [&](std::size_t state) {
        std::uint32_t &n = number[block[state]];
        if (n == none) {
            n = static_cast<std::uint32_t>(order.size());
            order.push_back(static_cast<std::uint32_t>(state));
        }
        return n;
    };
    number_of(0);
    std::vector<std::vector<std::uint32_t>> columns(classes);
    for (std::size_t s = 0; s < order.size(); ++s) {
        for (std::size_t c = 0; c < classes; ++c) columns[c].push_back(number_of(t.next[order[s] * classes + c]));
    }
    automaton a;
    std::map<std::vector<std::uint32_t>, std::size_t> merged;
    std::vector<std::size_t> representative;
    for (std::size_t c = 0; c < classes; ++c) {
        const bool is_mark = t.members[c].front() == mark;
        const auto [it, is_new] = merged.emplace(columns[c], a.members_.size());
        const std::size_t to = is_new || is_mark ? a.members_.size() : it->second;
        if (to == a.members_.size()) {
            a.members_.emplace_back();
            representative.push_back(c);
        }
        for (const symbol s : t.members[c]) {
            a.members_[to].push_back(s);
            a.class_of_[s] = static_cast<std::uint16_t>(to);
        }
    }
    for (std::size_t s = 0; s < order.size(); ++s) {
        bool stays = true;
        for (const std::size_t c : representative) {
            a.next_.push_back(columns[c][s]);
            stays = stays && columns[c][s] == s;
        }
        a.accepts_.push_back(t.accepts[order[s]]);
        if (stays && a.accepts_.back() == 0) a.dead_ = static_cast<std::uint32_t>(s);
    }
    return a;
}

automaton automaton::difference(const automaton &a, const automaton &b) {
    table t;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<symbol>> together;
    for (symbol s = 0; s < mark; ++s) together[{a.class_of(s), b.class_of(s)}].push_back(s);
    for (const auto &[pair, members] : together) t.members.push_back(members);
    t.members.push_back({mark});
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    const auto state_of = [&](std::pair<std::uint32_t, std::uint32_t> pair) {
        const auto [it, is_new] = known.emplace(pair, static_cast<std::uint32_t>(pairs.size()));
        if (is_new) pairs.push_back(pair);
        return it->second;
    };
    state_of({0, 0});
    for (std::size_t s = 0; s < pairs.size(); ++s) {
        const auto [in_a, in_b] = pairs[s];
        t.accepts.push_back(a.accepts(in_a) && !b.accepts(in_b) ? 1 : 0);
        for (const auto &members : t.members) {
            const symbol any = members.front();
            t.next.push_back(state_of({a.next(in_a, a.class_of(any)), b.next(in_b, b.class_of(any))}));
        }
    }
    return minimal(t);
}

bool automaton::matches(std::string_view text) const {
    std::uint32_t state = 0;
    for (const char c : text) state = next(state, class_of_[static_cast<unsigned char>(c)]);
    return accepts(state);
}

automaton automaton::redirected(std::uint32_t state, std::uint32_t c, std::uint32_t to) const {
    automaton a = *this;
    a.next_[state * classes() + c] = to;
    return a;
}

std::optional<std::string> automaton::distinguish(const automaton &a, const automaton &b) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known{{{0, 0}, 0}};
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs{{0, 0}};
    std::vector<std::pair<std::uint32_t, symbol>> from{{0, 0}};
    for (std::uint32_t p = 0; p < pairs.size(); ++p) {
        const auto [in_a, in_b] = pairs[p];
        if (a.accepts(in_a) != b.accepts(in_b)) return text_to(from, p);
        for (symbol s = 0; s < symbols; ++s) {
            const std::pair to{a.next(in_a, a.class_of(s)), b.next(in_b, b.class_of(s))};
            if (!known.emplace(to, static_cast<std::uint32_t>(pairs.size())).second) continue;
            pairs.push_back(to);
            from.emplace_back(p, s);
        }
    }
    return std::nullopt;
}

// Two runs over one text, of which the first reads its mark before the second does, with an octet between them.
std::optional<std::string> automaton::with_two_marks() const {
    enum progress : std::uint8_t { unmarked, just_marked, marked, both_marked };
    struct run {
        std::uint32_t first;
        std::uint32_t second;
        progress at;
    };
    std::unordered_set<std::uint64_t> known;
    std::vector<run> runs;
    std::vector<std::pair<std::uint32_t, symbol>> from;
    const auto reach = [&](const run &r, std::uint32_t before, symbol s) {
        if (dead_ && (r.first == *dead_ || r.second == *dead_)) return;
        const std::uint64_t key = ((std::uint64_t{r.first} * states() + r.second) << 2) | r.at;
        if (!known.insert(key).second) return;
        runs.push_back(r);
        from.emplace_back(before, s);
    };
    reach({0, 0, unmarked}, 0, 0);
    for (std::uint32_t p = 0; p < runs.size(); ++p) {
        const run r = runs[p];
        if (r.at == both_marked && accepts(r.first) && accepts(r.second)) return text_to(from, p);
        if (r.at == unmarked) reach({next(r.first, mark_class()), r.second, just_marked}, p, mark);
        if (r.at == marked) reach({r.first, next(r.second, mark_class()), both_marked}, p, mark);
        const progress after = r.at == just_marked ? marked : r.at;
        for (std::uint32_t c = 0; c < mark_class(); ++c) {
            reach({next(r.first, c), next(r.second, c), after}, p, members_[c].front());
        }
    }
    return std::nullopt;
}

} // namespace proof
