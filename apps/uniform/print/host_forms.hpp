// The forms of a reference's host: as the DNS stores it, as people read it, and the domain that it belongs to.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/idna/internationalized_name.hpp>
#include <uniform/idna/public_suffix.hpp>
#include <uniform/uri/reference.hpp>

namespace uniform::cli {

enum class host_form : std::uint8_t { as_written, ascii, unicode, display };

// Appends a host as it is written in a reference in that form. An IP literal, and what is no host name, stays as it is.
void append_host(std::string &out, std::string_view host, host_form form);

// Whether a host as it is written in a reference has those forms: a name does, and an IP literal and an empty host are
// their own.
[[nodiscard]] bool has_forms(std::string_view host);

// Appends the text of `r` with its host in that form.
void append_with_host(std::string &out, const reference_view &r, host_form form);

// Whether the host has a character beyond US-ASCII, percent-encoded or not: nothing else has another form by --idna.
[[nodiscard]] bool has_internationalized_host(const reference_view &r) noexcept;

// Why the host of `r` has no A-labels, if it has characters beyond US-ASCII and is no host name: the sentence, and the
// error at its place.
struct host_refusal {
    error why;
    std::string says;
};
[[nodiscard]] std::optional<host_refusal> refusal_of_host(const reference_view &r);

// The text of `r` with A-labels in its host; std::nullopt if that is `r` itself, or if its host is no host name.
[[nodiscard]] std::optional<std::string> with_ascii_host(const reference_view &r);

// The URI that is sent for a text: the host in A-labels, and an IRI as a URI (RFC 3987 3.1). Any other text, and one
// whose host is no host name, stays as it is.
[[nodiscard]] std::string sent_as(std::string_view text);

// A host name as data, as a user gives it: with A-labels where it has characters beyond US-ASCII (RFC 3986 3.2.2: URI
// producers should provide names in the IDNA encoding); unchanged if it is no name that the DNS can have.
[[nodiscard]] std::string ascii_name(std::string_view name);

// The URI of an IRI (RFC 3987 3.1) with A-labels in its host, or why it has none; and the IRI of a URI (3.2) with its
// host as it may be shown.
[[nodiscard]] std::expected<std::string, host_refusal> uri_by_idna(const reference_view &iri);
[[nodiscard]] std::string iri_by_idna(const reference_view &uri);

// A part of the domain of a host as it is written in a reference, in lower case and US-ASCII; "" if it has none. Valid
// until the next call in the same thread. `part_of_domain("WWW.example.org", &idna::domain_parts::suffix)`: "org".
using domain_part = std::string_view (idna::domain_parts::*)() const noexcept;
[[nodiscard]] std::string_view part_of_domain(std::string_view host, domain_part part);

// The parts by their names, as options and JSON have them.
inline constexpr std::array<std::pair<std::string_view, domain_part>, 4> domain_part_names{
    {{"registrable", &idna::domain_parts::registrable},
     {"suffix", &idna::domain_parts::suffix},
     {"label", &idna::domain_parts::label},
     {"subdomain", &idna::domain_parts::subdomain}}};

} // namespace uniform::cli
