#include <uniform/syntax/edition_use.hpp>

namespace uniform {

std::string refused_edition(edition_use use, std::string_view name) {
    constexpr std::size_t longest = 40; // of a name that is shown
    const bool known = edition_from_string(name).has_value();
    std::string says = known ? "the edition \"" : "no edition is called \"";
    says += name.substr(0, longest);
    says += known ? "\" is not offered here; there are" : "\"; there are";
    detail::for_each_edition_of(use, [&, separator = ' '](std::string_view each) mutable {
        if (separator == ',') says += ',';
        says += ' ';
        says += each;
        separator = ',';
    });
    return says;
}

} // namespace uniform
