// The interface to a Unicode library. uniform::unicode implements it; without it the linter uses its own small table of
// scripts and look-alikes, and leaves internationalized labels undecoded.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {

/// The questions that the linter asks about characters beyond ASCII; uniform::unicode answers them.
class unicode_checks {
public:
    /// The risks of one word.
    struct spoofing {
        bool mixed_scripts = false; ///< of scripts that no language combines (UTS 39 5.2: not Highly Restrictive)
        bool invisible = false;     ///< marks that repeat or cannot be seen (UTS 39 5.4)
        bool mixed_numbers = false; ///< digits of several systems (UTS 39 5.3)
        std::string looks_like; ///< the ASCII word for which it is easily mistaken (UTS 39 4); "" when there is none
        std::string scripts;    ///< "Cyrillic, Latin"
    };

    /// A label of a host name in both its forms (RFC 5890 2.3.2.1).
    struct label {
        std::string ascii;     ///< the A-label, or the label itself when it has no other form; "" when there is none
        std::string unicode;   ///< the U-label; "" when there is none
        bool deviates = false; ///< IDNA2003 and IDNA2008 look up different names
        std::string why_not;   ///< why it is not a valid label; "" if it is one
    };

    /// The direction in which a character is written (UAX 9, table 4): of class L, of class R or AL, any other.
    enum class direction : std::uint8_t { left_to_right, right_to_left, neither };

    unicode_checks() = default;
    unicode_checks(const unicode_checks &) = delete;
    unicode_checks &operator=(const unicode_checks &) = delete;
    virtual ~unicode_checks() = default;

    /// `word` is UTF-8. Linear. Thread-safe.
    [[nodiscard]] virtual spoofing spoofing_of(std::string_view word) const = 0;
    /// Constant time. Thread-safe.
    [[nodiscard]] virtual direction direction_of(char32_t c) const = 0;
    /// `text` is one label, UTF-8 without dots. Thread-safe.
    [[nodiscard]] virtual label label_of(std::string_view text) const = 0;
};

} // namespace uniform
