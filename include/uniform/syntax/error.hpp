// Errors are values: what is wrong, where, by which rule of which document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/syntax/edition.hpp>

namespace uniform UNIFORM_API {

/// The kinds of errors.
enum class error_code : std::uint8_t {
    too_long,                 ///< longer than the caller's limit, or than 4 GiB - 1 bytes
    missing_scheme,           ///< the production requires a scheme and there is none
    invalid_scheme,           ///< text before the first ":" that is not a scheme, where one is required
    unexpected_scheme,        ///< the production allows no scheme
    unexpected_fragment,      ///< the production allows no fragment
    colon_in_first_segment,   ///< a relative-path reference whose first segment has a ":"
    invalid_character,        ///< a character which the component does not allow
    invalid_percent_encoding, ///< "%" not followed by two HEXDIG
    invalid_ip_literal,       ///< between "[" and "]" stands no IP-literal of the edition
    unterminated_ip_literal,  ///< "[" without "]" in the host
    invalid_port,             ///< a port with something else than DIGIT
    invalid_authority,        ///< neither a server nor a registry-based naming authority (2003 draft)
    empty_component,          ///< the production requires at least one character
    port_overflow,            ///< the port's number does not fit 16 bits
    excess_dot_segments,      ///< ".." above the root, under the policy that refuses it
    base_not_absolute,        ///< the base has no scheme
    opaque_base,              ///< a relative reference against an opaque URI (older editions)
    no_base,                  ///< no source of a base URI was given
    buffer_too_small,         ///< the caller's buffer cannot hold the result
    changes_components,       ///< the edit would change other components
    not_found,                ///< there is nothing to edit
    invalid_template,         ///< a malformed template or pattern
    invalid_mapping,          ///< a table given by the caller that cannot be used
    unreachable_target,       ///< no reference resolves to it: resolution removes its dot segments
    not_a_urn,                ///< the scheme is not "urn"
    missing_nss,              ///< no ":" and NSS after the NID
    nid_length,               ///< a NID that is too short or too long
    nid_hyphen,               ///< a NID that begins or ends with "-"
    reserved_nid,             ///< a NID that the edition reserves
    undefined_question_mark,  ///< a "?" that opens no component of a URN
    reserved_character,       ///< "/", "?" or "#" in an NSS of RFC 2141, which reserves them
    repeated_component,       ///< a delimiter of a component that already occurred
    unsupported_component,    ///< the edition has no such component
    not_convertible,          ///< the other edition would read the component differently
    urn_base,                 ///< a relative reference against a URN (the drafts)
    unknown_namespace,        ///< the NID's namespace is unknown
    nss_mismatch,             ///< the NSS does not match the syntax of its namespace
    wrong_check_character,    ///< the check character is not the one that its namespace computes
    invalid_name,             ///< not a name of the namespace's identifier system
    invalid_pattern,          ///< a pattern for NSSs that cannot be read
    unexpected_userinfo,      ///< a user or password in a URL whose scheme has none
    missing_host,             ///< the scheme requires a host
    missing_part,             ///< a part that the scheme requires is missing
    unknown_scheme,           ///< the scheme is unknown
    control_in_argument,      ///< CR, LF or NUL in what would be sent to a server as an argument
    delimiter_in_argument,    ///< a space, a tab or another control where it would begin another argument
    control_in_option,        ///< CR, LF or NUL in an option of the caller: mail address, news server
    foreign_port,             ///< a port below 1024 that is not the scheme's default
    no_access,                ///< the URL does not specify how or where to access it
    invalid_utf8,             ///< bytes that are not UTF-8 (RFC 3629), where the edition has characters
    lost_parameter,           ///< a parameter with an empty key and no value, which no reader of the query would find
};

/// The productions of the grammars, by the name which the documents give them.
enum class rule : std::uint8_t {
    uri,                     // RFC 3986 3: URI
    uri_reference,           // RFC 3986 4.1: URI-reference
    absolute_uri,            // RFC 3986 4.3: absolute-URI
    relative_ref,            // RFC 3986 4.2: relative-ref
    hier_part,               // RFC 3986 3: hier-part
    scheme,                  // RFC 3986 3.1
    authority,               // RFC 3986 3.2
    userinfo,                // RFC 3986 3.2.1
    host,                    // RFC 3986 3.2.2
    ip_literal,              // RFC 3986 3.2.2: IP-literal
    ipvfuture,               // RFC 3986 3.2.2: IPvFuture
    ipv6address,             // RFC 3986 3.2.2: IPv6address
    ipv6addrz,               // RFC 6874 2: IPv6addrz
    zone_id,                 // RFC 6874 2: ZoneID
    ipv4address,             // RFC 3986 3.2.2: IPv4address
    reg_name,                // RFC 3986 3.2.2: reg-name
    port,                    // RFC 3986 3.2.3
    path,                    // RFC 3986 3.3
    path_abempty,            // RFC 3986 3.3: path-abempty
    path_absolute,           // RFC 3986 3.3: path-absolute
    path_noscheme,           // RFC 3986 3.3: path-noscheme
    path_rootless,           // RFC 3986 3.3: path-rootless
    segment,                 // RFC 3986 3.3
    segment_nz,              // RFC 3986 3.3: segment-nz
    segment_nz_nc,           // RFC 3986 3.3: segment-nz-nc
    query,                   // RFC 3986 3.4
    fragment,                // RFC 3986 3.5
    pct_encoded,             // RFC 3986 2.1: pct-encoded
    absolute_uri_reference,  // 2003 draft 4: absolute-URI-reference
    relative_uri,            // 2003 draft 5: relative-URI
    opaque_part,             // 2003 draft 3: opaque-part
    net_path,                // 2003 draft 3: net-path
    abs_path,                // 2003 draft 3: abs-path
    rel_path,                // 2003 draft 5: rel-path
    rel_segment,             // 2003 draft 5: rel-segment
    server,                  // 2003 draft 3.2.2
    hostport,                // 2003 draft 3.2.2
    hostname,                // 2003 draft 3.2.2
    domainlabel,             // 2003 draft 3.2.2
    toplabel,                // 2003 draft 3.2.2
    ipv6reference,           // 2003 draft 3.2.2: IPv6reference
    relative_part,           // RFC 3986 4.2: relative-part
    path_empty,              // RFC 3986 3.3: path-empty
    pchar,                   // RFC 3986 3.3
    h16,                     // RFC 3986 3.2.2
    ls32,                    // RFC 3986 3.2.2
    dec_octet,               // RFC 3986 3.2.2: dec-octet
    unreserved,              // RFC 3986 2.3
    reserved,                // RFC 3986 2.2
    gen_delims,              // RFC 3986 2.2: gen-delims
    sub_delims,              // RFC 3986 2.2: sub-delims
    iunreserved,             // RFC 3987 2.2
    ucschar,                 // RFC 3987 2.2
    iprivate,                // RFC 3987 2.2
    namestring,              // RFC 8141 2; RFC 2141 2: <URN>
    assigned_name,           // RFC 8141 2: assigned-name
    nid,                     // RFC 8141 2: NID
    ldh,                     // RFC 8141 2; RFC 2141 2.1: <let-num-hyp>
    nss,                     // RFC 8141 2: NSS
    rq_components,           // RFC 8141 2: rq-components
    r_component,             // RFC 8141 2: r-component
    q_component,             // RFC 8141 2: q-component
    f_component,             // RFC 8141 2: f-component
    informal_namespace_name, // RFC 8141 5.2: InformalNamespaceName
    number,                  // RFC 8141 5.2: Number
    url,                     // draft-ietf-uri-url-06 5
    otherurl,                // draft-ietf-uri-url-06 5
    schemepart,              // draft-ietf-uri-url-06 5
    login,                   // draft-ietf-uri-url-06 5
    user,                    // draft-ietf-uri-url-06 5
    password,                // draft-ietf-uri-url-06 5
    hostnumber,              // draft-ietf-uri-url-06 5
    ftpurl,                  // draft-ietf-uri-url-06 5
    fpath,                   // draft-ietf-uri-url-06 5
    fsegment,                // draft-ietf-uri-url-06 5
    ftptype,                 // draft-ietf-uri-url-06 5
    httpurl,                 // RFC 9110 4.2.1: http-URI, 4.2.2: https-URI
    hpath,                   // draft-ietf-uri-url-06 5
    hsegment,                // draft-ietf-uri-url-06 5
    search,                  // draft-ietf-uri-url-06 5
    gopherurl,               // draft-ietf-uri-url-06 5
    gtype,                   // draft-ietf-uri-url-06 5
    selector,                // draft-ietf-uri-url-06 5
    gopher_plus_string,      // draft-ietf-uri-url-06 5
    mailtourl,               // draft-ietf-uri-url-06 5
    encoded822addr,          // draft-ietf-uri-url-06 5
    newsurl,                 // draft-ietf-uri-url-06 5
    grouppart,               // draft-ietf-uri-url-06 5
    group,                   // draft-ietf-uri-url-06 5
    article,                 // draft-ietf-uri-url-06 5
    nntpurl,                 // draft-ietf-uri-url-06 5
    article_number,          // draft-ietf-uri-url-06 5: digits
    telneturl,               // draft-ietf-uri-url-06 5
    waisurl,                 // draft-ietf-uri-url-06 5
    waisdatabase,            // draft-ietf-uri-url-06 5
    waisindex,               // draft-ietf-uri-url-06 5
    waisdoc,                 // draft-ietf-uri-url-06 5
    database,                // draft-ietf-uri-url-06 5
    wtype,                   // draft-ietf-uri-url-06 5
    wpath,                   // draft-ietf-uri-url-06 5
    fileurl,                 // draft-ietf-uri-url-06 5
    file_auth,               // RFC 8089 2: file-auth
    prosperourl,             // draft-ietf-uri-url-06 5
    ppath,                   // draft-ietf-uri-url-06 5
    psegment,                // draft-ietf-uri-url-06 5
    fieldspec,               // draft-ietf-uri-url-06 5
    fieldname,               // draft-ietf-uri-url-06 5
    fieldvalue,              // draft-ietf-uri-url-06 5
    addr_spec,               // draft-ietf-uri-url-06 5
    hfields,                 // RFC 6068 2
    hfname,                  // RFC 6068 2
    hfvalue,                 // RFC 6068 2
    ldapurl,                 // RFC 4516 2
    dn,                      // RFC 4516 2
    attributes,              // RFC 4516 2
    ldap_scope,              // RFC 4516 2: scope
    filter,                  // RFC 4516 2
    extensions,              // RFC 4516 2
    dataurl,                 // RFC 2397 3
    mediatype,               // RFC 2397 3
    data,                    // RFC 2397 3
    ws_uri,                  // RFC 6455 3: ws-URI, wss-URI
    security_considerations, // not a production: what the documents' security sections describe
    none,                    ///< no production: a limit or a policy
};

/// The rule's name as that edition's document spells it ("IPv6address", "reg-name"; "ireg-name" in RFC 3987).
[[nodiscard]] std::string_view to_string(rule r, edition e = edition::rfc3986) noexcept;

/// The section of that edition's document that has the rule ("3.2.2"); "" for rule::none.
[[nodiscard]] std::string_view section(rule r, edition e = edition::rfc3986) noexcept;

/// The rule with that name, in the spelling of any edition; rule::none when there is none.
[[nodiscard]] rule rule_from_string(std::string_view name) noexcept;

/// A stable identifier for programs ("invalid_percent_encoding").
[[nodiscard]] std::string_view to_string(error_code c) noexcept;

/// Why a text does not match a production, or an operation failed. Trivially copyable, 16 bytes, no allocation.
struct error {
    std::uint64_t offset = 0; ///< byte offset into the text at which the rule fails
    error_code code = error_code::invalid_character;
    uniform::rule rule = uniform::rule::none;    ///< the production that fails there
    uniform::edition edition = edition::rfc3986; ///< the edition of the production

