// The registry of schemes: IANA's, and the caller's additions.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/syntax/error.hpp>

namespace uniform UNIFORM_API {

/// The status of a scheme at IANA (RFC 7595 3, 4), or that a caller added it.
enum class scheme_status : std::uint8_t { permanent, provisional, historical, added };

/// "permanent", "provisional", "historical", "added".
[[nodiscard]] std::string_view to_string(scheme_status s) noexcept;

/// The form of a scheme's paths by its document.
enum class path_kind : std::uint8_t {
    hierarchical, ///< as RFC 3986 3.3 has them: dot segments are removed
    opaque,   ///< a name or text of its own, or no path: dot segments stay (gopher, data, doi, mailto, telnet, urn and
              ///< more)
    absolute, ///< hierarchical, and never begins with "//", after an authority either (file)
};

/// "hierarchical", "opaque", "absolute".
[[nodiscard]] std::string_view to_string(path_kind k) noexcept;

/// The registry entry of one scheme.
struct scheme_info {
    std::string_view name; ///< lower case
    scheme_status status = scheme_status::added;
    std::string_view reference{}; ///< the defining documents, separated by ", "
    std::optional<std::uint16_t> default_port{};
    std::string_view default_port_source{}; ///< the document that gives the port
    // The equivalences that the document of the scheme declares; comparison_level::scheme (RFC 3986 6.2.3) applies
    // them.
    /// An empty path after an authority is the same as "/" (http, ws, coap, ftp, gopher, telnet and their relatives).
    bool empty_path_is_root = false;
    /// An empty host is the same as this one, in lower case ("localhost" for file); "" when none is.
    std::string_view default_host{};
    /// A path that is the same as "/" after an authority, where no query follows ("/1" for gopher); "" when none is.
    std::string_view root_alias{};
    /// Endings of the path whose value, after "=", is the same in upper and lower case, separated by spaces, in the
    /// case of the normal form (";type=a ;type=d ;type=i" for ftp).
    std::string_view path_endings{};
    /// Characters without meaning in a path of one segment, up to its first ";" ("-.()" for tel), and in the values
    /// of the parameters that `equivalence` calls numbers, where these are digits with or without a "+" before them.
    std::string_view path_separators{};
    /// The path has mail addresses or names like them, separated by ",": the domain after the "@" is the same in upper
    /// and lower case (mailto, sip, sips, acct, im, pres).
    bool domain_in_path = false;
    /// The query has fields, "NAME=VALUE" separated by "&", whose names are the same in upper and lower case; the
    /// values of these, in lower case and separated by spaces, have mail addresses, in which the domain is ("bcc cc
    /// from reply-to sender to" for mailto). "" if the query has none.
    std::string_view address_fields{};
    /// The form of the paths of every permanent scheme, by its document; hierarchical for those without one.
    path_kind path = path_kind::hierarchical;
    /// Unreserved characters that a path without "@" has percent-encoded only, so that normalization leaves them so
    /// ("~" for news, snews and nntp: RFC 5538 3, 4).
    std::string_view path_encoded{};
    /// The other equivalences that the document declares, as rules separated by spaces, for URIs without an authority.
    /// A path is MAIN[;NAME=VALUE...], a query FIELD[&FIELD...]:
    /// - `authority`: the rules are for URIs with an authority instead; `authority=optional`: for both;
    /// - `marks`: "!", "*", "'", "(" and ")" are the same as their percent-encodings (what RFC 2396 calls marks);
    /// - `fold_path`: the path is the same in upper and lower case, as are with `fold_main` MAIN, with `fold_segment`
    /// its
    ///   first segment, with `fold_first` the first parameter, of letters and digits, and with `fold_query` the query;
    /// - `user`: MAIN may begin with a userinfo and "@", in which all other rules change nothing;
    /// - `parameters`: parameters are in any order, and their names are the same in upper and lower case;
    ///   `parameters=A,B`: the normal form begins with these;
    /// - `fold_values`: the values of parameters are the same in upper and lower case;
    /// - `numbers=A,B`: parameters whose values may have path_separators;
    /// - `default=NAME=VALUE`: a parameter that is the same as none; `ending=NAME=VALUE`: if it is the last one;
    /// - `decisive=A,B`: two URIs are compared by these parameters, and by the others only where both have them
    ///   (which is not transitive: see equivalent());
    /// - `ignores=A,B`: components that are not compared, of userinfo, authority and query; the normal form has them;
    /// - `digest`: what `ignores` says is true of paths "/ALGORITHM;BASE64URL" only (RFC 6920 10);
    /// - `user_ending=TEXT`: that text, in upper or lower case, after a user name is the same as none (RFC 5092 3.2);
    /// - `addresses`: IP addresses in brackets are compared as such; the normal form is that of RFC 5952;
    /// - `coordinates`: MAIN has decimal numbers separated by ",", and the parameter "u" is one (RFC 5870 3.4.4);
    /// - `port=NUMBER`: the ":" and port at the end of the first segment of MAIN are the same as none (RFC 5456 5.2);
    /// - `root_dot`: a domain name at the end of the path is the same with and without "." at its end (RFC 4501 3);
    /// - `nodes`: MAIN is [ALLOCATOR.]NODE.SERVICE (RFC 9758 4);
    /// - `hash=A,B`: the path is ALGORITHM;DIGITS[;CHECK], with "-" anywhere in the digits, and the algorithms may have
    ///   their number in this list, from 1, as name (RFC 6920 7);
    /// - `attributes`: MAIN is a parameter, too; parameters and fields are in any order, and an empty query is the same
    ///   as none; of `octets=A,B`, the value is the same however encoded; of `decimals=A,B`, it is a number; of
    ///   `versions=A,B`, two numbers, M the same as M.0 (RFC 7512 2.6);
    /// - `separated=C`: fields are separated by that character;
    /// - `fields`: the fields of the query are in any order, and their names are the same in upper and lower case;
    /// - `keywords=A,B`: these names of fields are the same in upper and lower case;
    /// - `omitted=A=B,C=D`: fields that are the same as none;
    /// - `positions=A,B`: what the fields at these positions are the same as when they are empty, or, at the end, not
    ///   there (RFC 4516 3);
    /// - `commands=X,A,B/Y,C,D`: the same of the parts of a path "/X:PART:PART..." after the first one (RFC 2229 5);
    /// - `main_field=NAME`: that field of the query stands for more of MAIN ("to" of mailto).
    std::string_view equivalence{};
};

/// IANA's schemes (data/uri-schemes.json), ordered by name.
[[nodiscard]] std::span<const scheme_info> iana_schemes() noexcept;

/// Schemes by name: IANA's, and on top what the caller adds. Copying it copies the additions.
class scheme_registry {
public:
    /// IANA's schemes and nothing else.
    scheme_registry() = default;

