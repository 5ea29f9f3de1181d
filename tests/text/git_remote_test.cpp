// Remote repositories as git and scp write them: git-clone(1), "GIT URLS".

#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <uniform/text/git_remote.hpp>
#include <uniform/uri/parse.hpp>

namespace uniform {
namespace {

struct fact {
    std::string_view remote;
    std::optional<std::string> uri;
};

TEST(git_remote, is_a_uri_of_ssh) {
    const fact facts[]{
        {"git@github.com:org/repo.git", "ssh://git@github.com/org/repo.git"},
        {"host.example:repo", "ssh://host.example/repo"},
        {"u@h:/srv/repo", "ssh://u@h/srv/repo"},
        {"u@h:~/repo", "ssh://u@h/~/repo"},
        {"u@h:~other/repo", "ssh://u@h/~other/repo"},
        {"u@h:22/a", "ssh://u@h/22/a"}, // no port: only brackets have one
        {"u@[h:2222]:a", "ssh://u@h:2222/a"},
        {"[h:2222]:a", "ssh://h:2222/a"},
        {"u@[2001:db8::1]:a/b", "ssh://u@[2001:db8::1]/a/b"},
        {"[::1]:a", "ssh://[::1]/a"},
        {"u@h:a b%20c?d#e", "ssh://u@h/a%20b%2520c%3Fd%23e"},
        {"u@h:\u00FC", "ssh://u@h/%C3%BC"},
        {"a b@h:x", "ssh://a%20b@h/x"},
        {"u@h:a:b", "ssh://u@h/a:b"},
        // Texts that git reads otherwise
        {"", std::nullopt},
        {"a", std::nullopt},
        {"/a:b", std::nullopt},
        {"./a:b", std::nullopt},
        {"u@h/a:b", std::nullopt},
        {"ssh://h/a", std::nullopt},
        {"ext::h", std::nullopt},
        // No host, no path, no host of a URI
        {"u@:a", std::nullopt},
        {"@h:a", std::nullopt},
        {"u@h:", std::nullopt},
        {":a", std::nullopt},
        {"u@h h:a", std::nullopt},
        {"u@[h:x]:a", std::nullopt},
        {"u@[::x]:a", std::nullopt},
        {"u@[h]a", std::nullopt},
        {"u@[h:a", std::nullopt},
    };
    for (const fact &f : facts) {
        const auto uri = ssh_uri_of_git_remote(f.remote);
        EXPECT_EQ(uri, f.uri) << f.remote;
        if (uri) {
            EXPECT_TRUE(parse_uri(*uri)) << *uri;
        }
    }
}

} // namespace
} // namespace uniform
