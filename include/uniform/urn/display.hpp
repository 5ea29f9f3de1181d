// A URN for people: its canonical form, and beside it a form that shows what is percent-encoded.
//
//     const auto d = display_urn("urn:example:%D0%B0123,z456"_urn);
//     d.canonical   -> "urn:example:%D0%B0123,z456"
//     d.shown       -> "<<urn:example:а123,z456>>", with guillemets: no URN parser accepts it
//     d.remarks[0]  -> CYRILLIC at 12: looks like "a"
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/urn/urn.hpp>

namespace uniform UNIFORM_API {

/// The script of a character, as far as needed to detect look-alikes.
enum class script : std::uint8_t {
    common, ///< digits, signs, and everything that is not distinguished
    latin,
    greek,
    cyrillic,
    armenian,
    hebrew,
    arabic,
    devanagari,
    thai,
    georgian,
    hangul,
    kana,
    han,
    other, ///< of another block of letters
};

/// "common", "Latin", "Greek", ...
[[nodiscard]] std::string_view to_string(script s) noexcept;

/// By blocks of Unicode.
[[nodiscard]] script script_of(char32_t c) noexcept;

/// The ASCII letter or digit for which `c`, a character beyond ASCII, is easily mistaken; 0 if none is known.
[[nodiscard]] char ascii_look_alike(char32_t c) noexcept;

/// A decoded character that a reader should know about.
struct display_remark {
    std::uint32_t offset = 0; ///< of its pct-encoded, in the canonical form
    char32_t character = 0;
    uniform::script script = script::common;
    char looks_like = 0; ///< an ASCII letter or digit, or 0
    bool mixed = false;  ///< is in a run of letters with letters of another script
};

/// A URN in the forms that a person may be shown.
struct urn_display {
    std::string canonical; ///< as written, byte for byte
    /// Between "«" and "»", which no URN has: the same with percent-encoded characters decoded. Components stay. Never
    /// decoded is what is not valid UTF-8, ASCII, controls, spaces, marks that combine or reorder, what cannot be seen,
    /// what is not assigned to be used (private, surrogate, noncharacters), and the guillemets themselves.
    std::string shown;
    std::vector<display_remark> remarks; ///< letters beyond ASCII that look like ASCII or stand among another script's
    bool decoded = false;                ///< whether something was decoded
};

/// RFC 8141 2.2, 3.2: for showing only. Linear; allocates.
[[nodiscard]] urn_display display_urn(const urn_view &u);

/// RFC 8141 4.4: converts the form that people are shown, or write, back to the URN. White space and guillemets around
/// it and the isolates in it are removed, and characters beyond US-ASCII are percent-encoded in UTF-8. A URN stays as
/// it is. Linear; allocates. Errors are those of parse_urn() with the offset in `shown`; invalid_character for what is
/// not UTF-8. Example: `urn_from_display("urn:example:€")->text()` is "urn:example:%E2%82%AC".
[[nodiscard]] std::expected<urn, error> urn_from_display(std::string_view shown, const urn_options &o = {});

} // namespace uniform
