// Public suffixes and registrable domains, by the Public Suffix List.
//
//     uniform::idna::domain_of("WWW.Example.CO.UK")->registrable(); // "example.co.uk"
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/idna/suffix_list.hpp>

namespace uniform UNIFORM_API {
namespace idna {

/// The parts of a host name that the Public Suffix List tells apart, in the form of lookup_name(): with A-labels and in
/// lower case, so that equal domains are equal texts. Of "www.example.co.uk":
struct domain_parts {
    std::string name;                  ///< the host's name without the full stop at its end: "www.example.co.uk"
    std::uint8_t suffix_size = 0;      ///< octets of suffix()
    std::uint8_t registrable_size = 0; ///< octets of registrable()
    bool listed = false;               ///< a rule of the list names the suffix
    bool is_private = false;           ///< the rule is of the list's section of those who are no registries

    /// The public suffix, "co.uk"; that of a name that no rule names is its last label.
    [[nodiscard]] std::string_view suffix() const noexcept UNIFORM_LIFETIMEBOUND { return last(suffix_size); }
    /// The suffix and one label more, "example.co.uk"; empty for a public suffix itself.
    [[nodiscard]] std::string_view registrable() const noexcept UNIFORM_LIFETIMEBOUND { return last(registrable_size); }
    /// The label before the suffix, "example"; empty for a public suffix itself.
    [[nodiscard]] std::string_view label() const noexcept UNIFORM_LIFETIMEBOUND {
        return registrable_size == 0 ? std::string_view{}
                                     : registrable().substr(0, registrable_size - suffix_size - 1U);
    }
    /// The labels before the registrable domain, "www"; empty if there is none.
    [[nodiscard]] std::string_view subdomain() const noexcept UNIFORM_LIFETIMEBOUND {
        const std::string_view all = name;
        return registrable_size == 0 || registrable_size == all.size()
                   ? std::string_view{}
                   : all.substr(0, all.size() - registrable_size - 1);
    }

private:
    [[nodiscard]] std::string_view last(std::size_t octets) const noexcept UNIFORM_LIFETIMEBOUND {
        return std::string_view{name}.substr(name.size() - octets);
    }
};

/// The parts of the host of a URI or an IRI, or of a host name as people write it: with A-labels, U-labels or a
/// percent-encoding, in upper or lower case, with or without the full stop at its end. `domain_of("B\u00DCCHER.de")`
/// and `domain_of("b%C3%BCcher.de")` have the registrable domain "xn--bcher-kva.de". std::nullopt for an IP address, an
/// IP literal in brackets, an empty name, one with an empty label or of more than 253 octets, and what lookup_name()
/// refuses. O(length). Thread-safe.
[[nodiscard]] std::optional<domain_parts> domain_of(std::string_view host, suffix_rules which = suffix_rules::all);
/// The same by another list.
[[nodiscard]] std::optional<domain_parts> domain_of(std::string_view host, const suffix_list &by,
                                                    suffix_rules which = suffix_rules::all);
/// The same, into an object that is used again, which has nothing to allocate for most names.
/// @return whether the host is a name that has parts; if not, `into` has no meaning
[[nodiscard]] bool read_domain(std::string_view host, const suffix_list &by, suffix_rules which, domain_parts &into);

} // namespace idna
} // namespace uniform
