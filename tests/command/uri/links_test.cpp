// Lists of links: remote repositories among them, and the features that links of one kind of page have in common.

#include <string>

#include <gtest/gtest.h>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

const row rows[]{
    // Remote repositories as git and scp write them
    {"git_remotes",
     {"parse", "--git", "--get", "{uri}", "git@h:a/b.git", "h:a", "http://h/", "u@[h:2]:x"},
     "",
     "ssh://git@h/a/b.git\nssh://h/a\nhttp://h/\nssh://u@h:2/x\n",
     ""},
    {"git_remotes_of_lines", {"normalize", "--git"}, "git@H:%7e\r\n\nA:\n", "ssh://git@h/%257e\na:\n", ""},
    {"git_remotes_in_a_table",
     {"parse", "--git", "--csv", "--field", "u", "--into", "h={host}"},
     "u\ngit@h:a\n",
     "u,h\ngit@h:a,h\n",
     ""},
    {"a_git_remote_is_named",
     {"check", "git@h:a/b.git"},
     "",
     "",
     "<argument>:1:6: *; it is a remote path as git and scp write it, which --git reads as ssh://USER@HOST/PATH\n",
     1},
    {"complete_offers_the_uri_of_a_git_remote",
     {"complete", "git@h:a/b.git"},
     "",
     "",
     "<argument>:1:1: not an abbreviated reference, but a remote path as git and scp write it; --git reads it as "
     "ssh://git@h/a/b.git\n",
     1},
    {"complete_reads_git_remotes", {"complete", "--git", "git@h:a/b.git"}, "", "ssh://git@h/a/b.git\n", ""},

    // The features that links of one kind of page have in common
    {"keys_of_a_query",
     {"parse", "--get", "{query.keys}|{query.keys:all}", "?b=1&a&b=2&A&=x&keys=k", "?", "x", "?a;b=1&c"},
     "",
     "&A&a&b&keys|k\n|\n|\na;b&c|\n",
     ""},
    {"shape_of_a_path",
     {"parse", "--get", "{path.shape}", "http://h/a/17/item-3/0.html",
      "/0123456789abcdef/0123456789ABCDEF0123456789abcdef",
      "/6ba7b810-9dad-11d1-80b4-00c04fd430c8.json/decade/deadbeefdeadbeef/1234567890123456/1.2.3/.5/", "urn:isbn:951-0",
      "6ba7b810-9dad-11d1-80b4-00c04fd430c"},
     "",
     "/a/{number}/item-3/{number}.html\n/{hash}/{hash}\n"
     "/{uuid}.json/decade/deadbeefdeadbeef/{number}/1.2.3/.5/\nisbn:951-0\n6ba7b810-9dad-11d1-80b4-00c04fd430c\n",
     ""},
    {"unique_by_shape",
     {"unique", "--by", "{host}{path.shape}?{query.keys}"},
     "http://h/a/1?x=1&y=2\nhttp://h/a/2?y=1&x=3\nhttp://h/a/2?y=1\nhttp://h/b/2?x&y\n",
     "http://h/a/1?x=1&y=2\nhttp://h/a/2?y=1\nhttp://h/b/2?x&y\n",
     ""},
    {"shape_with_a_modifier",
     {"parse", "--get", "{path.shape:decoded}", "a"},
     "",
     "",
     "uniform: --get: this modifier is not allowed after path.shape*",
     2},
};

class links : public testing::TestWithParam<row> {};
TEST_P(links, are_read) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, links, testing::ValuesIn(rows),
                         [](const auto &tested) { return std::string{tested.param.name}; });

} // namespace
} // namespace uniform::test
