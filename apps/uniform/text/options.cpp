#include "text/options.hpp"

#include <uniform/uri/parse.hpp>

#include "print/words.hpp"

namespace uniform::cli {

option_status default_scheme_option::read_scheme(default_scheme_option &o, const option_text & /*text*/,
                                                 std::string_view value) {
    if (!matches(rule::scheme, value)) return std::unexpected{in_quotes(value) + " is not a scheme"};
    o.default_scheme = value;
    return {};
}

} // namespace uniform::cli
