// The labels of the templates before RFC 8141 (RFC 2611 and RFC 3406, Appendix A), as they are printed there, in the
// examples, and in registrations.

#include <algorithm>
#include <iterator>

#include <uniform/base/ascii.hpp>

#include "registry/template_lines.hpp"

namespace uniform::registry {

std::string_view place_of_older(std::string_view name) {
    struct older {
        std::string_view name;
        std::string_view now;
    };
    constexpr older fields[]{
        {"registration information", "\"Version\" and \"Date\""},
        {"declared registrant of the namespace", "\"Registrant\""},
        {"declaration of syntactic structure", "\"Syntax\""},
        {"declaration of structure", "\"Syntax\""},
        {"relevant ancillary documentation", "\"Documentation\""},
        {"identifier uniqueness considerations", "\"Assignment\""},
        {"identifier persistence considerations", "\"Assignment\""},
        {"process of identifier assignment", "\"Assignment\""},
        {"process for identifier assignment", "\"Assignment\""},
        {"identifier assignment process", "\"Assignment\""},
        {"process for identifier resolution", "\"Resolution\""},
        {"process of identifier resolution", "\"Resolution\""},
        {"identifier resolution process", "\"Resolution\""},
        {"rules for lexical equivalence", "\"Syntax\""},
        {"conformance with urn syntax", "\"Syntax\""},
        {"validation mechanism", "\"Syntax\""},
        {"scope", "\"Purpose\""},
    };
    const auto it = std::ranges::find(fields, ascii::lower_copy(name), &older::name);
    return it == std::end(fields) ? std::string_view{} : it->now;
}

} // namespace uniform::registry
