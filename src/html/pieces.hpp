// A document in pieces, none of which has elements that are nested very deep.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace uniform::html {

/// The greatest depth of a piece: that of the document's tree in browsers.
inline constexpr std::size_t deepest = 512;

/// Cuts a document in front of each start tag that would be nested deeper. One piece, unless a document is nested that
/// deep; together they are the document. Linear.
///
/// The time of an HTML parser grows with the number of tags times their depth, because most tags make it look for
/// open elements. Browsers make what is deeper than the limit the children of a shallower element. A piece is parsed as
/// a document of its own, so that what is deeper begins again at `body`: the references are the same, except in foreign
/// content and in tables that are cut.
[[nodiscard]] std::vector<std::string_view> pieces_of(std::string_view document);

} // namespace uniform::html
