// Any bytes: as an IRI reference to a URI and back, and as a URI reference to an IRI and back (RFC 3987 3).
#include "judged.hpp"

#include <uniform/base/ascii.hpp>
#include <uniform/uri/iri.hpp>
#include <uniform/uri/normalize.hpp>
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

void check_uri(std::string_view text) {
    const auto uri = uniform::parse_uri_reference(text);
    if (!uri) return;
    const std::string iri = uniform::uri_to_iri(*uri);
    const auto parsed = uniform::parse_iri_reference(iri);
    if (!parsed) return fail("no IRI", text);
    if (uniform::uri_to_iri(*parsed) != iri) fail("an IRI is not idempotent", text);
    // 3.2: the same URI, but for the case of digits and encoded unreserved characters
    const uniform::normalize_options how{.level = uniform::comparison_level::percent};
    const std::string back = uniform::iri_to_uri(*parsed);
    const auto again = uniform::parse_uri_reference(back);
    if (!again) return fail("no URI again", text);
    const auto in_capitals = [](std::string all) {
        for (std::size_t i = 0; i + 2 < all.size(); ++i) {
            if (all[i] != '%') continue;
            for (char *c : {&all[i + 1], &all[i + 2]}) *c = uniform::ascii::to_upper(*c);
        }
        return all;
    };
    if (in_capitals(uniform::normalize(*again, how)) != in_capitals(uniform::normalize(*uri, how))) {
        fail("leads to another URI", text);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    const std::string_view text = input_text(data, size);
    check_iri(text);
    check_uri(text);
    return 0;
}
