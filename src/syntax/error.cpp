// The messages of errors, the names of rules, and their sections.

#include <uniform/syntax/error.hpp>

#include <algorithm>
#include <array>

namespace uniform {

namespace {

struct rule_entry {
    rule id;
    std::string_view name;           // RFC 3986 (RFC 6874), or the draft's where only it has the rule
    std::string_view older_name;     // in the older editions; "" where it is the same
    std::string_view iri_name;       // in RFC 3987; "" where it is the same
    std::string_view section;        // RFC 3986, RFC 6874; RFC 3987 has all in 2.2
    std::string_view older_section;  // 2003 draft
    std::string_view oldest_section; // RFC 2396
};

constexpr std::array rule_entries{
    rule_entry{rule::uri, "URI", "absolute-URI-reference", "IRI", "3", "4", "4"},
    rule_entry{rule::uri_reference, "URI-reference", "", "IRI-reference", "4.1", "4", "4"},
    rule_entry{rule::absolute_uri, "absolute-URI", "", "absolute-IRI", "4.3", "3", "3"},
    rule_entry{rule::relative_ref, "relative-ref", "relative-URI", "irelative-ref", "4.2", "5", "5"},
    rule_entry{rule::hier_part, "hier-part", "", "ihier-part", "3", "3", "3"},
    rule_entry{rule::scheme, "scheme", "", "", "3.1", "3.1", "3.1"},
    rule_entry{rule::authority, "authority", "", "iauthority", "3.2", "3.2", "3.2"},
    rule_entry{rule::userinfo, "userinfo", "", "iuserinfo", "3.2.1", "3.2.2", "3.2.2"},
    rule_entry{rule::host, "host", "", "ihost", "3.2.2", "3.2.2", "3.2.2"},
    rule_entry{rule::ip_literal, "IP-literal", "", "", "3.2.2", "", ""},
    rule_entry{rule::ipvfuture, "IPvFuture", "", "", "3.2.2", "", ""},
    rule_entry{rule::ipv6address, "IPv6address", "", "", "3.2.2", "3.2.2", ""},
    rule_entry{rule::ipv6addrz, "IPv6addrz", "", "", "2", "", ""},
    rule_entry{rule::zone_id, "ZoneID", "", "", "2", "", ""},
    rule_entry{rule::ipv4address, "IPv4address", "", "", "3.2.2", "3.2.2", "3.2.2"},
    rule_entry{rule::reg_name, "reg-name", "", "ireg-name", "3.2.2", "3.2.1", "3.2.1"},
    rule_entry{rule::port, "port", "", "", "3.2.3", "3.2.2", "3.2.2"},
    rule_entry{rule::path, "path", "", "ipath", "3.3", "3.3", "3.3"},
    rule_entry{rule::path_abempty, "path-abempty", "", "ipath-abempty", "3.3", "", ""},
    rule_entry{rule::path_absolute, "path-absolute", "", "ipath-absolute", "3.3", "", ""},
    rule_entry{rule::path_noscheme, "path-noscheme", "", "ipath-noscheme", "3.3", "", ""},
    rule_entry{rule::path_rootless, "path-rootless", "", "ipath-rootless", "3.3", "", ""},
    rule_entry{rule::segment, "segment", "", "isegment", "3.3", "3.3", "3.3"},
    rule_entry{rule::segment_nz, "segment-nz", "", "isegment-nz", "3.3", "", ""},
    rule_entry{rule::segment_nz_nc, "segment-nz-nc", "", "isegment-nz-nc", "3.3", "", ""},
    rule_entry{rule::query, "query", "", "iquery", "3.4", "3.4", "3.4"},
    rule_entry{rule::fragment, "fragment", "", "ifragment", "3.5", "4.1", "4.1"},
    rule_entry{rule::pct_encoded, "pct-encoded", "escaped", "", "2.1", "2.4.1", "2.4.1"},
    rule_entry{rule::absolute_uri_reference, "absolute-URI-reference", "", "", "", "4", ""},
    rule_entry{rule::relative_uri, "relative-URI", "", "", "", "5", "5"},
    rule_entry{rule::opaque_part, "opaque-part", "", "", "", "3", "3"},
    rule_entry{rule::net_path, "net-path", "", "", "", "3", "3"},
    rule_entry{rule::abs_path, "abs-path", "", "", "", "3", "3"},
    rule_entry{rule::rel_path, "rel-path", "", "", "", "5", "5"},
    rule_entry{rule::rel_segment, "rel-segment", "", "", "", "5", "5"},
    rule_entry{rule::server, "server", "", "", "", "3.2.2", "3.2.2"},
    rule_entry{rule::hostport, "hostport", "", "", "", "3.2.2", "3.2.2"},
    rule_entry{rule::hostname, "hostname", "", "", "", "3.2.2", "3.2.2"},
    rule_entry{rule::domainlabel, "domainlabel", "", "", "", "3.2.2", "3.2.2"},
    rule_entry{rule::toplabel, "toplabel", "", "", "", "3.2.2", "3.2.2"},
    rule_entry{rule::ipv6reference, "IPv6reference", "", "", "", "3.2.2", ""},
    rule_entry{rule::relative_part, "relative-part", "", "irelative-part", "4.2", "", ""},
    rule_entry{rule::path_empty, "path-empty", "", "ipath-empty", "3.3", "", ""},
    rule_entry{rule::pchar, "pchar", "", "ipchar", "3.3", "3.3", "3.3"},
    rule_entry{rule::h16, "h16", "h4", "", "3.2.2", "3.2.2", ""},
    rule_entry{rule::ls32, "ls32", "", "", "3.2.2", "3.2.2", ""},
    rule_entry{rule::dec_octet, "dec-octet", "", "", "3.2.2", "3.2.2", ""},
    rule_entry{rule::unreserved, "unreserved", "", "", "2.3", "2.3", "2.3"},
    rule_entry{rule::reserved, "reserved", "", "", "2.2", "2.2", "2.2"},
    rule_entry{rule::gen_delims, "gen-delims", "", "", "2.2", "", ""},
    rule_entry{rule::sub_delims, "sub-delims", "", "", "2.2", "", ""},
    rule_entry{rule::iunreserved, "iunreserved", "", "", "", "", ""},
    rule_entry{rule::ucschar, "ucschar", "", "", "", "", ""},
    rule_entry{rule::iprivate, "iprivate", "", "", "", "", ""},
};

// The URN documents; where RFC 2141 has another name for it, or no section, the last two columns say so.
struct urn_rule_entry {
    rule id;
    std::string_view name;
    std::string_view section;    // RFC 8141
    std::string_view section_16; // draft -16
    std::string_view section_14; // draft -14
    std::string_view section_2141;
    std::string_view name_2141;
};

constexpr std::array urn_rule_entries{
    urn_rule_entry{rule::namestring, "namestring", "2", "2", "3", "2", "URN"},
    urn_rule_entry{rule::assigned_name, "assigned-name", "2", "2", "3", "2", "URN"},
    urn_rule_entry{rule::nid, "NID", "2.1", "2.1", "3.1", "2.1", "NID"},
    urn_rule_entry{rule::ldh, "ldh", "2", "2", "3", "2.1", "let-num-hyp"},
    urn_rule_entry{rule::nss, "NSS", "2.2", "2.2", "3.2", "2.2", "NSS"},
    urn_rule_entry{rule::rq_components, "rq-components", "2", "2", "3", "", "rq-components"},
    urn_rule_entry{rule::r_component, "r-component", "2.3.1", "2.3.2", "3.3.2", "", "r-component"},
    urn_rule_entry{rule::q_component, "q-component", "2.3.2", "2.3.1", "3.3.1", "", "q-component"},
    urn_rule_entry{rule::f_component, "f-component", "2.3.3", "2.3.3", "3.3.3", "", "f-component"},
    urn_rule_entry{rule::informal_namespace_name, "InformalNamespaceName", "5.2", "5.2", "6.2", "",
                   "InformalNamespaceName"},
    urn_rule_entry{rule::number, "Number", "5.2", "5.2", "6.2", "", "Number"},
};

// The documents about URLs. The two of 1994 number their sections alike; what later replaced one of their schemes has
// its own names for some rules, and one section for nearly all of them.
struct url_rule_entry {
    rule id;
    std::string_view name;
    std::string_view later_name; // "" where it is the same
    std::string_view section;    // draft-ietf-uri-url-06, RFC 1738
    std::string_view later_section;
};

constexpr std::array url_rule_entries{
    url_rule_entry{rule::url, "url", "", "5", ""},
    url_rule_entry{rule::otherurl, "otherurl", "", "5", ""},
    url_rule_entry{rule::schemepart, "schemepart", "", "5", ""},
    url_rule_entry{rule::login, "login", "authority", "3.1", ""},
    url_rule_entry{rule::user, "user", "userinfo", "3.1", "2"},
    url_rule_entry{rule::password, "password", "userinfo", "3.1", "2"},
    url_rule_entry{rule::hostnumber, "hostnumber", "", "3.1", ""},
    url_rule_entry{rule::ftpurl, "ftpurl", "", "3.2", ""},
    url_rule_entry{rule::fpath, "fpath", "", "3.2.2", ""},
    url_rule_entry{rule::fsegment, "fsegment", "", "3.2.2", ""},
    url_rule_entry{rule::ftptype, "ftptype", "", "3.2.2", ""},
    url_rule_entry{rule::httpurl, "httpurl", "http-URI", "3.3", "4.2.1"},
    url_rule_entry{rule::hpath, "hpath", "path-abempty", "3.3", "4.2.1"},
    url_rule_entry{rule::hsegment, "hsegment", "segment", "3.3", "4.2.1"},
    url_rule_entry{rule::search, "search", "", "3.3", ""},
    url_rule_entry{rule::gopherurl, "gopherurl", "", "3.4.1", "2.1"},
    url_rule_entry{rule::gtype, "gtype", "gophertype", "3.4.1", "2.1"},
    url_rule_entry{rule::selector, "selector", "", "3.4.1", "2.1"},
    url_rule_entry{rule::gopher_plus_string, "gopher+_string", "", "3.4.3", "2.1"},
    url_rule_entry{rule::mailtourl, "mailtourl", "mailtoURI", "3.5", "2"},
    url_rule_entry{rule::encoded822addr, "encoded822addr", "to", "3.5", "2"},
    url_rule_entry{rule::newsurl, "newsurl", "newsURL", "3.6", "4"},
    url_rule_entry{rule::grouppart, "grouppart", "newsgroups", "3.6", "4"},
    url_rule_entry{rule::group, "group", "", "3.6", "3"},
    url_rule_entry{rule::article, "article", "", "3.6", "4"},
    url_rule_entry{rule::nntpurl, "nntpurl", "nntpURL", "3.7", "3"},
    url_rule_entry{rule::article_number, "digits", "article-number", "3.7", "3"},
    url_rule_entry{rule::telneturl, "telneturl", "", "3.8", "2"},
    url_rule_entry{rule::waisurl, "waisurl", "", "3.9", "2"},
    url_rule_entry{rule::waisdatabase, "waisdatabase", "", "3.9", "2"},
    url_rule_entry{rule::waisindex, "waisindex", "", "3.9", "2"},
    url_rule_entry{rule::waisdoc, "waisdoc", "", "3.9", "2"},
    url_rule_entry{rule::database, "database", "", "3.9", "2"},
    url_rule_entry{rule::wtype, "wtype", "", "3.9", "2"},
    url_rule_entry{rule::wpath, "wpath", "", "3.9", "2"},
    url_rule_entry{rule::fileurl, "fileurl", "file-URI", "3.10", "2"},
    url_rule_entry{rule::file_auth, "file-auth", "", "", "2"},
    url_rule_entry{rule::prosperourl, "prosperourl", "", "3.11", "2"},
    url_rule_entry{rule::ppath, "ppath", "hsoname", "3.11", "2"},
    url_rule_entry{rule::psegment, "psegment", "", "3.11", "2"},
    url_rule_entry{rule::fieldspec, "fieldspec", "", "3.11", "2"},
    url_rule_entry{rule::fieldname, "fieldname", "field", "3.11", "2"},
    url_rule_entry{rule::fieldvalue, "fieldvalue", "value", "3.11", "2"},
    url_rule_entry{rule::addr_spec, "addr-spec", "", "3.5", "2"},
    url_rule_entry{rule::hfields, "hfields", "", "", "2"},
    url_rule_entry{rule::hfname, "hfname", "", "", "2"},
    url_rule_entry{rule::hfvalue, "hfvalue", "", "", "2"},
    url_rule_entry{rule::ldapurl, "ldapurl", "", "", "2"},
    url_rule_entry{rule::dn, "dn", "", "", "2"},
    url_rule_entry{rule::attributes, "attributes", "", "", "2"},
    url_rule_entry{rule::ldap_scope, "scope", "", "", "2"},
    url_rule_entry{rule::filter, "filter", "", "", "2"},
    url_rule_entry{rule::extensions, "extensions", "", "", "2"},
    url_rule_entry{rule::dataurl, "dataurl", "", "", "3"},
    url_rule_entry{rule::mediatype, "mediatype", "", "", "3"},
    url_rule_entry{rule::data, "data", "", "", "3"},
    url_rule_entry{rule::ws_uri, "ws-URI", "", "", "3"},
    url_rule_entry{rule::security_considerations, "Security considerations", "", "6", ""},
};

constexpr const url_rule_entry *find_url(rule r) noexcept {
    if (r < rule::url || r >= rule::none) return nullptr;
    return &url_rule_entries[static_cast<std::size_t>(r) - static_cast<std::size_t>(rule::url)];
}

// The rules that the documents of 1994 share with the generic syntax, which was derived from them.
constexpr bool is_later_url_edition(edition e) noexcept { return is_url_edition(e) && !is_edition_of_1994(e); }

// The section of a later document that has the syntax of its scheme's URLs.
constexpr std::string_view syntax_section(edition e) noexcept {
    switch (e) {
    case edition::rfc4266:
        return "2.1";
    case edition::rfc2397:
    case edition::rfc6455:
        return "3";
    case edition::rfc9110:
        return "4.2.1";
    default:
        return "2";
    }
}

// The rules that only RFC 3987 has.
constexpr bool is_of_iris(rule r) noexcept {
    return r == rule::iunreserved || r == rule::ucschar || r == rule::iprivate;
}

constexpr std::string_view section_of_1994(rule r) noexcept {
    switch (r) {
    case rule::scheme:
        return "2.1";
    case rule::pct_encoded:
        return "2.2";
    case rule::host:
    case rule::hostname:
    case rule::hostport:
    case rule::port:
    case rule::domainlabel:
    case rule::toplabel:
        return "3.1";
    default:
        return "";
    }
}

constexpr const urn_rule_entry *find_urn(rule r) noexcept {
    if (r < rule::namestring || r >= rule::url) return nullptr;
    return &urn_rule_entries[static_cast<std::size_t>(r) - static_cast<std::size_t>(rule::namestring)];
}

// The security section of each document.
constexpr std::string_view security_section(edition e) noexcept {
    switch (e) {
    case edition::url_06:
    case edition::rfc1738:
        return "6";
    case edition::rfc8141:
    case edition::urnbis_16:
        return "8";
    case edition::urnbis_14:
        return "9";
    case edition::rfc2141:
        return "8";
    case edition::rfc2397:
        return "6";
    case edition::rfc4156:
    case edition::rfc4157:
    case edition::rfc4248:
    case edition::rfc4266:
        return "3";
    case edition::rfc4516:
    case edition::rfc8089:
        return "5";
    case edition::rfc5538:
        return "7";
    case edition::rfc6455:
        return "10";
    case edition::rfc9110:
        return "17";
    default:
        return "7";
    }
}

constexpr const rule_entry *find(rule r) noexcept {
    const auto index = static_cast<std::size_t>(r);
    return index < rule_entries.size() ? &rule_entries[index] : nullptr;
}
static_assert([] {
    for (std::size_t i = 0; i < rule_entries.size(); ++i) {
        if (static_cast<std::size_t>(rule_entries[i].id) != i) return false;
    }
    for (std::size_t i = 0; i < urn_rule_entries.size(); ++i) {
        if (static_cast<std::size_t>(urn_rule_entries[i].id) != rule_entries.size() + i) return false;
    }
    const std::size_t before = rule_entries.size() + urn_rule_entries.size();
    for (std::size_t i = 0; i < url_rule_entries.size(); ++i) {
        if (static_cast<std::size_t>(url_rule_entries[i].id) != before + i) return false;
    }
    return before + url_rule_entries.size() == static_cast<std::size_t>(rule::none);
}());

struct code_entry {
    error_code id;
    std::string_view name;
    std::string_view message;
};

constexpr std::array code_entries{
    code_entry{error_code::too_long, "too_long", "the text is longer than the limit"},
    code_entry{error_code::missing_scheme, "missing_scheme", "the scheme is missing (a name and \":\")"},
    code_entry{error_code::invalid_scheme, "invalid_scheme",
               "the text before \":\" is not a scheme: a letter, then letters, digits, \"+\", \"-\" or \".\""},
    code_entry{error_code::unexpected_scheme, "unexpected_scheme", "a relative reference has no scheme"},
    code_entry{error_code::unexpected_fragment, "unexpected_fragment", "a fragment is not allowed here"},
    code_entry{error_code::colon_in_first_segment, "colon_in_first_segment",
               "the text before \":\" is not a scheme, and the first segment of a relative path cannot contain \":\""},
    code_entry{error_code::invalid_character, "invalid_character", "this character is not allowed here"},
    code_entry{error_code::invalid_percent_encoding, "invalid_percent_encoding",
               "\"%\" is not followed by two hexadecimal digits"},
    code_entry{error_code::invalid_ip_literal, "invalid_ip_literal",
               "the text between the brackets is not an IP address"},
    code_entry{error_code::unterminated_ip_literal, "unterminated_ip_literal", "\"[\" without \"]\" in the host"},
    code_entry{error_code::invalid_port, "invalid_port", "a port consists of digits only"},
    code_entry{error_code::invalid_authority, "invalid_authority",
               "the authority is neither a server nor a registry-based name"},
    code_entry{error_code::empty_component, "empty_component", "at least one character is missing here"},
    code_entry{error_code::port_overflow, "port_overflow", "the port is a number above 65535"},
    code_entry{error_code::excess_dot_segments, "excess_dot_segments", "there are more \"..\" than segments above"},
    code_entry{error_code::base_not_absolute, "base_not_absolute", "a base URI must have a scheme"},
    code_entry{error_code::opaque_base, "opaque_base", "a reference cannot be relative to an opaque URI"},
    code_entry{error_code::no_base, "no_base", "the base URI is missing"},
    code_entry{error_code::buffer_too_small, "buffer_too_small", "the buffer is too small for the result"},
    code_entry{error_code::changes_components, "changes_components", "the edit would change other components"},
    code_entry{error_code::not_found, "not_found", "there is nothing to edit"},
    code_entry{error_code::invalid_template, "invalid_template", "the template or pattern is malformed"},
    code_entry{error_code::invalid_mapping, "invalid_mapping", "the table is invalid"},
    code_entry{error_code::unreachable_target, "unreachable_target", "no reference resolves to this target"},
    code_entry{error_code::not_a_urn, "not_a_urn", "a URN begins with \"urn:\""},
    code_entry{error_code::missing_nss, "missing_nss", "\":\" and an NSS are missing after the NID"},
    code_entry{error_code::nid_length, "nid_length", "a NID has at least 2 and at most 32 characters"},
    code_entry{error_code::nid_hyphen, "nid_hyphen", "a NID neither begins nor ends with \"-\""},
    code_entry{error_code::reserved_nid, "reserved_nid", "this NID is reserved"},
    code_entry{error_code::undefined_question_mark, "undefined_question_mark",
               "a \"?\" in a URN begins a component: \"?+\" the r-component, \"?=\" the q-component"},
    code_entry{error_code::reserved_character, "reserved_character",
               "\"/\", \"?\" and \"#\" are reserved here and must be percent-encoded"},
    code_entry{error_code::repeated_component, "repeated_component", "this component occurs twice"},
    code_entry{error_code::unsupported_component, "unsupported_component", "this edition does not have this component"},
    code_entry{error_code::not_convertible, "not_convertible",
               "the other edition would read this component differently"},
    code_entry{error_code::urn_base, "urn_base",
               "a relative reference is not resolved against a URN; give the base URI, such as the URN's locator"},
    code_entry{error_code::unknown_namespace, "unknown_namespace", "this namespace is unknown"},
    code_entry{error_code::nss_mismatch, "nss_mismatch", "the NSS does not match the syntax of its namespace"},
    code_entry{error_code::wrong_check_character, "wrong_check_character", "the check character is incorrect"},
    code_entry{error_code::invalid_name, "invalid_name", "this is not a name of that namespace"},
    code_entry{error_code::invalid_pattern, "invalid_pattern", "the pattern cannot be read"},
    code_entry{error_code::unexpected_userinfo, "unexpected_userinfo", "a user name or password is not allowed here"},
    code_entry{error_code::missing_host, "missing_host", "the host is missing"},
    code_entry{error_code::missing_part, "missing_part", "a part that the scheme requires is missing"},
    code_entry{error_code::unknown_scheme, "unknown_scheme", "this scheme is unknown"},
    code_entry{error_code::control_in_argument, "control_in_argument",
               "CR, LF or NUL in an argument could end it and begin another command"},
    code_entry{error_code::delimiter_in_argument, "delimiter_in_argument",
               "a space or control character in an argument could end it and begin another argument"},
    code_entry{error_code::control_in_option, "control_in_option",
               "CR, LF or NUL in the mail address or the news server could begin another command"},
    code_entry{error_code::foreign_port, "foreign_port",
               "the port is not the scheme's default: it may belong to another protocol"},
    code_entry{error_code::no_access, "no_access", "the URL does not specify how or where to access it"},
    code_entry{error_code::invalid_utf8, "invalid_utf8", "these bytes are not UTF-8"},
    code_entry{error_code::lost_parameter, "lost_parameter",
               "a parameter with an empty key and no value would not be read back"},
};
static_assert(code_entries.size() == static_cast<std::size_t>(error_code::lost_parameter) + 1);

} // namespace

std::string_view to_string(rule r, edition e) noexcept {
    if (const urn_rule_entry *urn = find_urn(r)) return e == edition::rfc2141 ? urn->name_2141 : urn->name;
    if (const url_rule_entry *url = find_url(r)) {
        if (r == rule::search && e == edition::rfc9110) return "query"; // gopher and wais keep their word
        return !is_later_url_edition(e) || url->later_name.empty() ? url->name : url->later_name;
    }
    if (r == rule::pct_encoded && is_edition_of_1994(e)) return "escape";
    const rule_entry *entry = find(r);
    if (entry == nullptr) return "";
    if (is_iri_edition(e)) return entry->iri_name.empty() ? entry->name : entry->iri_name;
    return !is_older_edition(e) || entry->older_name.empty() ? entry->name : entry->older_name;
}

std::string_view section(rule r, edition e) noexcept {
    if (const urn_rule_entry *urn = find_urn(r)) {
        switch (e) {
        case edition::urnbis_16:
            return urn->section_16;
        case edition::urnbis_14:
            return urn->section_14;
        case edition::rfc2141:
            return urn->section_2141;
        default:
            return urn->section;
        }
    }
    if (const url_rule_entry *url = find_url(r)) {
        if (r == rule::security_considerations) return security_section(e);
        if (is_later_url_edition(e) && (r == rule::login || r == rule::search)) return syntax_section(e);
        return is_later_url_edition(e) || url->section.empty() ? url->later_section : url->section;
    }
    const rule_entry *entry = find(r);
    if (entry == nullptr) return "";
    switch (e) {
    case edition::url_06:
    case edition::rfc1738:
        return section_of_1994(r).empty() ? entry->section : section_of_1994(r);
    case edition::rfc3987: // one section has the whole grammar, but the zone identifiers of RFC 6874
        if (r == rule::ipv6addrz || r == rule::zone_id) return entry->section;
        return entry->section.empty() && !is_of_iris(r) ? "" : "2.2";
    case edition::rfc2396bis_01:
        return entry->older_section;
    case edition::rfc2396:
        return entry->oldest_section;
    case edition::rfc2141:
        return r == rule::pct_encoded ? "2.3.1" : entry->section;
    default:
        return entry->section;
    }
}

rule rule_from_string(std::string_view name) noexcept {
    const auto found = std::ranges::find(rule_entries, name, &rule_entry::name);
    if (found != rule_entries.end()) return found->id;
    const auto of_iris = std::ranges::find(rule_entries, name, &rule_entry::iri_name);
    if (!name.empty() && of_iris != rule_entries.end()) return of_iris->id;
    const auto urn = std::ranges::find(urn_rule_entries, name, &urn_rule_entry::name);
    if (urn != urn_rule_entries.end()) return urn->id;
    const auto url = std::ranges::find(url_rule_entries, name, &url_rule_entry::name);
    if (url != url_rule_entries.end()) return url->id;
    const auto older = std::ranges::find(rule_entries, name, &rule_entry::older_name);
    return !name.empty() && older != rule_entries.end() ? older->id : rule::none;
}

std::string_view to_string(error_code c) noexcept {
    const auto found = std::ranges::find(code_entries, c, &code_entry::id);
    return found == code_entries.end() ? std::string_view{"unknown"} : found->name;
}

std::string_view error::message() const noexcept {
    if (code == error_code::invalid_scheme && is_edition_of_1994(edition)) { // 2.1 has digits, "+", "-", "." anywhere
        return "the text before \":\" is not a scheme: letters, digits, \"+\", \"-\" or \".\"";
    }
    const auto found = std::ranges::find(code_entries, code, &code_entry::id);
    return found == code_entries.end() ? std::string_view{"unknown error"} : found->message;
}

std::string_view error::document() const noexcept {
    if (rule == uniform::rule::ipv6addrz || rule == uniform::rule::zone_id) return "RFC 6874";
    if (is_of_iris(rule)) return uniform::document(uniform::edition::rfc3987);
    // the productions that the URN documents take from the generic syntax
    const bool own = (edition == uniform::edition::rfc2141 && rule == uniform::rule::pct_encoded) ||
                     (is_edition_of_1994(edition) && !section_of_1994(rule).empty());
    const bool borrowed = find(rule) != nullptr && !own;
    if (borrowed) return uniform::document(generic(edition));
    // a rule about URNs is cited from a document about URNs, also where a URI was parsed
    if (find_urn(rule) != nullptr && !is_urn_edition(edition)) return uniform::document(uniform::edition::rfc8141);
    if (find_url(rule) != nullptr && !is_url_edition(edition) && rule != uniform::rule::security_considerations) {
        return uniform::document(uniform::edition::url_06);
    }
    return uniform::document(edition);
}

std::string_view error::section() const noexcept {
    const std::string_view own = uniform::section(rule, edition);
    if (!own.empty()) return own;
    // limits and policies of this library, by where the document speaks of the matter
    const bool resolution = code == error_code::excess_dot_segments || code == error_code::base_not_absolute ||
                            code == error_code::no_base || code == error_code::unreachable_target;
    if (resolution && is_iri_edition(edition)) return "6.5"; // "the algorithms of [RFC3986] can be applied directly"
    switch (code) {
    case error_code::excess_dot_segments:
        return is_older_edition(edition) ? "5.2" : "5.2.4";
    case error_code::base_not_absolute:
    case error_code::no_base:
        return "5.1";
    case error_code::opaque_base:
        return is_older_edition(edition) ? "5" : "5.2";
    case error_code::unreachable_target:
        return "5.2";
    case error_code::urn_base:
        return edition == uniform::edition::urnbis_14 ? "5.3" : "4.3";
    case error_code::unsupported_component: // RFC 2141 reserves the delimiters "for future developments"
        return "2.3.2";
    default:
        return "";
    }
}

} // namespace uniform
