// The rules of the link checker, without input or output: what a response says about a locator, when to check again,
// what robots.txt allows (RFC 9309), and which addresses are not public.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>

struct sockaddr;

namespace uniform UNIFORM_INTERNAL_API {
namespace links {

enum class link_state : std::uint8_t {
    alive,
    failing, ///< the last checks failed, but not yet often enough for `dead`
    dead,
};
/// Their names.
inline constexpr auto link_state_names = enum_table<link_state>(
    {{link_state::alive, "alive"}, {link_state::failing, "failing"}, {link_state::dead, "dead"}});
[[nodiscard]] constexpr std::string_view to_string(link_state s) noexcept { return link_state_names.name(s); }

/// The finding about a locator. Times are in seconds since 1970-01-01T00:00:00Z.
struct link_found {
    link_state state = link_state::alive;
    std::int64_t since = 0; ///< of the state
    std::int64_t checked = 0;
    std::int64_t failures = 0; ///< in a row
    std::int64_t status = 0;   ///< of HTTP; 0: no response
    std::string media_type = {};
    std::string target = {}; ///< where redirects lead to
    std::string says = {};   ///< an explanation for a person
    bool operator==(const link_found &) const = default;
};

/// The result of one check.
struct link_answer {
    int status = 0;
    std::string media_type = {};
    std::string target = {};
    std::string failure = {}; ///< why there was no response; empty: there was one
    std::string soft_404 = {};
    std::string recorded_type = {}; ///< the media type that a record has for the locator; empty: none
};

/// The finding after a check. 2xx, 401, 402 and 403 are `alive`. Everything else is a failure; `dead_after` failures in
/// a row are `dead`. `says` reports a media type that has changed or that is not the recorded one.
[[nodiscard]] link_found evaluate(const std::optional<link_found> &before, const link_answer &a, std::int64_t now,
                                  std::int64_t dead_after);

/// When to check again: `recheck` after a success; after a failure in one hour, two, four, ... but no later than that.
[[nodiscard]] std::int64_t due(const link_found &f, std::int64_t recheck) noexcept;

/// "text/html" of "Text/HTML; charset=utf-8".
[[nodiscard]] std::string media_type_of(std::string_view content_type);

/// Addresses that are not of the public Internet (IANA's registries of special-purpose addresses, RFC 6890): loopback,
/// private, link-local, multicast, documentation, and IPv6 addresses that hold an IPv4 address of these. True for what
/// is neither IPv4 nor IPv6.
[[nodiscard]] bool private_address(const sockaddr *a) noexcept;

/// The rules of a robots.txt for one crawler. RFC 9309 2.2.
class robots {
public:
    robots() = default; ///< everything is allowed
    /// @param text its first 500 KiB (RFC 9309 2.5) are read
    /// @param agent the crawler's product token: letters, "_" and "-"
    [[nodiscard]] static robots parse(std::string_view text, std::string_view agent);
    /// @param path path and query, as sent. The longest rule that matches decides; allow wins a draw. Time: length of
    /// the path for each "*" of each rule.
    [[nodiscard]] bool allows(std::string_view path) const noexcept;

private:
    struct rule {
        bool allow;
        std::string pattern;
    };
    std::vector<rule> rules_;
};

} // namespace links
} // namespace uniform
