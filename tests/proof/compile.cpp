#include "proof/compile.hpp"

#include "proof/failure.hpp"

#include <algorithm>
#include <optional>

namespace proof {

namespace {

symbol_set octets(std::uint32_t first, std::uint32_t last) {
    symbol_set set;
    for (std::uint32_t o = first; o <= last; ++o) set.set(o);
    return set;
}

// Thompson's construction. Each part begins at a state and says where it ends; nothing leads back into the state where
// it begins.
class builder {
public:
    builder(const grammar &g, const boundary *where) : g_(g), where_(where) {}

    automaton finish(std::string_view rule) {
        node start;
        start.is = node::kind::reference;
        start.name = rule;
        std::ranges::transform(start.name, start.name.begin(),
                               [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
        const std::uint32_t end = add(start, 0);
        return automaton::of(n_, end, where_ != nullptr);
    }

private:
    std::uint32_t add(const node &part, std::uint32_t from) {
        switch (part.is) {
        case node::kind::characters:
            return characters(part, from);
        case node::kind::sequence:
            for (const node &next : part.parts) from = add(next, from);
            return from;
        case node::kind::choice:
            return choice(part, from);
        case node::kind::repetition:
            return repetition(part, from);
        case node::kind::reference:
            return reference(part, from);
        case node::kind::difference:
            return embedded(automaton::difference(compiled(part.parts[0]), compiled(part.parts[1])), from);
        }
        fail("a node of no kind");
    }

    std::uint32_t characters(const node &part, std::uint32_t from) {
        const std::uint32_t end = n_.add_state();
        symbol_set ascii;
        for (const code_points &range : part.characters) {
            if (range.first < 0x80) ascii |= octets(range.first, std::min<std::uint32_t>(range.last, 0x7F));
            if (range.last >= 0x80) utf8(std::max<std::uint32_t>(range.first, 0x80), range.last, from, end);
        }
        if (ascii.any()) n_.connect(from, ascii, end);
        return end;
    }

    // RFC 3629 4: the octets of the characters of a range, none of them a surrogate.
    void utf8(std::uint32_t first, std::uint32_t last, std::uint32_t from, std::uint32_t to) {
        for (const std::uint32_t limit : {0x7FFU, 0xFFFFU, 0x10FFFFU}) {
            if (first > limit || first > last) continue;
            const std::uint32_t size = limit == 0x7FF ? 2 : limit == 0xFFFF ? 3 : 4;
            range_of_size(first, std::min(last, limit), size, from, to);
            first = limit + 1;
        }
    }
    static std::uint32_t octet(std::uint32_t character, std::uint32_t size, std::uint32_t at) {
        const std::uint32_t bits = character >> (6 * (size - 1 - at));
        if (at > 0) return 0x80 | (bits & 0x3F);
        return (size == 2 ? 0xC0U : size == 3 ? 0xE0U : 0xF0U) | bits;
    }
    // Splits the range until each of its parts is a product of ranges of octets.
    void range_of_size(std::uint32_t first, std::uint32_t last, std::uint32_t size, std::uint32_t from,
                       std::uint32_t to) {
        for (std::uint32_t i = 1; i < size; ++i) {
            const std::uint32_t low = (1U << (6 * i)) - 1;
            if ((first & ~low) == (last & ~low)) continue;
            if ((first & low) != 0) {
                range_of_size(first, first | low, size, from, to);
                return range_of_size((first | low) + 1, last, size, from, to);
            }
            if ((last & low) != low) {
                range_of_size(first, (last & ~low) - 1, size, from, to);
                return range_of_size(last & ~low, last, size, from, to);
            }
        }
        for (std::uint32_t at = 0; at < size; ++at) {
            const std::uint32_t next = at + 1 == size ? to : n_.add_state();
            n_.connect(from, octets(octet(first, size, at), octet(last, size, at)), next);
            from = next;
        }
    }

    std::uint32_t choice(const node &part, std::uint32_t from) {
        const std::uint32_t end = n_.add_state();
        symbol_set one;
        for (const node &alternative : part.parts) {
            if (const auto octets_of = one_octet(alternative)) {
                one |= *octets_of;
            } else {
                n_.connect(add(alternative, from), end);
            }
        }
        if (one.any()) n_.connect(from, one, end);
        return end;
    }

    // The octets that a part consists of, if it is one of US-ASCII and no boundary: an edge instead of states.
    [[nodiscard]] std::optional<symbol_set> one_octet(const node &part) const {
        symbol_set set;
        if (part.is == node::kind::characters) {
            for (const code_points &range : part.characters) {
                if (range.last >= 0x80) return std::nullopt;
                set |= octets(range.first, range.last);
            }
            return set;
        }
        if (part.is == node::kind::reference && !is_marked(part.name)) return one_octet(g_.rule(part.name));
        if (part.is != node::kind::choice) return std::nullopt;
        for (const node &alternative : part.parts) {
            const auto octets_of = one_octet(alternative);
            if (!octets_of) return std::nullopt;
            set |= *octets_of;
        }
        return set;
    }
    [[nodiscard]] bool is_marked(const std::string &rule) const {
        return where_ != nullptr && std::ranges::find(where_->rules, rule) != where_->rules.end();
    }

    std::uint32_t repetition(const node &part, std::uint32_t from) {
        const node &body = part.parts.front();
        for (std::uint32_t i = 0; i < part.least; ++i) from = add(body, from);
        if (part.most == node::unlimited) {
            const std::uint32_t loop = n_.add_state();
            n_.connect(from, loop);
            n_.connect(add(body, loop), loop);
            const std::uint32_t end = n_.add_state();
            n_.connect(loop, end);
            return end;
        }
        const std::uint32_t end = n_.add_state();
        n_.connect(from, end);
        for (std::uint32_t i = part.least; i < part.most; ++i) {
            from = add(body, from);
            n_.connect(from, end);
        }
        return end;
    }

    std::uint32_t reference(const node &part, std::uint32_t from) {
        if (std::ranges::find(open_, part.name) != open_.end()) {
            fail("rule " + part.name + " is defined by itself");
        }
        if (const auto octets_of = one_octet(part)) {
            const std::uint32_t end = n_.add_state();
            n_.connect(from, *octets_of, end);
            return end;
        }
        const bool marked = is_marked(part.name);
        if (marked && !where_->is_end) from = optional_mark(from);
        open_.push_back(part.name);
        const std::uint32_t begin = n_.add_state();
        n_.connect(from, begin);
        std::uint32_t end = add(g_.rule(part.name), begin);
        open_.pop_back();
        if (marked && where_->is_end) end = optional_mark(end);
        return end;
    }

    // A derivation with the mark here and one without: automaton::of keeps the texts with one mark.
    std::uint32_t optional_mark(std::uint32_t from) {
        const std::uint32_t to = n_.add_state();
        symbol_set only;
        only.set(mark);
        n_.connect(from, to);
        n_.connect(from, only, to);
        return to;
    }

    [[nodiscard]] automaton compiled(const node &part) const {
        builder inner(g_, nullptr);
        const std::uint32_t end = inner.add(part, 0);
        return automaton::of(inner.n_, end, false);
    }

    std::uint32_t embedded(const automaton &a, std::uint32_t from) {
        std::vector<std::uint32_t> copies;
        for (std::uint32_t s = 0; s < a.states(); ++s) copies.push_back(n_.add_state());
        const std::uint32_t end = n_.add_state();
        n_.connect(from, copies[0]);
        for (std::uint32_t s = 0; s < a.states(); ++s) {
            if (a.accepts(s)) n_.connect(copies[s], end);
            for (std::uint32_t c = 0; c < a.mark_class(); ++c) {
                if (a.next(s, c) == a.dead()) continue;
                symbol_set label;
                for (const symbol o : a.members(c)) label.set(o);
                n_.connect(copies[s], label, copies[a.next(s, c)]);
            }
        }
        return end;
    }

    const grammar &g_;
    const boundary *where_;
    nfa n_{};
    std::vector<std::string> open_{};
};

} // namespace

automaton compile(const grammar &g, std::string_view rule) { return builder(g, nullptr).finish(rule); }

automaton compile(const grammar &g, std::string_view rule, const boundary &where) {
    return builder(g, &where).finish(rule);
}

} // namespace proof
