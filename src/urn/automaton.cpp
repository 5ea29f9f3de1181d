// Reads a pattern into a tree, and the tree into an automaton.

#include "urn/automaton.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include <uniform/base/ascii.hpp>
#include <uniform/syntax/detail/ip.hpp>

namespace uniform::detail {

// The tree of a pattern.
struct pattern_node {
    enum class kind : std::uint8_t { set, sequence, choice, repeat };
    kind what = kind::sequence;
    byte_set bytes{};                      // of set
    std::vector<std::uint32_t> children{}; // of the others
    std::uint32_t min = 0;                 // of repeat
    std::uint32_t max = 0;
    std::size_t offset = 0; // in the pattern
};

namespace {

// Patterns can come from anybody: what a short one can grow to, and how deep groups nest, has limits.
constexpr std::size_t max_states = 10'000;
constexpr std::size_t max_depth = 200;
constexpr std::uint32_t max_count = 10'000;
constexpr std::uint32_t unbounded = 0xFFFFFFFF;

using node = pattern_node;

bool is_letter_or_digit(char c) noexcept { return ascii::is_alnum(c); }

// choice = sequence *( "|" sequence ); sequence = *( item [ repetition [ "?" ] ] )
class reader {
public:
    reader(std::string_view text, bool ignore_case) : text_{text}, ignore_case_{ignore_case} {}

    std::expected<std::uint32_t, error> read() {
        if (text_.starts_with('^')) at_ = 1;
        end_ = text_.size();
        if (end_ > at_ && text_.back() == '$' && !ends_in_escape()) --end_;
        const auto tree = choice(0);
        if (tree && at_ != end_) return fail(at_); // an unopened ")"
        return tree;
    }
    std::vector<node> nodes;

private:
    [[nodiscard]] std::unexpected<error> fail(std::size_t offset) const {
        return std::unexpected{error{offset, error_code::invalid_pattern, rule::none, edition::rfc8141}};
    }
    // whether the "$" at the end has a "\" of its own
    [[nodiscard]] bool ends_in_escape() const noexcept {
        std::size_t backslashes = 0;
        for (std::size_t i = text_.size() - 1; i > 0 && text_[i - 1] == '\\'; --i) ++backslashes;
        return backslashes % 2 == 1;
    }
    [[nodiscard]] bool more() const noexcept { return at_ < end_; }
    [[nodiscard]] char peek() const noexcept { return text_[at_]; }
    bool skip(char c) noexcept {
        if (!more() || peek() != c) return false;
        ++at_;
        return true;
    }
    std::uint32_t add(node n) {
        nodes.push_back(std::move(n));
        return static_cast<std::uint32_t>(nodes.size() - 1);
    }

    std::expected<std::uint32_t, error> choice(std::size_t depth) {
        if (depth > max_depth) return fail(at_);
        node all{.what = node::kind::choice, .offset = at_};
        do {
            const auto one = sequence(depth);
            if (!one) return one;
            all.children.push_back(*one);
        } while (skip('|'));
        return all.children.size() == 1 ? all.children.front() : add(std::move(all));
    }

    std::expected<std::uint32_t, error> sequence(std::size_t depth) {
        node all{.what = node::kind::sequence, .offset = at_};
        while (more() && peek() != '|' && peek() != ')') {
            const auto one = item(depth);
            if (!one) return one;
            const auto repeated = repetition(*one);
            if (!repeated) return repeated;
            all.children.push_back(*repeated);
        }
        return add(std::move(all));
    }

    std::expected<std::uint32_t, error> item(std::size_t depth) {
        const std::size_t begin = at_;
        const char c = text_[at_++];
        node set{.what = node::kind::set, .offset = begin};
        switch (c) {
        case '(': {
            if (skip('?') && !skip(':')) return fail(begin); // look-around, names and flags are not for NSSs
            const auto inside = choice(depth + 1);
            if (!inside) return inside;
            if (!skip(')')) return fail(begin);
            return inside;
        }
        case '[':
            return bytes(begin);
        case '.':
            set.bytes.set();
            return add(std::move(set));
        case '\\': {
            const auto escaped = escape(begin);
            if (!escaped) return std::unexpected{escaped.error()};
            include(set.bytes, *escaped, *escaped);
            return add(std::move(set));
        }
        case '*':
        case '+':
        case '?':
        case '{':
        case '}':
        case ']':
        case '^':
        case '$':
            return fail(begin);
        default:
            include(set.bytes, c, c);
            return add(std::move(set));
        }
    }

