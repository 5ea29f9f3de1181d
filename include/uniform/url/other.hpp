// URLs of other schemes: draft-ietf-uri-url-06 5, otherurl; 4, reserved and experimental schemes.
//
//     uniform::parse_otherurl("z39.50:a").value().scheme   -> "z39.50"
//     uniform::scheme_standing_of("x-exp")                 -> scheme_standing::experimental
#pragma once

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/url/login.hpp>

namespace uniform UNIFORM_API {

/// otherurl = scheme ":" schemepart. The same holds for the ten schemes: every url of section 5 matches it. A scheme of
/// 1994 may begin with a digit.
struct otherurl_view {
    std::string_view text{};
    uniform::edition edition = uniform::edition::url_06;
    std::string_view scheme{};     ///< as written
    std::string_view schemepart{}; ///< as written
};

/// The same, owned.
struct otherurl_parts {
    std::string scheme{};
    std::string schemepart{}; ///< as written: decoding depends on the scheme

    friend bool operator==(const otherurl_parts &, const otherurl_parts &) = default;
};

/// Reads the whole text or nothing; the scheme's name in any case (2.1). Editions url_06 and rfc1738. One pass, no
/// allocation.
[[nodiscard]] std::expected<otherurl_view, error> parse_otherurl(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                                 url_options o = {}) noexcept;
void parse_otherurl(temporary_owner auto &&, url_options = {}) = delete;

/// The parts as written. Allocates; linear.
[[nodiscard]] otherurl_parts parts_of(const otherurl_view &url);

/// The URL of these parts; nothing is encoded, because that depends on the scheme. Reading it gives the parts again.
/// Fails as reading it would.
[[nodiscard]] std::expected<std::string, error> make_otherurl(const otherurl_parts &parts, url_options o = {});

/// The classification of a scheme's name in section 4.
enum class scheme_standing : std::uint8_t {
    specified,    ///< one of the ten of section 3
    reserved,     ///< afs mid cid nfs tn3270 mailserver z39.50: "for future definition"
    experimental, ///< begins with "x-"
    other,
};

/// In upper or lower case.
[[nodiscard]] scheme_standing scheme_standing_of(std::string_view scheme) noexcept;
/// "specified", "reserved", "experimental", "other".
[[nodiscard]] std::string_view to_string(scheme_standing s) noexcept;
/// The purpose for which a reserved scheme was proposed (section 4); "" for the others.
[[nodiscard]] std::string_view reserved_for(std::string_view scheme) noexcept;

} // namespace uniform
