// RFC 3986 6.2.3 by the documents of single schemes: RFC 1738 (ftp), RFC 3261 (sip, sips), RFC 3966 (tel), RFC 5870
// (geo), RFC 6068 (mailto), and those with a domain after an "@".
#pragma once

#include "oracle/split.hpp"

#include <string>
#include <string_view>

namespace oracle {

// Rewrites the path and the query of a URI that is normal by its syntax.
void relate_by_scheme(components &c);

// RFC 3261 19.1.4 of two texts in normal form: whether they are sip or sips URIs, and equal although one has parameters
// that the other has not.
[[nodiscard]] bool sip_equivalent(std::string_view a, std::string_view b);

// Whether sip_equivalent() has a say in such a text.
[[nodiscard]] bool is_sip(std::string_view normal);

} // namespace oracle
