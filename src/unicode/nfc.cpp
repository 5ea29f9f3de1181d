#include <uniform/unicode/nfc.hpp>

#include <uniform/base/us_ascii.hpp>
#include <uniform/syntax/percent.hpp>

#include "ucd/normal_forms.hpp"

namespace uniform {

std::string to_nfc(std::string_view text) {
    if (base::is_us_ascii(text) || !is_utf8(text)) return std::string{text};
    return ucd::nfc_of_utf8(text);
}

} // namespace uniform
