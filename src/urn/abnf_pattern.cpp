// From a grammar to a pattern. The rules that a rule reaches are ordered into cycles (Tarjan), those it needs first. A
// rule outside of cycles is its expression. The rules of a cycle are a system of equations, one for each rule X:
//
//     X = a Y | b X | c      if the rules of the cycle stand at the end of what they are part of (right-linear), or
//     X = Y a | X b | c      if they stand at the beginning (left-linear),
//
// which Arden's rule solves: X = b* (a Y | c). In between them a rule would count, as "(" X ")" does, and no automaton
// can: then the language need not be regular, and the error says so.

#include <algorithm>
#include <map>
#include <optional>

#include "urn/abnf_expression.hpp"
#include "urn/abnf_rules.hpp"
#include "urn/pattern.hpp"

namespace uniform {

namespace detail {

namespace {

constexpr std::size_t most_rules_in_a_cycle = 32;
constexpr std::uint32_t greatest_repetition = 10'000; // as of patterns
constexpr std::uint32_t unvisited = 0xFFFFFFFF;

class abnf_compiler {
public:
    explicit abnf_compiler(const abnf_rules &rules) : rules_{rules}, solved_(rules.definitions.size(), unvisited) {}

    std::expected<std::string, abnf_error> compile(const abnf_definition &start) {
        const auto number = static_cast<std::uint32_t>(&start - rules_.definitions.data());
        for (const std::vector<std::uint32_t> &cycle : cycles_from(number)) {
            if (!solve(cycle)) return std::unexpected{std::move(*error_)};
        }
        const index whole = solved_[number];
        if (whole == abnf_expressions::nothing) {
            fail(start.offset, start.predefined, abnf_error_code::matches_nothing,
                 "no NSS can be of the rule \"" + name_of(number) + '"', "RFC 8141 section 2");
            return std::unexpected{std::move(*error_)};
        }
        std::string pattern = expressions_.write(whole);
        if (!pattern::compile(pattern)) {
            too_large(start.offset);
            return std::unexpected{std::move(*error_)};
        }
        return pattern;
    }

private:
    using index = abnf_expressions::index;
    using kind = abnf_node::kind;
    enum class side : std::uint8_t { right, left };

    // A linear expression in the rules of a cycle: for each of them its factor, and what is without them.
    struct linear {
        std::map<std::uint32_t, index> factors;
        index rest = abnf_expressions::nothing;
    };

    void fail(std::size_t offset, bool predefined, abnf_error_code code, std::string message,
              std::string_view section) {
        if (error_) return;
        error_ = abnf_error_at(rules_.text, predefined ? 0 : offset, code, std::move(message), section);
    }
    void too_large(std::size_t offset) {
        fail(offset, in_predefined_, abnf_error_code::too_large, "the pattern of this would be too large", {});
    }

    [[nodiscard]] std::string name_of(std::uint32_t number) const {
        const abnf_definition &d = rules_.definitions[number];
        if (d.predefined) return d.name;
        const auto listed = std::ranges::find(rules_.listed, d.offset, &abnf_rule::offset);
        return listed == rules_.listed.end() ? d.name : std::string{listed->name};
    }

    // The rules that the node mentions.
    void mentioned(std::uint32_t node, std::vector<std::uint32_t> &out) const {
        std::vector<std::uint32_t> open{node};
        while (!open.empty()) {
            const abnf_node &n = rules_.nodes[open.back()];
            open.pop_back();
            if (n.what == kind::reference) out.push_back(n.first);
            if (n.what == kind::alternation || n.what == kind::concatenation || n.what == kind::repetition) {
                open.insert(open.end(), n.children.begin(), n.children.end());
            }
        }
        std::ranges::sort(out);
        out.erase(std::unique(out.begin(), out.end()), out.end());
    }

