// "A URL is a struct that represents a universal identifier": the URL record, component by component.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/whatwg/web_url.hpp>

namespace uniform::whatwg {

struct url_record {
    std::string scheme;
    std::string username;
    std::string password;
    whatwg::host host; // host_kind::none is null
    std::optional<std::uint16_t> port;
    // A list of segments « "a", "b" » is "/a/b" here, the empty list "": no segment contains "/".
    std::string path;
    bool opaque_path = false;
    std::optional<std::string> query;
    std::optional<std::string> fragment;

    [[nodiscard]] bool includes_credentials() const noexcept { return !username.empty() || !password.empty(); }
    [[nodiscard]] bool has_host() const noexcept { return host.kind != host_kind::none; }
    // "A URL cannot have a username/password/port if its host is null or the empty string, or its scheme is "file"."
    [[nodiscard]] bool cannot_have_username_password_port() const noexcept {
        return !has_host() || host.kind == host_kind::empty || scheme == "file";
    }
};

// The port of a URL, null when it is the default port of its scheme.
std::optional<std::uint16_t> port_of(const url_view &u);
// The record of a URL.
url_record record_of(const url_view &u);

struct serialized_url {
    std::string href;
    url_offsets at;
};
// "URL serializer"; nullopt when the URL would be too long for its offsets.
std::optional<serialized_url> serialize(const url_record &record);

// "A Windows drive letter is two code points, of which the first is an ASCII alpha and the second is either : or |."
bool is_windows_drive_letter(std::string_view text) noexcept;
bool is_normalized_windows_drive_letter(std::string_view text) noexcept;
// "Starts with a Windows drive letter"
bool starts_with_windows_drive_letter(std::string_view text) noexcept;
// "Shorten a url's path"
void shorten_path(url_record &record);
// "Single-dot URL path segment", "double-dot URL path segment"
bool is_single_dot(std::string_view segment) noexcept;
bool is_double_dot(std::string_view segment) noexcept;

} // namespace uniform::whatwg
