// uniform config check, show and reference.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner.hpp"

namespace uniform::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(config, check_says_nothing_about_what_is_good) {
    const result r = shell("printf '[server]\\nport = 8080\\n' > u.toml; $U config check u.toml");
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.out, "");
}

TEST(config, check_tells_line_and_column) {
    const result r = shell("printf '[server]\\nprot = 8080\\nworkers = 0\\n' > u.toml; $U config check u.toml");
    EXPECT_EQ(r.code, 1);
    EXPECT_EQ(r.out, "uniform: u.toml:2:1: there is no setting server.prot; did you mean server.port?\n"
                     "uniform: u.toml:3:11: server.workers 0 is too small: the least is 1\n");
}

TEST(config, check_reads_environment_and_flags_too) {
    const result r = shell("UNIFORM_SERVER_PORT=x $U config check --set links.rate=0");
    EXPECT_EQ(r.code, 1);
    EXPECT_EQ(r.out, "uniform: UNIFORM_SERVER_PORT: \"x\" is not a whole number\n"
                     "uniform: --set links.rate: \"0\" is too small: the least is 1\n");
}

TEST(config, the_file_is_the_argument_or_that_of_the_option_or_the_environment) {
    const std::string make = "printf '[server]\\nport = 8080\\n' > u.toml; ";
    for (const char *line : {"$U config show u.toml", "$U config show --config u.toml", "$U config show -c u.toml",
                             "UNIFORM_CONFIG=u.toml $U config show"}) {
        const result r = shell(make + line + " | grep '^port'");
        EXPECT_THAT(r.out, testing::MatchesRegex("port = 8080 +# u.toml:2:1\n")) << line;
    }
}

TEST(config, a_file_that_cannot_be_read) {
    EXPECT_EQ(shell("$U config check nowhere.toml").code, 3);
    EXPECT_THAT(shell("$U config check nowhere.toml").out, HasSubstr("nowhere.toml: No such file or directory"));
    EXPECT_EQ(shell("mkdir d; $U config check d").code, 3);
    EXPECT_EQ(shell("$U config check a b").code, 2);
}

TEST(config, what_is_shown_is_a_file_that_can_be_read) {
    const result r = shell("$U config show --set links.rate=7 > u.toml && $U config check u.toml && "
                           "$U config show u.toml | grep '^rate '");
    EXPECT_EQ(r.code, 0);
    EXPECT_THAT(r.out, testing::MatchesRegex("rate = 7 +# u.toml:[0-9]+:1\n"));
}

TEST(config, sources_are_told) {
    const result r = shell("UNIFORM_SERVER_WORKERS=2 $U config show --port 99 | grep -E '^(port|workers|pool) '");
    EXPECT_THAT(r.out, HasSubstr("# --set server.port\n"));
    EXPECT_THAT(r.out, HasSubstr("# UNIFORM_SERVER_WORKERS\n"));
    EXPECT_THAT(r.out, HasSubstr("# default\n"));
    EXPECT_THAT(shell("$U config show --json --port 99").out,
                HasSubstr("\"server.port\": {\n    \"value\": 99,\n    \"source\": \"flag\""));
}

TEST(config, passwords_stay_hidden) {
    const result r = shell("UNIFORM_STORE_LOCATION=postgresql://u:secret@h/d $U config show; "
                           "UNIFORM_STORE_LOCATION=postgresql://u:secret@h/d $U config show --json");
    EXPECT_THAT(r.out, HasSubstr("postgresql://u:***@h/d"));
    EXPECT_THAT(r.out, Not(HasSubstr("secret")));
}

} // namespace
} // namespace uniform::test
