// What the link checker knows without asking anybody: what an answer says about a locator, when to ask again, what
// robots.txt allows (RFC 9309), and which addresses are nobody's business.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct sockaddr;

namespace uniform::http {

enum class link_state : std::uint8_t {
    alive,
    failing, ///< did not answer well, but not yet often enough to be dead
    dead,
};
[[nodiscard]] std::string_view to_string(link_state s) noexcept;
[[nodiscard]] std::optional<link_state> link_state_from(std::string_view word) noexcept;

/// What is known of a locator. Moments in seconds since 1970.
struct link_found {
    link_state state = link_state::alive;
    std::int64_t since = 0; ///< of the state
    std::int64_t checked = 0;
    std::int64_t failures = 0; ///< in a row
    std::int64_t status = 0;   ///< of HTTP; 0: there was no answer
    std::string media_type = {};
    std::string target = {}; ///< where redirects lead to
    std::string says = {};   ///< for people
    bool operator==(const link_found &) const = default;
};

/// What a check found out.
struct link_answer {
    int status = 0;
    std::string media_type = {};
    std::string target = {};
    std::string failure = {}; ///< why there was no answer
    std::string soft_404 = {};
    std::string recorded_type = {}; ///< the media type that a record has for the locator; empty: none
};

/// 2xx is alive, and 401, 402, 403: there is something, for others. Everything else fails, and is dead after
/// `dead_after` failures in a row. A content type that has changed is said, and one that is not that of the record.
[[nodiscard]] link_found judge(const std::optional<link_found> &before, const link_answer &a, std::int64_t now,
                               std::int64_t dead_after);

/// When to check again: a good one after `recheck`; a bad one after an hour, two, four, ... but no later.
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

} // namespace uniform::http
