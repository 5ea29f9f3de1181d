// ABNF (RFC 5234) read from text, and the plain way to decide whether a string is in the language of a rule.
//
// This is one half of the oracle: it shares nothing with the library that it judges, and it prefers the obvious to the
// quick. A match is exact (the whole language, not the first alternative that fits): the matcher computes, for a node
// of the grammar and a start, the set of all ends, and remembers it, which makes it polynomial in the length of the
// text. automaton.hpp decides the same question quickly; each is tested against the other.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace oracle {

enum class node_kind : std::uint8_t { set, sequence, alternation, repetition, rule };

struct node {
    node_kind kind = node_kind::sequence;
    std::bitset<256> set;             // set: the bytes that match
    std::vector<std::uint32_t> items; // sequence, alternation: nodes; repetition: the one node; rule: its number
    std::uint32_t least = 0;          // repetition
    std::uint32_t most = 0;           // repetition; `unbounded` when there is no upper limit
};

inline constexpr std::uint32_t unbounded = UINT32_MAX;

class grammar {
public:
    // Reads rules that begin in the first column and continue on lines that begin with a space. Besides RFC 5234 and
    // RFC 7405 it reads characters beyond %xFF as their UTF-8 (RFC 3987), and what the old documents write: "|" for
    // "/", "_" in rule names, and <name> for a rule in a repetition. Throws std::runtime_error, with the line, for
    // anything else, for a rule defined twice and for one left undefined.
    explicit grammar(std::string_view text);

    // The same with the rules of `amendment` in place of those of the same name (RFC 6874 replaces IP-literal).
    grammar(std::string_view text, std::string_view amendment);

    // Reads the grammar from files (the second amends the first).
    static grammar from_file(const std::string &path);
    static grammar from_files(const std::string &path, const std::string &amendment);

    [[nodiscard]] bool has(std::string_view rule) const;
    [[nodiscard]] std::uint32_t root(std::string_view rule) const; // the node of a rule; throws when there is none
    [[nodiscard]] std::uint32_t root(std::uint32_t rule) const { return rules_[rule].root; }
    [[nodiscard]] const node &at(std::uint32_t index) const { return nodes_[index]; }
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    [[nodiscard]] std::vector<std::string> rule_names() const; // those of the text, as written

    // Is the whole of `text` in the language of `rule`?
    [[nodiscard]] bool matches(std::string_view rule, std::string_view text) const;

private:
    struct rule_entry {
        std::string name;
        std::uint32_t root = UINT32_MAX;
        int origin = 0; // 0: mentioned only, 1: a core rule, 2: the text, 3: the amendment
        std::size_t line = 0;
    };

    void read(std::string_view text, int origin);
    void check() const;
    std::uint32_t rule_number(std::string_view name);

    std::vector<node> nodes_;
    std::vector<rule_entry> rules_;
    std::map<std::string, std::uint32_t, std::less<>> numbers_; // by lower-case name: names ignore case (RFC 5234 2.1)

    friend class abnf_reader;
};

} // namespace oracle
