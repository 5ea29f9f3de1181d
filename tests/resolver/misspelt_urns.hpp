// Misspelt requests, and the URN that each means: for the function, and for the service.
#pragma once

namespace uniform::test {

struct misspelt_urn {
    const char *why;
    const char *text;
    const char *urn;         // the URN that is meant
    const char *corrections; // as the field Uniform-Corrected lists them
};

inline constexpr misspelt_urn misspelt_urns[] = {
    {"nothing to correct", "urn:example:a%20?+r?=q#f", "urn:example:a%20?+r?=q#f", ""},
    {"upper case", "URN:EXAMPLE:A", "URN:EXAMPLE:A", ""},
    {"white space", " \turn:example:a\r\n", "urn:example:a", "white-space"},
    {"encoded white space", "%20urn:example:a", "urn:example:a", "white-space"},
    {"no-break space", "%C2%A0urn:example:a", "urn:example:a", "white-space"},
    {"a resolver", "https://resolver.example/urn:example:a?=q", "urn:example:a?=q", "nested-resolver"},
    {"a resolver's query", "http://resolver.example/?urn=urn:example:a", "urn:example:a", "nested-resolver"},
    {"followed by another parameter", "https://resolver.example/resolve?urn=urn:example:a&foo=1", "urn:example:a",
     "nested-resolver"},
    {"\"&\" in a name", "https://resolver.example/urn:example:a&b", "urn:example:a&b", "nested-resolver"},
    {"a resolver in a resolver", "https://a.example/https://b.example/urn:example:a", "urn:example:a",
     "nested-resolver"},
    {"encoded", "urn%3aexample%3Aa%2Fb", "urn:example:a/b", "encoding"},
    {"the scheme encoded", "%75rn:example:a", "urn:example:a", "encoding"},
    {"encoded twice", "%2575rn%253Aexample%253Aa", "urn:example:a", "encoding, double-encoding"},
    {"all of it", "%20HTTPS%3A%2F%2Fresolver.example%2FURN%3Aexample%3Aa", "URN:example:a",
     "white-space, encoding, nested-resolver"},
    {"the components after it are not encoded", "urn%3Aexample%3Aa?=x%2Cy", "urn:example:a?=x%2Cy", "encoding"},
    {"three layers are too many", "urn%25253Aexample", "urn%25253Aexample", ""},
    {"contains no URN", "https://a.example/b", "https://a.example/b", ""},
    {"empty", "", "", ""},
    {"the error is about the malformed URN in a URL", "https://a.example/urn:-:x", "urn:-:x", "nested-resolver"},
};

} // namespace uniform::test
