// prospero URLs: draft-ietf-uri-url-06 3.11; RFC 1738 3.11; RFC 4157.
//
//     const auto url = uniform::parse_prosperourl("prospero://host.dom//pros/name;OBJECT-VERSION=3").value();
//     uniform::parts_of(url).hsoname   -> "/pros/name"
//     uniform::parts_of(url).fields    -> {{"OBJECT-VERSION", "3"}}
#pragma once

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/url/login.hpp>

namespace uniform UNIFORM_API {

/// prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]. The first "=" of a fieldspec ends its name: in the
/// draft
/// "=" is an `extra` character as well, so that the BNF alone does not decide; RFC 1738 allows no other "=".
struct prosperourl_view {
    std::string_view text{};
    uniform::edition edition = uniform::edition::rfc4157;
    login_view login{};
    std::string_view ppath{};      ///< the hsoname, as written
    std::string_view fieldspecs{}; ///< each ";" fieldname "=" fieldvalue
};

/// The same, decoded.
struct prosperourl_parts {
    std::string host{};
    std::optional<std::uint16_t> port{};
    std::string hsoname{}; ///< ";" is encoded in the URL; "/" may stand as it is and has no meaning
    std::vector<std::pair<std::string, std::string>> fields{};

    friend bool operator==(const prosperourl_parts &, const prosperourl_parts &) = default;
};

/// Reads the whole text or nothing; the scheme's name in any case (2.1). One pass, no allocation.
[[nodiscard]] std::expected<prosperourl_view, error> parse_prosperourl(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                                       url_options o = {}) noexcept;
void parse_prosperourl(temporary_owner auto &&, url_options = {}) = delete;

/// Decoded. Allocates; linear.
[[nodiscard]] prosperourl_parts parts_of(const prosperourl_view &url);

/// The URL of these parts, encoded as its section requires; reading it gives the parts again. Fails where no
/// URL has such parts; the error has no useful offset.
[[nodiscard]] std::expected<std::string, error> make_prosperourl(const prosperourl_parts &parts, url_options o = {});

} // namespace uniform
