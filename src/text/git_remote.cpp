#include <uniform/text/git_remote.hpp>

#include <algorithm>

#include <uniform/uri/data_place.hpp>
#include <uniform/uri/parse.hpp>

namespace uniform {

namespace {

struct remote_parts {
    std::string_view user;
    std::string host; // with a port
    std::string_view path;
};

std::optional<remote_parts> split(std::string_view remote) {
    remote_parts parts;
    const std::size_t first = remote.find_first_of("@:/[");
    if (first != std::string_view::npos && remote[first] == '@') {
        parts.user = remote.substr(0, first);
        if (parts.user.empty()) return std::nullopt;
        remote.remove_prefix(first + 1);
    }
    if (remote.starts_with('[')) {
        const std::size_t close = remote.find("]:");
        if (close == std::string_view::npos) return std::nullopt;
        const std::string_view inside = remote.substr(1, close - 1);
        parts.host = std::ranges::count(inside, ':') > 1 ? "[" + std::string{inside} + "]" : std::string{inside};
        parts.path = remote.substr(close + 2);
    } else {
        const std::size_t colon = remote.find_first_of(":/");
        if (colon == std::string_view::npos || remote[colon] == '/') return std::nullopt;
        parts.host = remote.substr(0, colon);
        parts.path = remote.substr(colon + 1);
    }
    if (parts.host.empty() || parts.path.empty() || parts.path.starts_with(':') || parts.path.starts_with("//"))
        return std::nullopt;
    if (parts.path.starts_with('/')) parts.path.remove_prefix(1);
    return parts;
}

} // namespace

std::optional<std::string> ssh_uri_of_git_remote(std::string_view remote) {
    const auto parts = split(remote);
    if (!parts) return std::nullopt;
    const auto user = encode_data(parts->user, data_place::user);
    const auto path = encode_data(parts->path, data_place::path);
    if (!user || !path) return std::nullopt;
    std::string uri = "ssh://";
    if (!parts->user.empty()) uri.append(*user).append("@");
    uri.append(parts->host).append("/").append(*path);
    if (!parse_uri(uri)) return std::nullopt;
    return uri;
}

} // namespace uniform
