// Public suffixes and registrable domains, by the Public Suffix List and libpsl.
//
//     uniform::idna::domain_of("www.example.co.uk")->registrable; // "example.co.uk"
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>

namespace uniform UNIFORM_API {
namespace idna {

/// The parts of a host name that the Public Suffix List tells apart, as views of the name.
struct domain_parts {
    std::string_view suffix;      ///< the public suffix: "co.uk"; that of a name which no rule knows is its last label
    std::string_view registrable; ///< the suffix and one label more: "example.co.uk"; "" for a public suffix itself
    bool listed = false;          ///< whether a rule of the list names the suffix
};

/// The parts of a host name in US-ASCII (A-labels) or UTF-8, in upper or lower case, with or without the full stop at
/// its end, which is no part of the suffix. std::nullopt for an IP address, an IP literal in brackets, an empty name,
/// one with an empty label or a percent-encoding, and a name that is not UTF-8. O(labels * length). Thread-safe.
[[nodiscard]] std::optional<domain_parts> domain_of(std::string_view host UNIFORM_LIFETIMEBOUND);
void domain_of(temporary_owner auto &&) = delete;

/// The list that domain_of() uses.
struct suffix_list {
    std::string source;    ///< the file that was read, or "built into libpsl"
    std::int64_t time = 0; ///< when the list was made, in seconds since 1970-01-01; 0 if that is not known
};

/// Debian keeps the list in a package of its own (publicsuffix), which is newer than libpsl; the newer of both is used.
[[nodiscard]] const suffix_list &current_suffix_list();

} // namespace idna
} // namespace uniform