    /// One sentence for a person, without the text ("a port consists of digits only").
    [[nodiscard]] std::string_view message() const noexcept;
    /// The document of the rule: "RFC 3986" (RFC 6874 for zone identifiers; RFC 3986 for what the URN documents take
    /// from it).
    [[nodiscard]] std::string_view document() const noexcept;
    /// The section of the rule: "3.2.3".
    [[nodiscard]] std::string_view section() const noexcept;

    friend bool operator==(const error &, const error &) = default;
};

/// The error's sentence with the invalid character, if there is one: "a space is not allowed here". `text` is
/// what was parsed. Allocates.
[[nodiscard]] std::string message(const error &e, std::string_view text);

/// One sentence of the parts of an error, "a space is not allowed here: reg-name, RFC 3986 section 3.2.2 (offset 8)",
/// as every binding writes it. The production, the document and its section may be empty, and are left out. Allocates;
/// linear.
[[nodiscard]] std::string sentence(std::string_view says, std::string_view production, std::string_view document,
                                   std::string_view section, std::uint64_t offset);
/// The same of an error in `text`.
[[nodiscard]] std::string sentence(const error &e, std::string_view text);

/// The options by which print() shows an error.
struct print_options {
    std::size_t width = 100; ///< columns for the text; a longer one is shown around the offset with "..."
    bool colour = false;     ///< ANSI colours
};

/// The text, a caret under the offset, and sentence():
///
///     http://a b/
///             ^
///     a space is not allowed here: reg-name, RFC 3986 section 3.2.2 (offset 8)
///
/// Control characters and bytes above 0x7F that are not UTF-8 are shown escaped. Allocates; linear in `width`.
[[nodiscard]] std::string print(const error &e, std::string_view text, print_options options = {});

/// The citation of a section of a document: "RFC 3986 section 3.2.2", "RFC 3986 Appendix C"; the document alone where
/// no section is named. Allocates; linear.
[[nodiscard]] std::string citation(std::string_view document, std::string_view section);

} // namespace uniform
