// The services of RFC 2483 over HTTP: as RFC 2169 has them (/uri-res/SERVICE?URI), by an r-component, and as JSON.
//
// I2R gives the address of the instance, as a redirect, and does not fetch it: a resolver that fetches would have to
// serve what others host, under its own name and with its own bandwidth. For the same reason the parts of I2Rs are
// message/external-body (RFC 2046 5.2.3) with access-type URL (RFC 2017), which is what multipart/alternative has for
// "it is there".
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/services.hpp>

#include "http/resolve_core.hpp"
#include "http/router.hpp"

namespace uniform::http {

/// How a problem is counted.
[[nodiscard]] outcome outcome_of(const resolver::problem &p) noexcept;
/// A problem of which nothing but the request is known, with Cache-Control.
[[nodiscard]] response problem_answer(const resolver::problem &p, const request &r);
/// A problem about a name, in the form that Accept asks for: problem details, a page, a list or links.
[[nodiscard]] response problem_answer(const resolver::problem &p, const known_name &n, const request &r,
                                      const own_place &here, resolver::timestamp now);

/// One of the services with one operand, as RFC 2169 answers it. Counts the outcome.
[[nodiscard]] response answer_service(call &c, resolver::service s, const known_name &n, const resolver::wishes &w,
                                      resolver::timestamp now, const own_place &here);

/// The same as JSON: {"service":"I2L","uri":...,"urn":...,"result":...}. For I2L and I2R a string, for I2Ls, I2Rs and
/// I2Ns an array, for I2N a string, for I2C the record, for I2Cs an array.
[[nodiscard]] std::expected<std::string, resolver::problem>
service_json(store::reading &r, resolver::service s, std::string_view uri, const known_name &n,
             const resolver::wishes &w, resolver::timestamp now, const own_place &here);

/// The names that both namespaces have agreed to be of the same resource (RFC 2483 4.7): those among the other names
/// that are here, not withdrawn, and have this one among theirs.
[[nodiscard]] std::vector<std::string> agreed_names(store::reading &r, const known_name &n);

/// I=I: by the equivalence of the namespace, by agreed names, and for other URIs by RFC 3986 6. Errors: malformed;
/// unknown_name when that cannot be said because neither is known here.
[[nodiscard]] std::expected<bool, resolver::problem> are_equal(const site &s, store::reading &r, std::string_view a,
                                                               std::string_view b);

/// The name that the operand of a service is. A URI that is no URN is not known here: unknown_name; of the services
/// that take a locator ("L2N"): no_output, unless the locator holds the name itself, as addresses of resolvers do.
[[nodiscard]] std::expected<asked_name, resolver::problem> operand(resolver::named_service s, std::string_view uri);

} // namespace uniform::http