    // Tarjan's strongly connected components of what `start` reaches, without recursion: a component comes after those
    // that it refers to.
    std::vector<std::vector<std::uint32_t>> cycles_from(std::uint32_t start) const {
        struct visit {
            std::uint32_t rule;
            std::vector<std::uint32_t> next;
            std::size_t done = 0;
        };
        std::vector<std::vector<std::uint32_t>> all;
        std::vector<std::uint32_t> order(rules_.definitions.size(), unvisited);
        std::vector<std::uint32_t> low(rules_.definitions.size(), unvisited);
        std::vector<bool> on_stack(rules_.definitions.size());
        std::vector<std::uint32_t> stack;
        std::vector<visit> open;
        std::uint32_t count = 0;
        const auto enter = [&](std::uint32_t rule) {
            order[rule] = low[rule] = count++;
            stack.push_back(rule);
            on_stack[rule] = true;
            open.push_back({rule, {}});
            mentioned(rules_.definitions[rule].node, open.back().next);
        };
        enter(start);
        while (!open.empty()) {
            visit &v = open.back();
            if (v.done < v.next.size()) {
                const std::uint32_t next = v.next[v.done++];
                if (order[next] == unvisited) {
                    enter(next);
                } else if (on_stack[next]) {
                    low[v.rule] = std::min(low[v.rule], order[next]);
                }
                continue;
            }
            const std::uint32_t rule = v.rule;
            open.pop_back();
            if (!open.empty()) low[open.back().rule] = std::min(low[open.back().rule], low[rule]);
            if (low[rule] != order[rule]) continue;
            auto &cycle = all.emplace_back();
            while (true) {
                const std::uint32_t member = stack.back();
                stack.pop_back();
                on_stack[member] = false;
                cycle.push_back(member);
                if (member == rule) break;
            }
            std::ranges::sort(cycle);
        }
        return all;
    }

    bool solve(const std::vector<std::uint32_t> &cycle) {
        if (cycle.size() > most_rules_in_a_cycle) {
            fail(rules_.definitions[cycle.front()].offset, false, abnf_error_code::too_large,
                 "more than " + std::to_string(most_rules_in_a_cycle) + " rules refer to one another", {});
            return false;
        }
        cycle_ = cycle;
        inner_.reset();
        for (const side s : {side::right, side::left}) {
            std::map<std::uint32_t, linear> system;
            bool good = true;
            for (const std::uint32_t rule : cycle) {
                in_predefined_ = rules_.definitions[rule].predefined;
                auto equation = read(rules_.definitions[rule].node, s);
                if (error_) return false;
                good = good && equation.has_value();
                if (!good) break;
                system.emplace(rule, *std::move(equation));
            }
            if (good) return eliminate(cycle, system, s);
        }
        explain(cycle);
        return false;
    }

    // Neither all at the end nor all at the beginning.
    void explain(const std::vector<std::uint32_t> &cycle) {
        std::string says;
        for (const std::uint32_t rule : cycle) {
            const abnf_definition &d = rules_.definitions[rule];
            const std::size_t line = abnf_error_at(rules_.text, d.offset, {}, {}, {}).line;
            says += (says.empty()           ? "\""
                     : rule == cycle.back() ? " and \""
                                            : ", \"") +
                    name_of(rule) + "\" (line " + std::to_string(line) + ')';
        }
        says += cycle.size() == 1
                    ? " refers to itself here neither only at the end nor only at the beginning of what it "
                      "describes, so that the language need not be regular"
                    : " refer to one another, here neither only at the end nor only at the beginning of what "
                      "they describe, so that the language need not be regular";
        fail(inner_.value_or(rules_.definitions[cycle.front()].offset), false, abnf_error_code::not_regular,
             std::move(says), {});
    }

    [[nodiscard]] bool in_cycle(std::uint32_t rule) const { return std::ranges::binary_search(cycle_, rule); }

    index checked(index e, std::size_t offset) {
        if (!error_ && expressions_.too_large(e)) too_large(offset);
        return e;
    }

    static bool is_constant(const linear &l) noexcept { return l.factors.empty(); }

