// The operators of RFC 6570.
#pragma once

#include <string_view>

#include <uniform/syntax/characters.hpp>

namespace uniform::detail {

// RFC 6570 Appendix A: how each operator expands.
struct template_operator {
    char op;
    std::string_view first; // before the first defined variable
    char separator;         // between them
    bool named;             // "name=value"
    std::string_view empty; // behind the name of an empty value
    bool reserved;          // passes reserved characters and pct-encoded
};

inline constexpr template_operator template_operators[]{
    {'\0', "", ',', false, "", false}, {'+', "", ',', false, "", true},   {'#', "#", ',', false, "", true},
    {'.', ".", '.', false, "", false}, {'/', "/", '/', false, "", false}, {';', ";", ';', true, "", false},
    {'?', "?", '&', true, "=", false}, {'&', "&", '&', true, "=", false},
};

constexpr const template_operator &template_operator_of(char op) noexcept {
    for (const template_operator &o : template_operators) {
        if (o.op == op) return o;
    }
    return template_operators[0];
}

inline constexpr char_set template_unreserved = characters::alpha | characters::digit | char_set{"-._~"};
inline constexpr char_set template_reserved = char_set{":/?#[]@!$&'()*+,;="};

} // namespace uniform::detail
