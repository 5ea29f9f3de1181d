// A change of a record or of a template, as the histories on pages show it.
#pragma once

#include <string>
#include <tuple>

#include "http/pages/model.hpp"

namespace uniform::http::pages {

/// A member or a line that changed: its old and its new value, of which one may be empty.
struct change_row {
    std::string what = {};
    std::string old_value = {};
    std::string new_value = {};

    static constexpr std::tuple members{member{"what", &change_row::what}, member{"old", &change_row::old_value},
                                        member{"new", &change_row::new_value}};
};

} // namespace uniform::http::pages
