// RFC 3986 6.2.3 by the documents of single schemes, in order of their numbers: RFC 2229 (dict), RFC 2384 (pop), RFC
// 2609 (service), RFC 2838 (tv), RFC 3508 (h323), RFC 3617 (tftp), RFC 4078 (crid), RFC 4452 (info), RFC 4501 (dns),
// RFC 4516 (ldap), RFC 4975 (msrp, msrps), RFC 5092 (imap), RFC 5456 (iax), RFC 5724 (sms), RFC 6501 (xcon,
// xcon-userid), RFC 6920 (ni, nih), RFC 7512 (pkcs11), RFC 9758 (ipn).
#pragma once

#include "oracle/split.hpp"

#include <string>
#include <string_view>

namespace oracle {

// Rewrites a URI that is normal by its syntax. A registry-based authority of the old texts (`server` false) has no
// parts.
void relate_by_document(components &c, bool server = true);

// RFC 4975 6.1, RFC 6920 2 of two texts in normal form: whether they are equal although they differ in what is not
// compared. A registry-based authority of the old texts (`servers` false) has no userinfo.
[[nodiscard]] bool equal_where_compared(std::string_view a, std::string_view b, bool servers = true);

// Whether equal_where_compared() has a say in such a text.
[[nodiscard]] bool has_uncompared_parts(std::string_view normal);

} // namespace oracle
