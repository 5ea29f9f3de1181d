// Lists and associative arrays whose members contain the separators of their expansion: several expansions of one value
// (RFC 6570 3.2), read side by side, show which "," and which "." separate.
//
//     {+m} is "a,1,2" and {#m*} "#a=1,2":  "=" is where the one has ",": m = [a=1,2]
//     {+l} is "x.y,z" and {.l*} ".x.y.z":  "." is where the other has "," behind y: l = (x.y z)
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <uniform/uri/uri_template.hpp>

namespace uniform::detail {

// An expansion without its operator, of + and # (`reserved`), or of an exploded variable with ".".
struct written_value {
    std::string_view text;
    bool reserved;
    bool explode;
};

// The list of several values of which these are expansions, if one with "," and one with "." are among them; nothing if
// there is none.
[[nodiscard]] std::optional<template_list> aligned_list(std::span<const written_value> texts);

// The associative arrays of which these are expansions, at most two, if the texts show where names end: one is exploded
// with ".", or one is exploded and another is not. `steps` counts; from `most_steps` on, the search ends.
[[nodiscard]] std::vector<template_pairs> aligned_pairs(std::span<const written_value> texts, std::size_t &steps,
                                                        std::size_t most_steps);

} // namespace uniform::detail
