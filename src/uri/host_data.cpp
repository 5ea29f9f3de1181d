// Hosts as data and as text.

#include <uniform/uri/host.hpp>

#include <uniform/base/utf8.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/parse.hpp>

#include "uri/encoded_place.hpp"

namespace uniform {

namespace {

// The IP-literal for which data stands; "" if there is none.
std::string ip_literal_of(std::string_view data, edition e) {
    std::string text;
    // RFC 3986 3.2.2: IP-literal = "[" ( IPv6address / IPvFuture ) "]"
    if (parse_ipv6address(data)) return text.append("[").append(data).append("]");
    // RFC 6874 2: IPv6addrz = IPv6address "%25" ZoneID
    const auto zone = data.find('%');
    if (zone != std::string_view::npos && zone + 1 < data.size() && parse_ipv6address(data.substr(0, zone))) {
        text.append("[").append(data.substr(0, zone)).append("%25");
        encode_append(text, data.substr(zone + 1), allowed(rule::zone_id));
        return text.append("]");
    }
    // An IPvFuture, or an IPv6address with brackets.
    if (data.starts_with('[') && parse_host(data, {.edition = e, .zone_ids = true})) return text.append(data);
    return text;
}

} // namespace

std::expected<std::string, error> encode_host(std::string_view data, edition e) {
    // RFC 3986 3.2.2: "URI producers must not use percent-encoding in host unless it is used to represent a UTF-8
    // character sequence."
    if (!is_utf8(data)) return std::unexpected{error{0, error_code::invalid_utf8, rule::reg_name, e}};
    std::string text = ip_literal_of(data, e);
    if (!text.empty()) {
        // The bracket "[" is no part of the address: decode_host() gives what it encloses.
        if (data.starts_with('[') && host_type_of(data, e) == host_type::ipv6)
            return std::unexpected{error{0, error_code::invalid_character, rule::ipv6address, e}};
        return text;
    }
    encode_append(text, data, allowed(rule::host, e));
    return text;
}

std::expected<std::string, error> decode_host(std::string_view text, edition e) {
    const auto type = parse_host(text, {.edition = e, .zone_ids = true});
    if (!type) return std::unexpected{type.error()};
    if (*type == host_type::ipvfuture) return std::string{text};
    if (*type != host_type::ipv6) {
        auto data = decode(text);
        if (!data) return data;
        if (const auto at = base::find_invalid_utf8(*data))
            return std::unexpected{
                error{detail::encoded_place(text, *at), error_code::invalid_utf8, rule::reg_name, e}};
        if (!ip_literal_of(*data, e).empty()) { // a reg-name has ":" and "[" only percent-encoded
            const std::size_t at = detail::encoded_place(text, data->find_first_of(":["));
            return std::unexpected{error{at, error_code::invalid_character, rule::reg_name, e}};
        }
        return data;
    }
    const std::string_view literal = text.substr(1, text.size() - 2);
    const auto zone = literal.find('%');
    if (zone == std::string_view::npos) return std::string{literal};
    const std::string_view encoded = literal.substr(zone + 3); // "%25"
    const std::string name = decode(encoded).value_or("");
    if (const auto at = base::find_invalid_utf8(name)) // after "[" and "%25"
        return std::unexpected{
            error{zone + 4 + detail::encoded_place(encoded, *at), error_code::invalid_utf8, rule::zone_id, e}};
    return std::string{literal.substr(0, zone)}.append("%").append(name);
}

} // namespace uniform
