// The functions that convert a host name.
#include <uniform/idna/internationalized_name.hpp>

#include "columns/functions/functions.hpp"

namespace uniform::columns::scalar {

namespace {

using conversion = std::expected<std::string, idna::problem> (*)(std::string_view, idna::rules);

outcome<std::string> converted(conversion by, std::string_view name, std::string_view rules) {
    return outcome_of_name(by(name, idna::rules_from_string(rules).value_or(idna::rules::uts46)));
}

} // namespace

// UTS 46 4.2
outcome<std::string> host_to_ascii(std::string_view name, std::string_view rules) {
    return converted(&idna::to_ascii, name, rules);
}

// UTS 46 4.3
outcome<std::string> host_to_unicode(std::string_view name, std::string_view rules) {
    return converted(&idna::to_unicode, name, rules);
}

} // namespace uniform::columns::scalar
