// IDNA 2008 as a client looks names up (RFC 5891 section 5).
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include <uniform/idna/name_problem.hpp>

namespace uniform::idna::detail {

// The name in US-ASCII, with a label checked as it is: nothing is mapped.
std::expected<std::string, problem> lookup_2008(std::string_view name);

// The U-labels of a name that lookup_2008() returned.
std::string u_labels(std::string_view ascii);

// The problem with `label`, a part of `name`.
problem problem_of(std::string_view name, std::string_view label, std::string says, std::string_view document,
                   std::string_view section);

// A character, for a message: between double quotes if US-ASCII has it and it can be seen, otherwise "U+0001".
std::string shown(char32_t c);

// Calls f(label) for each label between full stops until it returns false.
template <class F>
void for_each_label(std::string_view name, F f) {
    for (;;) {
        const std::size_t dot = name.find('.');
        if (!f(name.substr(0, dot)) || dot == std::string_view::npos) return;
        name.remove_prefix(dot + 1);
    }
}

} // namespace uniform::idna::detail
