// What an error says: sentences, rules by name, and the sections that have them.

#include <uniform/error.hpp>

#include <algorithm>
#include <array>
#include <cstdio>

namespace uniform {

namespace {

struct rule_entry {
    rule id;
    std::string_view name;           // RFC 3986 (RFC 6874), or the draft's where only it has the rule
    std::string_view older_name;     // in the older editions; "" where it is the same
    std::string_view section;        // RFC 3986, RFC 6874
    std::string_view older_section;  // 2003 draft
    std::string_view oldest_section; // RFC 2396
};

constexpr std::array rule_entries{
    rule_entry{rule::uri, "URI", "absolute-URI-reference", "3", "4", "4"},
    rule_entry{rule::uri_reference, "URI-reference", "", "4.1", "4", "4"},
    rule_entry{rule::absolute_uri, "absolute-URI", "", "4.3", "3", "3"},
    rule_entry{rule::relative_ref, "relative-ref", "relative-URI", "4.2", "5", "5"},
    rule_entry{rule::hier_part, "hier-part", "", "3", "3", "3"},
    rule_entry{rule::scheme, "scheme", "", "3.1", "3.1", "3.1"},
    rule_entry{rule::authority, "authority", "", "3.2", "3.2", "3.2"},
    rule_entry{rule::userinfo, "userinfo", "", "3.2.1", "3.2.2", "3.2.2"},
    rule_entry{rule::host, "host", "", "3.2.2", "3.2.2", "3.2.2"},
    rule_entry{rule::ip_literal, "IP-literal", "", "3.2.2", "", ""},
    rule_entry{rule::ipvfuture, "IPvFuture", "", "3.2.2", "", ""},
    rule_entry{rule::ipv6address, "IPv6address", "", "3.2.2", "3.2.2", ""},
    rule_entry{rule::ipv6addrz, "IPv6addrz", "", "2", "", ""},
    rule_entry{rule::zone_id, "ZoneID", "", "2", "", ""},
    rule_entry{rule::ipv4address, "IPv4address", "", "3.2.2", "3.2.2", "3.2.2"},
    rule_entry{rule::reg_name, "reg-name", "", "3.2.2", "3.2.1", "3.2.1"},
    rule_entry{rule::port, "port", "", "3.2.3", "3.2.2", "3.2.2"},
    rule_entry{rule::path, "path", "", "3.3", "3.3", "3.3"},
    rule_entry{rule::path_abempty, "path-abempty", "", "3.3", "", ""},
    rule_entry{rule::path_absolute, "path-absolute", "", "3.3", "", ""},
    rule_entry{rule::path_noscheme, "path-noscheme", "", "3.3", "", ""},
    rule_entry{rule::path_rootless, "path-rootless", "", "3.3", "", ""},
    rule_entry{rule::segment, "segment", "", "3.3", "3.3", "3.3"},
    rule_entry{rule::segment_nz, "segment-nz", "", "3.3", "", ""},
    rule_entry{rule::segment_nz_nc, "segment-nz-nc", "", "3.3", "", ""},
    rule_entry{rule::query, "query", "", "3.4", "3.4", "3.4"},
    rule_entry{rule::fragment, "fragment", "", "3.5", "4.1", "4.1"},
    rule_entry{rule::pct_encoded, "pct-encoded", "escaped", "2.1", "2.4.1", "2.4.1"},
    rule_entry{rule::absolute_uri_reference, "absolute-URI-reference", "", "", "4", ""},
    rule_entry{rule::relative_uri, "relative-URI", "", "", "5", "5"},
    rule_entry{rule::opaque_part, "opaque-part", "", "", "3", "3"},
    rule_entry{rule::net_path, "net-path", "", "", "3", "3"},
    rule_entry{rule::abs_path, "abs-path", "", "", "3", "3"},
    rule_entry{rule::rel_path, "rel-path", "", "", "5", "5"},
    rule_entry{rule::rel_segment, "rel-segment", "", "", "5", "5"},
    rule_entry{rule::server, "server", "", "", "3.2.2", "3.2.2"},
    rule_entry{rule::hostport, "hostport", "", "", "3.2.2", "3.2.2"},
    rule_entry{rule::hostname, "hostname", "", "", "3.2.2", "3.2.2"},
    rule_entry{rule::domainlabel, "domainlabel", "", "", "3.2.2", "3.2.2"},
    rule_entry{rule::toplabel, "toplabel", "", "", "3.2.2", "3.2.2"},
    rule_entry{rule::ipv6reference, "IPv6reference", "", "", "3.2.2", ""},
};

constexpr const rule_entry *find(rule r) noexcept {
    const auto index = static_cast<std::size_t>(r);
    return index < rule_entries.size() ? &rule_entries[index] : nullptr;
}
static_assert([] {
    for (std::size_t i = 0; i < rule_entries.size(); ++i) {
        if (static_cast<std::size_t>(rule_entries[i].id) != i) return false;
    }
    return rule_entries.size() == static_cast<std::size_t>(rule::none);
}());

struct code_entry {
    error_code id;
    std::string_view name;
    std::string_view message;
};

constexpr std::array code_entries{
    code_entry{error_code::too_long, "too_long", "the text is longer than is allowed"},
    code_entry{error_code::missing_scheme, "missing_scheme", "there is no scheme (a name and \":\")"},
    code_entry{error_code::invalid_scheme, "invalid_scheme",
               "what stands before the \":\" is no scheme: a letter, then letters, digits, \"+\", \"-\" or \".\""},
    code_entry{error_code::unexpected_scheme, "unexpected_scheme", "a relative reference has no scheme"},
    code_entry{error_code::unexpected_fragment, "unexpected_fragment", "no fragment is admitted here"},
    code_entry{error_code::colon_in_first_segment, "colon_in_first_segment",
               "what stands before the \":\" is no scheme, and the first segment of a relative path has no \":\""},
    code_entry{error_code::invalid_character, "invalid_character", "this character does not belong here"},
    code_entry{error_code::invalid_percent_encoding, "invalid_percent_encoding",
               "\"%\" is not followed by two hexadecimal digits"},
    code_entry{error_code::invalid_ip_literal, "invalid_ip_literal", "there is no IP address between the brackets"},
    code_entry{error_code::unterminated_ip_literal, "unterminated_ip_literal", "\"[\" without \"]\" in the host"},
    code_entry{error_code::invalid_port, "invalid_port", "a port holds digits only"},
    code_entry{error_code::invalid_authority, "invalid_authority",
               "the authority is neither a server nor a registry-based name"},
    code_entry{error_code::empty_component, "empty_component", "at least one character is missing here"},
    code_entry{error_code::port_overflow, "port_overflow", "the port is a number above 65535"},
    code_entry{error_code::excess_dot_segments, "excess_dot_segments", "there are more \"..\" than levels above"},
    code_entry{error_code::base_not_absolute, "base_not_absolute", "a base URI has a scheme"},
    code_entry{error_code::opaque_base, "opaque_base", "nothing is relative to an opaque URI"},
    code_entry{error_code::no_base, "no_base", "there is no base URI"},
    code_entry{error_code::buffer_too_small, "buffer_too_small", "the buffer cannot hold the result"},
    code_entry{error_code::changes_components, "changes_components",
               "the edit would make the text read as other components"},
    code_entry{error_code::not_found, "not_found", "there is nothing of that kind"},
    code_entry{error_code::invalid_template, "invalid_template", "the template or pattern is malformed"},
    code_entry{error_code::invalid_mapping, "invalid_mapping", "the table cannot be used"},
    code_entry{error_code::unreachable_target, "unreachable_target", "no reference resolves to this target"},
};

} // namespace

std::string_view to_string(rule r, edition e) noexcept {
    const rule_entry *entry = find(r);
    if (entry == nullptr) return "";
    return e == edition::rfc3986 || entry->older_name.empty() ? entry->name : entry->older_name;
}

std::string_view section(rule r, edition e) noexcept {
    const rule_entry *entry = find(r);
    if (entry == nullptr) return "";
    switch (e) {
    case edition::rfc3986:
        return entry->section;
    case edition::rfc2396bis_01:
        return entry->older_section;
    case edition::rfc2396:
        return entry->oldest_section;
    }
    return "";
}

rule rule_from_string(std::string_view name) noexcept {
    const auto found = std::ranges::find(rule_entries, name, &rule_entry::name);
    if (found != rule_entries.end()) return found->id;
    return name == "escaped" ? rule::pct_encoded : rule::none;
}

std::string_view to_string(error_code c) noexcept {
    const auto found = std::ranges::find(code_entries, c, &code_entry::id);
    return found == code_entries.end() ? std::string_view{"unknown"} : found->name;
}

std::string_view error::message() const noexcept {
    const auto found = std::ranges::find(code_entries, code, &code_entry::id);
    return found == code_entries.end() ? std::string_view{"unknown error"} : found->message;
}

std::string_view error::document() const noexcept {
    if (rule == uniform::rule::ipv6addrz || rule == uniform::rule::zone_id) return "RFC 6874";
    return uniform::document(edition);
}

std::string_view error::section() const noexcept {
    const std::string_view own = uniform::section(rule, edition);
    if (!own.empty()) return own;
    // limits and policies of this library, by where the document speaks of the matter
    switch (code) {
    case error_code::excess_dot_segments:
        return edition == edition::rfc3986 ? "5.2.4" : "5.2";
    case error_code::base_not_absolute:
    case error_code::no_base:
        return "5.1";
    case error_code::opaque_base:
        return edition == edition::rfc3986 ? "5.2" : "5";
    case error_code::unreachable_target:
        return "5.2";
    default:
        return "";
    }
}

} // namespace uniform