    std::expected<char, error> escape(std::size_t begin) {
        if (!more() || is_letter_or_digit(peek())) return fail(begin);
        return text_[at_++];
    }

    // adds the range, in both cases of letters when asked
    void include(byte_set &set, char first, char last) const {
        for (unsigned b = static_cast<unsigned char>(first); b <= static_cast<unsigned char>(last); ++b) {
            set.set(b);
            if (ignore_case_ && is_alpha(static_cast<char>(b))) set.set(b ^ 0x20U);
        }
    }

    std::expected<std::uint32_t, error> bytes(std::size_t begin) {
        node set{.what = node::kind::set, .offset = begin};
        const bool negated = skip('^');
        const auto one = [&]() -> std::expected<char, error> {
            const std::size_t here = at_;
            if (!more()) return fail(begin);
            const char c = text_[at_++];
            if (c == '[') return fail(here);
            return c == '\\' ? escape(here) : std::expected<char, error>{c};
        };
        while (more() && peek() != ']') {
            const std::size_t here = at_;
            const auto first = one();
            if (!first) return std::unexpected{first.error()};
            char last = *first;
            if (at_ + 1 < end_ && peek() == '-' && text_[at_ + 1] != ']') {
                ++at_;
                const auto second = one();
                if (!second) return std::unexpected{second.error()};
                last = *second;
            }
            if (static_cast<unsigned char>(last) < static_cast<unsigned char>(*first)) return fail(here);
            include(set.bytes, *first, last);
        }
        if (!skip(']')) return fail(begin);
        if (negated) set.bytes.flip();
        if (set.bytes.none()) return fail(begin);
        return add(std::move(set));
    }

    std::optional<std::uint32_t> number() {
        const std::size_t begin = at_;
        std::uint32_t value = 0;
        while (more() && ascii::is_digit(peek()) && value <= max_count) {
            value = value * 10 + static_cast<std::uint32_t>(text_[at_++] - '0');
        }
        if (at_ == begin || value > max_count) return std::nullopt;
        return value;
    }

    std::expected<std::uint32_t, error> repetition(std::uint32_t of) {
        const std::size_t begin = at_;
        node all{.what = node::kind::repeat, .children = {of}, .min = 0, .max = unbounded, .offset = begin};
        if (skip('+')) {
            all.min = 1;
        } else if (skip('?')) {
            all.max = 1;
        } else if (skip('{')) {
            const auto min = number();
            if (!min) return fail(begin);
            all.min = all.max = *min;
            if (skip(',')) {
                all.max = unbounded;
                if (more() && peek() != '}') {
                    const auto max = number();
                    if (!max || *max < *min) return fail(begin);
                    all.max = *max;
                }
            }
            if (!skip('}')) return fail(begin);
        } else if (!skip('*')) {
            return of;
        }
        skip('?'); // which text a repetition prefers makes no difference to whether there is one
        return add(std::move(all));
    }

    std::string_view text_;
    bool ignore_case_;
    std::size_t at_ = 0;
    std::size_t end_ = 0;
};

} // namespace

// From the end to the beginning: a part is built with the state that follows it.
class automaton_builder {
public:
    automaton_builder(automaton &target, const std::vector<node> &nodes) : to_{target}, nodes_{nodes} {}

    // The state with which the part begins; nothing when there are too many states, and then `too_big` says where.
    std::optional<std::uint32_t> build(std::uint32_t index, std::uint32_t next) {
        const node &n = nodes_[index];
        switch (n.what) {
        case node::kind::set:
            return add({automaton::kind::read, next, set_number(n.bytes)}, n.offset);
        case node::kind::sequence: {
            std::optional<std::uint32_t> first = next;
            for (std::size_t i = n.children.size(); i-- > 0 && first;) first = build(n.children[i], *first);
            return first;
        }
        case node::kind::choice: {
            std::optional<std::uint32_t> first = build(n.children.back(), next);
            for (std::size_t i = n.children.size() - 1; i-- > 0 && first;) {
                const auto one = build(n.children[i], next);
                first = one ? add({automaton::kind::fork, *one, *first}, n.offset) : std::nullopt;
            }
            return first;
        }
        case node::kind::repeat:
            return repeat(n, next);
        }
        return std::nullopt;
    }
    std::size_t too_big = 0;

private:
    std::optional<std::uint32_t> add(automaton::state s, std::size_t offset) {
        if (to_.states_.size() >= max_states) {
            too_big = offset;
            return std::nullopt;
        }
        to_.states_.push_back(s);
        return static_cast<std::uint32_t>(to_.states_.size() - 1);
    }

