#include "http/elsewhere.hpp"

#include <algorithm>

#include <uniform/normalize.hpp>
#include <uniform/parse.hpp>

namespace uniform::http {

// RFC 3986 6.2.3: without a port that is the scheme's own, in lower case, without user information.
std::string host_of(std::string_view uri) {
    const auto u = parse_uri(uri);
    if (!u || !u->authority()) return {};
    const std::string normal = normalize(*u, {.rung = rung::scheme});
    const auto again = parse_uri(normal);
    if (!again || !again->authority()) return {};
    std::string_view authority = *again->authority();
    if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) authority.remove_prefix(at + 1);
    if (authority.ends_with('.')) authority.remove_suffix(1); // RFC 3986 3.2.2: the root of the DNS
    return std::string(authority);
}

// RFC 3986 3.4, 3.3: in the query of that address the URN is one value, data from end to end, "%" included: whoever
// decodes the value has the URN again. In a path, "?" would end what comes after it; at the very end it is the URN's
// own.
std::string address_at(std::string_view resolver_template, std::string_view urn) {
    constexpr std::string_view mark = "{urn}";
    const std::size_t at = std::min(resolver_template.find(mark), resolver_template.size());
    const std::string_view before = resolver_template.substr(0, at);
    const std::string_view after = resolver_template.substr(std::min(at + mark.size(), resolver_template.size()));
    std::string_view encoded;
    if (before.find_first_of("?#") != std::string_view::npos) {
        encoded = "%&+=?#;";
    } else if (!after.empty()) {
        encoded = "?#";
    }
    std::string out{before};
    for (const char c : urn) {
        if (!encoded.contains(c)) {
            out += c;
            continue;
        }
        constexpr std::string_view digits = "0123456789ABCDEF";
        const auto byte = static_cast<unsigned char>(c);
        ((out += '%') += digits[byte >> 4U]) += digits[byte & 15U];
    }
    return out += after;
}

std::string loop_key(const resolver::delegation &d) { return address_at(d.resolver, "urn:" + d.prefix); }

} // namespace uniform::http
