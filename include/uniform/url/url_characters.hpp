// The characters of the parts of a URL.
#pragma once

#include <uniform/base/api.hpp>
#include <uniform/syntax/characters.hpp>
#include <uniform/syntax/edition.hpp>
#include <uniform/syntax/error.hpp>

namespace uniform UNIFORM_API {

/// The characters that stand for themselves in a part of a URL ("%" of an escape omitted): for the rules of
/// draft-ietf-uri-url-06 section 5 and of RFC 1738 section 5. RFC 1738 has no `national` in `unreserved`. Rules that
/// are no such part have the empty set.
[[nodiscard]] constexpr char_set url_allowed(rule part, edition e = edition::url_06) noexcept {
    using namespace characters;
    // section 5: unreserved = alpha | digit | safe | extra | national
    // "=" stands in extra and in reserved of the draft; RFC 1738 has it in reserved alone.
    const bool draft = e == edition::url_06;
    const char_set unreserved =
        alpha | digit | char_set{"$-_.+"} | char_set{"!*'(),"} | (draft ? char_set{"={}|\\^~[]"} : char_set{});
    switch (part) {
    case rule::user:
    case rule::password:
        return unreserved | char_set{";?&="};
    case rule::fsegment:
    case rule::psegment:
        return unreserved | char_set{"?:@&="};
    case rule::fpath:
    case rule::ppath:
        return unreserved | char_set{"?:@&=/"};
    case rule::hsegment:
    case rule::search:
        return unreserved | char_set{";:@&="};
    case rule::hpath:
        return unreserved | char_set{";:@&=/"};
    case rule::article:
        return unreserved | char_set{";/?:&="};
    case rule::fieldname:
    case rule::fieldvalue:
        return unreserved | char_set{"?:@&"};
    case rule::gtype:
    case rule::selector:
    case rule::gopher_plus_string:
    case rule::encoded822addr:
    case rule::schemepart:
        return unreserved | char_set{";/?:@&="}; // xchar
    case rule::hostname:
    case rule::database:
    case rule::wtype:
    case rule::wpath:
        return unreserved; // uchar
    case rule::group:
        return alpha | digit | (draft ? char_set{"-."} : char_set{"-.+_"});
    default:
        return {};
    }
}

} // namespace uniform
