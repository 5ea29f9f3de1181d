#include <uniform/resolver/delegated_url.hpp>

#include <algorithm>
#include <utility>

#include <uniform/base/hex.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>

#include "resolver/locators/locator_path.hpp"

namespace uniform::resolver {

// RFC 3986 6.2.3: without a port that is the scheme's own, in lower case, without user information.
std::string server_of(std::string_view url) {
    const auto u = parse_uri(url);
    if (!u || !u->authority()) return {};
    const std::string normal = normalize(*u, {.level = comparison_level::scheme});
    const auto again = parse_uri(normal);
    if (!again || !again->authority()) return {};
    std::string_view authority = *again->authority();
    if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) authority.remove_prefix(at + 1);
    if (authority.ends_with('.')) authority.remove_suffix(1); // RFC 3986 3.2.2: the root of the DNS
    return std::string(authority);
}

namespace {

// Whether clients would find a dot segment in the path that the name becomes, or the name is the encoding of such a
// name, or of that encoding, and so on: so that no encoding that is made below is another name that stays as it is.
bool has_dot_segment_when_decoded(std::string_view urn) {
    std::string name{urn};
    while (!detail::has_dot_segment(std::string_view{name}.substr(0, name.find_first_of("?#")))) {
        auto decoded = uniform::decode(name);
        if (!decoded || *decoded == name) return false;
        name = std::move(*decoded);
    }
    return true;
}

} // namespace

// RFC 3986 3.4, 3.3: in the query of the URL the URN is one value; all of it is data, "%" included, so that decoding
// the value gives the URN. In a path, a "?" of the URN would end the path unless it is encoded, and then "%" is, too,
// as another URN has "%3F" there; at the end of the URL both may stay. Nor may a client remove a part of the name, or
// of the template, as 5.2.4 removes dot segments: then the URN is one segment.
std::string delegated_url(std::string_view resolver_template, std::string_view urn) {
    constexpr std::string_view mark = "{urn}";
    const std::size_t at = std::min(resolver_template.find(mark), resolver_template.size());
    const std::string_view before = resolver_template.substr(0, at);
    const std::string_view after = resolver_template.substr(std::min(at + mark.size(), resolver_template.size()));
    std::string_view encoded;
    if (before.find_first_of("?#") != std::string_view::npos) {
        encoded = "%&+=?#;";
    } else if (has_dot_segment_when_decoded(urn)) {
        encoded = "%/?#";
    } else if (!after.empty()) {
        encoded = "%?#";
    }
    std::string out{before};
    for (const char c : urn) {
        if (encoded.contains(c)) {
            base::append_percent_encoded(out, c);
        } else {
            out += c;
        }
    }
    return out += after;
}

} // namespace uniform::resolver
