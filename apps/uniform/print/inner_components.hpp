// Components that are parts of RFC 3986's components, under the names that libcurl gives them.
#pragma once

#include <optional>
#include <string_view>

#include <uniform/uri/reference.hpp>

namespace uniform::cli {

// Whether the userinfo of that scheme may end with login options: those of mailboxes and mail servers.
[[nodiscard]] bool has_login_options(std::string_view scheme);

// The text after the first ";" of the userinfo: the authentication type of mailboxes and mail servers (RFC 5092 3, RFC
// 2384 3), which libcurl calls login options.
[[nodiscard]] std::optional<std::string_view> login_options_of(const reference_view &r);

// RFC 6874 2: "[" IPv6address "%25" ZoneID "]"
[[nodiscard]] std::optional<std::string_view> zone_id_of(const reference_view &r);

} // namespace uniform::cli
