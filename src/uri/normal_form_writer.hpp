// Writes normal forms, component by component (RFC 3986 6.2.2, 6.2.3).
#pragma once

#include <uniform/uri/normalize_options.hpp>
#include <uniform/uri/reference.hpp>

namespace uniform::detail {

// The schemes that the options name.
[[nodiscard]] inline const scheme_registry &registry_of(const normalize_options &o) noexcept {
    return o.schemes != nullptr ? *o.schemes : scheme_registry::standard();
}

// Writes the normal form without redirects and returns its end; `out` has room for r.text().size() + normalize_slack
// bytes.
char *write_normal_form(char *out, const reference_view &r, const normalize_options &o) noexcept;

} // namespace uniform::detail
