// A name as the styles of bibliographies cite it: plain text to copy, without italics.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <uniform/base/enum_names.hpp>

#include "http/metadata/description.hpp"

namespace uniform::http {

/// A style.
enum class citation_style : std::uint8_t { apa, chicago, mla, iso_690 };
inline constexpr auto citation_style_names =
    enum_table<citation_style>({{citation_style::apa, "APA 7"},
                                {citation_style::chicago, "Chicago 17 (author-date)"},
                                {citation_style::mla, "MLA 9"},
                                {citation_style::iso_690, "ISO 690"}});
/// "APA 7", "Chicago 17 (author-date)", "MLA 9", "ISO 690".
[[nodiscard]] constexpr std::string_view to_string(citation_style s) noexcept { return citation_style_names.name(s); }

/// The reference to a source of any kind in that style, on one line, with a line end: what the metadata does not have
/// is left out, except for a date that the style replaces ("n.d."). Titles stay as they are written, because a rule for
/// capital letters needs to know the language. Linear.
///
///     cited(d, citation_style::apa) == "Aalto, I. (2026). Forests & Lakes. Press.
///     https://urn.example.org/urn:example:b\n"
[[nodiscard]] std::string cited(const name_description &d, citation_style s);

} // namespace uniform::http
