// The table of checks. Ids are stable: configurations of users contain them.

#include <uniform/lint/check.hpp>

#include <array>
#include <cstddef>

#include <uniform/base/enum_names.hpp>

namespace uniform {

namespace {

using enum lint_check;
constexpr auto note = lint_severity::note;
constexpr auto warning = lint_severity::warning;
constexpr auto severe = lint_severity::error; // uniform::error is a type

constexpr std::array table{
    // clang-format off
    lint_check_info{not_valid, "not-valid", severe, "the text is not a URI reference", "RFC 3986", "4.1"},
    lint_check_info{backslash, "backslash", severe, "a backslash, which is not allowed in URIs, and which browsers read as a slash in paths of web addresses", "RFC 3986", "7.3"},
    lint_check_info{white_space, "white-space", severe, "white space, which is not allowed in URIs, and which software removes, encodes or stops at", "RFC 3986", "Appendix C"},
    lint_check_info{control_character, "control-character", severe, "a control character, which is not allowed in URIs", "RFC 3986", "2"},
    lint_check_info{bidi_character, "bidi-character", severe, "a bidirectional formatting character, encoded or not, which changes the display order of the rest", "RFC 3987", "4.1"},
    lint_check_info{invisible_character, "invisible-character", warning, "an invisible character, encoded or not", "RFC 3987", "8"},
    lint_check_info{non_ascii, "non-ascii", warning, "characters beyond US-ASCII: an IRI, not a URI", "RFC 3987", "3.1"},
    lint_check_info{unencoded_character, "unencoded-character", severe, "a character that must be percent-encoded there", "RFC 3986", "2"},
    lint_check_info{malformed_percent, "malformed-percent", severe, "a \"%\" without two hexadecimal digits after it", "RFC 3986", "2.1"},
    lint_check_info{over_long, "over-long", warning, "longer than every recipient is recommended to support", "RFC 9110", "4.1"},
    lint_check_info{unregistered_scheme, "unregistered-scheme", warning, "a scheme that is not registered at IANA", "RFC 7595", "6"},
    lint_check_info{historical_scheme, "historical-scheme", note, "a scheme that is no longer in common use", "RFC 7595", "5"},
    lint_check_info{experimental_scheme, "experimental-scheme", warning, "a scheme that begins with \"x-\": experimental, without a registration", "draft-ietf-uri-url-06", "4"},
    lint_check_info{script_scheme, "script-scheme", warning, "a scheme whose text is executed as a program", "RFC 7595", "3.7"},
    lint_check_info{data_scheme, "data-scheme", note, "a data URL that contains a document with active content", "RFC 7595", "3.7"},
    lint_check_info{scheme_rules, "scheme-rules", warning, "a valid URI that the document of its scheme refuses", "RFC 3986", "3.1"},
    lint_check_info{missing_authority, "missing-authority", severe, "no \"//\" and host although the scheme requires them; browsers read the first segment as the host", "RFC 9110", "4.2.1"},
    lint_check_info{unregistered_nid, "unregistered-nid", warning, "a URN namespace that is not registered at IANA", "RFC 8141", "5"},
    lint_check_info{experimental_nid, "experimental-nid", warning, "a NID that begins with \"X-\": experimental, without a registration", "RFC 8141", "5.1"},
    lint_check_info{reserved_nid, "reserved-nid", warning, "a NID that no formal namespace can have", "RFC 8141", "5.1"},
    lint_check_info{r_component, "r-component", warning, "an r-component, which should not be used before its semantics are standardized", "RFC 8141", "2.3.1"},
    lint_check_info{password, "password", severe, "a password in the user information", "RFC 3986", "7.5"},
    lint_check_info{userinfo_like_host, "userinfo-like-host", severe, "user information that looks like a host", "RFC 3986", "7.6"},
    lint_check_info{userinfo, "userinfo", warning, "user information in a URL of the Web", "RFC 9110", "4.2.4"},
    lint_check_info{empty_userinfo, "empty-userinfo", warning, "an empty user before \"@\"", "RFC 3986", "3.2.1"},
    lint_check_info{ambiguous_authority, "ambiguous-authority", severe, "more than one \"@\": software disagrees on the host", "RFC 3986", "3.2"},
    lint_check_info{empty_host, "empty-host", severe, "no host although the scheme requires one", "RFC 9110", "4.2.1"},
    lint_check_info{rare_ipv4, "rare-ipv4", severe, "a name that much software reads as an IPv4 address", "RFC 3986", "7.4"},
    lint_check_info{encoded_host, "encoded-host", warning, "percent-encoded US-ASCII in the host", "RFC 3986", "3.2.2"},
    lint_check_info{host_name_syntax, "host-name-syntax", note, "a host that is not a name of the DNS", "RFC 3986", "3.2.2"},
    lint_check_info{long_host_name, "long-host-name", warning, "a label of more than 63 or a name of more than 253 characters", "RFC 1035", "2.3.4"},
    lint_check_info{loopback_address, "loopback-address", warning, "the machine that reads the identifier", "RFC 6890", "2.2.2"},
    lint_check_info{private_address, "private-address", warning, "an address of a private network", "RFC 6890", "2.2.2"},
    lint_check_info{link_local_address, "link-local-address", warning, "an address of the local link, such as that of cloud metadata services", "RFC 6890", "2.2.2"},
    lint_check_info{unspecified_address, "unspecified-address", warning, "the unspecified address, which many systems use for themselves", "RFC 6890", "2.2.2"},
    lint_check_info{multicast_address, "multicast-address", warning, "a multicast or broadcast address", "RFC 5771", "3"},
    lint_check_info{reserved_address, "reserved-address", note, "an address reserved for documentation, measurements or future use", "RFC 6890", "2.2.2"},
    lint_check_info{embedded_ipv4, "embedded-ipv4", warning, "an IPv6 address that embeds an IPv4 address", "RFC 4291", "2.5.5"},
    lint_check_info{local_name, "local-name", note, "a name that means another host on another network", "RFC 6761", "6"},
    lint_check_info{idna_label, "idna-label", note, "an A-label (\"xn--\"): it is displayed as another text", "RFC 5890", "2.3.2.1"},
    lint_check_info{unicode_label, "unicode-label", note, "a label beyond US-ASCII: it is looked up as an A-label", "RFC 5890", "2.3.2.1"},
    lint_check_info{idna_invalid, "idna-invalid", severe, "an internationalized label that is not valid", "RFC 5891", "5.4"},
    lint_check_info{idna_deviation, "idna-deviation", warning, "a label that IDNA2003 and IDNA2008 look up as different names", "RFC 5894", "7.2"},
    lint_check_info{well_known_port, "well-known-port", severe, "a port below 1024 that is not the scheme's default", "RFC 3986", "7.2"},
    lint_check_info{service_port, "service-port", warning, "a port of another well-known service", "RFC 3986", "7.2"},
    lint_check_info{other_port, "other-port", note, "a port that is not the scheme's default", "draft-ietf-uri-url-06", "6"},
    lint_check_info{port_too_large, "port-too-large", severe, "a port above 65535", "RFC 3986", "3.2.3"},
    lint_check_info{mixed_scripts, "mixed-scripts", warning, "a word of several scripts that no language combines", "RFC 3987", "8"},
    lint_check_info{confusable, "confusable", warning, "a word that is easily confused with another, written in US-ASCII", "RFC 3987", "8"},
    lint_check_info{bidi_structure, "bidi-structure", warning, "a component written from right to left that mixes directions, or begins or ends with other characters", "RFC 3987", "4.2"},
    lint_check_info{encoded_nul, "encoded-nul", severe, "an encoded NUL, which ends a string in much software", "RFC 3986", "7.3"},
    lint_check_info{encoded_line_end, "encoded-line-end", severe, "an encoded CR or LF, which may become a further command or header field", "RFC 3986", "7.2"},
    lint_check_info{encoded_control, "encoded-control", warning, "an encoded control character", "RFC 3986", "7.3"},
    lint_check_info{encoded_delimiter, "encoded-delimiter", warning, "an encoded delimiter, which becomes a delimiter if software decodes too early", "RFC 3986", "7.3"},
    lint_check_info{encoded_backslash, "encoded-backslash", warning, "an encoded backslash, which some file systems treat as a separator", "RFC 3986", "7.3"},
    lint_check_info{double_encoding, "double-encoding", warning, "an encoded \"%\" before two hexadecimal digits: encoded twice", "RFC 3986", "2.4"},
    lint_check_info{overlong_utf8, "overlong-utf8", severe, "encoded bytes that are a forbidden overlong form of a character", "RFC 3987", "8"},
    lint_check_info{invalid_utf8, "invalid-utf8", warning, "bytes that are not UTF-8", "RFC 3986", "2.5"},
    lint_check_info{encoded_unreserved, "encoded-unreserved", note, "an encoded character that needs no encoding", "RFC 3986", "2.3"},
    lint_check_info{lower_case_hex, "lower-case-hex", note, "hexadecimal digits of an encoding in lower case", "RFC 3986", "2.1"},
    lint_check_info{dot_segments, "dot-segments", warning, "\".\" or \"..\" segments, which are removed before the path is used", "RFC 3986", "5.2.4"},
    lint_check_info{encoded_dot_segments, "encoded-dot-segments", severe, "\".\" or \"..\" segments that are hidden by encoding or parameters", "RFC 3986", "7.3"},
    lint_check_info{device_name, "device-name", note, "a segment that names a device in some file systems", "RFC 3986", "7.3"},
    lint_check_info{secret_in_query, "secret-in-query", note, "a parameter whose name indicates a secret", "RFC 3986", "7.5"},
    lint_check_info{nested_url, "nested-url", note, "a URL in a parameter: possibly an open redirect", "RFC 3986", "7.6"},
    lint_check_info{browser_scheme, "browser-scheme", severe, "browsers read another scheme (with --browser)", "RFC 3986", "7.3"},
    lint_check_info{browser_host, "browser-host", severe, "browsers read another host (with --browser)", "RFC 3986", "7.6"},
    lint_check_info{browser_path, "browser-path", warning, "browsers read another path (with --browser)", "RFC 3986", "7.3"},
    lint_check_info{browser_query, "browser-query", warning, "browsers read another query (with --browser)", "RFC 3986", "7.3"},
    lint_check_info{browser_rejects, "browser-rejects", warning, "browsers reject what has a host by RFC 3986 (with --browser)", "RFC 3986", "7.3"},
    lint_check_info{editions_differ, "editions-differ", warning, "two documents read it differently", "RFC 3986", "Appendix D"},
    // clang-format on
};

consteval bool in_order() {
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (static_cast<std::size_t>(table[i].check) != i) return false;
    }
    return table.back().check == editions_differ;
}
static_assert(in_order());

constexpr auto severity_names = enum_table<lint_severity>(
    {{lint_severity::note, "note"}, {lint_severity::warning, "warning"}, {lint_severity::error, "error"}});

} // namespace

std::string_view to_string(lint_severity s) noexcept { return severity_names.name(s); }

std::optional<lint_severity> lint_severity_from_string(std::string_view name) noexcept {
    return severity_names.find(name);
}

std::span<const lint_check_info> lint_checks() noexcept { return table; }

const lint_check_info &info_of(lint_check c) noexcept { return table[static_cast<std::size_t>(c)]; }

std::string_view to_string(lint_check c) noexcept { return info_of(c).id; }

std::optional<lint_check> lint_check_from_string(std::string_view id) noexcept {
    for (const lint_check_info &info : table) {
        if (info.id == id) return info.check;
    }
    return std::nullopt;
}

} // namespace uniform