    // The node as a linear expression; nothing if it is not linear on that side. REQUIRES: nesting has a limit.
    std::optional<linear> read(std::uint32_t node, side s) {
        const abnf_node &n = rules_.nodes[node];
        switch (n.what) {
        case kind::text:
        case kind::values:
        case kind::range:
        case kind::prose:
            return terminal(n);
        case kind::reference:
            if (in_cycle(n.first)) return linear{{{n.first, abnf_expressions::empty_text}}};
            return linear{{}, solved_[n.first]};
        case kind::alternation: {
            std::vector<linear> all;
            for (const std::uint32_t child : n.children) {
                auto one = read(child, s);
                if (!one) return one;
                all.push_back(*std::move(one));
            }
            return alternate(all, n.offset);
        }
        case kind::concatenation:
            return concatenate(n, s);
        case kind::repetition:
            return repeat(n, s);
        }
        return std::nullopt;
    }

    linear alternate(const std::vector<linear> &all, std::size_t offset) {
        linear sum;
        std::map<std::uint32_t, std::vector<index>> factors;
        std::vector<index> rests;
        for (const linear &l : all) {
            for (const auto &[rule, factor] : l.factors) factors[rule].push_back(factor);
            rests.push_back(l.rest);
        }
        for (const auto &[rule, some] : factors) sum.factors[rule] = checked(expressions_.alternate(some), offset);
        sum.rest = checked(expressions_.alternate(rests), offset);
        return sum;
    }

    index join(index outer, index inner, side s) {
        return s == side::right ? expressions_.concatenate({outer, inner}) : expressions_.concatenate({inner, outer});
    }

    std::optional<linear> concatenate(const abnf_node &n, side s) {
        // the parts before the one with the rules of the cycle (behind it, if they are to stand at the beginning)
        std::vector<index> constants;
        std::optional<linear> recursive;
        const std::size_t count = n.children.size();
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t child = n.children[s == side::right ? i : count - 1 - i];
            if (recursive) return not_linear(n.children[s == side::right ? i - 1 : count - i]);
            auto one = read(child, s);
            if (!one) return one;
            if (is_constant(*one)) {
                constants.push_back(one->rest);
            } else {
                recursive = std::move(one);
            }
        }
        if (s == side::left) std::ranges::reverse(constants);
        const index outer = checked(expressions_.concatenate(constants), n.offset);
        if (!recursive) return linear{{}, outer};
        for (auto &[rule, factor] : recursive->factors) factor = checked(join(outer, factor, s), n.offset);
        recursive->rest = checked(join(outer, recursive->rest, s), n.offset);
        return recursive;
    }

    std::optional<linear> repeat(const abnf_node &n, side s) {
        auto one = read(n.children.front(), s);
        if (!one || error_) return one;
        if (n.max == 0) return linear{{}, abnf_expressions::empty_text};
        if (!is_constant(*one)) {
            if (n.max != 1) return not_linear(n.children.front());
            if (n.min == 0) one->rest = expressions_.alternate({one->rest, abnf_expressions::empty_text});
            return one;
        }
        if (n.min > greatest_repetition || (n.max != abnf_unbounded && n.max > greatest_repetition)) {
            fail(n.offset, in_predefined_, abnf_error_code::too_large,
                 "a repetition has at most " + std::to_string(greatest_repetition) + " in a pattern", {});
            return one;
        }
        return linear{{}, checked(expressions_.repeat(one->rest, n.min, n.max), n.offset)};
    }

    std::nullopt_t not_linear(std::uint32_t node) {
        if (!inner_ && !in_predefined_) inner_ = rules_.nodes[node].offset;
        return std::nullopt;
    }

