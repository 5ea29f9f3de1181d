// IRIs and URIs with the conversion of their host names: between A-labels and what people read.
//
//     const auto iri = uniform::parse_iri_reference("http://münchen.example/ä").value();
//     uniform::idna::uri_of_iri(iri).value()   -> "http://xn--mnchen-3ya.example/%C3%A4"
#pragma once

#include <expected>
#include <string>

#include <uniform/base/api.hpp>
#include <uniform/idna/internationalized_name.hpp>
#include <uniform/uri/uri.hpp>

namespace uniform UNIFORM_API {
namespace idna {

/// The URI of an IRI-reference (RFC 3987 3.1), with A-labels in a registered name that has characters outside US-ASCII,
/// as they are or percent-encoded ("MAY convert the ireg-name"). Errors: those of to_ascii(), with the offset of the
/// host added. Linear but for those labels; allocates.
[[nodiscard]] std::expected<std::string, problem> uri_of_iri(const reference_view &iri, rules by = rules::uts46);

/// The IRI of a URI-reference (RFC 3987 3.2), with its host name as display() shows it (3.2.1, "MAY convert
/// punycode-encoded domain name labels"), in lower case; a host that is no name stays as it is. Linear but for labels
/// beyond US-ASCII; allocates.
[[nodiscard]] std::string iri_of_uri(const reference_view &uri);

} // namespace idna
} // namespace uniform
