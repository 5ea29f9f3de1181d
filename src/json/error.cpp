#include <uniform/json/error.hpp>

namespace uniform::json {

std::string_view error::rule() const noexcept {
    switch (code) {
    case error_code::syntax:
        return "RFC 8259";
    case error_code::repeated_member:
        return "RFC 8259 section 4";
    case error_code::out_of_range:
        return "RFC 8259 section 6";
    case error_code::too_deep:
    case error_code::too_many_values:
        return "RFC 8259 section 9";
    case error_code::inexact:
        return "RFC 7493 section 2.2";
    default:
        return {};
    }
}

} // namespace uniform::json