    // RFC 5234 2.3, RFC 7405 2.1
    linear terminal(const abnf_node &n) {
        std::vector<index> parts;
        const auto add = [&](std::uint32_t first, std::uint32_t last, bool sensitive) {
            std::bitset<256> bytes;
            for (std::uint32_t b = first; b <= std::min<std::uint32_t>(last, 0xFF); ++b) {
                bytes.set(b);
                const auto c = static_cast<char>(b);
                if (!sensitive && ascii_letter(c)) bytes.set(b ^ 0x20U);
            }
            parts.push_back(expressions_.set(bytes));
        };
        switch (n.what) {
        case kind::text:
            for (const char c : n.text) {
                const auto b = static_cast<unsigned char>(c);
                add(b, b, n.sensitive);
            }
            break;
        case kind::values:
            for (const std::uint32_t value : n.children) add(value, value, true);
            break;
        case kind::range:
            add(n.first, n.last, true);
            break;
        default:
            fail(n.offset, in_predefined_, abnf_error_code::prose,
                 "\"<" + n.text + ">\" is prose, which no program can read: write a rule for it", "RFC 5234 section 4");
            return {};
        }
        const bool beyond =
            n.what == kind::range
                ? n.first > 0xFF
                : n.what == kind::values && std::ranges::any_of(n.children, [](std::uint32_t v) { return v > 0xFF; });
        if (beyond) {
            fail(n.offset, in_predefined_, abnf_error_code::not_an_octet,
                 "a value above 255 is no octet: an NSS is US-ASCII, and other characters are percent-encoded in it",
                 "RFC 8141 section 2.2");
        }
        return {{}, checked(expressions_.concatenate(parts), n.offset)};
    }
    static bool ascii_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

    // Gaussian elimination with Arden's rule: X = b X | r has the solution b* r, and X = X b | r has r b*.
    bool eliminate(const std::vector<std::uint32_t> &cycle, std::map<std::uint32_t, linear> &system, side s) {
        const auto offset_of = [&](std::uint32_t rule) { return rules_.definitions[rule].offset; };
        for (auto at = cycle.begin(); at != cycle.end(); ++at) {
            linear &own = system[*at];
            if (const auto loop = own.factors.find(*at); loop != own.factors.end()) {
                const index star = checked(expressions_.repeat(loop->second, 0, abnf_unbounded), offset_of(*at));
                own.factors.erase(loop);
                for (auto &[rule, factor] : own.factors) factor = checked(join(star, factor, s), offset_of(*at));
                own.rest = checked(join(star, own.rest, s), offset_of(*at));
            }
            for (const std::uint32_t other : cycle) {
                if (other != *at && !substitute(system[other], *at, own, s, offset_of(other))) return false;
                if (error_) return false;
            }
        }
        for (const std::uint32_t rule : cycle) solved_[rule] = system[rule].rest;
        return !error_;
    }

    // The solution for `rule` in the place of it.
    bool substitute(linear &in, std::uint32_t rule, const linear &solution, side s, std::size_t offset) {
        const auto used = in.factors.find(rule);
        if (used == in.factors.end()) return true;
        const index factor = used->second;
        in.factors.erase(used);
        for (const auto &[other, inner] : solution.factors) {
            const index added = join(factor, inner, s);
            const auto [place, is_new] = in.factors.try_emplace(other, added);
            if (!is_new) place->second = expressions_.alternate({place->second, added});
            checked(place->second, offset);
        }
        in.rest = checked(expressions_.alternate({in.rest, join(factor, solution.rest, s)}), offset);
        return !error_;
    }

    const abnf_rules &rules_;
    abnf_expressions expressions_;
    std::vector<index> solved_; // of each rule
    std::vector<std::uint32_t> cycle_;
    std::optional<std::size_t> inner_; // a rule of the cycle that stands inside
    std::optional<abnf_error> error_;
    bool in_predefined_ = false;
};

} // namespace

} // namespace detail

std::expected<std::string, abnf_error> abnf_grammar::pattern(std::string_view rule) const {
    const detail::abnf_definition *const d = rules_->find(rule);
    if (d == nullptr) {
        return std::unexpected{detail::abnf_error_at(rules_->text, 0, abnf_error_code::undefined,
                                                     "the rule \"" + std::string{rule} + "\" is not defined",
                                                     "RFC 5234 section 2.1")};
    }
    return detail::abnf_compiler{*rules_}.compile(*d);
}

} // namespace uniform
