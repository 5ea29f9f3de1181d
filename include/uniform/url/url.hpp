// URLs of every supported scheme, and the documents by which they are read.
//
//     const auto url = uniform::parse_url("gopher://h.x/7sel%09word").value();
//     std::get<uniform::gopherurl_view>(url).search   -> "word"
//     for (const auto &f : uniform::fields_of(url)) ... // host, port, gophertype, selector, search, gopher_plus
#pragma once

#include <span>
#include <variant>

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/url/data.hpp>
#include <uniform/url/file.hpp>
#include <uniform/url/ftp.hpp>
#include <uniform/url/gopher.hpp>
#include <uniform/url/http.hpp>
#include <uniform/url/ldap.hpp>
#include <uniform/url/mailto.hpp>
#include <uniform/url/news.hpp>
#include <uniform/url/nntp.hpp>
#include <uniform/url/other.hpp>
#include <uniform/url/prospero.hpp>
#include <uniform/url/telnet.hpp>
#include <uniform/url/url_scheme.hpp>
#include <uniform/url/wais.hpp>
#include <uniform/url/ws.hpp>

namespace uniform UNIFORM_API {

/// draft-ietf-uri-url-06 5: url = httpurl | ftpurl | newsurl | ... | otherurl; and the schemes that came later.
using url_view =
    std::variant<otherurl_view, ftpurl_view, httpurl_view, gopherurl_view, mailtourl_view, newsurl_view, nntpurl_view,
                 telneturl_view, waisurl_view, fileurl_view, prosperourl_view, dataurl_view, ldapurl_view, wsurl_view>;

/// The URL by the scheme it begins with. A scheme without a syntax of its own is read as otherurl. Never a fragment: it
/// is not part of a URL (RFC 1738 3.3; url-06 2.2: "#" is to be encoded). One pass, no allocation.
[[nodiscard]] std::expected<url_view, error> parse_url(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                       url_options o = {}) noexcept;
void parse_url(temporary_owner auto &&, url_options = {}) = delete;

/// The text, and the edition that read it.
[[nodiscard]] std::string_view text_of(const url_view &url) noexcept;
/// The edition that read it.
[[nodiscard]] edition edition_of(const url_view &url) noexcept;

/// Its parts by name, decoded where the text says so, with defaults filled in (port, gophertype, user "anonymous" of
/// ftp, where user_given is false; scope "base" and filter "(objectClass=*)" of ldap; the media type of data). A port
/// that is not a port number of TCP is a text. Names, by scheme:
///     ftp       user password host port user_given cwd name typecode
///     http(s)   host port secure path searchpart (1994: the path without "/"); host port secure path query
///     gopher    host port gophertype selector search gopher_plus
///     mailto    addr_spec (1994); to subject body headers: `to` has the addresses of both places (RFC 6068 2), headers
///               what is not in the other three
///     (s)news   user password host port secure group all_groups message_id; before RFC 5538 the last three alone
///     nntp      host port group article; with user and password by RFC 5538
///     telnet    user password host port
///     wais      host port database search wtype wpath
///     file      host local path filename (of POSIX; absent where it has no such name)
///     prospero  host port hsoname fields
///     data      media_type base64 data
///     ldap(s)   host port secure dn attributes scope filter extensions
///     ws(s)     host port secure resource_name
///     others    scheme schemepart
/// As written, because decoding would lose something: path, searchpart, query, resource_name, wpath, schemepart.
/// `o` counts with its registry of schemes alone. Allocates.
[[nodiscard]] std::vector<url_field> fields_of(const url_view &url, const url_options &o = {});

/// The names with which make_url() makes a URL of that scheme, in any edition: those above that are not derived from
/// others. For a scheme that only otherurl reads: schemepart.
[[nodiscard]] std::span<const std::string_view> url_field_names(std::string_view scheme) noexcept;

/// The URL of a scheme with such fields. From those that fields_of() gives it makes a URL that has them again, except
/// where it fails: for a port that is not a port number, a message-id of the draft whose host has an escaped "@", a
/// gopher selector with an escaped CR or LF, a field "to" of mailto whose text is not an address. The text may be
/// another: what does not change the fields comes back in one form (escapes, except in the parts as written; the
/// scheme's case, a port that is the default or empty, "/" after the host of telnet, fields of mailto in the order to,
/// subject, body, others, with these three names in lower case and every address in front). Line breaks in the body of
/// mailto become CR LF, whatever they were (RFC 6068 5). What is derived (user_given, all_groups, secure, local) is
/// passed over, and so is a default that was filled in: ports and texts come back without it. A value may be a text
/// where a number, a list (of one) or pairs ("NAME=VALUE") are due, and a list where pairs are. filename makes a file
/// URL where no path is given. Fails with not_found for a field of no such scheme, repeated_component for a list where
/// one text is due, and as the make_ functions of the schemes do. Allocates.
[[nodiscard]] std::expected<std::string, error> make_url(std::string_view scheme, std::span<const url_field> fields,
                                                         url_options o = {});

} // namespace uniform
