// The field of a form in which a registrar is chosen: a list of all, or, where there are too many for one, a text with
// suggestions.
#pragma once

#include <string_view>
#include <tuple>
#include <vector>

#include "http/api/router.hpp"
#include "http/site/manage.hpp"

namespace uniform::http::manage {

/// The content of the field: a part of the model of its page.
struct registrar_choice {
    std::vector<choice> registrars = {}; ///< without one for "none"
    bool are_many = false;               ///< they are suggestions for a text, as not all are there

    static constexpr std::tuple members{member{"registrars", &registrar_choice::registrars},
                                        member{"registrars_are_many", &registrar_choice::are_many}};
};

/// Only active ones, and `chosen`, whatever it is. Reads 1001 registrars at most.
[[nodiscard]] registrar_choice choice_of_registrar(request_context &c, std::string_view chosen);

} // namespace uniform::http::manage
