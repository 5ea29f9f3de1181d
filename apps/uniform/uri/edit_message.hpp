// Why an edit was refused, in words: the character, its position, and the option that would encode it.
#pragma once

#include <string>
#include <string_view>

#include <uniform/syntax/error.hpp>

#include "uri/edit_options.hpp"

namespace uniform::cli {

struct edit_mistake {
    std::string message;      // a sentence
    std::string_view value{}; // the text of the edit that is not valid, if it may be shown
    std::size_t value_offset = 0;
};

// `iterated`: the value is one of those of --iterate.
[[nodiscard]] edit_mistake mistake_of(const edit_step &step, bool iterated, const error &why,
                                      const query_options &query);

// The mistake of an edit that would leave a password without a user.
[[nodiscard]] edit_mistake password_without_user(const error &why);

} // namespace uniform::cli
