#include "proof/campaign.hpp"

#include <algorithm>
#include <optional>

namespace proof {

namespace {

std::vector<std::uint32_t> lengths(std::uint32_t first, std::uint32_t last) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = first; i <= last; ++i) all.push_back(i);
    return all;
}

// The borders of registers (16, 32, 64 octets), of blocks (64), and of the texts that take the short path (128).
const std::vector<std::uint32_t> borders{0,  1,  2,  14, 15, 16, 17, 30, 31, 32,  33,  34,  46,  47,  48,  60,
                                         61, 62, 63, 64, 65, 66, 95, 96, 97, 125, 126, 127, 128, 129, 130, 191};

constexpr std::uint32_t many_classes = 24;

bool is_first(const edition_case &e, const production_case &p) { return &p == &e.productions.front(); }

// RFC 6874 is read by the scalar parser alone: a kernel leaves each "[" to it.
bool are_places_examined(const recognizer &r) { return r.has_kernels() && !r.zone_ids; }

// The places of the language's words: every offset in the first three blocks, and each with each distance from the end.
void examine_places(examination &x, std::uint32_t classes, bool is_main, effort how) {
    const std::vector<std::uint32_t> some{0, 15, 31, 32, 47, 62, 63, 64, 100, 127, 128};
    if (how == effort::part) {
        if (!is_main) return;
        x.placed(borders, 0, 1);
        x.crossed(some, {0, 1, 31, 32, 63, 64}, 2);
        return;
    }
    x.placed(lengths(0, 191), 0, 1);
    if (!is_main) return;
    x.placed(lengths(0, 191), 0, 3);
    if (classes <= many_classes) x.placed(borders, 1, 4);
    x.crossed(classes <= many_classes ? lengths(0, 129) : borders, lengths(0, 65), 2);
}

} // namespace

examined examine_language(const edition_case &e, const production_case &p, effort how) {
    const automaton a = compile(e.as_printed(), p.rule);
    examination x(a, p.by, std::nullopt, how == effort::total);
    const bool is_main = is_first(e, p) && p.by.has_kernels();
    const std::uint32_t k = (is_main ? 1U : 0U) + (how == effort::total ? 1U : 0U);
    x.words(k + 1);
    // Rules of many states consist of those of the main productions, whose octets are examined.
    constexpr std::uint32_t many_states = 64;
    const bool is_small = !p.by.has_kernels() && a.states() <= many_states;
    if (is_main || is_small || how == effort::total) x.octets();
    if (are_places_examined(p.by)) examine_places(x, a.classes(), is_main, how);
    return {e.name, p.rule, "", a.states(), a.mark_class(), x.words_of().identifier_count(), k, x.result()};
}

std::vector<examined> examine_boundaries(const edition_case &e, const production_case &p, effort how) {
    std::vector<examined> all;
    const grammar g = e.with_precedence();
    for (const component_rules &c : e.components) {
        for (const bool is_end : {false, true}) {
            const automaton a = compile(g, p.rule, boundary{c.rules, is_end});
            if (a.states() == 1) continue; // no text of this production has the component
            examination x(a, p.by, reported_boundary{c.component, is_end}, how == effort::total);
            const bool is_main = is_first(e, p) && how == effort::total;
            const std::uint32_t k = is_main ? 1 : 0;
            x.words(k + 1);
            if (is_main && are_places_examined(p.by)) {
                x.placed(a.classes() <= many_classes ? lengths(0, 66) : borders, 0, 1);
            }
            all.push_back({e.name, p.rule, std::string(c.name) + (is_end ? " ends" : " begins"), a.states(),
                           a.mark_class(), x.words_of().identifier_count(), k, x.result()});
        }
    }
    return all;
}

} // namespace proof
