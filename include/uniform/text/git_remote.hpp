// Remote repositories as git and scp write them.
//
//     uniform::ssh_uri_of_git_remote("git@example.org:group/project.git") // "ssh://git@example.org/group/project.git"
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {

/// The URI of a remote path that is written as `[USER@]HOST:PATH`, which is no URI (git-clone(1), "scp-like syntax"):
/// user and path are data and are percent-encoded; a host in brackets may be an IPv6 address, or have a port behind it
/// ("[example.org:2222]:a"). A path that does not begin with "/" is one below the home folder; the URI has it below the
/// root, as hosts of repositories read both. std::nullopt for what git reads otherwise: with "/" before the first
/// colon,
/// "//" behind it, or two colons side by side; for an empty host or path, and for a host that no URI has. Linear;
/// allocates.
[[nodiscard]] std::optional<std::string> ssh_uri_of_git_remote(std::string_view remote);

} // namespace uniform
