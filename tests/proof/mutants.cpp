#include "proof/mutants.hpp"

#include "proof/campaign.hpp"

#include <random>

namespace proof {

namespace {

// Behind an octet of the class `by` at the offset, the automaton is in another state than the grammar's. With `then`,
// it is in a state of its own, which the next octet of this class leaves for the other state.
struct mutant {
    std::uint32_t offset = 0;
    std::uint32_t state = 0;
    std::uint32_t by = 0;
    std::optional<std::uint32_t> then{};
    std::uint32_t to = 0;

    [[nodiscard]] bool accepts(const automaton &a, std::string_view text) const {
        std::uint32_t at = 0;
        bool is_own = false;
        for (std::uint32_t i = 0; i < text.size(); ++i) {
            const std::uint32_t c = a.class_of(static_cast<unsigned char>(text[i]));
            const bool is_here = i == offset && at == state && c == by;
            const bool is_wrong = then ? is_own && c == *then : is_here;
            is_own = then && is_here;
            at = is_wrong ? to : a.next(at, c);
        }
        return a.accepts(at);
    }
};

// A fault at one of the offsets, in a state that a text reaches there.
mutant any_mutant(const automaton &a, const placed_words &ways, const std::vector<std::uint32_t> &offsets, bool is_more,
                  std::mt19937_64 &random) {
    const auto below = [&](std::size_t n) { return static_cast<std::uint32_t>(random() % n); };
    for (word v;;) {
        mutant m{.offset = offsets[below(offsets.size())],
                 .state = below(a.states()),
                 .by = below(a.mark_class()),
                 .then = {},
                 .to = below(a.states())};
        std::uint32_t right = a.next(m.state, m.by);
        if (is_more) {
            m.then = below(a.mark_class());
            right = a.next(right, *m.then);
        }
        if (m.to != right && ways.to(m.state, m.offset, v)) return m;
    }
}

} // namespace

std::vector<mutant_figures> examine_mutants(const edition_case &e, unsigned count) {
    const automaton a = compile(e.as_printed(), e.productions.front().rule);
    const placed_words ways(a, all_offsets().back(), 1);
    mutant m;
    examination x(a, [&](std::string_view text) { return m.accepts(a, text); });
    const bool is_k_1_everywhere = extra_states_at_places(a, x.words_of(), effort::total) > 0;
    std::vector<mutant_figures> all;
    std::mt19937_64 random(e.name.size());
    for (const bool is_more : {false, true}) {
        const bool is_everywhere = !is_more || is_k_1_everywhere;
        mutant_figures f{.fault = is_more ? "one state more" : "a wrong transition",
                         .offsets = is_everywhere ? "0 to 191" : "borders"};
        if (!is_more) f.found_without = 0;
        for (; f.faults < count; ++f.faults) {
            m = any_mutant(a, ways, is_everywhere ? all_offsets() : border_offsets(), is_more, random);
            f.found += x.finds_placed({m.offset}, is_more ? 2 : 1, 1) ? 1 : 0;
            if (!is_more) *f.found_without += x.finds_placed(all_offsets(), 0, 1) ? 1 : 0;
        }
        all.push_back(std::move(f));
    }
    return all;
}

} // namespace proof
