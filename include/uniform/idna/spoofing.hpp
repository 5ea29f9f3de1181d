// The risks of a word beyond US-ASCII: what people take for something else (UTS 39).
//
//     uniform::idna::spoofing_of("p\u0430ypal").looks_like; // "paypal"
#pragma once

#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace idna {

/// The risks of one word, by the data of Unicode 18.
struct spoofing {
    bool mixed_scripts = false; ///< of scripts that no language combines (UTS 39 5.2: not Highly Restrictive)
    bool invisible = false;     ///< marks that repeat or cannot be seen (UTS 39 5.4)
    bool restricted = false;    ///< a character beyond US-ASCII that is not for identifiers (UTS 39 3.1)
    bool mixed_numbers = false; ///< digits of several systems (UTS 39 5.3)
    std::string looks_like;     ///< the ASCII word for which it is easily mistaken (UTS 39 4); "" when there is none
    std::string scripts;        ///< of mixed scripts: "Cyrillic, Latin"
};

/// `word` is UTF-8: a label of a host name, a segment of a path. Linear. Thread-safe.
[[nodiscard]] spoofing spoofing_of(std::string_view word);

} // namespace idna
} // namespace uniform
