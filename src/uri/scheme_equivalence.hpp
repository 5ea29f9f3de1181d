// The equivalences that the document of a scheme declares for entire paths and queries (scheme_info::equivalence,
// path_separators); scheme_path.hpp has those that are rewritten in place.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/uri/normalize_options.hpp>
#include <uniform/uri/reference.hpp>

namespace uniform::detail {

// Whether relate_parameters() may change a normal form of `r`. Fast.
[[nodiscard]] bool relates_parameters(const reference_view &r, const normalize_options &o) noexcept;

// Rewrites the normal form of `r` that stands in `out` from `begin` on. It never becomes longer.
void relate_parameters(std::string &out, std::size_t begin, const reference_view &r, const normalize_options &o);

// Whether two texts in normal form are equivalent although they differ, as only one has some parameter that its scheme
// does not call decisive (RFC 3261 19.1.4).
[[nodiscard]] bool equivalent_by_parameters(std::string_view a, std::string_view b, edition e,
                                            const normalize_options &o);

// A text in normal form without the parameters that its scheme does not call decisive, if its scheme calls any so: the
// same for all texts that equivalent_by_parameters() relates.
[[nodiscard]] std::optional<std::string> decisive_text(std::string_view normal, edition e, const normalize_options &o);

} // namespace uniform::detail
