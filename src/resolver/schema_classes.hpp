// The short words that people write into "type", as classes of schema.org: FAIR Signposting asks for these as targets
// of rel="type". The table is in docs/guide/resolution.md, too.
#pragma once

#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_INTERNAL_API {
namespace resolver {

/// "https://schema.org/ScholarlyArticle" for "article", "Journal article", "journal-article", in any case; empty for a
/// word that is not in the table. The types of DCMI are in it. Constant time for a short word.
[[nodiscard]] std::string_view schema_class_of(std::string_view type);

} // namespace resolver
} // namespace uniform