    /// The registry that is used where none is given.
    [[nodiscard]] static const scheme_registry &standard() noexcept;

    /// The entry of that name, in upper or lower case; nullptr when there is none. Linear in what was added, then
    /// constant time for http and https and logarithmic for the rest; no allocation.
    [[nodiscard]] const scheme_info *find(std::string_view name) const & noexcept UNIFORM_LIFETIMEBOUND;
    const scheme_info *find(std::string_view name) const && = delete;

    /// Adds or replaces a scheme; its texts are copied. Fails with invalid_scheme when the name is not a scheme.
    std::expected<void, error> add(const scheme_info &info);

    /// False if certainly no scheme of that name declares paths or queries equivalent, apart from the empty one. Looks
    /// at the first letter, and at nothing if no scheme was added; constant time.
    [[nodiscard]] bool may_relate_paths(std::string_view name) const noexcept;

    /// Whether a scheme with a default host was added.
    [[nodiscard]] bool adds_default_hosts() const noexcept { return adds_default_hosts_; }
    /// The schemes that were added, by name.
    [[nodiscard]] const std::map<std::string, scheme_info, std::less<>> &added() const & noexcept
        UNIFORM_LIFETIMEBOUND {
        return added_;
    }
    const std::map<std::string, scheme_info, std::less<>> &added() const && = delete;

    scheme_registry(const scheme_registry &other);
    scheme_registry &operator=(const scheme_registry &other);
    scheme_registry(scheme_registry &&) noexcept = default;
    scheme_registry &operator=(scheme_registry &&) noexcept = default;
    ~scheme_registry() = default;

private:
    std::map<std::string, scheme_info, std::less<>> added_;
    std::map<std::string, std::string, std::less<>> texts_; // the texts of each added scheme
    bool adds_default_hosts_ = false;
    bool relates_paths_ = false; // one of the added does
};

} // namespace uniform
