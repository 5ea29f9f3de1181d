#include "urn/abnf_expression.hpp"

#include <algorithm>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/syntax/characters.hpp>

namespace uniform::detail {

namespace {

constexpr std::uint64_t most_states = 10'000; // as of patterns (automaton.cpp)
constexpr std::uint32_t most_groups = 190;
constexpr std::uint32_t greatest_height = 2'000;
constexpr std::uint64_t saturated = std::uint64_t{1} << 40;

std::uint64_t sum(std::uint64_t a, std::uint64_t b) noexcept { return std::min(a + b, saturated); }
std::uint64_t product(std::uint64_t a, std::uint64_t b) noexcept {
    return a != 0 && b > saturated / a ? saturated : std::min(a * b, saturated);
}

// RFC 8141 2.2: what an NSS is made of
const std::bitset<256> &of_names() {
    static const std::bitset<256> set = [] {
        const char_set in_names = allowed(rule::nss, edition::rfc8141) | char_set{"%"};
        std::bitset<256> s;
        for (unsigned b = 0; b < 256; ++b) s.set(b, in_names.contains(static_cast<char>(b)));
        return s;
    }();
    return set;
}

void write_byte(std::string &out, unsigned b) {
    const char c = static_cast<char>(b);
    if (!ascii::is_alnum(c) && !std::string_view{"_~:;,!@%&='/"}.contains(c)) out += '\\';
    out += c;
}

// A set that is not empty.
unsigned first_byte(const std::bitset<256> &bytes) noexcept {
    unsigned b = 0;
    while (!bytes.test(b)) ++b;
    return b;
}

void write_set(std::string &out, const std::bitset<256> &bytes) {
    if (bytes.count() == 1) return write_byte(out, first_byte(bytes));
    out += '[';
    for (unsigned b = 0; b < 256; ++b) {
        if (!bytes.test(b)) continue;
        unsigned last = b;
        while (last < 255 && bytes.test(last + 1)) ++last;
        write_byte(out, b);
        if (last > b + 1) out += '-';
        if (last > b) write_byte(out, last);
        b = last;
    }
    out += ']';
}

} // namespace

abnf_expressions::abnf_expressions() {
    add({.what = kind::nothing});
    add({.what = kind::empty});
}

abnf_expressions::index abnf_expressions::add(expression e) {
    all_.push_back(std::move(e));
    return static_cast<index>(all_.size() - 1);
}

abnf_expressions::index abnf_expressions::set(const std::bitset<256> &bytes) {
    expression e{.what = kind::set, .bytes = bytes & of_names(), .states = 1, .height = 1};
    if (e.bytes.none()) return nothing;
    std::string text;
    write_set(text, e.bytes);
    e.length = text.size();
    return add(std::move(e));
}

abnf_expressions::index abnf_expressions::concatenate(const std::vector<index> &parts) {
    expression e{.what = kind::concatenation};
    for (const index part : parts) {
        if (part == nothing) return nothing;
        if (part == empty_text) continue;
        const expression &p = all_[part];
        e.children.push_back(part);
        e.length = sum(e.length, p.length + (p.what == kind::alternation ? 4 : 0));
        e.states = sum(e.states, p.states);
        e.height = std::max(e.height, p.height + 1);
        e.groups = std::max(e.groups, p.groups + (p.what == kind::alternation ? 1 : 0));
    }
    if (e.children.empty()) return empty_text;
    return e.children.size() == 1 ? e.children.front() : add(std::move(e));
}

abnf_expressions::index abnf_expressions::alternate(const std::vector<index> &choices) {
    expression e{.what = kind::alternation};
    std::bitset<256> bytes; // of the sets among them: one set
    std::size_t place = 0;  // of that set
    bool has_empty = false;
    const auto take = [&](index choice) {
        if (choice == empty_text) has_empty = true;
        if (choice == nothing || choice == empty_text) return;
        if (all_[choice].what == kind::set) {
            if (bytes.none()) {
                place = e.children.size();
                e.children.push_back(choice);
            }
            bytes |= all_[choice].bytes;
            return;
        }
        if (std::ranges::find(e.children, choice) == e.children.end()) e.children.push_back(choice);
    };
    for (const index choice : choices) {
        if (all_[choice].what == kind::alternation) {
            for (const index inner : std::vector<index>{all_[choice].children}) take(inner);
        } else {
            take(choice);
        }
    }
    if (bytes.any() && bytes != all_[e.children[place]].bytes) e.children[place] = set(bytes);
    index whole = e.children.empty() ? nothing : e.children.front();
    if (e.children.size() > 1) {
        for (const index child : e.children) {
            const expression &p = all_[child];
            e.length = sum(e.length, p.length + 1);
            e.states = sum(e.states, p.states + 1);
            e.height = std::max(e.height, p.height + 1);
            e.groups = std::max(e.groups, p.groups);
        }
        whole = add(std::move(e));
    }
    if (!has_empty) return whole;
    return whole == nothing ? empty_text : repeat(whole, 0, 1);
}

abnf_expressions::index abnf_expressions::repeat(index of, std::uint32_t min, std::uint32_t max) {
    if (of == empty_text || max == 0) return empty_text;
    if (of == nothing) return min == 0 ? empty_text : nothing;
    if (min == 1 && max == 1) return of;
    // "(a?)?" is "a?", "(a*)*" is "a*"
    const expression &body = all_[of];
    if (min == 0 && body.what == kind::repetition && body.min == 0 && (max == 1 || body.max == abnf_unbounded))
        return of;
    expression e{.what = kind::repetition, .children = {of}, .min = min, .max = max};
    const bool grouped = body.what != kind::set;
    e.length = sum(body.length, grouped ? 24 : 20); // "(?:){10000,10000}"
    const std::uint64_t copies = max == abnf_unbounded ? std::uint64_t{min} + 1 : max;
    e.states = product(body.states + 1, copies);
    e.height = body.height + 1;
    e.groups = body.groups + (grouped ? 1 : 0);
    return add(std::move(e));
}

bool abnf_expressions::too_large(index e) const noexcept {
    const expression &x = all_[e];
    return x.length > abnf_grammar::longest_pattern || x.states > most_states || x.height > greatest_height ||
           x.groups > most_groups;
}

void abnf_expressions::write_in_group(std::string &out, index e) const {
    out += "(?:";
    write(out, e);
    out += ')';
}

void abnf_expressions::write(std::string &out, index e) const {
    const expression &x = all_[e];
    switch (x.what) {
    case kind::nothing:
    case kind::empty:
        return;
    case kind::set:
        return write_set(out, x.bytes);
    case kind::concatenation:
        for (const index child : x.children) {
            all_[child].what == kind::alternation ? write_in_group(out, child) : write(out, child);
        }
        return;
    case kind::alternation:
        for (const index child : x.children) {
            if (child != x.children.front()) out += '|';
            write(out, child);
        }
        return;
    case kind::repetition:
        all_[x.children.front()].what == kind::set ? write(out, x.children.front())
                                                   : write_in_group(out, x.children.front());
        if (x.max == abnf_unbounded && x.min <= 1) {
            out += x.min == 0 ? '*' : '+';
        } else if (x.min == 0 && x.max == 1) {
            out += '?';
        } else {
            out += '{' + std::to_string(x.min);
            if (x.max != x.min) out += ',';
            if (x.max != x.min && x.max != abnf_unbounded) out += std::to_string(x.max);
            out += '}';
        }
        return;
    }
}

std::string abnf_expressions::write(index e) const {
    std::string out = "^";
    // Elsewhere, "^a|b$" is what begins with "a" or ends with "b".
    all_[e].what == kind::alternation ? write_in_group(out, e) : write(out, e);
    return out + '$';
}

} // namespace uniform::detail
