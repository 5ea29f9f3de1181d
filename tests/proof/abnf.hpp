// The grammars in tests/oracle/grammar/ as trees. This reader shares no code with the library and none with the oracle,
// so that an error of one of the three is seen by the others.
//
// The notation is that of RFC 5234, with "|" for "/" as the older documents have it, "0<pchar>" read by erratum 2033 of
// RFC 3986, and one addition for the texts in precedence.hpp: "{ a - b }" is what a matches and b does not.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace proof {

// A range of code points; from 0x80 on, a character in UTF-8.
struct code_points {
    std::uint32_t first;
    std::uint32_t last;
};

struct node {
    enum class kind : std::uint8_t { characters, sequence, choice, repetition, reference, difference };
    static constexpr std::uint32_t unlimited = 0xFFFFFFFF;

    kind is = kind::sequence;
    std::vector<code_points> characters{}; // characters: one of these
    std::vector<node> parts{};             // sequence, choice; repetition: one; difference: two
    std::string name{};                    // reference, in lower case
    std::uint32_t least = 0;               // repetition
    std::uint32_t most = unlimited;
};

class grammar {
public:
    // A rule of a later text replaces the rule of that name in an earlier one. Throws std::runtime_error with the place
    // of what it cannot read.
    explicit grammar(const std::vector<std::string> &texts);

    // A rule by its name in any case. Throws std::runtime_error when there is none.
    [[nodiscard]] const node &rule(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const;
    // The names as they are written, in alphabetical order.
    [[nodiscard]] std::vector<std::string> names() const;

    // A file of tests/oracle/grammar/.
    static std::string text_of(const std::string &file);

private:
    void read(std::string_view text);

    std::map<std::string, std::pair<std::string, node>, std::less<>> rules_{}; // by the name in lower case
};

} // namespace proof