    std::optional<std::uint32_t> repeat(const node &n, std::uint32_t next) {
        std::optional<std::uint32_t> first = next;
        if (n.max == unbounded) {
            first = add({automaton::kind::fork, next, next}, n.offset);
            if (!first) return first;
            const auto body = build(n.children.front(), *first);
            if (!body) return fail(n);
            to_.states_[*first].next = *body;
        } else {
            for (std::uint32_t i = n.min; i < n.max && first; ++i) {
                const auto body = build(n.children.front(), *first);
                first = body ? add({automaton::kind::fork, *body, next}, n.offset) : std::nullopt;
            }
        }
        for (std::uint32_t i = 0; i < n.min && first; ++i) {
            // a part that reads nothing is the same any number of times
            const auto before = build(n.children.front(), *first);
            if (before == first) break;
            first = before;
        }
        return first ? first : fail(n);
    }
    std::optional<std::uint32_t> fail(const node &n) {
        too_big = n.offset;
        return std::nullopt;
    }

    std::uint32_t set_number(const byte_set &bytes) {
        const auto same = std::ranges::find(to_.sets_, bytes);
        if (same == to_.sets_.end()) {
            to_.sets_.push_back(bytes);
            return static_cast<std::uint32_t>(to_.sets_.size() - 1);
        }
        return static_cast<std::uint32_t>(same - to_.sets_.begin());
    }

    automaton &to_;
    const std::vector<node> &nodes_;
};

std::expected<automaton, error> automaton::compile(std::string_view pattern, bool ignore_case) {
    reader r{pattern, ignore_case};
    const auto tree = r.read();
    if (!tree) return std::unexpected{tree.error()};
    automaton a;
    a.states_.push_back({kind::accept, 0, 0});
    automaton_builder builder{a, r.nodes};
    const auto first = builder.build(*tree, 0);
    if (!first) {
        return std::unexpected{error{builder.too_big, error_code::invalid_pattern, rule::none, edition::rfc8141}};
    }
    a.start_ = *first;
    a.find_classes();
    return a;
}

// Two bytes are of one class when every set has both or neither.
void automaton::find_classes() {
    std::map<std::vector<bool>, std::uint8_t> known;
    std::vector<bool> in(sets_.size());
    for (unsigned b = 0; b < 256; ++b) {
        for (std::size_t s = 0; s < sets_.size(); ++s) in[s] = sets_[s].test(b);
        const auto [at, is_new] = known.try_emplace(in, static_cast<std::uint8_t>(known.size()));
        class_of_[b] = at->second;
        if (is_new) member_[at->second] = static_cast<std::uint8_t>(b);
    }
    classes_ = known.size();
}

void automaton::follow(std::uint32_t from, std::vector<bool> &seen, state_set &to) const {
    std::vector<std::uint32_t> stack{from};
    while (!stack.empty()) {
        const std::uint32_t s = stack.back();
        stack.pop_back();
        if (seen[s]) continue;
        seen[s] = true;
        if (states_[s].what == kind::fork) {
            stack.push_back(states_[s].next);
            stack.push_back(states_[s].other);
        } else {
            to.push_back(s);
        }
    }
}

automaton::state_set automaton::start() const {
    std::vector<bool> seen(states_.size());
    state_set to;
    follow(start_, seen, to);
    std::ranges::sort(to);
    return to;
}

automaton::state_set automaton::step(const state_set &from, std::size_t byte_class) const {
    std::vector<bool> seen(states_.size());
    state_set to;
    for (const std::uint32_t s : from) {
        if (states_[s].what == kind::read && sets_[states_[s].other].test(member_[byte_class])) {
            follow(states_[s].next, seen, to);
        }
    }
    std::ranges::sort(to);
    return to;
}

bool automaton::accepts(const state_set &s) const noexcept { return !s.empty() && s.front() == 0; }

} // namespace uniform::detail
