// The rules for labels that UTS 46 and IDNA 2008 share.
#pragma once

#include <string_view>

namespace uniform::idna::detail {

// RFC 5893 section 1.4: whether a name that has the label is a Bidi domain name.
bool is_right_to_left(std::u32string_view label);
// RFC 5893 section 2, rules 1 to 6, for a label of a Bidi domain name.
bool satisfies_bidi(std::u32string_view label);
// RFC 5892 appendices A.1 and A.2: each joiner is where it is allowed.
bool has_joiners_in_context(std::u32string_view label);
// RFC 5891 4.2.3.2 and 5.4, UTS 46 4.1
bool begins_with_mark(std::u32string_view label);

} // namespace uniform::idna::detail
