// The linter: misleading and dangerous identifiers, by the security sections of the documents.
//
//     for (const auto &f : uniform::lint("http://www.example.com&story=breaking_news@10.0.0.1/"))
//         ... // userinfo-like-host at 7-42: "... looks like a host, but is a user name ..." (RFC 3986 7.6)
#pragma once

#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/lint/browser_reading.hpp>
#include <uniform/lint/check.hpp>
#include <uniform/lint/finding.hpp>
#include <uniform/lint/lint_options.hpp>
#include <uniform/lint/unicode_checks.hpp>
#include <uniform/uri/reference.hpp>

namespace uniform UNIFORM_API {

/// Looks at any text as at a URI-reference, also at one that is not valid: then its components are those of RFC 3986
/// Appendix B. An error that no other check explains is a not-valid finding. In the order of the places. Linear, up to
/// 70 ns a byte; of a text longer than 4 GiB - 2 bytes only so many are looked at. Allocates.
[[nodiscard]] std::vector<lint_finding> lint(std::string_view text, const lint_options &options = {});

} // namespace uniform
