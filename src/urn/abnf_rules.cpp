// The rules of a grammar by name, and the errors in its text by line and column.
#include "urn/abnf_rules.hpp"

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/base/enum_names.hpp>

namespace uniform {

namespace detail {

abnf_error abnf_error_at(std::string_view text, std::size_t offset, abnf_error_code code, std::string message,
                         std::string_view section) {
    const std::string_view before = text.substr(0, offset);
    const auto line = static_cast<std::size_t>(std::ranges::count(before, '\n'));
    const std::size_t begin = before.rfind('\n') + 1; // npos + 1 is 0
    return {code, offset, line + 1, offset - begin + 1, std::move(message), section};
}

const abnf_definition *abnf_rules::find(std::string_view name) const noexcept {
    // the last one counts: those of the text come after the predefined ones
    for (auto d = definitions.rbegin(); d != definitions.rend(); ++d) {
        if (ascii::equal_ignoring_case(d->name, name)) return &*d;
    }
    return nullptr;
}

} // namespace detail

std::string_view to_string(abnf_error_code c) noexcept {
    static constexpr auto names = enum_table<abnf_error_code>({{abnf_error_code::syntax, "syntax"},
                                                               {abnf_error_code::redefined, "redefined"},
                                                               {abnf_error_code::undefined, "undefined"},
                                                               {abnf_error_code::prose, "prose"},
                                                               {abnf_error_code::not_an_octet, "not_an_octet"},
                                                               {abnf_error_code::not_regular, "not_regular"},
                                                               {abnf_error_code::matches_nothing, "matches_nothing"},
                                                               {abnf_error_code::matches_empty, "matches_empty"},
                                                               {abnf_error_code::too_large, "too_large"}});
    return names.name(c);
}

} // namespace uniform
