// The functions that read a URI-reference or an IRI-reference.
#include <uniform/idna/iri_hosts.hpp>
#include <uniform/uri/iri.hpp>
#include <uniform/uri/parse.hpp>

#include "columns/functions/functions.hpp"

namespace uniform::columns::scalar {

namespace {

// The text that `make` makes of the reference which the text is by those options.
template <class F>
outcome<std::string> of_reference(std::string_view text, const parse_options &how, F make) {
    const auto r = parse_uri_reference(text, how);
    if (!r) return std::unexpected{refusal{r.error()}};
    return make(*r);
}

} // namespace

// RFC 3986 7.5: a password is not shown.
outcome<std::string> redact(std::string_view text, edition e) {
    return of_reference(text, {.edition = e}, [](const reference_view &r) { return redacted(r); });
}

// RFC 3986 3.5: the fragment is separated from the rest before it is retrieved.
outcome<std::string_view> without_fragment(std::string_view text, edition e) {
    const auto r = parse_uri_reference(text, {.edition = e});
    if (!r) return std::unexpected{refusal{r.error()}};
    return r->fragment() ? text.substr(0, text.size() - r->fragment()->size() - 1) : text;
}

// RFC 3987 3.1, which permits the conversion of the ireg-name ("MAY convert").
outcome<std::string> iri_to_uri(std::string_view text, bool hosts_by_idna) {
    return of_reference(text, {.edition = edition::rfc3987}, [&](const reference_view &r) -> outcome<std::string> {
        if (!hosts_by_idna) return uniform::iri_to_uri(r);
        auto made = idna::uri_of_iri(r);
        if (!made) return std::unexpected{refusal{refused_name{std::move(made.error()), "ireg-name"}}};
        return *std::move(made);
    });
}

// RFC 3987 3.2, and 3.2.1 for hosts.
outcome<std::string> uri_to_iri(std::string_view text, bool hosts_by_idna) {
    return of_reference(text, {}, [&](const reference_view &r) {
        return hosts_by_idna ? idna::iri_of_uri(r) : uniform::uri_to_iri(r);
    });
}

} // namespace uniform::columns::scalar
