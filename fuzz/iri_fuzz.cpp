// Any bytes: as an IRI reference to a URI and back, and as a URI reference to an IRI and back (RFC 3987 3).
#include "judged.hpp"

#include <uniform/base/ascii.hpp>
#include <uniform/syntax/characters.hpp>
#include <uniform/uri/iri.hpp>
#include <uniform/uri/parse.hpp>

#include <string>

namespace {

void fail(const char *what, std::string_view text) {
    std::fprintf(stderr, "%s: %s\n", what, differential::escaped(text).c_str());
    std::abort();
}

void check_iri(std::string_view text) {
    const auto iri = uniform::parse_iri_reference(text);
    if (!iri) return;
    const std::string uri = uniform::iri_to_uri(*iri);
    const auto parsed = uniform::parse_uri_reference(uri);
    if (!parsed) return fail("no URI", text);
    if (uniform::iri_to_uri(*parsed) != uri) fail("not idempotent", text);
    if (parsed->has_scheme() != iri->has_scheme() || parsed->has_authority() != iri->has_authority() ||
        parsed->query().has_value() != iri->query().has_value() ||
        parsed->fragment().has_value() != iri->fragment().has_value()) {
        fail("other components", text);
    }
}

// RFC 3987 3.2: what an IRI "maps back to", "except for potential case differences in percent-encoding and for
// potential percent-encoded unreserved characters". Not the normal form: in a reference that is not resolved yet, that
// keeps "%2E" (RFC 3986 5.2.4), which 3.2 decodes.
std::string without_needless_encoding(std::string_view uri) {
    constexpr uniform::char_set plain = uniform::unreserved(uniform::edition::rfc3986);
    std::string out;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        if (uri[i] != '%') {
            out += uri[i];
            continue;
        }
        const auto octet =
            static_cast<char>(uniform::ascii::hex_value(uri[i + 1]) * 16 + uniform::ascii::hex_value(uri[i + 2]));
        if (plain.contains(octet)) {
            out += octet;
        } else {
            out += '%';
            out += uniform::ascii::to_upper(uri[i + 1]);
            out += uniform::ascii::to_upper(uri[i + 2]);
        }
        i += 2;
    }
    return out;
}

void check_uri(std::string_view text) {
    const auto uri = uniform::parse_uri_reference(text);
    if (!uri) return;
    const std::string iri = uniform::uri_to_iri(*uri);
    const auto parsed = uniform::parse_iri_reference(iri);
    if (!parsed) return fail("no IRI", text);
    if (uniform::uri_to_iri(*parsed) != iri) fail("an IRI is not idempotent", text);
    const std::string back = uniform::iri_to_uri(*parsed);
    if (!uniform::parse_uri_reference(back)) return fail("no URI again", text);
    if (without_needless_encoding(back) != without_needless_encoding(text)) fail("leads to another URI", text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    const std::string_view text = input_text(data, size);
    check_iri(text);
    check_uri(text);
    return 0;
}
