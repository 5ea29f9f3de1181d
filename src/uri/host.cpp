// Hosts as data and as text; addresses as text: dotted decimal, and RFC 5952 section 4.

#include <uniform/uri/host.hpp>

#include <charconv>

#include <uniform/syntax/percent.hpp>
#include <uniform/uri/parse.hpp>

namespace uniform {

namespace {

void append(std::string &out, unsigned number, int base) {
    char digits[10];
    const auto end = std::to_chars(digits, digits + sizeof digits, number, base).ptr;
    out.append(digits, static_cast<std::size_t>(end - digits));
}

} // namespace

std::string to_string(const ip_address &address) {
    const auto b = address.bytes();
    const auto dotted = [&](std::size_t at) {
        std::string text;
        for (std::size_t i = at; i < at + 4; ++i) {
            if (i != at) text += '.';
            append(text, b[i], 10);
        }
        return text;
    };
    if (!address.is_v6()) return dotted(0);

    // RFC 5952 5: an IPv4-mapped address (::ffff:0:0/96) keeps its dotted part.
    bool mapped = b[10] == 0xFF && b[11] == 0xFF;
    for (std::size_t i = 0; mapped && i < 10; ++i) mapped = b[i] == 0;
    const std::size_t groups = mapped ? 6 : 8;
    const auto group = [&](std::size_t i) { return static_cast<unsigned>(b[2 * i] << 8 | b[2 * i + 1]); };

    // RFC 5952 4.2: "::" for the longest run of at least two zero groups, the first of equal ones.
    std::size_t best = groups;
    std::size_t best_length = 1;
    for (std::size_t i = 0; i < groups;) {
        std::size_t j = i;
        while (j < groups && group(j) == 0) ++j;
        if (j - i > best_length) {
            best = i;
            best_length = j - i;
        }
        i = j == i ? i + 1 : j;
    }
    std::string out;
    for (std::size_t i = 0; i < groups;) {
        if (i == best) {
            out += "::";
            i += best_length;
            continue;
        }
        if (!out.empty() && out.back() != ':') out += ':';
        append(out, group(i), 16); // RFC 5952 4.1, 4.3
        ++i;
    }
    if (mapped) {
        if (out.back() != ':') out += ':';
        out += dotted(12);
    }
    return out;
}

std::expected<std::string, error> encode_host(std::string_view data, edition e) {
    // RFC 3986 3.2.2: "URI producers must not use percent-encoding in host unless it is used to represent a UTF-8
    // character sequence."
    if (!is_utf8(data)) return std::unexpected{error{0, error_code::invalid_utf8, rule::reg_name, e}};
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
    if (data.starts_with('[') && parse_host(data, {.edition = e, .zone_ids = true})) return std::string{data};
    encode_append(text, data, allowed(rule::host, e));
    return text;
}

std::expected<std::string, error> decode_host(std::string_view text, edition e) {
    const auto type = parse_host(text, {.edition = e, .zone_ids = true});
    if (!type) return std::unexpected{type.error()};
    if (*type == host_type::ipvfuture) return std::string{text};
    if (*type != host_type::ipv6) return decode(text);
    const std::string_view literal = text.substr(1, text.size() - 2);
    const auto zone = literal.find('%');
    if (zone == std::string_view::npos) return std::string{literal};
    std::string data{literal.substr(0, zone)};
    return data.append("%").append(decode(literal.substr(zone + 3)).value_or("")); // "%25"
}

} // namespace uniform
