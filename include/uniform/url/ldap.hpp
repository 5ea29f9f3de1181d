// ldap URLs: RFC 4516.
//
//     const auto p = uniform::parts_of(uniform::parse_ldapurl("ldap://host/dn=base?cn,sn?sub?objectClass=*").value());
//     p.dn, p.attributes, *p.scope, *p.filter   -> "dn=base", {"cn", "sn"}, "sub", "objectClass=*"
#pragma once

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/url/login.hpp>

namespace uniform UNIFORM_API {

/// RFC 4516 2: ldapurl = "ldap" "://" [ host [ ":" port ]] [ "/" dn [ "?" [ attributes ] [ "?" [ scope ] [ "?" [ filter
/// ] [ "?" extensions ]]]]].
struct ldapurl_view {
    std::string_view text{};
    uniform::edition edition = uniform::edition::rfc4516;
    bool secure = false; ///< ldaps, in common use
    login_view login{};  ///< never a user; the host may be empty
    std::optional<std::string_view> dn{};
    std::optional<std::string_view> attributes{};
    std::optional<std::string_view> scope{};
    std::optional<std::string_view> filter{};
    std::optional<std::string_view> extensions{};
};

/// The same, decoded.
struct ldapurl_parts {
    bool secure = false;
    std::string host{};
    std::optional<std::uint16_t> port{};
    std::optional<std::string> dn{};
    std::vector<std::string> attributes{};
    std::optional<std::string> scope{}; ///< base, one or sub, in lower case; "" is base
    std::optional<std::string> filter{};
    std::vector<std::string> extensions{};

    friend bool operator==(const ldapurl_parts &, const ldapurl_parts &) = default;
};

/// Reads the whole text or nothing; the scheme's name in any case (2.1). The syntaxes after it (a distinguished name,
/// a filter, the descriptions of attributes) are the directory's affair and not checked. One pass, no allocation.
[[nodiscard]] std::expected<ldapurl_view, error> parse_ldapurl(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                               url_options o = {}) noexcept;
void parse_ldapurl(temporary_owner auto &&, url_options = {}) = delete;

/// Decoded. Allocates; linear.
[[nodiscard]] ldapurl_parts parts_of(const ldapurl_view &url);

/// The URL of these parts, encoded as its section requires; reading it gives the parts again. Fails where no
/// URL has such parts; the error has no useful offset.
[[nodiscard]] std::expected<std::string, error> make_ldapurl(const ldapurl_parts &parts, url_options o = {});

} // namespace uniform
