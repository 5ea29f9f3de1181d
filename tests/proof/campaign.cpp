#include "proof/campaign.hpp"

#include <algorithm>

namespace proof {

namespace {

std::vector<std::uint32_t> lengths(std::uint32_t first, std::uint32_t last) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = first; i <= last; ++i) all.push_back(i);
    return all;
}

// The largest numbers of texts of a set of effort::total, by the estimate below: of a language, of a boundary, and of
// each of them at an offset.
constexpr std::uint64_t most_of_language = 50'000'000;
constexpr std::uint64_t most_of_boundary = 6'000'000;
constexpr std::uint64_t most_of_language_at_offset = 1'500'000;
constexpr std::uint64_t most_of_boundary_at_offset = 60'000;

bool is_first(const edition_case &e, const production_case &p) { return &p == &e.productions.front(); }

// About the number of texts of a set with words w of at most k + 1 symbols.
std::uint64_t texts_with(const automaton &a, const plan &p, std::uint32_t k) {
    std::uint64_t texts = p.identifier_count();
    for (std::uint32_t i = 0; i <= k; ++i) texts *= a.classes();
    return texts;
}

// The k up to `wanted` whose set is not too large.
std::uint32_t affordable(const automaton &a, const plan &p, std::uint32_t wanted, std::uint64_t most, effort how) {
    while (how != effort::all && wanted > 0 && texts_with(a, p, wanted) > most) --wanted;
    return wanted;
}

place_figures examine_places(examination &x, const automaton &a, bool is_main, effort how) {
    place_figures f{.k = 0};
    if (how == effort::part) {
        f.placeless = x.placed(all_offsets(), 1, 1);
        const std::uint64_t before = x.result().texts;
        x.crossed({0, 15, 31, 32, 47, 62, 63, 64, 100, 127, 128}, {0, 1, 31, 32, 63, 64}, 2);
        f.crossed = x.result().texts - before;
        return f;
    }
    const std::uint32_t k = is_main ? extra_states_at_places(a, x.words_of(), how) : 0;
    f.k = k;
    f.placeless = x.placed(all_offsets(), k + 1, 1);
    if (!is_main) return f;
    x.placed(all_offsets(), 1, 3); // other words that lead to the same states
    if (k == 0) {
        f.k_at_borders = 1;
        x.placed(border_offsets(), 2, 4);
    }
    const std::uint64_t before = x.result().texts;
    x.crossed(k == 0 ? border_offsets() : all_offsets(), lengths(0, 65), 2);
    f.crossed = x.result().texts - before;
    return f;
}

} // namespace

const std::vector<std::uint32_t> &all_offsets() {
    static const std::vector<std::uint32_t> all = lengths(0, 191);
    return all;
}

const std::vector<std::uint32_t> &border_offsets() {
    static const std::vector<std::uint32_t> borders{0,  1,  2,  14,  15,  16,  17,  30,  31,  32, 33,
                                                    34, 46, 47, 48,  60,  61,  62,  63,  64,  65, 66,
                                                    95, 96, 97, 125, 126, 127, 128, 129, 130, 191};
    return borders;
}

bool has_places(const recognizer &r) { return r.has_kernels() && !r.zone_ids; }

std::uint32_t extra_states_at_places(const automaton &a, const plan &p, effort how) {
    return affordable(a, p, how == effort::all ? 2 : 1, most_of_language_at_offset, how);
}

examined examine_language(const edition_case &e, const production_case &p, effort how) {
    const automaton a = compile(e.as_printed(), p.rule);
    examination x(a, p.by, std::nullopt, how != effort::part);
    const bool is_main = is_first(e, p) && p.by.has_kernels();
    std::uint32_t k = is_main ? 1 : 0;
    if (how != effort::part) k = is_main ? 2 : std::max(1U, affordable(a, x.words_of(), 2, most_of_language, how));
    x.words(k + 1);
    // Rules of many states consist of those of the main productions, whose octets are examined.
    constexpr std::uint32_t many_states = 64;
    const bool is_small = !p.by.has_kernels() && a.states() <= many_states;
    if (is_main || is_small || how != effort::part) x.octets();
    examined all{e.name, p.rule, "", a.states(), a.mark_class(), x.words_of().identifier_count(), k, {}, x.result()};
    if (has_places(p.by) && (is_main || how != effort::part)) {
        examination places(a, p.by, std::nullopt, true);
        all.places = examine_places(places, a, is_main, how);
        all.found.add(places.result());
    }
    return all;
}

std::vector<examined> examine_boundaries(const edition_case &e, const production_case &p, effort how) {
    std::vector<examined> all;
    const grammar g = e.with_precedence();
    for (const component_rules &c : e.components) {
        for (const bool is_end : {false, true}) {
            const automaton a = compile(g, p.rule, boundary{c.rules, is_end});
            if (a.states() == 1) continue; // no text of this production has the component
            examination x(a, p.by, reported_boundary{c.component, is_end}, how != effort::part);
            std::uint32_t k = how != effort::part ? affordable(a, x.words_of(), 2, most_of_boundary, how) : 0;
            if (how != effort::part && is_first(e, p)) k = std::max(1U, k);
            x.words(k + 1);
            std::optional<place_figures> places;
            if (how != effort::part && is_first(e, p) && has_places(p.by)) {
                const bool is_everywhere =
                    how == effort::all || texts_with(a, x.words_of(), 0) <= most_of_boundary_at_offset;
                places.emplace();
                (is_everywhere ? places->k : places->k_at_borders) = 0;
                places->placeless = x.placed(is_everywhere ? all_offsets() : border_offsets(), 1, 1);
            }
            all.push_back({e.name, p.rule, std::string(c.name) + (is_end ? " ends" : " begins"), a.states(),
                           a.mark_class(), x.words_of().identifier_count(), k, places, x.result()});
        }
    }
    return all;
}

} // namespace proof
