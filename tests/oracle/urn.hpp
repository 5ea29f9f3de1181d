// Namestrings as the four documents about URNs read them: which texts they are, where their components stand, and when
// two of them are equivalent. Written from the documents; shares nothing with the library.
#pragma once

#include "oracle/abnf.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace oracle {

enum class urn_document { rfc8141, urnbis_16, urnbis_14, rfc2141 };

// The document's productions as printed, with those that it takes from RFC 3986.
[[nodiscard]] grammar urn_grammar(urn_document d);

// The same with what the prose says about the components: the language of the texts that are namestrings.
[[nodiscard]] grammar urn_prose_grammar(urn_document d);

// "namestring", or what RFC 2141 calls it.
[[nodiscard]] const char *urn_rule(urn_document d);

struct urn_parts {
    std::string_view nid;
    std::string_view nss;
    std::optional<std::string_view> r;
    std::optional<std::string_view> q;
    std::optional<std::string_view> f;

    bool operator==(const urn_parts &) const = default;
};

// The components of a namestring by the prose of that document. Nothing when a delimiter is missing, stands where it
// may not, or has nothing behind it; the characters of the components are the grammar's affair.
[[nodiscard]] std::optional<urn_parts> split_urn(std::string_view text, urn_document d);

// The text of those components in the order of that document (draft -16: the r-component first).
[[nodiscard]] std::string recompose_urn(const urn_parts &parts, urn_document d);

// The assigned-name after the case normalization of RFC 8141 3.1 (drafts -16 3.1, -14 4.1; RFC 2141 5).
[[nodiscard]] std::string normalize_urn(const urn_parts &parts);

} // namespace oracle
