// Relativizing: the inverse of reference resolution (RFC 3986 5.2).
#pragma once

#include <expected>
#include <string>

#include <uniform/base/api.hpp>
#include <uniform/uri/resolve.hpp>

namespace uniform UNIFORM_API {

/// The shortest reference which resolves to `target` against `base` with these options; this is verified by resolving
/// it and comparing the characters. Among equally short ones: the fewest "..", then a relative path before an absolute
/// path before "//authority" before the URI itself. Base and target have the same edition.
///
/// The older editions never get "" or "#s": these mean the current document, which need not be the base.
/// Fails with unreachable_target if no reference resolves to it: in RFC 3986 the target's path has dot segments which
/// every reference loses. The error's offset is into the target's text. Linear; allocates.
[[nodiscard]] std::expected<std::string, error> relativize(const uri_view &base, const uri_view &target,
                                                           const resolve_options &options = {});

} // namespace uniform
