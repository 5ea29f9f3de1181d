// A name as the styles of bibliographies cite it: plain text to copy, without italics.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "http/metadata/description.hpp"

namespace uniform::http {

/// A style.
enum class citation_style : std::uint8_t { apa, chicago, mla, iso_690 };
inline constexpr std::array citation_styles{citation_style::apa, citation_style::chicago, citation_style::mla,
                                            citation_style::iso_690};
/// "APA 7", "Chicago 17 (author-date)", "MLA 9", "ISO 690".
[[nodiscard]] std::string_view to_string(citation_style s) noexcept;

/// The reference to a source of any kind in that style, on one line, with a line end: what the metadata does not have
/// is left out, except for a date that the style replaces ("n.d."). Titles stay as they are written, because a rule for
/// capital letters needs to know the language. Linear.
///
///     cited(d, citation_style::apa) == "Aalto, I. (2026). Forests & Lakes. Press.
///     https://urn.example.org/urn:example:b\n"
[[nodiscard]] std::string cited(const name_description &d, citation_style s);

} // namespace uniform::http
