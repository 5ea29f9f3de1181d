// Not to be compiled: literals.cmake reads behind each literal what the compiler has to say, the document and the rule.
#include <uniform/uri/parse.hpp>
#include <uniform/urn/urn.hpp>

using namespace uniform::literals;

constexpr auto space = "http://a b/"_uri;              // rfc3986 reg_name
constexpr auto octet = "http://a/%2"_uri;              // rfc3986 pct_encoded
constexpr auto address = "http://[::1::]/"_uri;        // rfc3986 ipv6address
constexpr auto relative = "/over/there"_uri;           // rfc3986 uri
constexpr auto port = "//a:8o/"_uri_reference;         // rfc3986 port
constexpr auto fragment = "#a#b"_uri_reference;        // rfc3986 fragment
constexpr auto nid = "urn:-example:a"_urn;             // rfc8141 nid
constexpr auto nss = "urn:example:"_urn;               // rfc8141 nss
constexpr auto r_component = "urn:example:a?+?=b"_urn; // rfc8141 r_component

int main() { return static_cast<int>("mailto: a"_uri.path().size()); } // rfc3986 path_rootless
