// The linter: misleading and dangerous identifiers, by the security sections of the documents.
//
//     for (const auto &f : uniform::lint("http://www.example.com&story=breaking_news@10.0.0.1/"))
//         ... // userinfo-like-host at 7-42: "... looks like a host, but is a user name ..." (RFC 3986 7.6)
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/lint/browser_reading.hpp>
#include <uniform/lint/check.hpp>
#include <uniform/lint/unicode_checks.hpp>
#include <uniform/uri/reference.hpp>

namespace uniform UNIFORM_API {

class namespace_registry;
class scheme_registry;

/// One finding, at one position of an identifier.
struct lint_finding {
    lint_check check{};
    lint_severity severity{};
    range where{}; ///< bytes of the text; may be empty where something is missing
    /// One or two sentences for a person. What is quoted of the text has its controls escaped; no secret is quoted.
    std::string explanation;
    std::string_view document; ///< the document that describes the risk: "RFC 3986"
    std::string_view section;  ///< "7.6"
    /// The whole identifier in a form that is valid, without this check's findings and without others that are more
    /// than notes and were not there before; where there is one. It means what the text means or is taken for by common
    /// software; the explanation says so where these differ.
    std::optional<std::string> safer;

    friend bool operator==(const lint_finding &, const lint_finding &) = default;
};

/// The options of the linter.
struct lint_options {
    const unicode_checks *unicode = nullptr;        ///< nullptr: the small table of the core alone
    const browser_reading *browser = nullptr;       ///< nullptr: what browsers read is not compared
    const scheme_registry *schemes = nullptr;       ///< nullptr: scheme_registry::standard()
    const namespace_registry *namespaces = nullptr; ///< nullptr: namespace_registry::standard()
    /// Of the generic syntax: by RFC 3987, characters beyond US-ASCII are allowed. An edition of URNs is that of RFC
    /// 3986 in which URNs are read by that document.
    uniform::edition edition = uniform::edition::rfc3986;
    std::uint32_t longest = 8000; ///< longer texts are over-long (RFC 9110 4.1: "at minimum 8000 octets")
    unsigned places = 8;   ///< at most so many findings of one check; the last one states how many more there are
    bool zone_ids = false; ///< RFC 6874: allow "[fe80::1%25eth0]"
    bool safer = true;     ///< make the safer forms, of texts up to 1 MiB
};

/// Looks at any text as at a URI-reference, also at one that is not valid: then its components are those of RFC 3986
/// Appendix B. An error that no other check explains is a not-valid finding. In the order of the places. Linear, up to
/// 70 ns a byte; of a text longer than 4 GiB - 2 bytes only so many are looked at. Allocates.
[[nodiscard]] std::vector<lint_finding> lint(std::string_view text, const lint_options &options = {});

} // namespace uniform
