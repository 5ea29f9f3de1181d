// Public suffixes and registrable domains, by the Public Suffix List and libpsl.
//
//     uniform::idna::domain_of("WWW.Example.CO.UK")->registrable; // "example.co.uk"
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace idna {

/// The parts of a host name that the Public Suffix List tells apart, each in the form of lookup_name(): with A-labels
/// and in lower case, so that equal domains are equal texts.
struct domain_parts {
    std::string name;        ///< the host's name without the full stop at its end: "www.example.co.uk"
    std::string suffix;      ///< the public suffix: "co.uk"; that of a name which no rule knows is its last label
    std::string registrable; ///< the suffix and one label more: "example.co.uk"; "" for a public suffix itself
    bool listed = false;     ///< whether a rule of the list names the suffix
};

/// The parts of the host of a URI or an IRI, or of a host name as people write it: with A-labels, U-labels or a
/// percent-encoding, in upper or lower case, with or without the full stop at its end. `domain_of("B\u00DCCHER.de")`
/// and `domain_of("b%C3%BCcher.de")` have the registrable domain "xn--bcher-kva.de". std::nullopt for an IP address, an
/// IP literal in brackets, an empty name, one with an empty label or of more than 253 octets, and what lookup_name()
/// refuses. O(labels * length). Thread-safe.
[[nodiscard]] std::optional<domain_parts> domain_of(std::string_view host);

/// The list that domain_of() uses.
struct suffix_list {
    std::string source;    ///< the file that was read, or "built into libpsl"
    std::int64_t time = 0; ///< when the list was made, in seconds since 1970-01-01; 0 if that is not known
};

/// Debian keeps the list in a package of its own (publicsuffix), which is newer than libpsl; the newer of both is used.
[[nodiscard]] const suffix_list &current_suffix_list();

} // namespace idna
} // namespace uniform
